/** A saved list on paper (R392): articles and quantities, and no price, because prices are by client and day. */
import { linkTexts } from '../../../contract/links.ts'
import { noteInWords } from '../../../contract/order-text.ts'
import { NO_CLIENT } from '../../../contract/rules.ts'
import type { Queryable } from '../../db/open.ts'
import { formatInstant } from '../../lib/dates.ts'
import type { Face } from '../../lib/face.ts'
import { notFound } from '../../refusal.ts'
import { findPaperClient, findPaperUser, readPaperSettings } from '../trade-papers/paper-shop.queries.ts'
import { paperShopOf } from '../trade-papers/paper-shop.rules.ts'
import { noteLines } from '../trade-papers/trade-paper.rules.ts'
import type { TradePaper } from '../trade-papers/trade-paper.types.ts'
import { findList, listListLines } from './shared-papers.queries.ts'

/** @throws Refusal 404 for a list that is gone */
export async function listPaper(
  db: Queryable,
  listId: number,
  { face, shopAddress }: { face: Face; shopAddress: string },
): Promise<TradePaper> {
  const list = await findList(db, listId)
  if (!list) throw notFound(linkTexts.gone)
  const client =
    list.clientId === NO_CLIENT ? await findPaperUser(db, list.userId) : await findPaperClient(db, list.clientId)
  const lines = await listListLines(db, listId)
  return {
    shop: paperShopOf(await readPaperSettings(db), face, shopAddress),
    title: 'Lista',
    number: list.name,
    days: [['Cambiada el', formatInstant(list.changedAt)]],
    client: client?.name ?? '',
    clientFacts: [],
    terms: [],
    note: '',
    kind: 'plain',
    withPictures: false,
    lines: lines.map(({ note, ...line }) => ({
      ...line,
      note: noteLines(noteInWords(note)),
      price: null,
      soldOut: false,
      picture: null,
    })),
    total: 0,
    closing: [],
  }
}
