import { afterAll, beforeAll, expect, test } from 'vitest'
import { deviceKey, signin } from '../../../contract/auth.ts'
import { countCart } from '../../../contract/cart.ts'
import { makeClient, makeUser, PASSWORD } from '../../test/make.ts'
import { openTestApp, type TestApp } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'
import { createSessions } from './sessions.service.ts'

withDatabases('auth', (database) => {
  let app: TestApp
  beforeAll(async () => {
    app = await openTestApp(database().db)
  })
  afterAll(() => app.close())
  const signIn = (cuit: string, password: string) => app.visitor.call(signin, { body: { cuit, password } })

  test('answers the stored user, flat, with the CUIT written either way', async () => {
    const client = await makeClient(database().db)
    const { id } = await makeUser(database().db, 'cliente', {
      cuit: '30712345671',
      client_id: client.id,
      first_name: 'Ana',
    })
    for (const cuit of ['30712345671', '30-71234567-1', ' 30 71234567 1 ']) {
      const { json } = await signIn(cuit, PASSWORD)
      expect(json).toEqual({
        id,
        nombre: 'Ana',
        tipo: 'cliente',
        idcli: client.id,
        accessToken: expect.any(String),
      })
    }
    const staff = await makeUser(database().db, 'admin')
    expect((await signIn(staff.cuit, PASSWORD)).json.idcli).toBe(-1)
  })

  test("the key of a user's devices is always the same, and nobody else's (R229)", async () => {
    const [user, other] = [await makeUser(database().db), await makeUser(database().db)]
    const keyOf = async (holder: typeof user) => (await (await app.as(holder)).call(deviceKey)).json
    const [key, again, others] = [await keyOf(user), await keyOf(user), await keyOf(other)]
    expect(Buffer.from(String(key), 'base64url')).toHaveLength(32)
    expect(again).toBe(key)
    expect(others).not.toBe(key)
    expect((await app.visitor.call(deviceKey)).status).toBe(401)
  })

  test('a wrong CUIT and a wrong password are the same refusal', async () => {
    const { cuit } = await makeUser(database().db)
    const unknown = await signIn('27999999999', PASSWORD)
    const wrong = await signIn(cuit, 'otra-clave-larga')
    expect(unknown.status).toBe(401)
    expect(unknown.json).toEqual(wrong.json)
    expect(wrong.json.message).toBe('Los datos ingresados son incorrectos')
  })

  test('an account not yet enabled is told so, but only with the right password', async () => {
    const { cuit } = await makeUser(database().db, 'cliente', { enabled: false })
    expect((await signIn(cuit, 'otra-clave-larga')).status).toBe(401)
    const refused = await signIn(cuit, PASSWORD)
    expect(refused.status).toBe(403)
    expect(refused.json.message).toContain('habilitada')
  })

  test('an account that was switched off or refused is told so, and waits for no mail', async () => {
    for (const enabled of [true, false]) {
      const { cuit } = await makeUser(database().db, 'cliente', { enabled, active: false })
      expect((await signIn(cuit, 'otra-clave-larga')).status).toBe(401)
      expect((await signIn(cuit, PASSWORD)).json).toMatchObject({
        message: 'Su cuenta no está activa. Comuníquese con nosotros',
      })
    }
  })

  test('signing out with empty credentials ends that session, and no other', async () => {
    const user = await makeUser(database().db)
    const [signedOut, stillSignedIn] = [await app.as(user), await app.as(user)]
    expect((await signedOut.call(countCart)).status).toBe(200)
    expect((await signedOut.call(signin, { body: { cuit: '', password: '' } })).json).toBeNull()
    expect((await signedOut.call(countCart)).status).toBe(401)
    expect((await stillSignedIn.call(countCart)).status).toBe(200)
    expect((await signIn('', '')).status).toBe(401)
  })

  test('behind a proxy, a visitor cannot leave a limit behind by claiming other addresses', async () => {
    const { cuit } = await makeUser(database().db)
    const statuses: number[] = []
    for (let i = 0; i < 11; i++) {
      const headers = { 'x-forwarded-for': `192.0.2.${i}, 203.0.113.77` }
      const body = { cuit, password: 'otra-clave-larga' }
      statuses.push((await app.visitor.call(signin, { body, headers })).status)
    }
    expect(statuses.at(-1)).toBe(429)
  })

  test('ending all sessions of a user makes the next call a 401', async () => {
    const { db } = database()
    const user = await makeUser(db)
    const caller = await app.as(user)
    expect((await caller.call(countCart)).status).toBe(200)
    const sessions = createSessions(db)
    const heard = new Promise<void>((resolve) => db.on('session', () => resolve()))
    await db.tx(async (t, publish) => {
      await sessions.endAllOf(t, user.id)
      publish('session')
    })
    await heard
    expect((await caller.call(countCart)).status).toBe(401)
    sessions.close()
  })

  test('an expired session is dead', async () => {
    const { db } = database()
    const user = await makeUser(db)
    const caller = await app.as(user)
    await db.kysely
      .updateTable('session')
      .set({ expires_at: new Date(Date.now() - 1_000) })
      .where('user_id', '=', user.id)
      .execute()
    expect((await caller.call(countCart)).status).toBe(401)
  })

  test('only a hash of the token is stored, and the cookie of the page opens no call', async () => {
    const { cuit } = await makeUser(database().db)
    const { data, headers } = await signIn(cuit, PASSWORD)
    const stored = await database().db.kysely.selectFrom('session').select('token_hash').execute()
    expect(stored.some(({ token_hash }) => token_hash.toString().includes(data!.token))).toBe(false)
    const cookie = String(headers['set-cookie'])
    expect(cookie).toMatch(/HttpOnly; SameSite=Strict/)
    const byCookie = await app.app.inject({
      url: '/api/itemsCarrito/cantidad',
      headers: { cookie: cookie.split(';')[0]! },
    })
    expect(byCookie.statusCode).toBe(401)
  })

  test('on https the cookies are this host’s alone, and pages know the base of their addresses', async () => {
    const secure = await openTestApp(database().db, { publicUrl: 'https://tienda.example' })
    const subdomains = { publicUrl: 'https://tienda.example', hstsSubdomains: true }
    const wide = await openTestApp(database().db, subdomains)
    const { cuit } = await makeUser(database().db, 'vendedor')
    const body = { cuit, password: PASSWORD }
    const { headers } = await secure.visitor.call(signin, { body })
    const cookies = [headers['set-cookie']].flat().map(String)
    expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual(['__Host-bulto_pagina', '__Host-bulto_equipo'])
    // What a browser asks of that prefix; with a Domain it would refuse the cookie.
    for (const cookie of cookies) {
      expect(cookie).toMatch(/; Path=\/; HttpOnly; SameSite=Strict; Secure; /)
      expect(cookie).not.toMatch(/Domain/i)
    }
    expect(headers['content-security-policy']).toContain("base-uri 'none'")
    expect(headers['strict-transport-security']).toBe('max-age=31536000')
    expect((await wide.visitor.call(signin, { body })).headers['strict-transport-security']).toBe(
      'max-age=31536000; includeSubDomains',
    )
    const plain = await app.visitor.call(signin, { body })
    expect(String(plain.headers['set-cookie'])).not.toMatch(/__Host-|Secure/)
    expect(plain.headers['strict-transport-security']).toBeUndefined()
    await secure.close()
    await wide.close()
  })
})
