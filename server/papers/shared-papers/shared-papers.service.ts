/** Links that open a paper (R395): made by whoever may read it, and what one opens. */
import * as z from 'zod/mini'
import { density } from '../../../contract/documents.ts'
import type { BodyOf, ResponseOf } from '../../../contract/endpoint.ts'
import { linkAddress, linkTexts } from '../../../contract/links.ts'
import { type linkPaper, type PaperToLink, paperPage } from '../../../contract/shared-papers.ts'
import { type Caller, clientOf, isStaff, type SellersReach } from '../../caller.ts'
import type { Db, Queryable } from '../../db/open.ts'
import { makeLink, ownerOf, requireList, requireOrder } from '../../ordering/ordering.ts'
import { forbidden, notFound, wrongField } from '../../refusal.ts'
import type { CatalogueFileOrder } from '../catalogue-files/catalogue-files.service.ts'
import * as queries from './shared-papers.queries.ts'

/** What a catalogue's link keeps of how it was asked for. */
const catalogueDetails = z.object({
  brandId: z.nullish(z.int()),
  withLogo: z.boolean(),
  withPrices: z.boolean(),
  perPage: z.optional(density),
})

interface LinkParts {
  db: Db
  shopAddress: string
  reach: SellersReach
  /** Whether clients may see the catalogue (R19). */
  isCatalogueOpen: boolean
}

/**
 * Makes a link that opens one paper without an account.
 * @throws Refusal 404 or 403 for what the caller may not read, 409 for a link too many
 */
export async function linkToPaper(
  { db, shopAddress, reach, isCatalogueOpen }: LinkParts,
  caller: Caller,
  { opens, opensId, clientId, withLogo = true, withPrices = true, ...catalogue }: BodyOf<typeof linkPaper>,
): Promise<ResponseOf<typeof linkPaper>> {
  const asked = { caller, clientId: clientOf(caller, clientId) }
  const numberOf = (): number => {
    if (opensId == null) throw wrongField('opensId', 'Falta cuál')
    return opensId
  }
  const target = async () => {
    switch (opens) {
      case 'order': {
        const id = numberOf()
        await requireOrder(db.kysely, caller, id, reach)
        const order = await queries.findClientOfOrder(db.kysely, id)
        if (!order) throw notFound()
        return { opensId: id, clientId: order.clientId }
      }
      case 'list':
        await requireList(db.kysely, numberOf(), ownerOf(asked))
        return { opensId: numberOf(), clientId: asked.clientId }
      case 'catalogue':
        if (!isCatalogueOpen && !isStaff(caller)) throw forbidden()
        return { opensId: null, clientId: asked.clientId, details: { ...catalogue, withLogo, withPrices } }
    }
  }
  const paper = await target()
  const made = await db.tx((t) => makeLink(t, { kind: 'paper', opens, userId: caller.userId, ...paper }))
  return { id: made.id, address: linkAddress(shopAddress, paperPage.path, made.key), endsAt: made.endsAt }
}

/** What a link opens. */
export type LinkedPaper =
  | { readonly opens: 'order' | 'list'; readonly id: number }
  | { readonly opens: 'catalogue'; readonly order: CatalogueFileOrder & { kind: 'catalogue' } }

/** The paper of an opened link. @throws Refusal 404 where its maker may not sign in any more, or it is none that a link opens */
export async function linkedPaper(
  db: Queryable,
  {
    opens,
    opensId,
    details,
    clientId,
    userId,
  }: {
    opens: string
    opensId: number | null
    details: unknown
    clientId: number
    userId: number
  },
): Promise<LinkedPaper> {
  if (!(await queries.isInUse(db, userId))) throw notFound(linkTexts.gone)
  switch (opens as PaperToLink) {
    case 'order':
    case 'list':
      if (opensId !== null) return { opens: opens as 'order' | 'list', id: opensId }
      break
    case 'catalogue': {
      const kept = catalogueDetails.safeParse(details)
      if (!kept.success) break
      const { brandId, ...shown } = kept.data
      return {
        opens: 'catalogue',
        order: { kind: 'catalogue', branch: brandId == null ? {} : { brandId }, clientId, withImages: true, ...shown },
      }
    }
  }
  throw notFound(linkTexts.gone)
}
