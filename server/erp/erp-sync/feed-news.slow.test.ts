/** News of the ERP while the shop runs: over REST from a service that behaves badly, and from a watched folder. */
import { access, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { getFeedStatus } from '../../../contract/erp.ts'
import { checkFacts } from '../../cli/findings.ts'
import { DEMO_HOLDS_THE_SHOP } from '../../db/demo-mark.ts'
import { openFolderFeed } from '../../ports/erp/folder.ts'
import { restErp } from '../../ports/erp/rest-client.ts'
import { restFeed } from '../../ports/erp/rest-feed.ts'
import { folderSource } from '../../ports/erp/sources.ts'
import { diskFiles } from '../../ports/files/disk.ts'
import type { MailMessage } from '../../ports/mail/mail.ts'
import { makeUser } from '../../test/make.ts'
import { type ErpStub, erpStub, seeded } from '../../test/stubs/erp.ts'
import { openTestApp } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'
import { readShopFacts } from '../../whole-shop/shop-facts.ts'
import { importFeed, tryFeed } from './erp-sync.service.ts'
import { importNews } from './feed-news.service.ts'
import { feedRefusedMailHandler } from './feed-state.service.ts'

const never = new AbortController().signal

withDatabases('news of the ERP', (database) => {
  beforeEach(async () => {
    await sql`truncate seller, zone, carrier, vat_condition, client, client_address, article, price,
      brand, category, listing, erp_cursor, erp_run restart identity cascade`.execute(database().db.kysely)
  })

  const idsOf = (erp: ErpStub, list: string, key: string) => erp.rows(list).map((row) => Number(row[key]))

  /** What the shop holds, in the ERP's words. */
  async function stored() {
    const { kysely } = database().db
    const articles =
      await sql`select id as "ID_ART", code as "CODIGO_ART", description as "DESCRIP_ART", stock as "STOCK_ART"
      from article where active order by id`.execute(kysely)
    const prices = await sql`select article_id as "ID_ART", (list_price / 100.0)::float8 as "PRECIO_LPI"
      from price where list_price > 0 order by 1`.execute(kysely)
    const clients = await sql`select id as "ID_CLI", code as "CODIGO_CLI", business_name as "RAZONSOCIAL_CLI"
      from client where active order by id`.execute(kysely)
    return { articles: articles.rows, prices: prices.rows, clients: clients.rows }
  }
  function held(erp: ErpStub) {
    const pick = (list: string, key: string, fields: readonly string[]) =>
      erp
        .rows(list)
        .sort((a, b) => Number(a[key]) - Number(b[key]))
        .map((row) => Object.fromEntries(fields.map((field) => [field, row[field] ?? null])))
    return {
      articles: pick('articulos', 'ID_ART', ['ID_ART', 'CODIGO_ART', 'DESCRIP_ART', 'STOCK_ART']),
      prices: pick('precios', 'ID_ART', ['ID_ART', 'PRECIO_LPI']),
      clients: pick('clientes', 'ID_CLI', ['ID_CLI', 'CODIGO_CLI', 'RAZONSOCIAL_CLI']),
    }
  }

  it.each([1, 2, 3])('over REST ends equal to the ERP, however it answers (schedule %i)', async (seed) => {
    const random = seeded(seed)
    const erp = await erpStub(random)
    const pick = (ids: number[]) => ids[Math.floor(random() * ids.length)] ?? 1
    const putArticle = (id: number, name = `Artículo ${id}`) => {
      erp.put('articulos', 'ID_ART', {
        ID_ART: id,
        CODIGO_ART: `00${id}`,
        DESCRIP_ART: name,
        ALIAS_ART: '',
        UXB: 12,
        INTERNO: 0,
        SURTIDO: 0,
        MULTIPLO: 1,
        TEMPORADA: '',
        ACTIVO: 1,
        STOCK_ART: Math.floor(random() * 50),
      })
      // Near each other, so that no guard of moving prices stops the feed (R297).
      erp.put('precios', 'ID_ART', { ID_ART: id, PRECIO_LPI: (100_000 + Math.floor(random() * 2_000)) / 100 })
    }
    const putClient = (id: number, name = `Juguetería ${id}`) =>
      erp.put('clientes', 'ID_CLI', {
        ID_CLI: id,
        CODIGO_CLI: `C${id}`,
        RAZONSOCIAL_CLI: name,
        NOMBRE_CLI: '',
        CUIT_CLI: '',
        EMAIL_CLI: '',
        ID_VC: null,
        IDCDV_CLI: 1,
        ID_ZON: null,
        ID_IVA: null,
        BONIF_CLI: 0,
        ACTIVO: 1,
      })
    for (let id = 1; id <= 60; id++) putArticle(id)
    for (let id = 1; id <= 30; id++) putClient(id)

    const client = restErp({ url: erp.url, token: erp.token, timeoutMs: 500, pause: async () => {} })
    const importAll = async () => {
      const feed = restFeed({ erp: client, db: database().db.kysely, limit: 7 })
      // A reading that fails is begun again, as the job does.
      for (let failures = 0; ; failures++) {
        try {
          return await importFeed(database().db, feed)
        } catch (error) {
          if (failures === 20) throw error
        }
      }
    }
    try {
      erp.abuse = 0.3
      await importAll()
      expect(await stored()).toEqual(held(erp))
      for (let round = 0; round < 4; round++) {
        for (let change = 0; change < 10; change++)
          putArticle(pick(idsOf(erp, 'articulos', 'ID_ART')), `Cambio ${round}.${change}`)
        putArticle(100 + round)
        putClient(pick(idsOf(erp, 'clientes', 'ID_CLI')), `Otro nombre ${round}`)
        const gone = pick(idsOf(erp, 'articulos', 'ID_ART'))
        erp.drop('articulos', 'ID_ART', gone)
        erp.drop('precios', 'ID_ART', gone)
        const report = await importAll()
        expect(report.files.flatMap(({ problems }) => problems)).toEqual([])
        expect(await stored()).toEqual(held(erp))
      }
      expect(Object.keys(erp.faults).length).toBeGreaterThan(4)
    } finally {
      await erp.close()
    }
  })

  it('over REST asks for what changed only, and tells what is wrong with a row', async () => {
    const erp = await erpStub(seeded(7))
    try {
      for (let id = 1; id <= 20; id++) erp.put('vendedores', 'ID_VC', { ID_VC: id, DESCRIP_VC: `Vendedor ${id}` })
      const client = restErp({ url: erp.url, token: erp.token, pause: async () => {} })
      const read = () => importFeed(database().db, restFeed({ erp: client, db: database().db.kysely }))
      expect((await read()).files).toMatchObject([{ file: 'vendedores (REST)', inserted: 20 }])
      erp.put('vendedores', 'ID_VC', { ID_VC: 3, DESCRIP_VC: '' })
      const [report] = (await read()).files
      expect(report).toMatchObject({
        outcome: 'refused',
        problems: [{ column: 'DESCRIP_VC', message: 'Está vacío' }],
      })
      // Mended in the ERP, the record comes again: the reading had not gone on past it.
      erp.put('vendedores', 'ID_VC', { ID_VC: 3, DESCRIP_VC: 'Tres' })
      expect((await read()).files).toMatchObject([{ outcome: 'imported', changed: 1, deactivated: 0 }])
      const wrong = restErp({ url: erp.url, token: 'otro', pause: async () => {} })
      await expect(importFeed(database().db, restFeed({ erp: wrong, db: database().db.kysely }))).rejects.toThrow(
        'El ERP respondió 401 a /vendedores',
      )
    } finally {
      await erp.close()
    }
  })

  describe('from a folder', () => {
    let root: string
    beforeEach(async () => {
      root = await mkdtemp(join(tmpdir(), 'bulto-erp-'))
    })
    afterEach(() => rm(root, { recursive: true }))

    it('is taken when it is complete, and stands with its report among the done or the refused', async () => {
      let time = Date.parse('2026-11-21T10:00:00Z')
      const source = folderSource(root, 1000, { settleMs: 10_000, now: () => new Date(time) })
      const look = () => importNews(database().db, source, never)
      const entry = (name: string) => join(root, 'entrada', name)
      expect(await look()).toBeUndefined()
      await writeFile(entry('vendedores.csv'), 'ID_VC;DESCRIP_VC\r\n1;Ana\r\n')
      expect(await look()).toBeUndefined()
      time += 9_000
      // Somebody still writes.
      await writeFile(entry('vendedores.csv'), 'ID_VC;DESCRIP_VC\r\n1;Ana\r\n2;Beto\r\n')
      await writeFile(entry('zonas.csv'), 'ID_ZON;DESCRIPCION_ZON\r\nx;Centro\r\n')
      expect(await look()).toBeUndefined()
      time += 9_999
      expect(await look()).toBeUndefined()
      time += 1
      expect(await look()).toMatchObject({ complete: false })
      const sellers = await database().db.kysely.selectFrom('seller').select('name').orderBy('id').execute()
      expect(sellers).toEqual([{ name: 'Ana' }, { name: 'Beto' }])
      expect(await readdir(join(root, 'entrada'))).toEqual([])
      expect(await readdir(join(root, 'trabajo'))).toEqual([])
      const stamp = '2026-11-21T10-00-19-000Z'
      expect(await readdir(join(root, 'hechos', stamp))).toEqual(['informe.json', 'informe.txt', 'vendedores.csv'])
      const report = await readFile(join(root, 'rechazados', stamp, 'informe.txt'), 'utf8')
      expect(report).toContain('zonas.csv: RECHAZADO, quedó como estaba.')
      expect(report).toContain('fila 2, columna ID_ZON: «x» debe ser un número entero')
      const runs = await database().db.kysely.selectFrom('erp_run').select(['source', 'complete']).execute()
      expect(runs).toEqual([{ source: stamp, complete: false }])
    })

    it('is imported by the next process when one dies over it', async () => {
      const source = folderSource(root, 1000, { settleMs: 0 })
      const look = () => importNews(database().db, source, never)
      await look()
      await writeFile(join(root, 'entrada', 'zonas.csv'), 'ID_ZON;DESCRIPCION_ZON\r\n1;Centro\r\n')
      await look()
      // What a file manager leaves behind is no batch.
      await writeFile(join(root, 'trabajo', '.DS_Store'), 'x')
      // The file was moved out of the way, and then the machine is switched off.
      const taken = await source.look(never)
      await access(join(root, 'trabajo', taken?.source ?? '?', 'zonas.csv'))
      const after = folderSource(root, 1000, { settleMs: 0 })
      expect(await importNews(database().db, after, never)).toMatchObject({ complete: true })
      expect(await readdir(join(root, 'hechos', taken?.source ?? '?'))).toEqual([
        'informe.json',
        'informe.txt',
        'zonas.csv',
      ])
    })

    /** Entries of the log, by their message. */
    const heard: { level: string; message: string }[] = []
    const log = {
      info: (_: object, message: string) => void heard.push({ level: 'info', message }),
      warn: (_: object, message: string) => void heard.push({ level: 'warn', message }),
      error: () => {},
    }
    const mailed = async () => {
      const { kysely } = database().db
      const jobs = await kysely
        .selectFrom('job')
        .select('payload')
        .where('kind', '=', 'feedRefusedMail')
        .orderBy('id')
        .execute()
      return jobs.map(({ payload }) => (payload as { to: string }).to)
    }
    const clear = async () => {
      const { kysely } = database().db
      await sql`delete from job`.execute(kysely)
      await sql`delete from setting where key = 'NOTIF_PED'`.execute(kysely)
      await sql`delete from demo_fill`.execute(kysely)
      await sql`delete from session`.execute(kysely)
      await sql`delete from app_user`.execute(kysely)
      await sql`update erp_feed set refused = '{}', refused_since = null, refused_count = 0, success_at = null`.execute(
        kysely,
      )
      heard.length = 0
    }
    const put = (name: string, text: string) => writeFile(join(root, 'entrada', name), text)

    it('refused is told once for each reason: to who hears of orders, to the log, to metrics, check and home', async () => {
      const { db } = database()
      await clear()
      const app = await openTestApp(db, { hasErp: true })
      try {
        const admin = await app.as(await makeUser(db, 'admin', { email: 'ana@tienda.example' }))
        const source = folderSource(root, 1000, { settleMs: 0 })
        const feed = async (name: string, text: string) => {
          await importNews(db, source, never, log)
          await put(name, text)
          await importNews(db, source, never, log)
          return importNews(db, source, never, log)
        }
        await feed('zonas.csv', 'ID_ZON;DESCRIPCION_ZON\r\n1;Centro\r\n')
        expect(heard).toEqual([{ level: 'info', message: 'feed taken' }])
        expect((await admin.call(getFeedStatus)).data).toMatchObject({ refused: [], refusedSince: null })
        const bad = `ID_VC;DESCRIP_VC\r\n${Array.from({ length: 30 }, (_, row) => `x${row % 2};Ana`).join('\r\n')}\r\n`
        await feed('vendedores.csv', bad)
        await feed('vendedores.csv', bad)
        expect(heard.filter(({ message }) => message === 'feed refused')).toEqual([
          { level: 'warn', message: 'feed refused' },
        ])
        // Nobody is told of orders, so the admins get the mail.
        expect(await mailed()).toEqual(['ana@tienda.example'])
        const { data } = await admin.call(getFeedStatus)
        expect(data.refused).toEqual([
          expect.stringMatching(
            /^vendedores\.csv: RECHAZADO, quedó como estaba\.\n {2}15 filas \(2, 4, 6.*columna ID_VC: «x0»/,
          ),
        ])
        expect(data.refusedSince).not.toBeNull()
        const metrics = (await app.app.inject('/metrics')).body
        expect(metrics).toMatch(/^bulto_erp_refused_total 2$/m)
        expect(metrics).toMatch(/^bulto_erp_last_success_timestamp_seconds 1\d{9}/m)
        const facts = await readShopFacts(db, diskFiles(root))
        expect(checkFacts(facts).find(({ about }) => about === 'Datos del ERP')).toMatchObject({
          level: 'bad',
          text: expect.stringContaining('vendedores.csv: RECHAZADO'),
        })
        // Another reason is mailed, now to those who are told of orders; another file that is good changes nothing of it.
        await db.kysely
          .insertInto('setting')
          .values({ key: 'NOTIF_PED', value: 'ventas@tienda.example; no es un mail' })
          .execute()
        await feed('zonas.csv', 'ID_ZON;DESCRIPCION_ZON\r\n1;Centro\r\n2;Cuyo\r\n')
        await feed('vendedores.csv', 'ID_VC;DESCRIP_VC\r\n;Ana\r\n')
        expect(await mailed()).toEqual(['ana@tienda.example', 'ventas@tienda.example'])
        const sent: MailMessage[] = []
        const mailer = { send: async (mail: MailMessage) => ({ accepted: [String(sent.push(mail))] }) }
        const handle = feedRefusedMailHandler({
          db,
          mailer,
          shop: { name: 'Bulto', url: 'https://tienda.example' },
        })
        const job = {
          id: 1,
          kind: 'feedRefusedMail',
          attempt: 1,
          createdAt: new Date().toISOString(),
          signal: never,
        } as const
        await handle({ to: 'ventas@tienda.example' }, job)
        expect(sent).toMatchObject([{ to: 'ventas@tienda.example', subject: 'Datos del ERP rechazados - Bulto' }])
        expect(sent[0]?.text).toContain('vendedores.csv: RECHAZADO')
        expect(sent[0]?.text).toContain('https://tienda.example/admin/erp')
        // Mended: nothing is refused any more, and a mail that had not left is not sent.
        await feed('vendedores.csv', 'ID_VC;DESCRIP_VC\r\n1;Ana\r\n')
        expect((await admin.call(getFeedStatus)).data.refused).toEqual([])
        await handle({ to: 'ventas@tienda.example' }, job)
        expect(sent).toHaveLength(1)
      } finally {
        await app.close()
        await clear()
      }
    })

    it('is refused as long as the shop holds the demo, and waits in its folder', async () => {
      const { db } = database()
      await clear()
      await makeUser(db, 'admin', { email: 'ana@tienda.example' })
      await db.kysely.insertInto('demo_fill').defaultValues().execute()
      const source = folderSource(root, 1000, { settleMs: 0 })
      const look = () => importNews(db, source, never, log)
      await mkdir(join(root, 'entrada'), { recursive: true })
      await put('zonas.csv', 'ID_ZON;DESCRIPCION_ZON\r\n1;Centro\r\n')
      for (let time = 0; time < 3; time++) expect(await look()).toMatchObject({ text: `${DEMO_HOLDS_THE_SHOP}\r\n` })
      expect(await readdir(join(root, 'entrada'))).toEqual(['zonas.csv'])
      expect(await mailed()).toEqual(['ana@tienda.example'])
      expect(await db.kysely.selectFrom('zone').selectAll().execute()).toEqual([])
      await expect(importFeed(db, await openFolderFeed(join(root, 'entrada')))).rejects.toThrow(DEMO_HOLDS_THE_SHOP)
      await expect(tryFeed(db, await openFolderFeed(join(root, 'entrada')))).rejects.toThrow(DEMO_HOLDS_THE_SHOP)
      await db.kysely.deleteFrom('demo_fill').execute()
      await look()
      expect(await look()).toMatchObject({ complete: true })
      await clear()
    })
  })
})
