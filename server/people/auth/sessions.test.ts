/** How long a session is remembered, and that a change of it that was announced is seen at once. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { getCart } from '../../../contract/cart.ts'
import { getUser, updateUser } from '../../../contract/user-admin.ts'
import { type Db, openDatabase } from '../../db/open.ts'
import { erpLinkHandlers } from '../../erp/erp-link/erp-link.service.ts'
import { makeClient, makeSeller, makeUser, PASSWORD } from '../../test/make.ts'
import { openTestApp, startSession, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'
import { createSessions, type SessionStore } from './sessions.service.ts'

/** How long tests wait: a remembered session may be a second old on a server where no notice comes. */
const SOON = { timeout: 10_000, interval: 20 }
const statements: string[] = []
const lookUps = () => statements.filter((sql) => sql.includes('"session"') && sql.startsWith('select')).length

withDatabases(
  'remembered sessions',
  (database, kind) => {
    let sessions: SessionStore
    let clock: number
    beforeEach(() => {
      clock = performance.now()
      vi.spyOn(performance, 'now').mockImplementation(() => clock)
      sessions = createSessions(database().db)
      statements.length = 0
    })
    afterEach(() => {
      sessions.close()
      vi.restoreAllMocks()
    })
    const begin = async () => {
      const user = await makeUser(database().db)
      return { user, token: await startSession(database().db, sessions, user.id) }
    }
    /** The caller as a call within the process sees it; a promise only where the database was asked. */
    const known = (token: string) => {
      const found = sessions.find(token)
      return found instanceof Promise ? 'asked' : found
    }

    test(`are looked up again after ${kind === 'server' ? 'a second' : 'ten seconds, and beside the requests after two'}`, async () => {
      const { user, token } = await begin()
      expect(await sessions.find(token)).toMatchObject({ userId: user.id })
      expect(lookUps()).toBe(1)
      clock += kind === 'server' ? 999 : 1_999
      expect(known(token)).toMatchObject({ userId: user.id })
      expect(lookUps()).toBe(1)
      if (kind === 'server') {
        clock += 1
        expect(known(token)).toBe('asked')
        return
      }
      // The session was changed without a notice.
      await database().db.kysely.updateTable('app_user').set({ first_name: 'Otra' }).where('id', '=', user.id).execute()
      clock += 1
      expect(known(token)).toMatchObject({ userId: user.id })
      expect(known(token)).toMatchObject({ userId: user.id })
      await vi.waitUntil(() => {
        const caller = sessions.find(token)
        return typeof caller === 'object' && 'name' in caller && caller.name === 'Otra'
      }, SOON)
      expect(lookUps()).toBe(2)
      clock += 10_000
      expect(known(token)).toBe('asked')
    })

    test('are not remembered past their end', async () => {
      const { user, token } = await begin()
      const soon = new Date(Date.now() + 900)
      await database()
        .db.kysely.updateTable('session')
        .set({ expires_at: soon })
        .where('user_id', '=', user.id)
        .execute()
      await sessions.find(token)
      clock += 900
      expect(known(token)).toBe('asked')
    })

    test('of which the end was told while they were being looked up are not remembered', async () => {
      const { db } = database()
      const { token } = await begin()
      let open = () => {}
      const gate = new Promise<void>((resolve) => {
        open = resolve
      })
      let read = () => {}
      const isRead = new Promise<void>((resolve) => {
        read = resolve
      })
      // The answer that was read before the notice arrives after it.
      const late = <T extends object>(query: T): T =>
        new Proxy(query, {
          get(target, name) {
            const part: unknown = Reflect.get(target, name)
            if (name === 'executeTakeFirst')
              return async () => {
                const row = await (part as () => Promise<unknown>).call(target)
                read()
                await gate
                return row
              }
            if (typeof part !== 'function') return part
            return (...given: unknown[]) => late(part.apply(target, given) as object)
          },
        })
      const slow = createSessions({ ...db, kysely: late(db.kysely) })
      const finding = slow.find(token)
      await isRead
      const heard = new Promise<void>((resolve) => db.on('session', () => resolve()))
      await sessions.end(token)
      await heard
      open()
      await finding
      expect(await slow.find(token)).toBeUndefined()
      slow.close()
    })
  },
  { onStatement: (sql) => statements.push(sql) },
)

withDatabases('what a session says of its user', (database, kind) => {
  let otherDb: Db
  let firstInstance: TestApp
  let secondInstance: TestApp
  let admin: TestCaller
  beforeAll(async () => {
    const { db, place } = database()
    await db.kysely.insertInto('carrier').values({ id: 1, name: 'A convenir' }).execute()
    await db.kysely.insertInto('zone').values({ id: 1, name: 'Norte' }).execute()
    // One process alone opens an embedded database.
    otherDb = kind === 'server' ? await openDatabase(place.options) : db
    firstInstance = await openTestApp(db)
    secondInstance = await openTestApp(otherDb)
    admin = await firstInstance.as(await makeUser(db, 'admin'))
  })
  afterAll(async () => {
    await firstInstance.close()
    await secondInstance.close()
    if (otherDb !== database().db) await otherDb.close()
  })

  /** Signs a user in and asks at both instances, so that both have the session in memory. */
  async function signedIn(user: { id: number }, clientId: number) {
    const caller = await firstInstance.as(user)
    const authorization = `Bearer ${caller.token}`
    const ask = async (app: TestApp) => {
      const query = { idcli: String(clientId) }
      return (await app.app.inject({ url: getCart.path, query, headers: { authorization } })).statusCode
    }
    expect([await ask(firstInstance), await ask(secondInstance)]).toEqual([200, 200])
    return {
      /** The next call at the first instance has the status; the second instance has it when the notice comes. */
      async becomes(status: number, { byJob = false } = {}) {
        const isSo = (app: TestApp) => async () => (await ask(app)) === status
        if (byJob) await vi.waitUntil(isSo(firstInstance), SOON)
        expect(await ask(firstInstance)).toBe(status)
        await vi.waitUntil(isSo(secondInstance), SOON)
      },
    }
  }
  async function makeWhole(type: 'cliente' | 'vendedor', given: Parameters<typeof makeUser>[2]) {
    const user = await makeUser(database().db, type, { carrier_id: 1, zone_id: 1, last_name: 'Paz', ...given })
    await database()
      .db.kysely.insertInto('user_address')
      .values({ user_id: user.id, street: 'Mitre 1', province_id: 0, city: 'CABA' })
      .execute()
    return user
  }
  const save = async (id: number, changes: object) => {
    const { data } = await admin.call(getUser, { params: { id } })
    expect(
      await admin.call(updateUser, { body: { ...data, password: '', ownPassword: PASSWORD, ...changes } }),
    ).toMatchObject({
      status: 200,
    })
  }

  test('ends with his being disabled', async () => {
    const client = await makeClient(database().db)
    const user = await makeWhole('cliente', { client_id: client.id })
    const session = await signedIn(user, client.id)
    await save(user.id, { enabled: false })
    await session.becomes(401)
  })

  test('is whose clients a seller reaches', async () => {
    const { db } = database()
    const [first, second] = [await makeSeller(db), await makeSeller(db)]
    const client = await makeClient(db, { seller_id: first })
    const user = await makeWhole('vendedor', { seller_id: first })
    const session = await signedIn(user, client.id)
    await save(user.id, { sellerId: second })
    await session.becomes(403)
  })

  test('is which client he is, also when the ERP has just said so', async () => {
    const { db } = database()
    const client = await makeClient(db, { from_erp: false })
    const user = await makeUser(db, 'cliente', { client_id: client.id })
    const session = await signedIn(user, client.id)
    const erpId = client.id + 500_000
    const link = {
      sendOrder: () => Promise.reject(new Error('no order is sent')),
      sendClient: async () => ({ clientId: client.id, erpId, state: 'accepted' as const, reason: '' }),
      readAnswers: async () => '',
    }
    const { erpClient } = erpLinkHandlers(db, link)
    await erpClient({ clientId: client.id }, { id: 1, signal: new AbortController().signal } as never)
    await session.becomes(403, { byJob: true })
  })
})
