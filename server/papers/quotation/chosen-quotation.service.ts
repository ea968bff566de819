/** The quotation of chosen articles (R8, R312): the same paper as that of a cart, without quantities. */
import { createHash } from 'node:crypto'
import { isVideo } from '../../../contract/media.ts'
import { isPrice } from '../../../contract/price.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { Queryable } from '../../db/open.ts'
import { dayText } from '../../lib/dates.ts'
import type { Face } from '../../lib/face.ts'
import { workerUrl } from '../../lib/worker-url.ts'
import { notFound } from '../../refusal.ts'
import type { Settings } from '../../settings/settings.ts'
import type { Interest, MadeFiles } from '../made-files/made-files.service.ts'
import type { PaperLine, TradePaper } from '../trade-papers/trade-paper.types.ts'
import { paperSettingKeys } from '../trade-papers/trade-paper.types.ts'
import { listChosen } from './chosen-articles.queries.ts'
import { quotationOf } from './quotation.service.ts'

interface Parts {
  db: Queryable
  catalogue: Catalogue
  settings: Pick<Settings, 'value'>
  madeFiles: MadeFiles
  face: () => Face
  shopAddress: string
}

export const noChosenArticles = 'No hay artículos para este documento'

/** To be raised when the same articles are drawn in another way: files in the old design are made anew then. */
const DESIGN = 3

/**
 * Asks for the PDF of chosen articles, in the order of the catalogue. Those that are not on sale are left out. The same
 * articles make one file as long as catalogue, day and settings are the same.
 * @throws Refusal 404 when none of them is on sale
 */
export function askForChosenQuotation(
  { db, catalogue, settings, madeFiles, face, shopAddress }: Parts,
  { articleIds = [], clientId }: { articleIds?: readonly number[]; clientId: number },
  userId: number,
): Interest {
  const { snapshot, version, prices } = catalogue.current(clientId)
  const rowOf = (articleId: number) => snapshot.rowByArticle(articleId)
  const sold = [...new Set(articleIds)].filter((articleId) => rowOf(articleId) !== undefined)
  if (sold.length === 0) throw notFound(noChosenArticles)
  const worn = face()
  const shop = [worn, shopAddress, ...paperSettingKeys.map((key) => settings.value(key))]
  const key = createHash('sha256')
    .update(JSON.stringify([DESIGN, version, prices, dayText(new Date()), userId, shop, sold]))
    .digest('hex')
    .slice(0, 40)
  const read = async (): Promise<TradePaper> => {
    const articles = (await listChosen(db, clientId, sold)).sort(
      (a, b) => (rowOf(a.articleId) ?? 0) - (rowOf(b.articleId) ?? 0),
    )
    const lines = articles.map(
      ({ articleId: _, listPrice, discount, unitPrice, hint, media, ...article }): PaperLine => {
        const price = isPrice(unitPrice) ? { list: listPrice, discount, unit: unitPrice } : null
        const picture = media.find((file) => file !== null && !isVideo(file)) ?? null
        return { ...article, quantity: null, note: hint, price, soldOut: false, picture }
      },
    )
    const options = { face: worn, shopAddress, quotedBy: userId, withPrices: true, note: '' }
    return quotationOf(db, { client: null, lines }, options)
  }
  return madeFiles.ask<TradePaper>(
    { key: `cotizacion-${key}`, worker: workerUrl(import.meta.url, 'chosen-quotation-worker'), read },
    userId,
  )
}
