import { afterAll, beforeAll, expect, test } from 'vitest'
import { getCart } from '../../../contract/cart.ts'
import { setNotified } from '../../../contract/notified-mails.ts'
import {
  enableUser,
  getEnabling,
  getUser,
  listNotEnabled,
  rejectUser,
  type User,
  updateLegacyData,
  updateUser,
  userTexts,
  verifyUser,
} from '../../../contract/user-admin.ts'
import { silentLog } from '../../db/log.ts'
import { offlineEntries, offlineRefused, offlineRegistry } from '../../ports/tax-registry/offline.ts'
import { makeArticle, makeClient, makeSeller, makeUser, PASSWORD } from '../../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'
import { createRegistry } from '../registry/registry.service.ts'
import { verificationHandler } from './verify-account.service.ts'

withDatabases('enabling and verifying', (database) => {
  let app: TestApp
  let admin: TestCaller
  let boss: { id: number }

  beforeAll(async () => {
    const { kysely } = database().db
    await kysely.insertInto('carrier').values({ id: 1, name: 'A convenir' }).execute()
    await kysely.insertInto('zone').values({ id: 1, name: 'Norte' }).execute()
    await kysely.insertInto('vat_condition').values({ id: 1, name: 'Responsable Inscripto' }).execute()
    app = await openTestApp(database().db)
    boss = await makeUser(database().db, 'admin', { first_name: 'Jefa', last_name: 'Máxima' })
    admin = await app.as(boss)
  })
  afterAll(() => app.close())

  const stored = async (id: number) => (await admin.call(getUser, { params: { id } })).data
  const save = (user: User, changes: Partial<User> & { password?: string }) =>
    admin.call(updateUser, { body: { ...user, password: '', ownPassword: PASSWORD, ...changes } })
  const nothing = { firstName: '', businessName: '', address: '', city: '' }
  /** A user whom the admin's form takes as it is. */
  async function makeWhole(given: Parameters<typeof makeUser>[2] = {}, type: User['type'] = 'cliente') {
    const { db } = database()
    const user = await makeUser(db, type, { carrier_id: 1, zone_id: 1, ...given })
    await db.kysely
      .insertInto('user_address')
      .values({ user_id: user.id, street: 'Mitre 1', province_id: 0, city: 'CABA' })
      .execute()
    return user
  }

  test('a user who waits is refused: it leaves the list, stays without access, and can come back', async () => {
    const user = await makeWhole({ enabled: false })
    const waits = async () => (await admin.call(listNotEnabled)).data.some(({ id }) => id === user.id)
    expect(await waits()).toBe(true)
    await admin.call(rejectUser, { params: { id: user.id } })
    expect(await waits()).toBe(false)
    const left = await stored(user.id)
    expect(left).toMatchObject({ active: false, enabled: false })
    await save(left, { active: true })
    expect(await waits()).toBe(true)
  })

  test('a user who is enabled cannot be refused', async () => {
    const user = await makeWhole()
    expect((await admin.call(rejectUser, { params: { id: user.id } })).status).toBe(409)
    expect(await stored(user.id)).toMatchObject({ active: true, enabled: true })
  })

  test('what is missing is told beforehand, asked for alone, and the rest stays', async () => {
    const { db } = database()
    const { id } = await makeWhole({ enabled: false, zone_id: null, first_name: 'Ana' })
    const { data, json } = await admin.call(getEnabling, { params: { id }, query: {} })
    expect(data.missing).toEqual([{ field: 'zoneId', message: 'Complete este campo' }])
    expect(json.faltan).toEqual([{ field: 'zona', message: 'Complete este campo' }])
    const refused = await admin.call(enableUser, { params: { id }, body: nothing })
    expect([refused.status, refused.json.details]).toEqual([400, json.faltan])

    const body = { ...nothing, zoneId: 1, firstName: 'Otra', city: 'Otra ciudad' }
    expect((await admin.call(enableUser, { params: { id }, body })).status).toBe(200)
    expect(await stored(id)).toMatchObject({ enabled: true, zoneId: 1, firstName: 'Ana', city: 'CABA' })
    expect((await admin.call(getEnabling, { params: { id }, query: {} })).data.missing).toEqual([])
    const mails = await db.kysely.selectFrom('job').select('payload').where('kind', '=', 'enabledMail').execute()
    expect(mails).toEqual([{ payload: { userId: id } }])
    expect((await admin.call(getEnabling, { params: { id: 999_999 }, query: {} })).status).toBe(404)
  })

  test('a shop without zones and carriers enables without them', async () => {
    const { kysely } = database().db
    const { id } = await makeWhole({ enabled: false, zone_id: null, carrier_id: null })
    const offer = async (active: boolean) => {
      await kysely.updateTable('zone').set({ active }).execute()
      await kysely.updateTable('carrier').set({ active }).execute()
    }
    const missing = async () =>
      (await admin.call(getEnabling, { params: { id }, query: {} })).data.missing.map(({ field }) => field)
    expect(await missing()).toEqual(['carrierId', 'zoneId'])
    await offer(false)
    try {
      expect(await missing()).toEqual([])
      expect((await admin.call(enableUser, { params: { id }, body: nothing })).status).toBe(200)
    } finally {
      await offer(true)
    }
  })

  test('a user without name, razón social and address gets them with the enabling', async () => {
    const { db } = database()
    const { id } = await makeUser(db, 'cliente', { enabled: false, first_name: '', business_name: '' })
    const { json } = await admin.call(getEnabling, { params: { id }, query: {} })
    expect(json.faltan.map(({ field }: { field: string }) => field)).toEqual(
      expect.arrayContaining(['nombre', 'razonSocial', 'idexp', 'zona', 'direccion', 'provincia', 'ciudad']),
    )
    expect(json.faltan).toHaveLength(7)
    const given = { firstName: 'Eva', businessName: 'Eva SA', address: 'Mitre 2', city: 'Salta' }
    const body = { ...given, carrierId: 1, zoneId: 1, provinceId: 0 }
    expect((await admin.call(enableUser, { params: { id }, body })).status).toBe(200)
    expect(await stored(id)).toMatchObject(body)
  })

  test('the client with the CUIT is linked in the same step, and its address, carrier and zone are not asked for (R323)', async () => {
    const { db } = database()
    const user = await makeUser(db, 'cliente', { enabled: false, first_name: 'Ana', business_name: 'Ana SA' })
    const params = { id: user.id }
    const client = await makeClient(db, { cuit: user.cuit, zone_id: 1 })
    await db.kysely
      .updateTable('client_address')
      .set({ street: 'Alem 7', province_id: 9, carrier_id: 1 })
      .where('client_id', '=', client.id)
      .execute()
    expect((await admin.call(getEnabling, { params, query: {} })).data).toEqual({ missing: [], clientId: client.id })
    const without = (await admin.call(getEnabling, { params, query: { clientId: 0 } })).data
    expect(without.clientId).toBeNull()
    expect(without.missing.map(({ field }) => field)).toEqual(
      expect.arrayContaining(['address', 'provinceId', 'city', 'carrierId', 'zoneId']),
    )
    // Nobody is linked to a client without being asked to.
    expect((await admin.call(enableUser, { params, body: nothing })).status).toBe(400)
    expect((await admin.call(enableUser, { params, body: { ...nothing, clientId: client.id } })).status).toBe(200)
    const place = { address: 'Alem 7', city: 'Salta', provinceId: 9, carrierId: 1, zoneId: 1 }
    expect(await stored(user.id)).toMatchObject({ enabled: true, clientId: client.id, ...place })
  })

  test('an address of the user’s own is not mixed with the client’s', async () => {
    const { db } = database()
    const user = await makeWhole({ enabled: false })
    await db.kysely.updateTable('user_address').set({ city: '' }).where('user_id', '=', user.id).execute()
    const client = await makeClient(db, { cuit: user.cuit })
    const { data } = await admin.call(getEnabling, { params: user, query: { clientId: client.id } })
    expect(data.missing.map(({ field }) => field)).toEqual(['city'])
  })

  test('the client is made with seller and condition in the step that enables', async () => {
    const { db } = database()
    const seller = await makeSeller(db)
    const user = await makeWhole({ enabled: false, business_name: 'Nueva SRL' })
    const legacy = { sellerId: seller, saleCondition: 4, bonus: 0, vatConditionId: 1, zoneId: 1 }
    const enable = (terms: object) =>
      admin.call(enableUser, { params: user, body: { ...nothing, legacy: { ...legacy, ...terms } } })
    const refused = await enable({ sellerId: 999_999 })
    expect([refused.status, refused.json.details]).toEqual([
      400,
      [{ field: 'bodell.vendedor', message: 'No se encontro el vendedor' }],
    ])
    expect((await stored(user.id)).enabled).toBe(false)
    expect((await enable({})).status).toBe(200)
    const { clientId } = await stored(user.id)
    const client = await db.kysely
      .selectFrom('client')
      .selectAll()
      .where('id', '=', clientId ?? 0)
      .executeTakeFirst()
    expect(client).toMatchObject({ business_name: 'Nueva SRL', seller_id: seller, sale_condition: 4 })
  })

  test('an empty razón social is filled by a save, and one that is there stays', async () => {
    const { id } = await makeWhole({ business_name: '' })
    const before = await stored(id)
    const refused = await save(before, {})
    expect([refused.status, refused.json.details[0].field]).toEqual([400, 'razonSocial'])
    expect((await save(before, { businessName: ' Juguetes Eva ' })).status).toBe(200)
    await save(before, { businessName: 'Otra' })
    expect((await stored(id)).businessName).toBe('Juguetes Eva')
  })

  test('no client is made of a user without a razón social', async () => {
    const { id } = await makeWhole({ business_name: '', cuit: '27345678904' })
    const terms = { sellerId: null, saleCondition: 1, bonus: 0, vatConditionId: 1, zoneId: 1 }
    const refused = await admin.call(updateLegacyData, { body: { userId: id, ...terms } })
    expect([refused.status, refused.json.details]).toEqual([
      400,
      [{ field: 'razonSocial', message: 'Complete este campo' }],
    ])
    expect((await stored(id)).clientId).toBeNull()
  })

  test('the registry is asked again: its data wins, and who verified and when is told', async () => {
    const company = offlineEntries[2]!
    const { id } = await makeWhole({ cuit: company.cuit, verified: false, business_name: 'Lo tipeado' })
    const { data } = await admin.call(verifyUser, { params: { id } })
    expect(data).toMatchObject({
      verified: true,
      businessName: company.businessName,
      verifiedBy: 'Jefa Máxima',
    })
    expect(Date.parse(data.verifiedAt ?? '')).toBeGreaterThan(0)

    const unknown = await makeWhole({ cuit: offlineRefused.unknown, verified: false })
    const refused = await admin.call(verifyUser, { params: unknown })
    expect([refused.status, refused.json.message]).toEqual([400, 'El cuit ingresado es invalido'])
    const away = await makeWhole({ cuit: '27234567891', verified: false })
    expect((await admin.call(verifyUser, { params: away })).status).toBe(503)
    expect(await stored(away.id)).toMatchObject({ verified: false, verifiedAt: null, verifiedBy: '' })
  })

  test('the shop asks by itself until the registry is back', async () => {
    const { db } = database()
    const person = offlineEntries[1]!
    const user = await makeWhole({ cuit: person.cuit, verified: false, first_name: 'x' })
    let away = true
    const offline = offlineRegistry()
    const taxRegistry = {
      lookUp: async (cuit: string) =>
        away ? { status: 'unavailable' as const, reason: 'down' } : offline.lookUp(cuit),
    }
    const handle = verificationHandler(db, createRegistry({ taxRegistry, log: silentLog })).verifyAccount
    const job = { id: 1, kind: 'verifyAccount' as const, attempt: 1, createdAt: '' }
    const run = (round: number) => handle({ userId: user.id, round }, { ...job, signal: new AbortController().signal })
    const waiting = () =>
      db.kysely
        .selectFrom('job')
        .select(['payload', 'run_at'])
        .where('unique_key', 'like', `verifyAccount:${user.id}:%`)
        .execute()
    await run(0)
    // The same round again, as after a crash, plans no second next round.
    await run(0)
    const [next, ...more] = await waiting()
    expect([next?.payload, more]).toEqual([{ userId: user.id, round: 1 }, []])
    expect(Date.parse(next?.run_at ?? '')).toBeGreaterThan(Date.now())
    away = false
    await run(1)
    expect(await stored(user.id)).toMatchObject({
      verified: true,
      verifiedBy: '',
      firstName: person.firstName,
    })
    expect(await waiting()).toHaveLength(1)
  })

  test('a cart without a client goes with its user; of two lines of an article the later one stays', async () => {
    const { db } = database()
    const [twice, alone] = [await makeArticle(db), await makeArticle(db)]
    const client = await makeClient(db)
    const user = await makeWhole()
    const line = (article_id: number, client_id: number, quantity: number, updated_at: string) =>
      db.kysely
        .insertInto('cart_line')
        .values({
          user_id: user.id,
          created_by: user.id,
          channel: 'web',
          note: `nota ${quantity}`,
          article_id,
          client_id,
          quantity,
          updated_at,
        })
        .execute()
    await line(twice.id, -1, 3, '2026-01-02T00:00:00Z')
    await line(alone.id, -1, 4, '2026-01-02T00:00:00Z')
    await line(twice.id, client.id, 5, '2026-01-01T00:00:00Z')
    expect((await save(await stored(user.id), { clientId: client.id })).status).toBe(200)

    const caller = await app.as(user)
    const cart = (await caller.call(getCart, { query: { clientId: client.id } })).data
    expect(cart.map(({ articleId, quantity }) => [articleId, quantity])).toEqual([
      [twice.id, 3],
      [alone.id, 4],
    ])
    const moved = await db.kysely
      .selectFrom('audit')
      .select(['user_id', 'action', 'before'])
      .where('entity', '=', 'cart')
      .where('entity_id', '=', `${user.id}/${client.id}`)
      .execute()
    expect(moved).toMatchObject([
      { user_id: boss.id, action: 'move', before: { dropped: [{ quantity: 5, note: 'nota 5' }] } },
    ])
  })

  test('a client made for a user gets the cart too', async () => {
    const { db } = database()
    const article = await makeArticle(db)
    const user = await makeWhole({ cuit: '20345678906' })
    const owned = { user_id: user.id, created_by: user.id, client_id: -1, channel: 'web' as const }
    await db.kysely
      .insertInto('cart_line')
      .values({ ...owned, article_id: article.id, quantity: 2 })
      .execute()
    const terms = { sellerId: null, saleCondition: 1, bonus: 0, vatConditionId: 1, zoneId: 1 }
    await admin.call(updateLegacyData, { body: { userId: user.id, ...terms } })
    const { clientId } = await stored(user.id)
    const lines = db.kysely.selectFrom('cart_line').select('client_id').where('user_id', '=', user.id)
    expect(await lines.execute()).toEqual([{ client_id: clientId }])
  })

  test('a client becomes staff with a new password only', async () => {
    const { id } = await makeWhole()
    const user = await stored(id)
    const refused = await save(user, { type: 'supervisor' })
    expect([refused.status, refused.json.details]).toEqual([
      400,
      [{ field: 'contra', message: userTexts.passwordForStaff }],
    ])
    expect((await save(user, { type: 'supervisor', password: 'nueve cif' })).status).toBe(400)
    expect((await save(user, { type: 'supervisor', password: 'una clave bien larga' })).status).toBe(200)
  })

  test('the only admin neither leaves nor is shut out, and of two that leave at once one stays', async () => {
    const { db } = database()
    await db.kysely
      .updateTable('app_user')
      .set({ carrier_id: 1, zone_id: 1, business_name: '' })
      .where('id', '=', boss.id)
      .execute()
    await db.kysely
      .insertInto('user_address')
      .values({ user_id: boss.id, street: 'Mitre 1', province_id: 0, city: 'CABA' })
      .execute()
    const own = await stored(boss.id)
    const changes = [{ enabled: false }, { active: false }, { type: 'supervisor' as const }]
    for (const [at, field] of ['habilitado', 'activo', 'tipo'].entries()) {
      const { status, json } = await save(own, changes[at]!)
      expect([status, json.message, json.details[0].field]).toEqual([409, userTexts.onlyAdmin, field])
    }
    const second = await makeWhole({}, 'admin')
    const other = await stored(second.id)
    const answers = await Promise.all([save(own, { active: false }), save(other, { active: false })])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    await db.kysely.updateTable('app_user').set({ active: true }).where('id', '=', boss.id).execute()
    admin = await app.as(boss)
  })

  test('a mail that is in the list is refused however it is written', async () => {
    const refused = await admin.call(setNotified, { query: { emails: 'a@example.test;A@EXAMPLE.test' } })
    expect([refused.status, refused.json.message]).toEqual([400, 'El email ya está en la lista'])
  })
})
