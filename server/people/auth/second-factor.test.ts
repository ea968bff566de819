import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signin } from '../../../contract/auth.ts'
import { countCart } from '../../../contract/cart.ts'
import * as calls from '../../../contract/second-factor.ts'
import { saveSettings } from '../../../contract/settings-admin.ts'
import { getUser } from '../../../contract/user-admin.ts'
import { Refusal } from '../../refusal.ts'
import { type MadeUser, makeUser, PASSWORD } from '../../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'
import { exportPersonalData } from '../accounts/personal-data.service.ts'
import type { VerifiedPerson } from './auth.queries.ts'
import { recoveryHash, stepOf } from './one-time-codes.ts'
import { switchOn, takeAwaySecondFactor } from './second-factor.service.ts'
import type { SessionStore } from './sessions.service.ts'

describe('the codes of an app', () => {
  const secret = Buffer.from('12345678901234567890')

  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
  ])('at second %d is that of RFC 6238, and good half a minute early or late', (second, code) => {
    const step = Math.floor(second / 30)
    const at = (steps: number) => stepOf(secret, code, (second + steps * 30) * 1_000)
    expect([-2, -1, 0, 1, 2].map(at)).toEqual([null, step, step, step, null])
  })

  test('a recovery code may be typed in capitals and without dashes', () => {
    expect(recoveryHash('ABCDEFGH IJKL MNOP')).toBe(recoveryHash('abcd-efgh-ijkl-mnop'))
  })
})

withDatabases('second factor', (database) => {
  let app: TestApp
  let admin: TestCaller
  beforeAll(async () => {
    app = await openTestApp(database().db)
    admin = await app.as(await makeUser(database().db, 'admin'))
  })
  afterAll(() => app.close())

  /** The code of the present half minute, or of one `steps` later. */
  const codeOf = (secret: string, steps = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })
  const signIn = ({ cuit }: MadeUser, code?: string, password = PASSWORD) =>
    app.visitor.call(signin, { body: { cuit, password, ...(code !== undefined && { code }) } })
  /** Somebody of staff with a second factor, as if switched on with the code of the half minute before. */
  async function withFactor(type: 'vendedor' | 'admin' = 'vendedor') {
    const user = await makeUser(database().db, type)
    const caller = await app.as(user)
    const { secret } = (await caller.call(calls.beginSecondFactor, { body: { password: PASSWORD } })).data
    const body = { password: PASSWORD, code: codeOf(secret) }
    const { codes } = (await caller.call(calls.switchOnSecondFactor, { body })).data
    // As if half a minute had passed since: the code of the present one is not used yet.
    await database()
      .db.kysely.updateTable('second_factor')
      .set((column) => ({ last_step: column('last_step', '-', 1) }))
      .where('user_id', '=', user.id)
      .execute()
    return { user, caller, secret, codes }
  }
  const rowsOf = async (user: MadeUser) => {
    const { kysely } = database().db
    const audit = await kysely
      .selectFrom('audit')
      .select(['action', 'user_id', 'before', 'after'])
      .where('entity', '=', 'user')
      .where('entity_id', '=', String(user.id))
      .execute()
    const jobs = await kysely.selectFrom('job').select('payload').where('kind', '=', 'secondFactorMail').execute()
    const mails = jobs.map(({ payload }) => payload as { userId: number; event: string })
    return { audit, mails: mails.filter(({ userId }) => userId === user.id).map(({ event }) => event) }
  }

  test('is not switched on by a password that was changed after it was asked for', async () => {
    const { db } = database()
    const user = await makeUser(db, 'vendedor')
    const { secret } = (await (await app.as(user)).call(calls.beginSecondFactor, { body: { password: PASSWORD } })).data
    const row = await db.kysely.selectFrom('app_user').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow()
    const sessions = { endAllOf: async () => undefined, forget: () => undefined } as unknown as SessionStore
    const verified = { ...row, password_hash: 'the one before' } as unknown as VerifiedPerson
    await expect(switchOn({ db, sessions }, verified, codeOf(secret), undefined)).rejects.toThrow(Refusal)
    expect((await signIn(user)).status).toBe(200)
  })

  test('is asked for once the password was right, and each code is good once (R261)', async () => {
    const { user, secret } = await withFactor()
    const asked = await signIn(user)
    expect([asked.status, asked.json.details]).toEqual([
      401,
      [{ field: 'codigo', message: 'Ingrese el código de verificación de su aplicación' }],
    ])
    expect((await signIn(user, '', 'otra-clave-larga')).json).toEqual({
      error: 'UNAUTHENTICATED',
      message: 'Los datos ingresados son incorrectos',
    })
    const code = codeOf(secret)
    expect((await signIn(user, code)).status).toBe(200)
    const again = await signIn(user, code)
    expect([again.status, again.json.details[0].field]).toEqual([401, 'codigo'])
    expect((await signIn(user, codeOf(secret, -1))).status).toBe(401)
    expect((await signIn(user, codeOf(secret, 1))).status).toBe(200)
  })

  test('a code that was used while the clock was an hour ahead locks out none of the present (R261)', async () => {
    const { user, secret } = await withFactor()
    const hourAhead = Math.floor(Date.now() / 30_000) + 120
    const factor = database().db.kysely.updateTable('second_factor').where('user_id', '=', user.id)
    await factor.set({ last_step: hourAhead }).execute()
    expect((await signIn(user, codeOf(secret))).status).toBe(200)
    expect((await signIn(user, codeOf(secret))).status).toBe(401)
  })

  test('a code of one moment lets one of two sign-ins at once in', async () => {
    const { user, secret } = await withFactor()
    const code = codeOf(secret)
    const both = await Promise.all([signIn(user, code), signIn(user, code)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401])
  })

  test('a wrong code counts like a wrong password, being asked for one does not (R15)', async () => {
    const { user, secret } = await withFactor()
    for (let n = 0; n < 12; n++) expect((await signIn(user)).status).toBe(401)
    for (let n = 0; n < 10; n++) expect((await signIn(user, '000000')).status).toBe(401)
    expect((await signIn(user, codeOf(secret))).status).toBe(429)
  })

  test('switching it on takes the password, leaves the present session alone and ends the others (R262)', async () => {
    const user = await makeUser(database().db, 'supervisor')
    const [present, other] = [await app.as(user), await app.as(user)]
    const wrong = await present.call(calls.beginSecondFactor, { body: { password: 'otra-clave-larga' } })
    expect([wrong.status, wrong.json.details[0].field]).toEqual([400, 'contra'])
    const { secret, link } = (await present.call(calls.beginSecondFactor, { body: { password: PASSWORD } })).data
    expect(link).toContain(`secret=${secret}`)
    expect((await signIn(user)).status).toBe(200)
    const on = (code: string) => present.call(calls.switchOnSecondFactor, { body: { password: PASSWORD, code } })
    expect((await on('000000')).json.details[0].field).toBe('codigo')
    expect((await on(codeOf(secret))).data.user).toBeNull()
    expect((await present.call(countCart)).status).toBe(200)
    expect((await other.call(countCart)).status).toBe(401)
    expect((await on(codeOf(secret, 1))).status).toBe(409)
  })

  test('clients have none', async () => {
    const caller = await app.as(await makeUser(database().db))
    expect((await caller.call(calls.beginSecondFactor, { body: { password: PASSWORD } })).status).toBe(403)
  })

  test('each recovery code is good once, is told by mail and stands in the audit; new ones replace them (R263)', async () => {
    const { user, caller, codes } = await withFactor()
    expect(new Set(codes).size).toBe(10)
    expect((await signIn(user, codes[0])).status).toBe(200)
    expect((await signIn(user, codes[0])).status).toBe(401)
    const { audit, mails } = await rowsOf(user)
    expect(audit.at(-1)).toMatchObject({ action: 'recovery-code-used', after: { recovery_codes_left: 9 } })
    expect(mails).toEqual(['on', 'recovery-code'])
    const wrong = await caller.call(calls.renewRecoveryCodes, { body: { password: 'otra-clave-larga' } })
    expect(wrong.status).toBe(400)
    const fresh = (await caller.call(calls.renewRecoveryCodes, { body: { password: PASSWORD } })).data
    expect((await signIn(user, codes[1])).status).toBe(401)
    expect((await rowsOf(user)).mails.at(-1)).toBe('recovery-codes')
    expect((await signIn(user, fresh[0])).status).toBe(200)
    expect((await caller.call(calls.getSecondFactor)).data).toEqual({
      isOn: true,
      required: false,
      codesLeft: 9,
    })
  })

  test('its owner, an admin and the operator take it away; the user is mailed (R265)', async () => {
    const ways = [
      ({ caller }: Awaited<ReturnType<typeof withFactor>>) =>
        caller.call(calls.switchOffSecondFactor, { body: { password: PASSWORD } }),
      ({ user }: Awaited<ReturnType<typeof withFactor>>) =>
        admin.call(calls.takeAwaySecondFactor, { params: { id: user.id }, body: { password: PASSWORD } }),
      ({ user }: Awaited<ReturnType<typeof withFactor>>) => takeAwaySecondFactor(database().db, user.cuit),
    ]
    for (const takeAway of ways) {
      const made = await withFactor()
      const told = async () => (await admin.call(getUser, { params: { id: made.user.id } })).data.secondFactor
      expect(await told()).toBe(true)
      await takeAway(made)
      expect(await told()).toBe(false)
      expect((await signIn(made.user)).status).toBe(200)
      const { audit, mails } = await rowsOf(made.user)
      expect(audit.at(-1)).toMatchObject({ action: 'second-factor', after: { second_factor: false } })
      expect(mails).toEqual(['on', 'off'])
    }
  })

  test('an admin does not take away the own one without the password (R262)', async () => {
    const { user, caller } = await withFactor('admin')
    const body = { password: PASSWORD }
    const answer = await caller.call(calls.takeAwaySecondFactor, { params: { id: user.id }, body })
    expect([answer.status, answer.json.message]).toEqual([
      409,
      'La verificación propia se apaga en «Mis datos», con la contraseña',
    ])
    expect((await signIn(user)).status).not.toBe(200)
  })

  test('an admin takes away another’s with the own password alone (R340)', async () => {
    const { user } = await withFactor()
    const path = `/api/usuarios/${user.id}/dos-pasos/baja`
    expect((await admin.request('PUT', path, {})).status).toBe(400)
    const wrong = await admin.request('PUT', path, { contra: 'la de otro' })
    expect([wrong.status, wrong.json.details]).toEqual([
      400,
      [{ field: 'contra', message: 'La contraseña no es correcta' }],
    ])
    expect((await rowsOf(user)).mails).toEqual(['on'])
    expect((await admin.call(getUser, { params: { id: user.id } })).data.secondFactor).toBe(true)
  })

  test('neither the export of personal data nor the audit holds the secret', async () => {
    const { user, secret, codes } = await withFactor()
    const stored = await database().db.kysely.selectFrom('second_factor').selectAll().execute()
    const hex = stored.find(({ user_id }) => user_id === user.id)!.secret
    const told = JSON.stringify([await exportPersonalData(database().db, user.cuit), await rowsOf(user)])
    for (const text of [secret, hex.toString('hex'), JSON.stringify(hex), recoveryHash(codes[0] ?? '')])
      expect(told).not.toContain(text)
  })

  test('a role that must have one sets it up before it has a session (R264)', async () => {
    const set = (value: string) => admin.call(saveSettings, { body: [{ key: 'DOS_PASOS', value }] })
    expect((await set('cliente')).status).toBe(400)
    const user = await makeUser(database().db, 'supervisor')
    const before = await app.as(user)
    await set('supervisor')
    await expect
      .poll(async () => (await signIn(user)).json)
      .toMatchObject({ error: 'FORBIDDEN', details: [{ field: 'dosPasos' }] })
    expect((await signIn(await makeUser(database().db, 'vendedor'))).status).toBe(200)
    const own = { cuit: user.cuit, password: PASSWORD }
    const { secret } = (await app.visitor.call(calls.beginSecondFactor, { body: own })).data
    const body = { ...own, code: codeOf(secret) }
    const { data } = await app.visitor.call(calls.switchOnSecondFactor, { body })
    expect(data.codes).toHaveLength(10)
    expect(data.user).toMatchObject({ id: user.id, type: 'supervisor' })
    expect((await before.call(countCart)).status).toBe(401)
    await set('')
  })
})
