/** Several buyers of one client: invited by mail, signed in by mail, ended at once (R370, R371). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { changePassword } from '../../../contract/accounts.ts'
import { signin, signinRefused } from '../../../contract/auth.ts'
import * as calls from '../../../contract/buyers.ts'
import { countCart } from '../../../contract/cart.ts'
import { filterUsers, getUser, updateUser } from '../../../contract/user-admin.ts'
import type { JobInfo } from '../../jobs/kinds.ts'
import type { MailMessage } from '../../ports/mail/mail.ts'
import { type MadeClient, makeClient, makeUser, nextNumber, PASSWORD } from '../../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'
import { accountMailHandlers } from '../accounts/accounts.mail.ts'
import { erasePersonalData, exportPersonalData, personKey } from '../accounts/personal-data.service.ts'

withDatabases('buyers', (database) => {
  let app: TestApp
  let client: MadeClient
  let first: TestCaller
  let firstUser: { id: number; cuit: string }

  beforeAll(async () => {
    app = await openTestApp(database().db)
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    client = await makeClient(database().db, { business_name: 'Juguetería Sol' })
    firstUser = await makeUser(database().db, 'cliente', { client_id: client.id, first_name: 'Ana', last_name: 'Sosa' })
    first = await app.as(firstUser)
  })

  const anAddress = () => `compras${nextNumber()}@example.test`
  const invite = (who: TestCaller, email: string, right: 'prepare' | 'confirm' = 'prepare') =>
    who.call(calls.inviteBuyer, { body: { email, firstName: 'Lola', lastName: 'Paz', right } })
  const buyers = async (who: TestCaller) => (await who.call(calls.listBuyers)).data
  let visits = 0
  /** A visitor from an address of its own, so that the limits of one test do not meet another. */
  const visit = () => ({ 'x-forwarded-for': `198.51.100.${++visits % 250}` })
  const enter = (username: string, password = PASSWORD, headers = visit()) =>
    app.visitor.call(signin, { body: { cuit: username, password }, headers })
  const refusal = ({
    status,
    json,
  }: {
    status: number
    json: { message: string; details?: { message: string }[] }
  }) => [status, json.details?.[0]?.message ?? json.message]
  /** The mail that an invitation sends, as the worker sends it. */
  async function mailOf(userId: number): Promise<MailMessage> {
    const sent: MailMessage[] = []
    const mailer = { send: async (mail: MailMessage) => ({ accepted: [String(sent.push(mail))] }) }
    const shop = { name: 'Bulto', url: 'https://tienda.example' }
    const job: JobInfo = {
      id: 1,
      kind: 'invitationMail',
      attempt: 1,
      createdAt: '',
      signal: new AbortController().signal,
    }
    await accountMailHandlers({ db: database().db, mailer, shop }).invitationMail({ userId }, job)
    return sent[0] as MailMessage
  }
  const codeIn = (mail: MailMessage): string => /\b\d{6}\b/.exec(mail.text)?.[0] ?? ''
  const choosePassword = (email: string, code: string) =>
    app.visitor.call(changePassword, { query: {}, body: { email, code, password: PASSWORD }, headers: visit() })
  /** Invites somebody, who chooses PASSWORD; answers the session. */
  async function join(right: 'prepare' | 'confirm' = 'prepare') {
    const email = anAddress()
    const { id } = (await invite(first, email, right)).data
    await choosePassword(email, codeIn(await mailOf(id)))
    return { id, email, caller: await app.as({ id }) }
  }

  test('who is invited chooses a password with the mailed code and signs in by mail', async () => {
    const email = anAddress()
    const { id } = (await invite(first, `  ${email.toUpperCase()} `)).data
    // Nobody has a password of it yet: not even an empty one.
    expect(refusal(await enter(email, ''))).toEqual([401, signinRefused])
    expect(refusal(await enter(email))).toEqual([401, signinRefused])
    const mail = await mailOf(id)
    expect(mail.to).toBe(email)
    for (const words of ['Hola Lola', 'Ana Sosa', 'Juguetería Sol', 'arma los pedidos', 'vence en 7 días'])
      expect(mail.text).toContain(words)
    expect(mail.text).toContain(`https://tienda.example/olvide-mi-contrasena?invitado=${encodeURIComponent(email)}`)
    const days = await database()
      .db.kysely.selectFrom('password_reset')
      .select('expires_at')
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow()
    expect((new Date(days.expires_at).getTime() - Date.now()) / 86_400_000).toBeCloseTo(7, 1)
    expect((await choosePassword(email, codeIn(mail))).data).toMatchObject({ id, type: 'cliente', clientId: client.id })
    expect((await enter(email.toUpperCase())).data).toMatchObject({ id, name: 'Lola', clientId: client.id })
  })

  test('a user with a CUIT signs in by either, and both names share one limit of failures', async () => {
    const email = anAddress()
    const user = await makeUser(database().db, 'cliente', { email })
    expect((await enter(email)).data?.id).toBe(user.id)
    expect((await enter(user.cuit)).data?.id).toBe(user.id)
    const from = { 'x-forwarded-for': '203.0.113.201' }
    const statuses = []
    for (let n = 0; n < 11; n++) statuses.push((await enter(n % 2 ? email : user.cuit, 'otra-clave', from)).status)
    expect(statuses).toEqual([...Array(10).fill(401), 429])
  })

  test('an address without account, a wrong password and somebody ended are answered alike', async () => {
    const { id, email } = await join()
    const answers = [await enter(anAddress()), await enter(email, 'otra-clave-larga'), await enter('')]
    for (const answer of answers) expect(refusal(answer)).toEqual([401, signinRefused])
    expect((await first.call(calls.endBuyer, { params: { id } })).status).toBe(200)
    expect(refusal(await enter(email, 'otra-clave-larga'))).toEqual([401, signinRefused])
    expect((await enter(email)).status).toBe(403)
    // What stands in the column of the CUIT is nobody's name.
    expect(refusal(await enter(`sin-cuit-${id}`))).toEqual([401, signinRefused])
  })

  test('the first user sees the buyers, their rights and who has not come yet; another sees none of them', async () => {
    const email = anAddress()
    const { id } = (await invite(first, email, 'confirm')).data
    const shown = await buyers(first)
    expect(shown).toMatchObject({ isFirst: true, right: 'confirm', first: 'Ana Sosa' })
    expect(shown.buyers).toMatchObject([
      { id: firstUser.id, isCaller: true, isInvited: false, waitsSince: null },
      { id, name: 'Lola Paz', email, right: 'confirm', isInvited: true, lastUsedAt: null },
    ])
    expect(shown.buyers[1]?.waitsSince).not.toBeNull()
    await choosePassword(email, codeIn(await mailOf(id)))
    const joined = (await buyers(first)).buyers[1]
    expect([joined?.waitsSince, joined?.lastUsedAt === null]).toEqual([null, false])
    expect(await buyers(await app.as({ id }))).toEqual({
      ...{ isFirst: false, right: 'confirm', first: 'Ana Sosa', buyers: [] },
    })
  })

  test('an ended buyer’s very next call is a 401, in every browser, and a new invitation lets it in again', async () => {
    const { id, email, caller } = await join('confirm')
    const other = await app.as({ id })
    expect((await caller.call(countCart)).status).toBe(200)
    expect((await first.call(calls.endBuyer, { params: { id } })).status).toBe(200)
    expect([(await caller.call(countCart)).status, (await other.call(countCart)).status]).toEqual([401, 401])
    expect((await buyers(first)).buyers).toHaveLength(1)
    expect((await invite(first, email)).data.id).toBe(id)
    expect((await enter(email)).status).toBe(401)
    expect((await choosePassword(email, codeIn(await mailOf(id)))).status).toBe(200)
    expect((await buyers(first)).buyers[1]).toMatchObject({ id, right: 'prepare' })
  })

  test('inviting the same address again sends another code, and the one before is dead', async () => {
    const email = anAddress()
    const { id } = (await invite(first, email)).data
    const before = codeIn(await mailOf(id))
    expect((await invite(first, email, 'confirm')).data.id).toBe(id)
    const jobs = await database()
      .db.kysely.selectFrom('job')
      .select('payload')
      .where('kind', '=', 'invitationMail')
      .execute()
    expect(jobs.filter(({ payload }) => (payload as { userId: number }).userId === id)).toHaveLength(2)
    const now = codeIn(await mailOf(id))
    if (now !== before) expect((await choosePassword(email, before)).status).toBe(400)
    expect((await choosePassword(email, now)).status).toBe(200)
  })

  test('an address of any account is refused alike, whosever it is', async () => {
    const { db } = database()
    const own = await makeUser(db, 'cliente', { client_id: client.id, email: anAddress() })
    const strangers = await makeUser(db, 'cliente', { email: anAddress() })
    const staffs = await makeUser(db, 'admin', { email: anAddress() })
    for (const { id } of [own, strangers, staffs]) {
      const { email } = await db.kysely
        .selectFrom('app_user')
        .select('email')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      expect(refusal(await invite(first, email))).toEqual([400, calls.buyerTexts.taken])
    }
    expect(refusal(await invite(first, 'no es un mail'))).toEqual([400, calls.buyerTexts.email])
  })

  test('two who invite one address at once make one account', async () => {
    const { db } = database()
    const second = await makeClient(db)
    const other = await app.as(await makeUser(db, 'cliente', { client_id: second.id }))
    for (let round = 0; round < 4; round++) {
      const email = anAddress()
      const statuses = (await Promise.all([invite(first, email), invite(other, email)])).map(({ status }) => status)
      expect(statuses.sort()).toEqual([200, 400])
    }
  })

  describe('is for the first user alone', () => {
    test('invites, rights and endings of all others are refused; of another client’s buyers too', async () => {
      const { db } = database()
      const prepares = await join('prepare')
      const confirms = await join('confirm')
      const stranger = await app.as(await makeUser(db, 'cliente', { client_id: (await makeClient(db)).id }))
      const without = await app.as(await makeUser(db, 'cliente'))
      const seller = await app.as(await makeUser(db, 'vendedor'))
      for (const who of [prepares.caller, confirms.caller, without, seller]) {
        expect(refusal(await invite(who, anAddress()))).toEqual([403, calls.buyerTexts.notFirst])
        expect((await who.call(calls.endBuyer, { params: { id: prepares.id } })).status).toBe(403)
        const change = { params: { id: prepares.id }, body: { right: 'confirm' as const } }
        expect((await who.call(calls.changeBuyer, change)).status).toBe(403)
      }
      // First of its own client, and so nobody here.
      for (const id of [prepares.id, firstUser.id]) {
        expect((await stranger.call(calls.endBuyer, { params: { id } })).status).toBe(404)
        const change = { params: { id }, body: { right: 'confirm' as const } }
        expect((await stranger.call(calls.changeBuyer, change)).status).toBe(404)
      }
      expect((await prepares.caller.call(countCart)).status).toBe(200)
    })

    test('the first user ends neither itself nor a user whom the shop made', async () => {
      const made = await makeUser(database().db, 'cliente', { client_id: client.id })
      for (const id of [firstUser.id, made.id])
        expect(refusal(await first.call(calls.endBuyer, { params: { id } }))).toEqual([404, calls.buyerTexts.gone])
    })

    test('the next who confirms is first once the first is out of use', async () => {
      await join('prepare')
      const confirms = await join('confirm')
      await database().db.kysely.updateTable('app_user').set({ active: false }).where('id', '=', firstUser.id).execute()
      expect(await buyers(confirms.caller)).toMatchObject({ isFirst: true })
      expect((await invite(confirms.caller, anAddress())).status).toBe(200)
    })
  })

  test('a client has 20 buyers at most, and sends 20 invitations a day', async () => {
    const { db } = database()
    const many = Array.from({ length: calls.MOST_BUYERS - 2 }, () => makeUser(db, 'cliente', { client_id: client.id }))
    await Promise.all(many)
    const email = anAddress()
    expect((await invite(first, email)).status).toBe(200)
    expect(refusal(await invite(first, anAddress()))).toEqual([409, calls.buyerTexts.tooMany])
    // Those that are sent again and those that are refused count, too.
    for (let n = 2; n < calls.MOST_INVITATIONS_A_DAY; n++) expect((await invite(first, email)).status).toBe(200)
    expect(refusal(await invite(first, email))).toEqual([429, calls.buyerTexts.tooManyInvitations])
  })

  test('the office sees a buyer without CUIT, and changes its right without an address of its own', async () => {
    const { db } = database()
    const { id, email } = await join('prepare')
    const admin = await app.as(await makeUser(db, 'admin'))
    const query = { page: 0, size: 25, name: email, type: '', enabled: '', active: '', sort: undefined }
    const rows = (await admin.call(filterUsers, { query } as never)).data
    expect(rows).toMatchObject([{ id, email, cuit: '' }])
    const { data } = await admin.call(getUser, { params: { id } })
    expect(data).toMatchObject({ cuit: '', orderRight: 'prepare', clientId: client.id })
    const body = { ...data, password: '', orderRight: 'confirm' as const }
    expect((await admin.call(updateUser, { body })).json).toBe(true)
    expect((await admin.call(getUser, { params: { id } })).data.orderRight).toBe('confirm')
    const audited = await db.kysely
      .selectFrom('audit')
      .select(['action', 'after', 'user_id'])
      .where('entity', '=', 'user')
      .where('entity_id', '=', String(id))
      .orderBy('id')
      .execute()
    expect(audited.map(({ action }) => action)).toEqual(['invite', 'password-reset', 'update'])
    expect(audited[0]).toMatchObject({ user_id: firstUser.id, after: { email, order_right: 'prepare' } })
    expect(JSON.stringify(audited)).not.toContain('password_hash')
  })

  describe('what the office says', () => {
    const officeOf = async () => app.as(await makeUser(database().db, 'admin'))
    async function change(id: number, changes: object): Promise<void> {
      const admin = await officeOf()
      const { data } = await admin.call(getUser, { params: { id } })
      const body = { ...data, password: '', ...changes, ownPassword: PASSWORD }
      expect((await admin.call(updateUser, { body } as never)).json).toBe(true)
    }

    test('of mail, password or use of an account ends the code that was mailed before', async () => {
      const cases: { email?: string; password?: string; active?: boolean }[] = [
        { email: anAddress() },
        { password: 'otra-clave-larga' },
        { active: false },
      ]
      for (const changes of cases) {
        const email = anAddress()
        const { id } = (await invite(first, email)).data
        const code = codeIn(await mailOf(id))
        await change(id, changes)
        const now = changes.email ?? email
        if (changes.active === false) await change(id, { active: true })
        expect((await choosePassword(now, code)).status).toBe(400)
      }
    })

    test('stands: whom it shut out no first user lets in again', async () => {
      const { id, email } = await join('confirm')
      await change(id, { active: false })
      expect(refusal(await invite(first, email))).toEqual([400, calls.buyerTexts.taken])
      // Nor after the office took back what the first user had said.
      await change(id, { active: true })
      await first.call(calls.endBuyer, { params: { id } })
      await change(id, { active: true })
      await change(id, { active: false })
      expect(refusal(await invite(first, email))).toEqual([400, calls.buyerTexts.taken])
    })

    test('moves a buyer to another client, whose first user stays first and did not invite it', async () => {
      const { db } = database()
      const { id } = await join('confirm')
      const other = await makeClient(db)
      const owner = await app.as(await makeUser(db, 'cliente', { client_id: other.id }))
      await change(id, { clientId: other.id })
      // The owner's account is the younger one.
      expect(await buyers(owner)).toMatchObject({ isFirst: true })
    })
  })

  test('an invitation names nobody by what a mail program makes a link of', async () => {
    const invited = async (nombre: string, apellido: string) => {
      const body = { email: anAddress(), nombre, apellido, permiso: 'arma' }
      return (await first.request('POST', calls.inviteBuyer.path, body)).status
    }
    for (const name of ['Entrá a http://x.example', 'www.x.example', 'ana@x.example']) {
      expect(await invited(name, 'Paz')).toBe(400)
      expect(await invited('Lola', name)).toBe(400)
    }
    expect(await invited('María J.', 'D’Elía-Sosa')).toBe(200)
  })

  test('a buyer without CUIT is exported and erased by mail, and nobody signs in as it any more', async () => {
    const { db } = database()
    const { id, email } = await join('confirm')
    expect(await exportPersonalData(db, await personKey(db.kysely, email))).toMatchObject({ account: { id, email } })
    expect(await erasePersonalData(db, await personKey(db.kysely, email))).toBe(true)
    expect((await enter(email)).status).toBe(401)
    expect((await buyers(first)).buyers).toHaveLength(1)
    const row = await db.kysely.selectFrom('app_user').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toMatch(/Lola|Paz|compras/)
  })
})
