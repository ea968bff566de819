/** Reviews a sheet of articles by branches: what each branch would order. Nothing is made (R379). */
import { addressInWords } from '../../../contract/address-text.ts'
import { BRANCH_MAX_CELLS, BRANCH_MAX_ROWS, type Branch, type BranchReview } from '../../../contract/branch-orders.ts'
import { NO_CLIENT } from '../../../contract/rules.ts'
import { MOST_COLUMNS, type SheetColumns } from '../../../contract/sheet-columns.ts'
import type { Caller } from '../../caller.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { Queryable } from '../../db/open.ts'
import type { Asker } from '../../lib/fair-queue.ts'
import { nextTurn } from '../../lib/turns.ts'
import { conflict, malformed } from '../../refusal.ts'
import { isBlank } from '../../spreadsheets/numbers.rules.ts'
import type { SheetBounds } from '../../spreadsheets/sheet.ts'
import { readArticles } from '../codes/articles.service.ts'
import { requireClient } from '../lines/lines.service.ts'
import { markUnusual, unusualQuantities } from '../lines/unusual.service.ts'
import { closedGate } from '../orders/order-gate.service.ts'
import { readUpload } from '../readers/pdf/read-upload.service.ts'
import { readFile } from '../readers/sheet/read-file.service.ts'
import { BESIDE_QUANTITY, codesOf, findRow, noticesOfRows, reviewRows } from '../readers/sheet/review-rows.service.ts'
import { type Substitutes, substitutesFor } from '../substitutes/substitutes.service.ts'
import { findBranches, findLeast } from './branch-orders.queries.ts'
import { type BranchRows, joinBranches } from './branch-rows.rules.ts'

const BRANCH_FILE: SheetBounds = {
  // A price list of the whole shop, of which few rows are filled in.
  maxRows: BRANCH_MAX_ROWS + 100,
  // One more than is read, so that a wider sheet is told.
  columns: MOST_COLUMNS + 1,
  unpackedBytes: 40 * 2 ** 20,
  partBytes: 16 * 2 ** 20,
  csvBytes: 8 * 2 ** 20,
  milliseconds: 15_000,
}

export const branchTexts = {
  noBranches: 'Este cliente no tiene direcciones de entrega: no hay sucursales para pedir',
  noClient: 'Las sucursales son las direcciones de entrega de un cliente, y su usuario todavía no tiene ninguno',
  nothingAsked: 'La planilla no tiene cantidades: complete las columnas de las sucursales',
  tooMany: `La planilla tiene más de ${BRANCH_MAX_CELLS.toLocaleString('es-AR')} cantidades: divídala en varias`,
  tooWide: `La planilla tiene más de ${MOST_COLUMNS} columnas: divídala en varias`,
} as const

type StoredBranch = Awaited<ReturnType<typeof findBranches>>[number]

const onTheWire = ({ id, name, ...address }: StoredBranch): Branch => ({
  addressId: id,
  name,
  place: addressInWords(address),
})

/** What a heading may call a branch: its names, its street or all of its address. */
const textsOf = ({ ownName, erpName, street, ...place }: StoredBranch): string[] => [
  ...[ownName, erpName, street],
  addressInWords({ street, ...place }),
]

/** @throws Refusal 409 for who orders without a client, and for a client without branches */
export async function branchesOf(db: Queryable, caller: Caller, clientId: number): Promise<StoredBranch[]> {
  requireClient(caller, clientId)
  if (clientId === NO_CLIENT) throw conflict(branchTexts.noClient)
  const branches = await findBranches(db, clientId)
  if (branches.length === 0) throw conflict(branchTexts.noBranches)
  return branches
}

/**
 * What the branches of a client would order by a file, or the question about its columns.
 * @throws Refusal 400 for a file without quantities or with too many, and as `readUpload` and `branchesOf`
 */
export async function reviewBranchFile(
  db: Queryable,
  catalogue: Catalogue,
  caller: Caller,
  { clientId, chosen }: { clientId: number; chosen: readonly SheetColumns[] | undefined },
  bytes: Buffer,
  asker: Asker,
): Promise<BranchReview> {
  const stored = await branchesOf(db, caller, clientId)
  const sheets = await readUpload(bytes, BRANCH_FILE, asker)
  if (sheets.some(({ hidden, rows }) => !hidden && rows.some(({ cells }) => !isBlank(cells[MOST_COLUMNS] ?? null))))
    throw malformed(branchTexts.tooWide)
  const { userId } = caller
  const { snapshot } = catalogue.current(clientId)
  const file = await readFile(db, snapshot, sheets, {
    ...{ kind: 'list' as const, userId, clientId, chosen },
    branches: stored.map((branch) => ({ addressId: branch.id, texts: textsOf(branch) })),
  })
  const answer: BranchReview = {
    branches: stored.map(onTheWire),
    rows: [],
    said: file.said,
    columns: file.columns,
    refusal: (await closedGate(db, caller, clientId))?.message ?? '',
    least: await findLeast(db, clientId),
  }
  if (file.columns.asking) return answer
  if (file.rows.length === 0) throw malformed(branchTexts.nothingAsked)
  if (file.rows.length > BRANCH_MAX_CELLS) throw malformed(branchTexts.tooMany)
  const find = await readArticles(db, catalogue, clientId, codesOf(file.rows), BESIDE_QUANTITY)
  const substitutes = substitutesOnce((gone) => substitutesFor(db, { catalogue, clientId }, gone))
  const setting = { snapshot, find, withPrices: false, sheetNames: file.sheetNames, substitutes }
  const order = { userId, clientId }
  const branches: BranchRows[] = []
  for (const { id: addressId } of stored) {
    await nextTurn()
    const written = file.rows.filter((row) => row.addressId === addressId)
    const target = {
      inCart: () => 0,
      unusual: (lines: Parameters<typeof unusualQuantities>[2]) => unusualQuantities(db, order, lines, () => 0),
    }
    const reviewed = await reviewRows(written, setting, target)
    branches.push({ addressId, written, reviewed: await markUnusual(db, order, reviewed) })
  }
  const rows = joinBranches(branches, (row) => {
    const found = findRow(row, find)
    return found.kind === 'article' ? found.article.articleId : undefined
  })
  // A code without its zeros is said once, however many branches ask for it.
  const byCode = new Map(branches.flatMap(({ reviewed }) => reviewed.map((row) => [row.written ?? '', row] as const)))
  return { ...answer, rows, said: [...noticesOfRows([...byCode.values()]), ...file.said] }
}

/** What may take the place of an article is searched once, however many branches ask for it. */
function substitutesOnce<Gone extends { readonly articleId: number }>(
  search: (gone: readonly Gone[]) => Promise<readonly Substitutes[]>,
): (gone: readonly Gone[]) => Promise<readonly Substitutes[]> {
  const known = new Map<number, Substitutes>()
  return async (gone) => {
    const fresh = gone.filter(({ articleId }) => !known.has(articleId))
    const found = await search(fresh)
    for (const [at, { articleId }] of fresh.entries()) {
      const one = found[at]
      if (one) known.set(articleId, one)
    }
    return gone.map(({ articleId }) => known.get(articleId) ?? { decided: undefined, proposals: [] })
  }
}
