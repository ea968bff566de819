/** A drill (R301): a restored shop that has a real mail server, an ERP and a webhook before it, and reaches none of them. */

import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readConfig } from '../config.ts'
import { type Db, openDatabase } from '../db/open.ts'
import { createLog } from '../log.ts'
import { startShop } from '../main.ts'
import { bultoHere } from '../test/bulto-here.ts'
import { put } from '../test/jobs.ts'
import { startSmtpServer, type TestSmtpServer } from '../test/mail.ts'
import { makeClient, makeUser } from '../test/make.ts'
import { type HttpStub, httpStub } from '../test/stubs/http-stub.ts'
import { createDatabase, type DatabasePlace } from '../test/test-database.ts'

vi.setConfig({ testTimeout: 480_000, hookTimeout: 120_000 })

let place: DatabasePlace
let folder: string
let smtp: TestSmtpServer
let erp: HttpStub
let env: NodeJS.ProcessEnv
let file: string

beforeAll(async () => {
  place = await createDatabase('embedded')
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bulto-test-'))
  smtp = await startSmtpServer()
  // It answers every list with an empty page, takes what it is sent, and remembers who asked.
  erp = await httpStub(({ method, url }) => {
    const asked = new URL(url, 'http://erp').searchParams
    const page = {
      desde: asked.get('desde'),
      despues: Number(asked.get('despues')),
      cantidad: 0,
      hay_mas: false,
    }
    return {
      contentType: 'application/json',
      body: JSON.stringify(method === 'GET' ? { ...page, filas: [] } : {}),
    }
  })
  env = {
    NODE_ENV: 'production',
    PORT: '0',
    LOG_LEVEL: 'silent',
    BACKUP_KEY: 'una clave de copias',
    SMTP_URL: smtp.url,
    ERP_URL: erp.url,
    ERP_SECONDS: '1',
    WEBHOOK_HOSTS: new URL(erp.url).host,
  }
  await on(place.dataDir, async (db) => {
    const user = await makeUser(db, 'cliente')
    await makeUser(db, 'admin')
    const webhook = await db.kysely
      .insertInto('webhook')
      .values({ url: `${erp.url}/aviso`, secret: 'x'.repeat(32), events: ['usuario.habilitado'] })
      .returning('id')
      .executeTakeFirstOrThrow()
    const client = await makeClient(db)
    const order = await db.kysely
      .insertInto('sales_order')
      .values({
        erp_number: null,
        user_id: user.id,
        client_id: client.id,
        business_name: 'x',
        address_id: 0,
        address: '',
        sale_condition: 1,
        total: 1,
        line_count: 1,
        channel: 'web',
        created_by: user.id,
        erp_state: 'pending',
        idempotency_key: null,
        import_cuit: null,
        import_number: null,
        import_copy: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await put(
      db,
      { kind: 'enabledMail', payload: { userId: user.id } },
      {
        kind: 'webhook',
        payload: {
          webhookId: webhook.id,
          orderId: 0,
          key: 'w-1',
          event: 'usuario.habilitado',
          userId: user.id,
        },
      },
      { kind: 'erpOrder', payload: { orderId: order.id } },
    )
  })
  file = path.join(folder, 'copia')
  const made = await bulto(['backup', file], place.dataDir)
  if (made.code !== 0) throw new Error(made.said)
})
afterAll(async () => {
  await smtp.stop()
  await erp.close()
  await place.remove()
  fs.rmSync(folder, { recursive: true })
})

const bulto = (argv: string[], dataDir: string) => bultoHere(argv, { ...env, DATA_DIR: dataDir })

async function on<T>(dataDir: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = await openDatabase({ dataDir })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

const start = (dataDir: string) => startShop(readConfig({ ...env, DATA_DIR: dataDir }), { log: createLog('silent') })
const asked = (start: string) => erp.requests.some(({ method, url }) => `${method} ${url}`.startsWith(start))
const reached = () => ({ mails: smtp.mails.length, calls: erp.requests.length })

test('it sends and reads nothing, after a restart too, until it is ended by its command', async () => {
  const dataDir = path.join(folder, 'simulacro')
  const restored = await bulto(['restore', file, '--drill'], dataDir)
  expect(restored).toMatchObject({ code: 0, said: expect.stringContaining('Es un simulacro') })
  for (const _start of ['first', 'again']) {
    const shop = await start(dataDir)
    try {
      const page = await (await fetch(`${shop.url}/login`)).text()
      if (page.includes('primeros-datos')) expect(page).toContain('"isDrill":true')
      // Only time shows that nothing comes. Many rounds of the workers, and a reading of the ERP's lists, would fit in.
      await delay(2_000)
      expect(reached()).toEqual({ mails: 0, calls: 0 })
      expect((await bulto(['check'], dataDir)).said).toMatch(/AVISO {2}Simulacro +desde /)
    } finally {
      await shop.close()
    }
  }
  expect((await bulto(['end-drill'], dataDir)).said).toContain('repita con --yes')
  const ended = await bulto(['end-drill', '--yes'], dataDir)
  expect(ended).toMatchObject({ code: 0, said: expect.stringMatching(/Esperan \d+ envíos/) })
  // From here it is a shop like any other: what waited arrives, which shows that it would have in the drill.
  const shop = await start(dataDir)
  try {
    await vi.waitUntil(
      () => reached().mails > 0 && asked('GET /precios') && asked('POST /pedidos') && asked('POST /aviso'),
      {
        timeout: 60_000,
      },
    )
  } finally {
    await shop.close()
  }
  expect((await bulto(['end-drill', '--yes'], dataDir)).said).toContain('La tienda no es un simulacro')
})

test('the last backup is known to every folder that looks at the database, running or not', async () => {
  expect((await bulto(['check'], place.dataDir)).said).toMatch(/bien {3}Copia de seguridad +de hace 0 h, cifrada, en /)
  const shop = await start(place.dataDir)
  try {
    const again = path.join(folder, 'otra-copia')
    await bulto(['backup', again], place.dataDir)
    expect((await bulto(['check'], place.dataDir)).said).toContain(again)
    const metrics = await (await fetch(`${shop.url}/metrics`)).text()
    const at = Number(/^bulto_last_backup_timestamp_seconds (\S+)$/m.exec(metrics)?.[1])
    expect(Date.now() / 1000 - at).toBeLessThan(120)
  } finally {
    await shop.close()
  }
})

test('a backup without a key has to be asked for, and one with a key is never plain', async () => {
  const { BACKUP_KEY: key, ...without } = env
  env = without
  try {
    const refused = await bulto(['backup', path.join(folder, 'x')], place.dataDir)
    expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('Falta BACKUP_KEY') })
    expect((await bulto(['backup', path.join(folder, 'x'), '--plain'], place.dataDir)).said).toContain('sin cifrar')
  } finally {
    env = { ...without, BACKUP_KEY: key }
  }
  expect((await bulto(['backup', path.join(folder, 'y'), '--plain'], place.dataDir)).code).toBe(2)
})
