import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import {
  changePassword,
  inUse,
  register,
  registrationTexts,
  resetTexts,
  saveAddress,
  sendResetCode,
  updateProfile,
} from '../../../contract/accounts.ts'
import { signin } from '../../../contract/auth.ts'
import { countCart } from '../../../contract/cart.ts'
import { parseCuit } from '../../../contract/cuit.ts'
import { passwordProblem } from '../../../contract/password.ts'
import { userAddresses } from '../../../contract/users.ts'
import { offlineEntries, offlineRefused } from '../../ports/tax-registry/offline.ts'
import { makeUser, PASSWORD } from '../../test/make.ts'
import { openTestApp, type TestApp } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'
import { createAccount } from './create-account.service.ts'
import { newResetCode } from './reset-password.service.ts'

// The real one, watched.
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>()
  return { ...real, hash: vi.fn(real.hash) }
})

const company = offlineEntries[2]!
const form = {
  email: 'ana@example.test',
  password: 'tres tristes tigres',
  confirmation: 'tres tristes tigres',
  cuit: company.cuit,
  firstName: 'Ana',
  lastName: 'Paz',
  businessName: 'Lo que escribí',
  mobile: '11 5555-1234',
  phone: '',
  address: 'Belgrano 100',
  provinceId: 9,
  city: 'Salta',
  carrierId: 1 as number | null,
  zoneId: null as number | null,
  notes: '',
  terms: true,
  street: 'Belgrano',
  number: '100',
  crossing: '',
  postalCode: '4400',
  country: 'Argentina',
}

withDatabases('accounts', (database) => {
  let app: TestApp
  let visitors = 0
  /** Every visitor comes from an own address, so that the limits of one test leave the others alone. */
  const headers = (address = `198.51.100.${++visitors}`) => ({ 'x-forwarded-for': address })

  beforeAll(async () => {
    const { db } = database()
    await db.kysely.insertInto('carrier').values({ id: 1, name: 'A convenir' }).execute()
    app = await openTestApp(db)
  })
  afterAll(() => app.close())

  const send = (changes: Partial<typeof form> = {}) =>
    app.visitor.call(register, { body: { ...form, ...changes }, headers: headers() })
  const jobs = (kind: string) =>
    database().db.kysely.selectFrom('job').select(['payload', 'unique_key']).where('kind', '=', kind).execute()

  test('every refused field is told, in the order of the spec', async () => {
    const { status, json } = await send({
      terms: false,
      email: '',
      password: '',
      confirmation: 'otra',
      cuit: '',
      carrierId: null,
    })
    expect(status).toBe(400)
    expect(json.details).toEqual([
      { field: 'terminos', message: 'Debe aceptar los términos y condiciones' },
      { field: 'email', message: 'Debe ingresar un email válido' },
      { field: 'contra', message: 'Debe ingresar una contraseña válida' },
      { field: 'expreso', message: 'Debe ingresar un EXPRESO válido' },
      { field: 'cuit', message: 'Debe ingresar un CUIT válido' },
      { field: 'confirmar', message: 'Las contraseñas no coinciden' },
    ])
  })

  test('a single fault is the message itself', async () => {
    expect((await send({ terms: false })).json.message).toBe(registrationTexts.terms)
    expect((await send({ cuit: '30-71234567-0' })).json.message).toBe('El cuit ingresado es invalido')
    expect((await send({ cuit: offlineRefused.unknown })).json.message).toBe('El cuit ingresado es invalido')
    expect((await send({ password: 'corta', confirmation: 'corta' })).json.message).toContain('al menos 8 caracteres')
    const common = { password: 'password123', confirmation: 'password123' }
    expect((await send(common)).json.message).toContain('fácil de adivinar')
  })

  test('the registry wins over what was typed; the account waits and a mail is on its way', async () => {
    const { db } = database()
    const { data } = await send()
    const stored = await db.kysely
      .selectFrom('app_user')
      .selectAll()
      .where('id', '=', data.id)
      .executeTakeFirstOrThrow()
    expect(stored).toMatchObject({
      business_name: company.businessName,
      type: 'cliente',
      enabled: false,
      verified: true,
      cuit: company.cuit,
    })
    const address = await db.kysely.selectFrom('user_address').selectAll().where('user_id', '=', data.id).execute()
    expect(address).toMatchObject([{ street: 'Belgrano 100', city: 'Salta', province_id: 9, postal_code: '4400' }])
    expect(await jobs('receivedMail')).toMatchObject([{ payload: { userId: data.id } }])
    const refused = await app.visitor.call(signin, {
      body: { cuit: form.cuit, password: form.password },
      headers: headers(),
    })
    expect(refused.status).toBe(403)

    const again = await send({ email: 'otra@example.test' })
    expect([again.status, again.json.message]).toEqual([403, 'EL CUIT y/o MAIL ya estan en uso'])
  })

  test('with the registry down the account is made with typed data, not verified', async () => {
    // A right CUIT that the offline registry does not know: it answers 'not available'.
    const { data } = await send({ cuit: '27-23456789-1', email: 'berta@example.test' })
    const stored = await database()
      .db.kysely.selectFrom('app_user')
      .select(['business_name', 'verified'])
      .where('id', '=', data.id)
      .executeTakeFirstOrThrow()
    expect(stored).toEqual({ business_name: 'Lo que escribí', verified: false })
  })

  test('two registrations of one CUIT at once make one account', async () => {
    const twice = await Promise.all(
      ['uno', 'dos'].map((name) => send({ cuit: offlineEntries[0]!.cuit, email: `${name}@example.test` })),
    )
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 403])
  })

  /** A CUIT of nobody, with its check digit. */
  const cuitOf = (number: number) => {
    for (let digit = 0; digit < 10; digit++) {
      const cuit = parseCuit(`20${String(number).padStart(8, '0')}${digit}`)
      if (cuit) return cuit
    }
    return cuitOf(number + 50_000)
  }

  test('twenty registrations that are made come from one address in an hour; refused ones do not count', async () => {
    const from = (changes: Partial<typeof form>) =>
      app.visitor.call(register, { body: { ...form, ...changes }, headers: headers('203.0.113.1') })
    for (let n = 0; n < 25; n++) expect((await from({ terms: false })).status).toBe(400)
    const made = Array.from({ length: 21 }, (_, n) =>
      from({ cuit: cuitOf(31_000_000 + n), email: `uno-de-${n}@example.test` }),
    )
    const statuses = (await Promise.all(made)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([...Array<number>(20).fill(200), 429])
  })

  test('five codes an hour are sent for one address; malformed ones do not count', async () => {
    const ask = (email: string) =>
      app.visitor.call(sendResetCode, { query: { email }, headers: headers('203.0.113.2') })
    for (let n = 0; n < 8; n++) expect((await ask(n % 2 ? '' : 'no es un mail')).status).toBe(400)
    const codes = await Promise.all(Array.from({ length: 6 }, (_, n) => ask(`x${n}@example.test`)))
    const limited = codes.filter(({ status }) => status === 429)
    expect(limited).toHaveLength(1)
    expect(Number(limited[0]!.headers['retry-after'])).toBeGreaterThan(3_000)
  })

  test('a name is one line of a sensible length; the zone is kept; without any name there is no account', async () => {
    const { db } = database()
    for (const [field, value] of [
      ['nombre', 'Gane dinero\nhttps://example.test'],
      ['apellido', 'a\u2028b'],
      ['razonSocial', 'x'.repeat(121)],
      ['nombre', 'x'.repeat(61)],
    ] as const) {
      const body = { ...z.encode(register.body, form), [field]: value }
      const refused = await app.visitor.request('POST', register.path, body)
      expect([refused.status, refused.json.details[0].field]).toEqual([400, field])
    }
    const nameless = { firstName: ' ', lastName: '', businessName: '', cuit: cuitOf(32_000_000) }
    const refused = await send({ ...nameless, email: 'nadie-llamado@example.test' })
    expect([refused.status, refused.json.details]).toEqual([
      400,
      [{ field: 'nombre', message: 'Debe ingresar su nombre' }],
    ])
    const unknownZone = await send({ cuit: cuitOf(32_000_001), zoneId: 77 })
    expect(unknownZone.json.details).toEqual([{ field: 'zona', message: 'Debe ingresar una ZONA válida' }])
    await db.kysely.insertInto('zone').values({ id: 3, name: 'Norte' }).execute()
    const { data } = await send({ cuit: cuitOf(32_000_001), zoneId: 3, email: 'con.zona@example.test' })
    const stored = db.kysely.selectFrom('app_user').select('zone_id').where('id', '=', data.id)
    expect(await stored.execute()).toEqual([{ zone_id: 3 }])
  })

  test('a password among the commonest is refused wherever one is chosen, in any case', async () => {
    const { db } = database()
    const sentence = 'Debe ingresar una contraseña válida: esa es demasiado fácil de adivinar'
    // The browser knows nothing of these; the second stands among the last of the list's commonest 100,000.
    for (const password of ['Thirteen', '07021958']) {
      expect(passwordProblem(password, 'client')).toBeUndefined()
      const registered = await send({ cuit: cuitOf(33_500_000), password, confirmation: password })
      expect([registered.status, registered.json.message]).toEqual([400, sentence])
      const user = await makeUser(db, 'cliente', { email: `${password}@example.test` })
      const code = await newResetCode(db, user.id)
      const body = { email: `${password}@example.test`, code, password }
      const reset = await app.visitor.call(changePassword, { query: {}, body })
      expect([reset.status, reset.json.message]).toEqual([400, sentence])
      // A weak one does not spend the code.
      const again = await app.visitor.call(changePassword, {
        query: {},
        body: { ...body, password: 'tren de madera nueve' },
      })
      expect(again.status).toBe(200)
    }
    await expect(
      createAccount(db, {
        type: 'admin',
        password: '123QWERTY456',
        cuit: cuitOf(33_600_000),
        email: 'jefe@example.test',
      }),
    ).rejects.toThrow(sentence)
  })

  test('a password made of the own CUIT or of the shop’s name is refused', async () => {
    const cuit = cuitOf(33_000_000)
    for (const password of [cuit, `${cuit.slice(0, 2)}-${cuit.slice(2, 10)}-${cuit[10]}`, 'bulto123', '2026Bulto']) {
      const { status, json } = await send({ cuit, password, confirmation: password })
      expect([status, json.details[0].field, json.message]).toEqual([
        400,
        'contra',
        'Debe ingresar una contraseña válida: esa es demasiado fácil de adivinar',
      ])
    }
  })

  test('asking for a code answers the same whether or not the address has an account', async () => {
    const { db } = database()
    const { id } = await makeUser(db, 'cliente', { email: 'olvido@example.test' })
    const ask = (email: string) => app.visitor.call(sendResetCode, { query: { email }, headers: headers() })
    expect((await ask('OLVIDO@example.test')).json).toEqual((await ask('nadie@example.test')).json)
    expect(await jobs('resetCodeMail')).toMatchObject([{ payload: { userId: id } }])
    expect((await ask('')).json.message).toBe('Ingrese una dirección de mail')
    expect((await ask('no es un mail')).json.message).toBe('No se pudo enviar el correo, revise la dirección de email')
  })

  test('who asks for another’s codes leaves the owner some, alike whether or not there is an account', async () => {
    const { db } = database()
    const { id, cuit } = await makeUser(db, 'cliente', { email: 'buscada@example.test' })
    const ask = (email: string, from = headers()) =>
      app.visitor.call(sendResetCode, { query: { email }, headers: from })
    const sent = async () =>
      (await jobs('resetCodeMail')).filter(({ payload }) => (payload as { userId: number }).userId === id).length

    // One address asks for all that it gets; the owner elsewhere asks then.
    const attacker = headers('203.0.113.77')
    const fromOne = []
    for (let n = 0; n < 6; n++) fromOne.push((await ask('buscada@example.test', attacker)).status)
    expect(fromOne).toEqual([200, 200, 200, 200, 200, 429])
    expect((await ask('BUSCADA@example.test')).status).toBe(200)
    expect(await sent()).toBe(6)

    // From many addresses: bounded, and said so, for an address without account too.
    for (let n = 0; n < 14; n++) await ask(n % 2 ? 'buscada@example.test' : 'Buscada@example.test')
    for (let n = 0; n < 20; n++) await ask('nunca-hubo@example.test')
    expect(await sent()).toBe(20)
    const refused = await Promise.all(['buscada@example.test', 'nunca-hubo@example.test'].map((email) => ask(email)))
    for (const { status, json, headers: told } of refused) {
      expect([status, json.message]).toEqual([
        429,
        'Ya se pidieron varios códigos para esta dirección. Busque el último en su correo',
      ])
      expect(Number(told['retry-after'])).toBeGreaterThan(3_000)
    }
    expect(await sent()).toBe(20)

    // Where the owner signed in before, a code comes all the same.
    const home = headers('203.0.113.78')
    expect((await app.visitor.call(signin, { body: { cuit, password: PASSWORD }, headers: home })).status).toBe(200)
    expect((await ask('buscada@example.test', home)).status).toBe(200)
    expect(await sent()).toBe(21)
  })

  const change = (email: string, code: string, password: string) =>
    app.visitor.call(changePassword, { query: {}, body: { email, code, password }, headers: headers() })

  test('a code changes the password once, ends the sessions and signs in', async () => {
    const { db } = database()
    const email = 'cambia@example.test'
    const user = await makeUser(db, 'cliente', { email })
    const before = await app.as(user)
    const code = await newResetCode(db, user.id)
    expect(code).toMatch(/^\d{6}$/)
    const weak = await change(email, code, 'corta')
    expect(weak.json.message).toContain('Debe ingresar una contraseña válida')
    const { data } = await change(email, code, 'una clave nueva')
    expect(data).toMatchObject({ id: user.id, type: 'cliente' })
    expect((await before.call(countCart)).status).toBe(401)
    const old = await app.visitor.call(signin, {
      body: { cuit: user.cuit, password: PASSWORD },
      headers: headers(),
    })
    expect(old.status).toBe(401)
    const twice = await change(email, code, 'otra clave mas')
    expect([twice.status, twice.json.message]).toEqual([400, resetTexts.changeFailed])
    // Told in the audit, without any trace of the password.
    const audited = db.kysely.selectFrom('audit').select(['user_id', 'action', 'before', 'after'])
    expect(await audited.where('entity', '=', 'user').where('entity_id', '=', String(user.id)).execute()).toEqual([
      { user_id: user.id, action: 'password-reset', before: null, after: null },
    ])
  })

  test('the spec’s query works too', async () => {
    const { db } = database()
    const email = 'consulta@example.test'
    const user = await makeUser(db, 'cliente', { email })
    const code = await newResetCode(db, user.id)
    const query = new URLSearchParams({ email, token: code, contra: 'una clave nueva' })
    const { status, json } = await app.visitor.request('PUT', `/api/auth/cambiarContra?${query}`)
    expect([status, json.id]).toEqual([200, user.id])
  })

  test('a stranger who guesses codes is stopped before the codes of an address that is known are worn out for good', async () => {
    const { db } = database()
    const email = 'conocida@example.test'
    const { id } = await makeUser(db, 'cliente', { email })
    const guess = async () => {
      const body = { email, code: '000000', password: 'una clave nueva' }
      return (await app.visitor.call(changePassword, { query: {}, body, headers: headers('10.9.8.7') })).status
    }
    const statuses: number[] = []
    for (let nth = 0; nth < 21; nth++) statuses.push(await guess())
    expect(new Set(statuses.slice(0, 20))).toEqual(new Set([400]))
    expect(statuses[20]).toBe(429)
    const code = await newResetCode(db, id)
    expect(await guess()).toBe(429)
    expect((await change(email, code, 'una clave nueva')).status).toBe(200)
  })

  test('five wrong tries wear a code out; an old one is dead; missing fields have their texts', async () => {
    const { db } = database()
    const email = 'prueba@example.test'
    const { id } = await makeUser(db, 'cliente', { email })
    const code = await newResetCode(db, id)
    const wrong = code === '000000' ? '111111' : '000000'
    await Promise.all(Array.from({ length: 5 }, () => change(email, wrong, 'una clave nueva')))
    expect((await change(email, code, 'una clave nueva')).json.message).toBe(resetTexts.changeFailed)

    const late = await newResetCode(db, id)
    await db.kysely
      .updateTable('password_reset')
      .set({ expires_at: new Date(Date.now() - 1) })
      .execute()
    expect((await change(email, late, 'una clave nueva')).json.message).toBe(resetTexts.changeFailed)
    expect((await change(email, '', 'una clave nueva')).json.message).toBe('Ingrese un codigo valido..')
    expect((await change(email, '1', '')).json.message).toBe('La nueva contraseña no puede estar vacia..')
    expect((await change('nadie@example.test', '123456', 'una clave nueva')).json.message).toBe(resetTexts.changeFailed)
  })

  test('a code used by two requests at once changes one password', async () => {
    const { db } = database()
    const email = 'doble@example.test'
    const { id } = await makeUser(db, 'cliente', { email })
    const code = await newResetCode(db, id)
    const answers = await Promise.all([change(email, code, 'una clave nueva'), change(email, code, 'otra mas nueva')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  test('only the right code is worth a hash: a wrong one takes no longer than an unknown address', async () => {
    const { db } = database()
    const email = 'reloj@example.test'
    const { id } = await makeUser(db, 'cliente', { email })
    const code = await newResetCode(db, id)
    vi.mocked(hash).mockClear()
    await change(email, code === '000000' ? '111111' : '000000', 'una clave nueva')
    await change('nadie@example.test', '123456', 'una clave nueva')
    expect(hash).not.toHaveBeenCalled()
  })

  test('an account that may not sign in gets its new password and signin’s refusal', async () => {
    const { db } = database()
    const email = 'espera@example.test'
    const { id } = await makeUser(db, 'cliente', { email, enabled: false })
    const refused = await change(email, await newResetCode(db, id), 'una clave nueva')
    expect(refused.status).toBe(403)
  })

  test('the own profile and addresses are saved whole or not at all, another’s never', async () => {
    const { db } = database()
    const user = await makeUser(db)
    const caller = await app.as(user)
    const profile = { id: user.id, firstName: 'Eva', lastName: 'Luz', phone: '1', mobile: '2', carrierId: 1 }
    expect((await caller.call(updateProfile, { body: profile })).data).toBe(true)
    const missing = await caller.call(updateProfile, { body: { ...profile, lastName: ' ' } })
    expect(missing.json.details).toMatchObject([{ field: 'apellido' }])

    const address = { id: null, street: 'Mitre 1', provinceId: 9, city: 'Salta', notes: '', userId: user.id }
    const { data: id } = await caller.call(saveAddress, { body: address })
    await caller.call(saveAddress, { body: { ...address, id, street: 'Mitre 2' } })
    expect((await caller.call(userAddresses, { params: { userId: user.id } })).data).toMatchObject([
      { id, street: 'Mitre 2' },
    ])
    // A postal code belongs to its place: another street forgets it, other notes do not (R248).
    const stored = async () =>
      (await caller.call(userAddresses, { params: { userId: user.id } })).data.find((own) => own.id === id)
    await caller.call(saveAddress, { body: { ...address, id, postalCode: '4190' } })
    await caller.call(saveAddress, { body: { ...address, id, notes: 'otra' } })
    expect(await stored()).toMatchObject({ postalCode: '4190', notes: 'otra' })
    await caller.call(saveAddress, { body: { ...address, id, street: 'Mitre 2' } })
    expect(await stored()).toMatchObject({ postalCode: '', street: 'Mitre 2' })
    const noCity = await caller.call(saveAddress, { body: { ...address, city: '' } })
    expect(noCity.json.details).toMatchObject([{ field: 'ciudad' }])

    const stranger = await app.as(await makeUser(db))
    expect((await stranger.call(updateProfile, { body: profile })).status).toBe(403)
    expect((await stranger.call(saveAddress, { body: address })).status).toBe(403)
    const own = { ...address, id, userId: (await makeUser(db)).id }
    expect((await stranger.call(saveAddress, { body: own })).status).toBe(403)
    // An admin may, but not for a user that there is not.
    const admin = await app.as(await makeUser(db, 'admin'))
    const nobodys = { ...address, userId: 987_654 }
    expect((await admin.call(saveAddress, { body: nobodys })).status).toBe(404)
    const changes = await db.kysely
      .selectFrom('audit')
      .select('action')
      .where('entity_id', '=', String(user.id))
      .execute()
    expect(changes.map(({ action }) => action)).toContain('profile')
  })

  test('a shop without carriers asks for none, at the registration and in the profile (R105, R205)', async () => {
    const { db } = database()
    const offer = (active: boolean) => db.kysely.updateTable('carrier').set({ active }).execute()
    const user = await makeUser(db)
    const caller = await app.as(user)
    const profile = { id: user.id, firstName: 'Eva', lastName: 'Luz', phone: '1', mobile: '2', carrierId: null }
    const given = { email: 'sin-expreso@example.test', cuit: cuitOf(33_700_000), carrierId: null }
    expect((await send(given)).json.details).toMatchObject([{ field: 'expreso' }])
    expect((await caller.call(updateProfile, { body: profile })).json.details).toMatchObject([{ field: 'idexp' }])
    await offer(false)
    try {
      expect((await send(given)).status).toBe(200)
      expect((await caller.call(updateProfile, { body: profile })).status).toBe(200)
    } finally {
      await offer(true)
    }
  })

  test('the carrier may come by its other name, and the call without its slash', async () => {
    const body = {
      ...z.encode(register.body, form),
      email: 'otro-nombre@example.test',
      expreso: null,
      idexp: 1,
    }
    const cuit = offlineEntries[1]?.cuit ?? ''
    for (const [address, status] of [
      ['/api/auth', 200],
      ['/api/auth/', 403],
    ] as const) {
      const answer = await app.visitor.request('POST', address, { ...body, cuit })
      // The second time the mail is in use: both addresses are the same call.
      expect([answer.status, answer.json.message]).toEqual([status, status === 200 ? undefined : inUse])
    }
    const user = database().db.kysely.selectFrom('app_user').select('carrier_id')
    const stored = await user.where('email', '=', 'otro-nombre@example.test').executeTakeFirstOrThrow()
    expect(stored.carrier_id).toBe(1)
  })

  test('HEAD, which only looks, neither mails a code nor asks the registry', async () => {
    const user = await makeUser(database().db, 'cliente', { email: 'cabeza@example.test' })
    for (const url of ['/api/auth/cambiarContra?mail=cabeza@example.test', `/api/auth/padron?cuit=${user.cuit}`]) {
      expect((await app.app.inject({ method: 'HEAD', url, headers: headers() })).statusCode).toBe(404)
    }
    expect(JSON.stringify(await jobs('resetCodeMail'))).not.toContain(`"userId":${user.id}`)
  })
})
