import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveAddress } from '../../../contract/accounts.ts'
import { getLegacyData, getUser, updateLegacyData, updateUser, verifyUser } from '../../../contract/user-admin.ts'
import { offlineEntries } from '../../ports/tax-registry/offline.ts'
import { makeClient, makeUser, PASSWORD } from '../../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'

withDatabases('two people on one user (R41)', (database) => {
  let app: TestApp
  let rita: TestCaller
  let luis: TestCaller

  beforeAll(async () => {
    const { db } = database()
    await db.kysely.insertInto('carrier').values({ id: 1, name: 'A convenir' }).execute()
    await db.kysely.insertInto('zone').values({ id: 1, name: 'Norte' }).execute()
    await db.kysely.insertInto('vat_condition').values({ id: 1, name: 'Responsable Inscripto' }).execute()
    app = await openTestApp(db)
    rita = await app.as(await makeUser(db, 'admin', { first_name: 'Rita', last_name: 'Paz' }))
    luis = await app.as(await makeUser(db, 'admin', { first_name: 'Luis', last_name: 'Sosa' }))
  })
  afterAll(() => app.close())

  /** A client user with an address, whose ERP client has terms, as the form reads it. */
  async function openForm(given: Parameters<typeof makeUser>[2] = {}) {
    const { db } = database()
    const client = await makeClient(db, { vat_condition_id: 1 })
    const { id } = await makeUser(db, 'cliente', {
      carrier_id: 1,
      zone_id: 1,
      client_id: client.id,
      ...given,
    })
    await db.kysely
      .insertInto('user_address')
      .values({ user_id: id, street: 'Mitre 1', province_id: 9, city: 'Salta' })
      .execute()
    return { id, ...(await read(id)) }
  }
  const read = async (id: number) => ({
    user: (await rita.call(getUser, { params: { id } })).data,
    terms: (await rita.call(getLegacyData, { params: { id } })).data!,
  })
  const save = (caller: TestCaller, user: object, changes: object) =>
    caller.call(updateUser, { body: { ...user, password: '', ownPassword: PASSWORD, ...changes } as never })
  const refusalOf = ({ status, json }: { status: number; json: { details: unknown[] } }) => [status, json.details[0]]

  test('the second is told who was faster, and nothing of it is stored', async () => {
    const { id, user } = await openForm()
    expect((await save(rita, user, { phone: '387 4310000' })).status).toBe(200)
    const late = await save(luis, user, { mobile: '11 5555-0000', city: 'Metán' })
    const now = (await read(id)).user
    expect(refusalOf(late)).toMatchObject([409, { usuario: 'Rita Paz', version: now.version }])
    expect(now).toMatchObject({ phone: '387 4310000', mobile: '', city: 'Salta' })
    expect((await save(luis, now, { mobile: '11 5555-0000' })).status).toBe(200)
  })

  test('another address is a change of the user, too, and its author is the one who is named', async () => {
    const { id, user } = await openForm({ first_name: 'Eva', last_name: 'Ríos' })
    await save(rita, user, { phone: '1' })
    const before = (await read(id)).user
    const eva = await app.as({ id })
    const address = { id: null, street: 'Belgrano 5', provinceId: 9, city: 'Cafayate', notes: '', userId: id }
    expect((await eva.call(saveAddress, { body: address })).status).toBe(200)
    expect(refusalOf(await save(luis, before, {}))).toMatchObject([409, { usuario: 'Eva Ríos' }])
    const after = (await read(id)).user
    await save(rita, after, { city: 'Metán' })
    expect(refusalOf(await save(luis, after, { city: 'Orán' }))).toMatchObject([409, { usuario: 'Rita Paz' }])
  })

  test('the terms of the client go with the user, both or none', async () => {
    const { id, user, terms } = await openForm()
    const ritas = { legacy: { ...terms, bonus: 5_00 }, phone: '11 4000-0000' }
    expect((await save(rita, user, ritas)).status).toBe(200)
    expect((await read(id)).terms).toEqual({ ...terms, bonus: 5_00, version: terms.version + 1 })

    const { user: now } = await read(id)
    const late = await save(luis, now, { legacy: { ...terms, saleCondition: 4 }, phone: '11 4999-9999' })
    expect(refusalOf(late)).toMatchObject([409, { usuario: 'Rita Paz' }])
    expect(await read(id)).toMatchObject({ user: { phone: '11 4000-0000' }, terms: { saleCondition: 1 } })

    const refused = await save(luis, now, {
      legacy: { saleCondition: 7, bonus: 0, vatConditionId: 99 },
      phone: '9',
    })
    expect([refused.status, refused.json.details.map(({ field }: { field: string }) => field)]).toEqual([
      400,
      ['bodell.condicion', 'bodell.iva'],
    ])
    expect((await read(id)).user.phone).toBe('11 4000-0000')
  })

  test('a user without a client gets one together with the change', async () => {
    const { id, user } = await openForm({ client_id: null, cuit: '27345678904' })
    const legacy = { sellerId: null, saleCondition: 2, bonus: 0, vatConditionId: 1, zoneId: 1 }
    expect((await save(rita, user, { legacy })).status).toBe(200)
    const now = await read(id)
    expect(now.terms).toMatchObject({ saleCondition: 2 })
    expect(now.user.clientId).not.toBeNull()
  })

  test('the call for the terms alone is checked as well', async () => {
    const { id, terms } = await openForm()
    const set = (caller: TestCaller, changes: object) =>
      caller.call(updateLegacyData, { body: { userId: id, ...terms, ...changes } })
    expect((await set(rita, { bonus: 1_00 })).status).toBe(200)
    expect(refusalOf(await set(luis, { bonus: 2_00 }))).toMatchObject([409, { usuario: 'Rita Paz' }])
    expect((await set(luis, { bonus: 3_00, version: undefined })).status).toBe(200)
    expect((await read(id)).terms.bonus).toBe(3_00)
  })

  test('a write without a version works as before, and asking the registry answers the new one', async () => {
    const company = offlineEntries[2]!
    const { id, user } = await openForm({ cuit: company.cuit, verified: false })
    const { version } = (await rita.call(verifyUser, { params: { id } })).data
    expect(version).toBe(user.version + 1)
    expect((await save(luis, user, { phone: '2' })).status).toBe(409)
    expect((await save(luis, user, { phone: '3', version: undefined })).status).toBe(200)
  })

  test('of two at once one is stored and the other told', async () => {
    const { id, user } = await openForm()
    const answers = await Promise.all([
      save(rita, user, { phone: '1', city: 'Rita' }),
      save(luis, user, { phone: '2', city: 'Luis' }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const [won] = answers[0].status === 200 ? ['Rita'] : ['Luis']
    expect((await read(id)).user.city).toBe(won)
  })
})
