/**
 * Makes the data folders that the browser tests copy: `node --import tsx e2e/support/make-templates.ts FOLDER`.
 * grande: 10,000 generated articles; muestra: the demo shop; propia: the demo shop as a real one, so that an ERP may feed it;
 * larga: the demo shop with names as long as a real ERP's, and with lists of prices; cerrada: catalogue and cart switched off.
 * In each, the client users for tests are signed in: SESSIONS in its folder holds the answers to their sign-ins by CUIT.
 */

import { execFile } from 'node:child_process'
import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { SettingKey } from '../../contract/setting-keys.ts'
import { migrate } from '../../server/db/migrate.ts'
import { type Db, openDatabase } from '../../server/db/open.ts'
import { createSessions, displayName } from '../../server/people/auth/sessions.service.ts'
import { fillCatalogue, fillClients, shopCatalogue } from '../../testkit/fill-shop.ts'
import { ARTICLES, CLIENTS, FIRST_CLIENT, PASSWORD, SESSIONS, type ShopKind } from '../../testkit/shop-data.ts'
import { storeInventoryTokens } from '../../testkit/store-inventory-tokens.ts'
import { fillLists } from './fill-lists.ts'
import { lengthenNames } from './long-names.ts'
import type { StoredUser } from './test.ts'

const builtCommand = fileURLToPath(new URL('../../dist/server/bulto.js', import.meta.url))
const [folder = ''] = process.argv.slice(2)

async function change(kind: ShopKind, work: (db: Db) => Promise<unknown>): Promise<void> {
  const db = await openDatabase({ dataDir: join(folder, kind) })
  try {
    await migrate(db)
    await work(db)
  } finally {
    await db.close()
  }
}

const make = (kind: ShopKind, fill: (db: Db) => Promise<unknown>) =>
  change(kind, async (db) => {
    await fill(db)
    await fillClients(db, { count: CLIENTS, password: PASSWORD, firstId: FIRST_CLIENT })
    await signInClients(db, kind)
  })

/** Hashing a password takes longer than what many a test does after it. */
async function signInClients(db: Db, kind: ShopKind): Promise<void> {
  const sessions = createSessions(db)
  const users = await db.kysely
    .selectFrom('app_user')
    .selectAll()
    .where('client_id', '>=', FIRST_CLIENT)
    .where('client_id', '<', FIRST_CLIENT + CLIENTS)
    .execute()
  const answers: Record<string, StoredUser> = {}
  for (const user of users)
    answers[user.cuit] = {
      id: user.id,
      nombre: displayName(user),
      tipo: user.type,
      idcli: user.client_id ?? -1,
      accessToken: (await sessions.start(user)) ?? '',
    }
  sessions.close()
  writeFileSync(join(folder, kind, SESSIONS), JSON.stringify(answers))
}

const setSetting = (db: Db, key: SettingKey, value: string) =>
  db.kysely
    .insertInto('setting')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()

// Beside the others: a process of its own fills it.
const demo = promisify(execFile)(process.execPath, [builtCommand, 'demo'], {
  env: { PATH: process.env.PATH, DATA_DIR: join(folder, 'muestra') },
})
await make('grande', (db) => fillCatalogue(db, shopCatalogue(ARTICLES), { withMedia: false }))
await make('cerrada', async (db) => {
  await fillCatalogue(db, shopCatalogue(30), { withMedia: false })
  for (const page of ['CATALOGO', 'CARRITO', 'PEDIDOS'] as const) await setSetting(db, page, '0')
  await setSetting(db, 'CONTACTO_MAIL', 'ventas@example.com')
})
await demo
// The demo's rules of orders would refuse the small carts of most tests; those about rules make their own.
await make('muestra', async ({ kysely }) => void (await kysely.deleteFrom('order_rule').execute()))
for (const kind of ['grande', 'muestra'] as const) await storeInventoryTokens(join(folder, kind))
cpSync(join(folder, 'muestra'), join(folder, 'larga'), { recursive: true })
await lengthenNames(join(folder, 'larga'))
await fillLists(join(folder, 'larga'))
await change('larga', (db) => signInClients(db, 'larga'))
cpSync(join(folder, 'muestra'), join(folder, 'propia'), { recursive: true })
await change('propia', async ({ kysely }) => {
  await kysely.deleteFrom('demo_fill').execute()
  await kysely
    .updateTable('app_user')
    .set(({ fn, val, ref }) => ({
      email: fn<string>('replace', [ref('email'), val('@bulto.example'), val('@tienda.example')]),
    }))
    .execute()
})
