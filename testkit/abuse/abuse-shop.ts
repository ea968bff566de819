/** A shop of its own for the abuse: filled, with a client, a supervisor and an admin who sign in again when they are put out. */
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { keyRights } from '../../contract/key-rights.ts'
import { migrate } from '../../server/db/migrate.ts'
import { openDatabase } from '../../server/db/open.ts'
import { fillCatalogue, fillClients, shopCatalogue } from '../fill-shop.ts'
import { launchShop } from '../shop-process.ts'

const PASSWORD = 'una-clave-larga'
const FIRST_OF_STAFF = 6_001
/** Users of each role; an odd input may switch one off. */
const USERS = 20
/** Keys of the ERP's, in turn: the calls of each are counted. */
const KEYS = 15
const PROBE = fileURLToPath(new URL('held-loop.mjs', import.meta.url))

export const roles = ['visitor', 'cliente', 'supervisor', 'admin'] as const
/** `key`: a program of the ERP's. */
export type Role = (typeof roles)[number] | 'key'

export interface AbuseShop {
  readonly url: string
  /** A session of the role; null for a visitor. `isDead`: the last one was refused. */
  token(role: Role, isDead?: boolean): Promise<string | null>
  /** The longest time that the event loop was held since the last call of this, in milliseconds. */
  held(): Promise<number>
  /** The end of what the shop wrote, to find the reason of a fault. */
  readonly logFile: string
  stop(): Promise<void>
}

/** Starts a shop with so many articles. */
export async function startAbuseShop(articles: number): Promise<AbuseShop> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bulto-abuse-'))
  const socket = join(dataDir, 'held.sock')
  const remove = () => rmSync(dataDir, { recursive: true, force: true })
  try {
    const cuits = await fill(dataDir, articles)
    const logFile = join(dataDir, 'shop.log')
    const shop = launchShop({
      dataDir,
      logFile,
      nodeArgs: ['--import', PROBE],
      // Each input comes from an address of its own, so that no limit of an address hides the calls behind it.
      env: { LOG_LEVEL: 'error', TRUST_PROXY: '1', HELD_LOOP_SOCKET: socket },
    })
    const url = await shop.ready
    const sessions = new Map<Role, Promise<string | null>>()
    let keys: Promise<string[]> | null = null
    let calls = 0
    return {
      url,
      logFile,
      token(role, isDead = false): Promise<string | null> {
        if (role === 'visitor') return Promise.resolve(null)
        if (isDead) sessions.delete(role)
        if (role === 'key') {
          keys ??= signIn(url, cuits.admin).then((admin) => makeKeys(url, admin))
          return keys.then((made) => made[calls++ % KEYS] ?? null)
        }
        const session = sessions.get(role) ?? signIn(url, cuits[role])
        sessions.set(role, session)
        return session
      },
      held: () => ask(socket),
      async stop() {
        await shop.kill()
        remove()
      },
    }
  } catch (error) {
    remove()
    throw error
  }
}

type Person = Exclude<Role, 'visitor' | 'key'>

async function fill(dataDir: string, articles: number): Promise<Record<Person, string[]>> {
  const db = await openDatabase({ dataDir })
  try {
    await migrate(db)
    await fillCatalogue(db, shopCatalogue(articles), { withMedia: false })
    for (const table of ['carrier', 'zone', 'vat_condition'] as const)
      await db.kysely.insertInto(table).values({ id: 1, name: 'Uno' }).execute()
    const buyers = await fillClients(db, { count: USERS, password: PASSWORD })
    const staff = await fillClients(db, { count: 2 * USERS, password: PASSWORD, firstId: FIRST_OF_STAFF })
    const [supervisors, admins] = [staff.slice(0, USERS), staff.slice(USERS)]
    for (const [people, type] of [
      [supervisors, 'supervisor'],
      [admins, 'admin'],
    ] as const)
      await db.kysely
        .updateTable('app_user')
        .set({ type, client_id: null })
        .where(
          'id',
          'in',
          people.map(({ userId }) => userId),
        )
        .execute()
    const cuitsOf = (people: readonly { cuit: string }[]) => people.map(({ cuit }) => cuit)
    return { cliente: cuitsOf(buyers), supervisor: cuitsOf(supervisors), admin: cuitsOf(admins) }
  } finally {
    await db.close()
  }
}

/** A session of the first of these people who may still sign in; null when nobody may any more. */
async function signIn(url: string, cuits: string[]): Promise<string | null> {
  for (const username of [...cuits]) {
    const answer = await fetch(`${url}/api/auth/signin`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password: PASSWORD }),
    })
    if (answer.ok) return ((await answer.json()) as { accessToken: string }).accessToken
    cuits.shift()
  }
  return null
}

async function makeKeys(url: string, admin: string | null): Promise<string[]> {
  const keys: string[] = []
  for (let nth = 1; nth <= KEYS; nth++) {
    const answer = await fetch(`${url}/api/config/claves-erp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${admin}` },
      body: JSON.stringify({ nombre: `ERP ${nth}`, permisos: keyRights, contra: PASSWORD }),
    })
    if (answer.ok) keys.push(((await answer.json()) as { clave: string }).clave)
  }
  return keys
}

const ask = (socketPath: string): Promise<number> =>
  new Promise((resolve, reject) => {
    request({ socketPath, path: '/' }, (answer) => {
      let text = ''
      answer.on('data', (chunk: Buffer) => {
        text += chunk
      })
      answer.on('end', () => resolve(Number(text)))
    })
      .on('error', reject)
      .end()
  })
