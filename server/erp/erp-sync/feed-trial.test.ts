/** What the ERP's news would change, from the admin's call to the answer, and that nothing did (R218). */
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { beginTrial, getTrial, listImports } from '../../../contract/erp.ts'
import { silentLog } from '../../db/log.ts'
import { startWorker } from '../../jobs/worker.ts'
import { restErp } from '../../ports/erp/rest-client.ts'
import { folderSource, restSource } from '../../ports/erp/sources.ts'
import { makeArticle, makeUser } from '../../test/make.ts'
import { deadUrl } from '../../test/stubs/http-stub.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'
import type { FeedSource } from './feed-news.service.ts'
import { erpTrialHandler } from './feed-trial.service.ts'

withDatabases('a trial of the ERP’s news', (database) => {
  let app: TestApp
  let admin: TestCaller
  let root: string
  let article: { id: number; code: string }
  beforeAll(async () => {
    const { db } = database()
    app = await openTestApp(db, { hasErp: true })
    admin = await app.as(await makeUser(db, 'admin'))
    article = await makeArticle(db, { listPrice: 100_00 })
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'bulto-trial-'))
    for (const folder of ['entrada', 'ensayo']) await mkdir(join(root, folder))
    await database().db.kysely.deleteFrom('erp_run').execute()
  })
  afterEach(() => rm(root, { recursive: true }))

  const put = (folder: string, name: string, ...rows: string[]) =>
    writeFile(join(root, folder, name), rows.map((row) => `${row}\r\n`).join(''))
  /** Runs the waiting jobs; answers the trial as it is then. */
  async function work(source: FeedSource = folderSource(root, 1000)) {
    const { db } = database()
    const handlers = { erpTrial: erpTrialHandler(db, source, silentLog) }
    const worker = startWorker({ db, handlers, log: silentLog, pollMs: 2 ** 31 - 1 })
    await worker.idle()
    await worker.stop()
    return (await admin.call(getTrial)).data.last
  }
  const stored = async () => {
    const { kysely } = database().db
    return [
      await kysely.selectFrom('price').selectAll().orderBy('article_id').execute(),
      await kysely.selectFrom('zone').selectAll().execute(),
      await kysely.selectFrom('audit').selectAll().execute(),
      await kysely.selectFrom('catalogue_version').selectAll().execute(),
    ]
  }

  test('tells by file what would change and which rows are wrong, and changes nothing', async () => {
    await put('entrada', 'zonas.csv', 'ID_ZON;DESCRIPCION_ZON', '1;Norte', '2;Sur')
    await put('entrada', 'precios.csv', 'ID_ART;PRECIO_LPI', `${article.id};120,50`)
    await put('entrada', 'vendedores.csv', 'ID_VC;DESCRIP_VC', '1;Ana', 'x;Eva', 'y;Luz', '4;')
    const before = await stored()
    expect((await admin.call(getTrial)).data).toEqual({ hasErp: true, last: null })
    expect((await admin.call(beginTrial)).data).toMatchObject({ state: 'en espera', files: [] })
    const trial = await work()
    expect(trial).toMatchObject({ state: 'listo', reason: '' })
    expect(trial?.files).toMatchObject([
      {
        file: 'vendedores.csv',
        outcome: 'rechazado',
        read: 4,
        inserted: 0,
        changed: 0,
        unchanged: 0,
        deactivated: 0,
        refused: 4,
        more: 0,
      },
      {
        file: 'zonas.csv',
        outcome: 'importado',
        read: 2,
        inserted: 2,
        changed: 0,
        unchanged: 0,
        deactivated: 0,
        refused: 0,
        more: 0,
      },
      {
        file: 'precios.csv',
        outcome: 'importado',
        read: 1,
        inserted: 0,
        changed: 1,
        unchanged: 0,
        deactivated: 0,
        refused: 0,
        more: 0,
      },
    ])
    const places = trial?.files[0]?.faults.map(({ place }) => place)
    expect(places).toContain('fila 5, columna DESCRIP_VC')
    expect(await stored()).toEqual(before)
    expect((await readdir(join(root, 'entrada'))).sort()).toEqual(['precios.csv', 'vendedores.csv', 'zonas.csv'])
    // A trial imports nothing and is not in the list of imports.
    expect((await admin.call(listImports)).data).toEqual([])
  })

  test('looks at what was put there to be tried, first', async () => {
    await put('entrada', 'zonas.csv', 'ID_ZON;DESCRIPCION_ZON', '1;Norte')
    await put('ensayo', 'expresos.csv', 'ID_EXP;NOMBRE_EXP', '1;El rápido')
    await admin.call(beginTrial)
    expect((await work())?.files).toMatchObject([{ file: 'expresos.csv', inserted: 1 }])
    expect(await readdir(join(root, 'ensayo'))).toEqual(['expresos.csv'])
  })

  test('is one at a time, and the next one takes its place', async () => {
    await put('entrada', 'zonas.csv', 'ID_ZON;DESCRIPCION_ZON', '1;Norte')
    const [one, two] = await Promise.all([admin.call(beginTrial), admin.call(beginTrial)])
    expect(two.data).toEqual(one.data)
    expect((await work())?.files).toMatchObject([{ inserted: 1 }])
    await put('entrada', 'zonas.csv', 'ID_ZON;DESCRIPCION_ZON', '1;Norte', '2;Sur')
    await admin.call(beginTrial)
    expect((await work())?.files).toMatchObject([{ inserted: 2 }])
  })

  test('says why there was none', async () => {
    await admin.call(beginTrial)
    expect(await work()).toMatchObject({
      state: 'no se pudo',
      reason: expect.stringContaining('no hay ningún archivo del ERP'),
    })
    await admin.call(beginTrial)
    const erp = restErp({ url: await deadUrl(), token: undefined, pause: async () => {} })
    expect(await work(restSource(erp, database().db.kysely, 1000))).toMatchObject({
      state: 'no se pudo',
      reason: expect.stringContaining('El ERP no respondió bien'),
    })
  })

  test('is refused where there is no ERP', async () => {
    const without = await openTestApp(database().db)
    const other = await without.as(await makeUser(database().db, 'admin'))
    expect((await other.call(beginTrial)).status).toBe(409)
    expect((await other.call(getTrial)).data.hasErp).toBe(false)
    await without.close()
  })
})
