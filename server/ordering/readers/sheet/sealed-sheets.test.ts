import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { addressOf } from '../../../../contract/address.ts'
import { reviewList } from '../../../../contract/filled-list.ts'
import { importReview, reviewImport } from '../../../../contract/order-import.ts'
import type { ReviewRow } from '../../../../contract/review.ts'
import { sheetReview } from '../../../../contract/sheet-columns.ts'
import { type MadeClient, makeArticle, makeClient, makeSeller, makeUser } from '../../../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../../test/test-app.ts'
import { withDatabases } from '../../../test/test-database.ts'
import { postFile } from '../../../test/upload.ts'
import { shortCodes } from '../text/samples/sample-sets.ts'
import { CUIT, datedArticles, OTHER_CUIT, type SealedSheet, sealedSheets } from './samples/sample-sheets.ts'

/** Where the generated part of MEASURES.md begins; what stands above is kept by hand. */
const GENERATED = '<!-- generated -->'
/** Rows of an order, with its client's CUIT where the file holds orders of several. */
interface Read {
  rows: readonly { cuit: string; row: ReviewRow }[]
  /** What is said or asked of the file as a whole. */
  said: readonly string[]
  /** Whether nothing is read before somebody answers about the file. */
  isWaiting: boolean
}

/** What of a sheet came right, in the columns of MEASURES.md, and what to tell of it. */
function judged({ lines, asks = false }: SealedSheet, { rows, said, isWaiting }: Read) {
  const keyOf = (code: string, cuit = '') => `${cuit}${cuit && ' '}${code}`
  const meant = new Map(lines.map(([code, quantity, cuit]) => [keyOf(code, cuit), quantity]))
  const taken = new Map<string, { quantity: number; isMarked: boolean; text: string }>()
  for (const { cuit, row } of rows) {
    if (row.kind !== 'line') continue
    const key = keyOf(row.articles[0]?.code ?? '', cuit)
    const { quantity = 0, isMarked = false } = taken.get(key) ?? {}
    taken.set(key, {
      quantity: quantity + (row.askedQuantity ?? 0),
      isMarked: isMarked || row.marks.length > 0,
      text: row.text,
    })
  }
  const questions = rows.flatMap(({ row }) => (row.kind === 'question' ? [row] : []))
  const wrong = [...taken].filter(([key, { quantity }]) => meant.get(key) !== quantity)
  const silent = wrong.filter(([, { isMarked }]) => !isMarked)
  const right = taken.size - wrong.length
  const missing = [...meant.keys()].filter((key) => !taken.has(key))
  const asked = questions.length + Number(isWaiting)
  const covered = questions.reduce((sum, question) => sum + question.lines.length, 0)
  const unread = isWaiting ? 0 : Math.max(0, missing.length - covered)
  return {
    figures: [lines.length, right, wrong.length, silent.length, asked, unread],
    isAsMeant: right === lines.length && wrong.length === 0 && asked > 0 === asks,
    told: [
      ...wrong.map(
        ([key, { quantity, text, isMarked }]) =>
          `${isMarked ? 'wrong' : 'silent'}: ${key} = ${quantity}, meant ${meant.get(key) ?? 'none'}, of \`${text}\``,
      ),
      ...(unread > 0 ? [`unread: ${unread} of ${missing.join(', ')}`] : []),
      ...(asks && asked === 0 ? ['not asked: nothing, where a person would ask'] : []),
      ...(isWaiting ? [`asked: ${said.join(' ')}`] : []),
      ...new Set(questions.map(({ reason }) => `asked: ${reason}`)),
    ],
  }
}

withDatabases('sealed sheets', (database) => {
  let app: TestApp
  let seller: TestCaller
  let own: MadeClient
  let client: TestCaller

  beforeAll(async () => {
    const { db } = database()
    const sellerId = await makeSeller(db)
    own = await makeClient(db, { cuit: CUIT, seller_id: sellerId, addresses: 1 })
    await makeClient(db, { cuit: OTHER_CUIT, seller_id: sellerId, addresses: 1 })
    for (const { code, alias, description, unitsPerPack, listPrice } of [...shortCodes, ...datedArticles])
      await makeArticle(db, { code, alias, description, units_per_pack: unitsPerPack, listPrice })
    app = await openTestApp(db)
    seller = await app.as(await makeUser(db, 'vendedor', { seller_id: sellerId }))
    client = await app.as(await makeUser(db, 'cliente', { client_id: own.id }))
  })
  afterAll(() => app.close())

  async function read({ bytes, isImport }: SealedSheet): Promise<Read> {
    const address = isImport
      ? addressOf(reviewImport, { query: {} })
      : addressOf(reviewList, { query: { clientId: own.id } })
    const { status, json } = await postFile(app.app, isImport ? seller : client, address, bytes)
    if (status !== 200) return { rows: [], said: [`${status} ${json.message}`], isWaiting: true }
    if (!isImport) {
      const { rows, notices, remarks, columns } = z.decode(sheetReview, json)
      return {
        rows: rows.map((row) => ({ cuit: '', row })),
        said: [...notices, ...remarks.map(({ text }) => text), ...(columns.asking ? [columns.reason] : [])],
        isWaiting: columns.asking,
      }
    }
    const { orders, said, notices, columns } = z.decode(importReview, json)
    return {
      rows: orders.flatMap(({ cuit, rows }) => rows.map((row) => ({ cuit, row }))),
      said: [...said, ...notices.map(({ reason }) => reason), ...(columns.asking ? [columns.reason] : [])],
      isWaiting: columns.asking,
    }
  }

  test('the sheets come to the figures that stand in MEASURES.md', async () => {
    const rows: string[] = []
    const told: string[] = []
    const sum = [0, 0, 0, 0, 0, 0]
    let asMeant = 0
    for (const [at, sheet] of sealedSheets.entries()) {
      const { figures, isAsMeant, told: lines } = judged(sheet, await read(sheet))
      rows.push(`| ${[at + 1, sheet.name, ...figures, isAsMeant ? 'yes' : 'no'].join(' | ')} |`)
      told.push(...lines.map((line) => `| ${at + 1} | ${line.replaceAll('|', ' ')} |`))
      for (const [column, figure] of figures.entries()) sum[column]! += figure
      if (isAsMeant) asMeant++
    }
    const [byHand = ''] = readFileSync(new URL('samples/MEASURES.md', import.meta.url), 'utf8').split(GENERATED)
    const table = [
      byHand + GENERATED,
      '',
      '| sheet | what it is | lines | right | wrong | silent | asked | unread | as meant |',
      '|---|---|---|---|---|---|---|---|---|',
      ...rows,
      `| all | | ${sum.join(' | ')} | ${asMeant} of ${sealedSheets.length} |`,
      '',
      'Lines taken wrongly, lines not read, and what was asked:',
      '',
      '| sheet | what came of it |',
      '|---|---|',
      ...told,
      '',
    ].join('\n')
    await expect(table).toMatchFileSnapshot('samples/MEASURES.md')
  })
})
