/** The own sessions, their end when nobody uses them, and what a new browser sets off (R266, R267, R269). */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { sendResetCode } from '../../../contract/accounts.ts'
import { listAudit } from '../../../contract/audit.ts'
import { signin } from '../../../contract/auth.ts'
import { countCart } from '../../../contract/cart.ts'
import { texts } from '../../../contract/errors.ts'
import { endOwnSessions, listOwnSessions, wrongPassword } from '../../../contract/sessions.ts'
import { getAnnouncement } from '../../../contract/settings.ts'
import { saveSettings } from '../../../contract/settings-admin.ts'
import { makeUser, PASSWORD } from '../../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'

const ANDROID =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0'
const statements: string[] = []
/** How long a busy machine may take for what comes by itself, in milliseconds. */
const SOON = { timeout: 20_000 }

withDatabases(
  'own sessions',
  (database) => {
    let app: TestApp
    beforeAll(async () => {
      app = await openTestApp(database().db)
    })
    afterAll(() => app.close())
    beforeEach(() => database().db.kysely.deleteFrom('counted_try').execute())

    /** Signs in as a browser does; answers the session's calls. */
    async function enter(cuit: string, agent: string, cookie = '') {
      const headers = { 'user-agent': agent, ...(cookie && { cookie }) }
      const { data, headers: answer } = await app.visitor.call(signin, {
        body: { cuit, password: PASSWORD },
        headers,
      })
      const token = data?.token ?? ''
      const authorization = { authorization: `Bearer ${token}` }
      const mark = [answer['set-cookie']].flat().find((text) => String(text).startsWith('bulto_equipo='))
      return {
        token,
        mark: String(mark ?? '').split(';')[0] ?? '',
        call: ((endpoint, values) =>
          app.visitor.call(endpoint, { ...values, headers: authorization })) as TestCaller['call'],
      }
    }
    /** As if the session had been used last so many minutes ago. */
    const leave = async (userId: number, minutes: number) => {
      await database()
        .db.kysely.updateTable('session')
        .set({ last_used_at: sql<string>`now() - make_interval(mins => ${minutes}::int)` })
        .where('user_id', '=', userId)
        .execute()
      await database().db.tx(async (_t, publish) => publish('session'))
    }
    const mailsTo = async (userId: number) =>
      (await database().db.kysely.selectFrom('job').select(['kind', 'payload']).execute()).filter(
        ({ kind, payload }) =>
          kind === 'newBrowserMail' && (payload as unknown as { userId: number }).userId === userId,
      )

    test('are listed with device and times, the own one first and marked, and nobody else’s', async () => {
      const user = await makeUser(database().db)
      const phone = await enter(user.cuit, ANDROID)
      const desk = await enter(user.cuit, WINDOWS)
      await enter((await makeUser(database().db)).cuit, ANDROID)
      const { data } = await desk.call(listOwnSessions)
      expect(data).toMatchObject([
        { device: 'Firefox en Windows', isCurrent: true },
        { device: 'Chrome en Android', isCurrent: false },
      ])
      expect((await phone.call(listOwnSessions)).data[0]).toMatchObject({ device: 'Chrome en Android' })
      for (const { beganAt, lastUsedAt } of data)
        for (const at of [beganAt, lastUsedAt]) expect(Math.abs(Date.now() - Date.parse(at))).toBeLessThan(60_000)
    })

    test('end one by one or all but the own one, with the password, and the audit says so', async () => {
      const user = await makeUser(database().db)
      const [first, second, third] = [
        await enter(user.cuit, ANDROID),
        await enter(user.cuit, ANDROID),
        await enter(user.cuit, WINDOWS),
      ]
      const listed = (await third.call(listOwnSessions)).data
      // The sessions began one after the other: the smallest id is the first one's.
      const id = Math.min(...listed.map((session) => session.id))
      const end = (body: { id?: number; password: string }) => third.call(endOwnSessions, { body })
      const refused = await end({ id, password: 'otra cosa' })
      expect(refused.status).toBe(400)
      expect(refused.json).toMatchObject({ details: [{ field: 'contra', message: wrongPassword }] })
      expect((await first.call(countCart)).status).toBe(200)
      expect((await end({ id, password: PASSWORD })).data).toBe(1)
      expect((await first.call(countCart)).status).toBe(401)
      expect((await second.call(countCart)).status).toBe(200)
      expect((await end({ id, password: PASSWORD })).status).toBe(404)
      expect((await end({ password: PASSWORD })).data).toBe(1)
      expect((await second.call(countCart)).status).toBe(401)
      expect((await third.call(countCart)).status).toBe(200)
      const admin = await app.as(await makeUser(database().db, 'admin'))
      const query = { page: 0, entity: 'user', action: '', text: '', entityId: String(user.id) } as const
      const { data } = await admin.call(listAudit, { query })
      expect(data.filter(({ action }) => action === 'end-sessions')).toHaveLength(2)
    })

    test('of others are out of reach', async () => {
      const [user, other] = [await makeUser(database().db), await makeUser(database().db)]
      const [own, others] = [await enter(user.cuit, ANDROID), await enter(other.cuit, ANDROID)]
      const [{ id } = { id: 0 }] = (await others.call(listOwnSessions)).data
      expect((await own.call(endOwnSessions, { body: { id, password: PASSWORD } })).status).toBe(404)
      expect((await others.call(countCart)).status).toBe(200)
    })

    test('a stolen session cannot guess the password for ever', async () => {
      const user = await makeUser(database().db)
      const session = await enter(user.cuit, ANDROID)
      const statuses: number[] = []
      for (let n = 0; n < 11; n++)
        statuses.push((await session.call(endOwnSessions, { body: { password: `clave ${n}` } })).status)
      expect(statuses).toEqual([...Array(10).fill(400), 429])
      expect((await session.call(countCart)).status).toBe(200)
    })

    test('of office staff end unused after the minutes that are set, and say why; others do not', async () => {
      const { db } = database()
      const admin = await makeUser(db, 'admin')
      const setter = await app.as(admin)
      const set = async (value: string) =>
        (await setter.call(saveSettings, { body: [{ key: 'INACTIVIDAD_MIN', value }] })).status
      expect(await set('4')).toBe(400)
      expect(await set('1441')).toBe(400)
      expect(await set('30')).toBe(200)
      for (const [type, minutes, status] of [
        ['admin', 32, 401],
        ['admin', 29, 200],
        ['supervisor', 32, 401],
        ['vendedor', 600, 200],
        ['cliente', 600, 200],
      ] as const) {
        const user = await makeUser(db, type)
        const { token } = await app.as(user)
        const headers = { authorization: `Bearer ${token}` }
        const ask = () => app.app.inject({ url: countCart.path, headers })
        await leave(user.id, minutes)
        const answer = await vi.waitUntil(async () => {
          const next = await ask()
          return next.statusCode === status && next
        }, SOON)
        if (status === 200) continue
        expect(answer.json()).toMatchObject({ error: 'UNAUTHENTICATED', message: texts.idle })
        // It stays ended, and goes on saying why; what is for everybody is still answered.
        expect((await ask()).json()).toMatchObject({ message: texts.idle })
        expect((await app.app.inject({ url: getAnnouncement.path, headers })).statusCode).toBe(200)
      }
      expect(await set('0')).toBe(200)
      const free = await makeUser(db, 'admin')
      const caller = await app.as(free)
      await leave(free.id, 10_000)
      expect((await caller.call(countCart)).status).toBe(200)
    })

    test('in use cost one written line a minute, whatever is called', async () => {
      const { db } = database()
      const user = await makeUser(db, 'admin')
      const caller = await app.as(user)
      const touches = () =>
        statements.filter((text) => text.startsWith('update "session"') && text.includes('last_used_at')).length
      statements.length = 0
      for (let n = 0; n < 20; n++) await caller.call(countCart)
      expect(touches()).toBe(0)
      await leave(user.id, 2)
      statements.length = 0
      await vi.waitUntil(async () => {
        await caller.call(countCart)
        return touches() > 0
      }, SOON)
      const { last_used_at } = await vi.waitUntil(async () => {
        const row = await db.kysely
          .selectFrom('session')
          .select('last_used_at')
          .where('user_id', '=', user.id)
          .executeTakeFirstOrThrow()
        return Date.now() - Date.parse(row.last_used_at) < 60_000 && row
      }, SOON)
      expect(last_used_at).toBeTruthy()
      await db.tx(async (_t, publish) => publish('session'))
      for (let n = 0; n < 20; n++) await caller.call(countCart)
      expect(touches()).toBe(1)
    })

    test('of staff in a new browser are mailed once; the browser is known from then on, for 90 days', async () => {
      const { db } = database()
      const seller = await makeUser(db, 'vendedor')
      const first = await enter(seller.cuit, ANDROID)
      expect(first.mark).toMatch(/^bulto_equipo=[\w-]{43}$/)
      expect(await mailsTo(seller.id)).toMatchObject([{ payload: { device: 'Chrome en Android' } }])
      // A newer version of the same browser has the mark still.
      await enter(seller.cuit, ANDROID.replace('140', '141'), first.mark)
      expect(await mailsTo(seller.id)).toHaveLength(1)
      // Whoever has the same kind of browser elsewhere has not.
      await enter(seller.cuit, ANDROID)
      expect(await mailsTo(seller.id)).toHaveLength(2)
      await db.kysely
        .updateTable('known_browser')
        .set({ signed_in_at: sql<string>`now() - interval '91 days'` })
        .where('user_id', '=', seller.id)
        .execute()
      await enter(seller.cuit, ANDROID, first.mark)
      expect(await mailsTo(seller.id)).toHaveLength(3)
      // A colleague at the same browser is told too: it is the first time of that account.
      const colleague = await makeUser(db, 'supervisor')
      await enter(colleague.cuit, ANDROID, first.mark)
      expect(await mailsTo(colleague.id)).toHaveLength(1)
    })

    test('of clients are not mailed, and leave no mark', async () => {
      const client = await makeUser(database().db)
      expect((await enter(client.cuit, ANDROID)).mark).toBe('')
      expect(await mailsTo(client.id)).toEqual([])
      expect((await app.visitor.call(sendResetCode, { query: { email: 'nadie@example.test' } })).status).toBe(200)
    })
  },
  { onStatement: (text) => statements.push(text) },
)
