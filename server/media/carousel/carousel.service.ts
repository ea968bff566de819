/** Changing the news: captions, which slides are shown, and their order (R40, R202). */

import { SLIDE_SLOTS } from '../../../contract/carousel.ts'
import { type saveSlides, slidesRefused } from '../../../contract/carousel-admin.ts'
import type { BodyOf } from '../../../contract/endpoint.ts'
import { auditedUpdate, refuseStale } from '../../audit/audit.ts'
import type { Caller } from '../../caller.ts'
import type { Db } from '../../db/open.ts'
import { wrongField } from '../../refusal.ts'
import { lockSlides } from './carousel.queries.ts'

const NO_MEDIA = { kind: null, file: null, content_type: null }

/**
 * Stores the ten slides in the order they come in; each takes its picture or video along, unless it is to be removed.
 * @throws Refusal 400 unless each of the ten comes once, 409 for a slide that somebody else changed meanwhile
 */
export async function changeSlides(db: Db, caller: Caller, given: BodyOf<typeof saveSlides>): Promise<void> {
  const ids = new Set(given.map(({ id }) => id))
  const areAll = given.length === SLIDE_SLOTS && ids.size === SLIDE_SLOTS
  if (!areAll || given.some(({ id }) => id < 1 || id > SLIDE_SLOTS)) throw wrongField('id', slidesRefused)
  await db.tx(async (t) => {
    const stored = new Map((await lockSlides(t)).map((slide) => [slide.slot, slide]))
    const slideOf = (slot: number) => stored.get(slot) ?? unreachable(slot)
    for (const { id, version } of given)
      await refuseStale(t, {
        entity: 'slide',
        entityId: id,
        stored: slideOf(id).version,
        given: version,
      })
    for (const [place, { id, caption, active, removesFile }] of given.entries()) {
      const { kind, file, content_type } = slideOf(id)
      const record = { userId: caller.userId, entity: 'slide', entityId: place + 1 } as const
      const media = removesFile ? NO_MEDIA : { kind, file, content_type }
      const changes = { caption: caption.trim(), active, ...media }
      await auditedUpdate(t, { ...record, before: slideOf(place + 1), changes })
    }
  })
}

/** The database has ten rows from its first migration on. */
function unreachable(slot: number): never {
  throw new Error(`There is no slide ${slot}`)
}
