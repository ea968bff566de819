/** A shop of its own for the abuse, with users of each role who sign in again when they are put out. */
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createErpKey } from '../../contract/erp-keys.ts'
import { keyRights } from '../../contract/key-rights.ts'
import { createClient } from '../client.ts'
import { openShop, type Shop } from '../shop.ts'
import { PASSWORD } from '../shop-data.ts'

/** Users of each role; an odd input may switch one off. */
const USERS = 20
/** Keys of the ERP's, in turn: the calls of each are counted. */
const KEYS = 15
const PROBE = fileURLToPath(new URL('held-loop.mjs', import.meta.url))

export const roles = ['visitor', 'cliente', 'supervisor', 'admin'] as const
/** `key`: a program of the ERP's. */
export type Role = (typeof roles)[number] | 'key'

export interface AbuseShop extends Pick<Shop, 'url' | 'logFile' | 'close'> {
  /** A session of the role; null for a visitor. `isDead`: the last one was refused. */
  token(role: Role, isDead?: boolean): Promise<string | null>
  /** The longest time that the event loop was held since the last call of this, in milliseconds. */
  held(): Promise<number>
}

/** Starts a shop with so many articles. */
export async function startAbuseShop(articles: number): Promise<AbuseShop> {
  const folder = mkdtempSync(join(tmpdir(), 'bulto-abuse-'))
  const socket = join(folder, 'held.sock')
  const shop = await openShop({
    articles,
    clients: USERS,
    staff: { supervisor: USERS, admin: USERS },
    async fill({ kysely }) {
      for (const table of ['carrier', 'zone', 'vat_condition'] as const)
        await kysely.insertInto(table).values({ id: 1, name: 'Uno' }).execute()
    },
    nodeArgs: ['--import', PROBE],
    // Each input comes from an address of its own, so that no limit of an address hides the calls behind it.
    env: { LOG_LEVEL: 'error', TRUST_PROXY: '1', HELD_LOOP_SOCKET: socket },
  })
  const close = async () => {
    await shop.close()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await shop.start()
    const people = { cliente: [...shop.clients], supervisor: [...shop.supervisors], admin: [...shop.admins] }
    const sessions = new Map<Role, Promise<string | null>>()
    let keys: Promise<string[]> | null = null
    let calls = 0
    return {
      url: shop.url,
      logFile: shop.logFile,
      close,
      token(role, isDead = false): Promise<string | null> {
        if (role === 'visitor') return Promise.resolve(null)
        if (isDead) sessions.delete(role)
        if (role === 'key') {
          keys ??= makeKeys(shop)
          return keys.then((made) => made[calls++ % KEYS] ?? null)
        }
        const session = sessions.get(role) ?? signIn(shop.url, people[role])
        sessions.set(role, session)
        return session
      },
      held: () => ask(socket),
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** A session of the first of these people who may still sign in; null when nobody may any more. */
async function signIn(url: string, people: { readonly cuit: string }[]): Promise<string | null> {
  for (const person of [...people]) {
    const token = await createClient(url, person)
      .token()
      .catch(() => null)
    if (token !== null) return token
    people.shift()
  }
  return null
}

async function makeKeys(shop: Shop): Promise<string[]> {
  const admin = shop.client()
  const keys: string[] = []
  for (let nth = 1; nth <= KEYS; nth++) {
    const body = { name: `ERP ${nth}`, rights: [...keyRights], password: PASSWORD }
    keys.push((await admin.call(createErpKey, { body })).key)
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
