/** The recipes of docs/recetas: each mapping reads the example of its program, from an empty shop to the first prices (R410). */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { openFolderFeed } from '../../ports/erp/folder.ts'
import { proposeFor, readExportFolder } from '../../ports/erp/mapping/export-folder.ts'
import { keptKeys, looseKeys, triedKeys } from '../../ports/erp/mapping/feed-keys.ts'
import { readMapping } from '../../ports/erp/mapping/mapping.ts'
import { withDatabases } from '../../test/test-database.ts'
import { importFeed, tryFeed } from './erp-sync.service.ts'

const recipes = join(import.meta.dirname, '../../../docs/recetas')
const programs = readdirSync(join(recipes, 'mapeos')).map((file) => file.replace('.json', ''))

/** The price of an article by the base list and by another one, in cents, and how many questions the proposal asks. */
const expected: Record<string, { code: string; base: number; other?: number; clients: number; questions: number }> = {
  tango: { code: '0100010001', base: 1_549_050, other: 1_390_000, clients: 2, questions: 3 },
  bejerman: { code: 'MB030', base: 1_549_050, other: 1_390_000, clients: 2, questions: 2 },
  contabilium: { code: 'MB-030', base: 1_549_050, clients: 2, questions: 4 },
  dux: { code: 'MB030', base: 1_549_050, other: 1_390_000, clients: 2, questions: 3 },
  odoo: { code: 'MB-030', base: 1_549_050, clients: 2, questions: 3 },
  'programa-propio': { code: '000123', base: 1_549_050, other: 1_390_000, clients: 2, questions: 2 },
}

withDatabases('recipes', (database) => {
  beforeEach(async () => {
    await sql`truncate seller, zone, carrier, vat_condition, client, client_address, article, price, price_list, list_price,
      brand, category, listing, media, cart_line, feed_key restart identity cascade`.execute(database().db.kysely)
  })

  it('every mapping is among those that are tried', () => {
    expect(programs.toSorted()).toEqual(Object.keys(expected).toSorted())
  })

  it.each(programs)(
    '%s: from its files to the first prices, and the same files again change nothing',
    async (program) => {
      const { db } = database()
      const { code, base, other, clients } = expected[program] ?? expect.fail(program)
      const mapping = readMapping(readFileSync(join(recipes, 'mapeos', `${program}.json`), 'utf8'), program)
      const directory = join(recipes, 'ejemplos', program)
      const tried = await tryFeed(db, await openFolderFeed(directory, { mapping, keys: triedKeys(db.kysely) }))
      expect(tried.files.flatMap(({ problems }) => problems)).toEqual([])
      const { rows: kept } = await sql`select * from feed_key`.execute(db.kysely)
      // A trial keeps no number.
      expect(kept).toEqual([])

      const run = async () => importFeed(db, await openFolderFeed(directory, { mapping, keys: keptKeys(db.kysely) }))
      const report = await run()
      expect(report.complete).toBe(true)
      const { rows } = await sql<{ base: number; other: number | null; seen: boolean }>`
      select p.list_price as base, (select max(list_price) from list_price where article_id = a.id) as other,
        a.active and l.active as seen
      from article a join price p on p.article_id = a.id join listing l on l.article_id = a.id
      where a.code = ${code}`.execute(db.kysely)
      expect(rows).toEqual([{ base, other: other ?? null, seen: true }])
      const found = await db.kysely.selectFrom('client').select(['code']).where('from_erp', '=', true).execute()
      expect(found).toHaveLength(clients)

      const again = await run()
      expect(again.files.map(({ inserted, changed, deactivated }) => inserted + changed + deactivated)).toEqual(
        again.files.map(() => 0),
      )
    },
  )

  it.each(programs)('%s: its files are found out again, with the questions that the recipe tells', async (program) => {
    const folder = await readExportFolder(join(recipes, 'ejemplos', program))
    const answers: Record<string, string> = ['dux', 'programa-propio'].includes(program)
      ? { 'precios.otras': 'todas' }
      : {}
    const { proposed } = await proposeFor(folder, {}, looseKeys())
    expect(proposed.questions).toHaveLength(expected[program]?.questions ?? 0)
    const answered = await proposeFor(folder, answers, looseKeys())
    const kept = readMapping(readFileSync(join(recipes, 'mapeos', `${program}.json`), 'utf8'), program)
    // What is taken without a question, or as it is proposed, is what the recipe has.
    expect(answered.proposed.mapping).toEqual({ ...kept, program: undefined })
  })
})
