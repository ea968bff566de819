/** Reviews a filled-in list, in the shop's columns or any others: the lines that it would put into a cart (R215, R240). */

import { LIST_MAX_LINES, LIST_MAX_ROWS } from '../../../../contract/filled-list.ts'
import type { SheetColumns, SheetReview } from '../../../../contract/sheet-columns.ts'
import type { Caller } from '../../../caller.ts'
import type { Catalogue } from '../../../catalogue/catalogue.ts'
import type { Queryable } from '../../../db/open.ts'
import type { Asker } from '../../../lib/fair-queue.ts'
import { malformed } from '../../../refusal.ts'
import type { SheetBounds } from '../../../spreadsheets/sheet.ts'
import { readArticles } from '../../codes/articles.service.ts'
import { listLines } from '../../lines/lines.queries.ts'
import { requireClient } from '../../lines/lines.service.ts'
import { markUnusual, unusualQuantities } from '../../lines/unusual.service.ts'
import { substitutesFor } from '../../substitutes/substitutes.service.ts'
import { readUpload } from '../pdf/read-upload.service.ts'
import { readFile } from './read-file.service.ts'
import { BESIDE_QUANTITY, codesOf, noticesOfRows, reviewRows, totalOf, wireRow } from './review-rows.service.ts'

/** The price list of a whole shop, saved by any spreadsheet program. */
const LIST_FILE: SheetBounds = {
  maxRows: LIST_MAX_ROWS + 100,
  columns: 40,
  // 20,000 rows of 20 columns; a larger file is refused within two seconds.
  unpackedBytes: 40 * 2 ** 20,
  partBytes: 16 * 2 ** 20,
  csvBytes: 8 * 2 ** 20,
  // As many rows take a second or two of a processor; only a file that was made to be slow takes longer than this.
  milliseconds: 15_000,
}

const nothingAsked =
  'La lista no tiene cantidades: complete la columna «Cantidad» de los artículos que quiere pedir. Un pedido escrito como mensaje se pega en «Pedido rápido».'
const tooManyLines = `La lista pide más de ${LIST_MAX_LINES.toLocaleString('es-AR')} artículos: divídala en varias`

/**
 * The lines that a file would put into the caller's cart for a client. Nothing is stored but the chosen columns.
 * @throws Refusal 400 for a file without quantities or with too many lines, and as `readUpload`
 */
export async function reviewListFile(
  db: Queryable,
  catalogue: Catalogue,
  caller: Caller,
  { clientId, chosen }: { clientId: number; chosen: readonly SheetColumns[] | undefined },
  bytes: Buffer,
  asker: Asker,
): Promise<SheetReview> {
  requireClient(caller, clientId)
  const sheets = await readUpload(bytes, LIST_FILE, asker)
  const { snapshot } = catalogue.current(clientId)
  const { userId } = caller
  const { rows, columns, said, texts, sheetNames, untouched } = await readFile(db, snapshot, sheets, {
    kind: 'list',
    userId,
    clientId,
    chosen,
  })
  if (columns.asking) return { rows: [], remarks: [], notices: said, total: 0, columns }
  if (rows.length === 0) throw malformed(nothingAsked)
  if (rows.length > LIST_MAX_LINES) throw malformed(tooManyLines)
  const cart = { userId, clientId }
  const cartLines = new Map((await listLines(db, cart)).map((line) => [line.articleId, line]))
  const inCart = (articleId: number) => cartLines.get(articleId)?.quantity ?? 0
  const reviewed = await reviewRows(
    rows,
    {
      snapshot,
      find: await readArticles(db, catalogue, clientId, codesOf(rows), BESIDE_QUANTITY),
      withPrices: false,
      sheetNames,
      substitutes: (gone) => substitutesFor(db, { catalogue, clientId }, gone),
    },
    { inCart, unusual: (lines) => unusualQuantities(db, cart, lines, inCart) },
  )
  const kept = reviewed.map((row) => {
    const [article] = row.articles
    // A row without an observation leaves that of the cart's line.
    const note = row.kind === 'line' && article ? row.note || (cartLines.get(article.articleId)?.note ?? '') : row.note
    return { ...wireRow(row), note }
  })
  const withoutQuantity =
    untouched === 0
      ? []
      : [
          untouched === 1
            ? '1 fila sin cantidad queda como está'
            : `${untouched.toLocaleString('es-AR')} filas sin cantidad quedan como están`,
        ]
  return {
    rows: await markUnusual(db, cart, kept),
    texts,
    remarks: texts.flatMap(({ kind, lines, text }) => (kind === 'courtesy' ? [] : [{ lines, text, rows: [] }])),
    total: totalOf(kept),
    columns,
    notices: [...noticesOfRows(reviewed), ...said, ...withoutQuantity],
  }
}
