/** Opens a link by its key; keys that nobody made are limited by address, so that none is guessed (R386). */
import { type LinkKind, linkTexts } from '../../../contract/links.ts'
import type { Db } from '../../db/open.ts'
import { createLimit, GUESSES, type Limit } from '../../http/rate-limit.ts'
import { hashOfLink } from '../../lib/link-key.ts'
import { notFound } from '../../refusal.ts'
import { findLink, type OpenedLink } from './links.queries.ts'

/** Keys of no link that one address may send in a quarter of an hour: 0.02 a second. Phones of one provider may share an address. */

/** Opens links. One for all kinds, so that nobody guesses first at one and then at another. */
export interface LinkDoor {
  /**
   * The link of a key.
   * @param visitor the asker's address, as `visitorKey` answers it
   * @throws Refusal 404 with one text whether it ended, was withdrawn, is of another kind or never was; 429 after too many guesses
   */
  open(asked: { kind: LinkKind; key: string; visitor: string }): Promise<OpenedLink>
}

export function createLinkDoor(db: Db, now?: () => number): LinkDoor {
  const guesses: Limit = createLimit(db, { name: 'links', ...GUESSES, message: linkTexts.guesses, now })
  return {
    open({ kind, key, visitor }) {
      let isGuess = false
      const find = async () => {
        const link = await findLink(db.kysely, hashOfLink(key))
        isGuess = link?.kind !== kind
        if (!link || isGuess || !link.isOpen) throw notFound(linkTexts.gone)
        return link
      }
      return guesses.guard(visitor, find, () => isGuess)
    },
  }
}
