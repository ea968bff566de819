import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { addressOf } from '../../../contract/address.ts'
import { signin } from '../../../contract/auth.ts'
import { countCart } from '../../../contract/cart.ts'
import { SHEET } from '../../../contract/endpoint.ts'
import { getNotified, setNotified } from '../../../contract/notified-mails.ts'
import {
  createUser,
  enableUser,
  filterUsers,
  findUserByCuit,
  getLegacyData,
  getUser,
  listNotEnabled,
  listUsers,
  setUserZone,
  updateLegacyData,
  updateUser,
} from '../../../contract/user-admin.ts'
import { makeClient, makeSeller, makeUser, PASSWORD } from '../../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'

const form = {
  email: 'nueva@example.test',
  password: 'tres tristes tigres',
  cuit: '30-71234567-1',
  firstName: 'Ana',
  lastName: 'Paz',
  businessName: 'Juguetes del Norte',
  phone: '',
  mobile: '',
  carrierId: 1,
  zoneId: 1,
  address: 'Belgrano 100',
  provinceId: 9,
  city: 'Salta',
  notes: '',
  type: 'cliente' as const,
  sellerId: null,
  clientId: null,
  enabled: false,
  active: true,
  createClient: false,
  legacy: null,
}

withDatabases('user administration', (database) => {
  let app: TestApp
  let admin: TestCaller

  beforeAll(async () => {
    const { kysely } = database().db
    await kysely.insertInto('carrier').values({ id: 1, name: 'A convenir' }).execute()
    await kysely
      .insertInto('zone')
      .values([
        { id: 1, name: 'Norte' },
        { id: 2, name: 'Sur' },
      ])
      .execute()
    await kysely.insertInto('vat_condition').values({ id: 1, name: 'Responsable Inscripto' }).execute()
    app = await openTestApp(database().db)
    admin = await app.as(await makeUser(database().db, 'admin', { first_name: 'Jefa' }))
  })
  afterAll(() => app.close())

  const cuits = ['30-71234567-1', '30-70000001-6', '20-11111111-2', '20-22222222-3', '27-23456789-1', '20-23456789-7']
  const create = (changes: object = {}) => admin.call(createUser, { body: { ...form, ...changes } })
  const stored = async (id: number) => (await admin.call(getUser, { params: { id } })).data

  test('a user is made with its address and can be edited; CUIT and razón social stay', async () => {
    const { data } = await create()
    expect(await stored(data.id)).toMatchObject({
      cuit: '30712345671',
      address: 'Belgrano 100',
      enabled: false,
      zoneId: 1,
    })
    const change = {
      ...form,
      id: data.id,
      password: '',
      cuit: '20-11111111-2',
      businessName: 'Otra',
      city: 'Metán',
    }
    expect((await admin.call(updateUser, { body: change })).data).toBe(true)
    expect(await stored(data.id)).toMatchObject({
      cuit: '30712345671',
      businessName: 'Juguetes del Norte',
      city: 'Metán',
    })
    expect((await admin.call(findUserByCuit, { query: { cuit: '30-71234567-1' } })).data?.id).toBe(data.id)
  })

  test('a used CUIT or mail is a 501 with the spec’s sentence', async () => {
    const taken = await create({ email: 'distinta@example.test' })
    expect([taken.status, taken.json.message]).toEqual([501, 'EL CUIT y/o MAIL ya estan en uso'])
    const { data } = await create({ cuit: cuits[1], email: 'segunda@example.test' })
    const body = { ...form, id: data.id, password: '', email: 'NUEVA@example.test' }
    expect((await admin.call(updateUser, { body })).status).toBe(501)
  })

  test('the office sets no password that is among the commonest', async () => {
    const refused = await create({ cuit: cuits[5], email: 'comun@example.test', password: 'Thirteen' })
    expect([refused.status, refused.json.details]).toEqual([
      400,
      [
        {
          field: 'contra',
          message: 'Debe ingresar una contraseña válida: esa es demasiado fácil de adivinar',
        },
      ],
    ])
    const user = await makeUser(database().db, 'cliente', { carrier_id: 1, zone_id: 1, last_name: 'Paz' })
    const data = await stored(user.id)
    const body = { ...data, address: 'Mitre 1', provinceId: 9, city: 'Salta', password: 'thirteen' }
    expect((await admin.call(updateUser, { body })).status).toBe(400)
  })

  test('a changed mail address is told to the old one and to the new one, once', async () => {
    const { db } = database()
    const user = await makeUser(db, 'cliente', { email: 'antes@example.test', carrier_id: 1, zone_id: 1 })
    const save = async (changes: object) => {
      const data = await stored(user.id)
      const address = { address: 'Mitre 1', provinceId: 9, city: 'Salta', password: '', ownPassword: PASSWORD }
      return (await admin.call(updateUser, { body: { ...data, ...address, ...changes } })).status
    }
    expect(await save({ email: 'Despues@example.test' })).toBe(200)
    expect(await save({ phone: '11 4444' })).toBe(200)
    const mails = await db.kysely.selectFrom('job').select('payload').where('kind', '=', 'emailChangedMail').execute()
    expect(mails.map(({ payload }) => payload)).toEqual([
      { userId: user.id, to: 'antes@example.test', isNew: false },
      { userId: user.id, to: 'despues@example.test', isNew: true },
    ])
  })

  test('what gives access to an account takes the admin’s own password again (R340)', async () => {
    const { db } = database()
    const ready = { carrier_id: 1, zone_id: 1, last_name: 'Paz' }
    const whole = { address: 'Mitre 1', provinceId: 9, city: 'Salta', password: '' }
    const user = await makeUser(db, 'supervisor', ready)
    const sleeping = await makeUser(db, 'admin', { ...ready, enabled: false })
    const save = async (id: number, changes: object) =>
      admin.call(updateUser, { body: { ...(await stored(id)), ...whole, ...changes } })
    const enable = (changes: object) =>
      admin.call(enableUser, { params: { id: sleeping.id }, body: { ...given, ...changes } })
    const given = { firstName: '', businessName: '', address: 'Mitre 1', provinceId: 9, city: 'Salta' }
    const OTHER_CUIT = '20-30000001-1'
    const newAdmin = {
      type: 'admin',
      enabled: true,
      password: 'doce trompos que giran',
      cuit: OTHER_CUIT,
      email: 'b@example.test',
    }
    const changes = [
      (own: object) => create({ ...newAdmin, ...own }),
      (own: object) => save(user.id, { email: `nuevo-${user.id}@example.test`, ...own }),
      (own: object) => save(user.id, { password: 'trece trompos que giran', ...own }),
      (own: object) => save(user.id, { type: 'admin', ...own }),
      (own: object) => enable(own),
    ]
    const before = [await stored(user.id), await stored(sleeping.id)]
    const refused = (message: string) => [400, [{ field: 'contraPropia', message }]]
    for (const change of changes) {
      const asked = await change({})
      expect([asked.status, asked.json.details]).toEqual(refused('Para este cambio escriba su contraseña'))
    }
    const wrong = await changes[0]!({ ownPassword: 'la de otro' })
    expect([wrong.status, wrong.json.details]).toEqual(refused('La contraseña no es correcta'))
    expect([await stored(user.id), await stored(sleeping.id)]).toEqual(before)
    expect((await admin.call(findUserByCuit, { query: { cuit: OTHER_CUIT } })).data).toBeNull()

    for (const change of changes) expect((await change({ ownPassword: PASSWORD })).status).toBe(200)
    expect(await stored(user.id)).toMatchObject({ type: 'admin', email: `nuevo-${user.id}@example.test` })
    // What gives nobody more access asks for nothing.
    expect((await save(user.id, { phone: '11 4444', type: 'supervisor' })).status).toBe(200)
  })

  test('the description of the call names every field that a user cannot be made without', async () => {
    const whole = (cuit: string, email: string) => ({
      ...{ email, nombre: 'Ana', razonSocial: 'Bazar', cuit, contra: 'tres tristes tigres', tipo: 'cliente' },
      ...{ idexp: form.carrierId, direccion: 'Mitre 1', provincia: 9, ciudad: 'Salta', habilitado: 1, activo: 1 },
    })
    const described = (await app.visitor.request('GET', '/api/openapi.json')).json
    const { required } = described.paths['/api/usuarios'].post.requestBody.content['application/json'].schema
    expect(required).toContain('idexp')
    for (const field of required) {
      const { [field as 'email']: _, ...lacking } = whole('20-30123456-3', 'uno@example.test')
      expect([field, (await admin.request('POST', '/api/usuarios', lacking)).status]).toEqual([field, 400])
    }
    const made = await admin.request('POST', '/api/usuarios', whole('20-30123456-3', 'dos@example.test'))
    expect([made.status, made.json]).toEqual([200, { id: expect.any(Number) }])
  })

  test('every required field is told, and the password must be long enough for the type', async () => {
    const { status, json } = await create({
      email: '',
      password: '',
      cuit: '1',
      firstName: '',
      businessName: '',
      carrierId: null,
      zoneId: null,
      address: '',
      provinceId: 15,
      city: '',
    })
    expect(status).toBe(400)
    expect(json.details.map(({ field }: { field: string }) => field).sort()).toEqual([
      'ciudad',
      'contra',
      'cuit',
      'direccion',
      'email',
      'idexp',
      'nombre',
      'provincia',
      'razonSocial',
    ])
    const short = await create({
      type: 'vendedor',
      password: 'diez letras',
      cuit: cuits[2],
      email: 'v@example.test',
    })
    expect(short.json.message).toContain('al menos 12 caracteres')
    const unknown = await create({ clientId: 999_999, cuit: cuits[2], email: 'v@example.test' })
    expect(unknown.json.message).toBe('No se encontro el cliente')
  })

  test('the spec’s user has no zone: the legacy data brings it, or usuarios/zona later, and an edit keeps it', async () => {
    const specUser = {
      id: 0,
      email: 'sinzona@example.test',
      contra: 'tres tristes tigres',
      cuit: '30-71000049-9',
      nombre: 'Ana',
      apellido: 'Paz',
      razonSocial: 'Sin zona S.A.',
      telefono: '',
      celular: '',
      idexp: 1,
      direccion: 'Belgrano 1',
      provincia: 9,
      ciudad: 'Salta',
      obs: '',
      tipo: 'cliente',
      idven: null,
      idcli: null,
      habilitado: 1,
      activo: 1,
      fechaAlta: '2026-07-01',
    }
    const made = await admin.request('POST', '/api/usuarios', specUser)
    expect(made.status).toBe(200)
    const { id } = made.json
    expect(await stored(id)).toMatchObject({ zoneId: null, enabled: true })
    const legacy = { vendedor: null, condicion: 1, bonif: 0, iva: 1, zona: 2 }
    const other = { ...specUser, cuit: '30-71000050-2', email: 'conzona@example.test', bodell: legacy }
    const zoned = await admin.request('POST', '/api/usuarios', other)
    expect(await stored(zoned.json.id)).toMatchObject({ zoneId: 2 })

    await admin.call(setUserZone, { query: { id, zoneId: 1 } })
    const change = { ...specUser, id, contra: '', ciudad: 'Metán' }
    expect((await admin.request('PUT', '/api/usuarios', change)).status).toBe(200)
    expect(await stored(id)).toMatchObject({ city: 'Metán', zoneId: 1 })
    const unknown = await admin.request('PUT', '/api/usuarios', { ...change, zona: 999_999 })
    expect([unknown.status, unknown.json.details]).toEqual([400, [{ field: 'zona', message: 'Complete este campo' }]])
  })

  test('a cliente keeps no seller and staff no client', async () => {
    const { db } = database()
    const seller = await makeSeller(db)
    const client = await makeClient(db)
    const links = { sellerId: seller, clientId: client.id }
    const cliente = await create({ ...links, cuit: cuits[2], email: 'c@example.test' })
    expect(await stored(cliente.data.id)).toMatchObject({ clientId: client.id, sellerId: null })
    const staff = { ...links, type: 'vendedor', cuit: cuits[3], email: 's@example.test' }
    expect(await stored((await create(staff)).data.id)).toMatchObject({ clientId: null, sellerId: seller })
  })

  test('a client in the legacy system is made only when no client has the CUIT', async () => {
    const { db } = database()
    const seller = await makeSeller(db)
    const legacy = { sellerId: seller, saleCondition: 4, bonus: 5_00, vatConditionId: 1, zoneId: 2 }
    const body = { cuit: cuits[4], email: 'legado@example.test', createClient: true, legacy }
    const { data } = await create(body)
    const { clientId } = await stored(data.id)
    expect(clientId).not.toBeNull()
    expect((await admin.call(getLegacyData, { params: { id: data.id } })).data).toEqual({
      ...legacy,
      version: 1,
    })
    const client = await db.kysely
      .selectFrom('client')
      .selectAll()
      .where('id', '=', clientId ?? 0)
      .executeTakeFirstOrThrow()
    expect(client).toMatchObject({
      business_name: 'Juguetes del Norte',
      from_erp: false,
      cuit: '27234567891',
    })

    const terms = { ...legacy, userId: data.id, bonus: 12_50, saleCondition: 2 }
    expect((await admin.call(updateLegacyData, { body: terms })).data).toBe(true)
    expect((await admin.call(getLegacyData, { params: { id: data.id } })).json).toMatchObject({
      bonif: 12.5,
      condicion: 2,
    })

    const wrong = { ...legacy, sellerId: 999_999, saleCondition: 77, zoneId: 999_999 }
    const refused = await create({ ...body, email: 'legado-malo@example.test', legacy: wrong })
    expect([refused.status, refused.json.details]).toEqual([
      400,
      [
        { field: 'bodell.condicion', message: 'La condición de venta no es válida' },
        { field: 'bodell.vendedor', message: 'No se encontro el vendedor' },
        { field: 'bodell.zona', message: 'No existe la zona' },
      ],
    ])

    for (const bonif of [101, -1, '5']) {
      const outside = { usuarios: data.id, condicion: 1, bonif, iva: 1 }
      const message = 'La bonificación va de 0 a 100'
      const answer = await admin.request('PUT', '/api/usuarios/bodell', outside)
      expect([answer.status, answer.json.message, answer.json.details]).toEqual([
        ...[400, message],
        [{ field: 'bonif', message }],
      ])
    }
    for (const none of [{ vendedor: 0 }, { zona: 0 }, { iva: 0 }, { vendedor: -1 }, { zona: 2 ** 31 }]) {
      const [name] = Object.keys(none)
      const terms = { usuarios: data.id, condicion: 1, bonif: 0, iva: 1, ...none }
      const changed = await admin.request('PUT', '/api/usuarios/bodell', terms)
      expect([changed.status, changed.json.details[0].field]).toEqual([400, name])
      const mail = { email: 'cero@example.test', cuit: cuits[5], crearCliente: 1, bodell: terms }
      const made = await admin.request('POST', '/api/usuarios', {
        ...z.encode(createUser.body, form),
        ...mail,
      })
      expect([made.status, made.json.details[0].field]).toEqual([400, `bodell.${name}`])
    }

    await makeClient(db, { cuit: '20234567897' })
    const second = await create({ ...body, cuit: cuits[5], email: 'otro-legado@example.test' })
    expect((await stored(second.data.id)).clientId).toBeNull()
  })

  test('a prospect without a client gets one made from the own data, once', async () => {
    const { db } = database()
    const user = await makeUser(db, 'cliente', { cuit: '27345678904', business_name: 'La Prospecta' })
    await db.kysely
      .insertInto('user_address')
      .values({ user_id: user.id, street: 'Mitre 20', province_id: 9, city: 'Salta', postal_code: '4400' })
      .execute()
    expect((await stored(user.id)).postalCode).toBe('4400')
    const terms = {
      userId: user.id,
      sellerId: null,
      saleCondition: 2,
      bonus: 0,
      vatConditionId: 1,
      zoneId: 1,
    }
    expect((await admin.call(updateLegacyData, { body: terms })).data).toBe(true)
    const { clientId } = await stored(user.id)
    const address = db.kysely.selectFrom('client_address').select(['street', 'postal_code'])
    expect(await address.where('client_id', '=', clientId ?? 0).execute()).toEqual([
      { street: 'Mitre 20', postal_code: '4400' },
    ])
    const made = db.kysely
      .selectFrom('client')
      .select(['business_name', 'sale_condition'])
      .where('cuit', '=', '27345678904')
    expect(await made.execute()).toEqual([{ business_name: 'La Prospecta', sale_condition: 2 }])
    await admin.call(updateLegacyData, { body: { ...terms, saleCondition: 4 } })
    expect(await made.execute()).toEqual([{ business_name: 'La Prospecta', sale_condition: 4 }])
    expect((await stored(user.id)).clientId).toBe(clientId)
    const namesake = await makeUser(db, 'cliente', { cuit: '20345678906' })
    await makeClient(db, { cuit: '20345678906' })
    expect((await admin.call(updateLegacyData, { body: { ...terms, userId: namesake.id } })).status).toBe(404)
  })

  test('enabling mails once; disabling ends the sessions at once', async () => {
    const { db } = database()
    const user = await makeUser(db, 'cliente', { enabled: false })
    const body = {
      ...form,
      ...(await stored(user.id)),
      version: undefined,
      address: 'Mitre 1',
      provinceId: 9,
      city: 'Salta',
      password: '',
    }
    const save = (changes: object) => admin.call(updateUser, { body: { ...body, carrierId: 1, zoneId: 1, ...changes } })
    expect((await save({ enabled: true })).status).toBe(200)
    await save({ enabled: true })
    const mails = await db.kysely.selectFrom('job').select('payload').where('kind', '=', 'enabledMail').execute()
    expect(mails.filter(({ payload }) => (payload as { userId: number }).userId === user.id)).toHaveLength(1)

    const caller = await app.as(user)
    expect((await caller.call(countCart)).status).toBe(200)
    await save({ enabled: false })
    expect((await caller.call(countCart)).status).toBe(401)
    await save({ enabled: true, password: 'otra clave nueva', ownPassword: PASSWORD })
    const withOld = await app.visitor.call(signin, { body: { cuit: user.cuit, password: PASSWORD } })
    expect(withOld.status).toBe(401)
    const told = await db.kysely.selectFrom('job').select('payload').where('kind', '=', 'passwordSetMail').execute()
    expect(told.filter(({ payload }) => (payload as { userId: number }).userId === user.id)).toHaveLength(1)
  })

  test('every change is audited with who, before and after, and without a password', async () => {
    const { db } = database()
    const entries = await db.kysely.selectFrom('audit').selectAll().where('entity', '=', 'user').execute()
    expect(entries.find(({ action }) => action === 'create')).toMatchObject({
      user_id: expect.any(Number),
      after: { cuit: '30712345671', first_name: 'Ana', password_hash: '[secret]' },
    })
    const changes = entries.filter(({ action }) => action === 'update')
    expect(changes.map(({ after }) => after)).toContainEqual({ enabled: true, password_hash: '[secret]' })
    expect(JSON.stringify(entries)).not.toContain('argon2')
  })

  test('the list is filtered and paged, the newest first, the count in the first row', async () => {
    const { db } = database()
    for (let n = 0; n < 27; n++) await makeUser(db, 'cliente', { business_name: `Cotillón ${n}`, enabled: n > 2 })
    const filter = { page: 0, name: 'cotillón', type: 'cliente', enabled: '', active: '1' }
    const first = (await admin.call(filterUsers, { query: filter })).data
    const second = (await admin.call(filterUsers, { query: { ...filter, page: 1 } })).data
    expect([first.length, second.length, first[0]!.total]).toEqual([25, 2, 27])
    expect(new Set([...first, ...second].map(({ id }) => id)).size).toBe(27)
    expect((await admin.call(filterUsers, { query: { ...filter, enabled: '0' } })).data).toHaveLength(3)
    expect((await admin.call(listNotEnabled)).data.every(({ enabled }) => !enabled)).toBe(true)
    expect((await admin.call(listUsers, { query: { page: 0 } })).data).toHaveLength(25)
  })

  test('the list is ordered as asked for, as people read, and another order is refused', async () => {
    const { db } = database()
    for (const name of ['Zeta', 'ánfora', 'Barco', 'anzuelo'])
      await makeUser(db, 'cliente', { business_name: `Orden ${name}` })
    const filter = { page: 0, name: 'orden', type: '', enabled: '', active: '' }
    const names = async (down: boolean) => {
      const { data } = await admin.call(filterUsers, {
        query: { ...filter, sort: { by: 'businessName', down } },
      })
      return data.map(({ businessName }) => businessName.slice(6))
    }
    expect(await names(false)).toEqual(['ánfora', 'anzuelo', 'Barco', 'Zeta'])
    expect(await names(true)).toEqual(['Zeta', 'Barco', 'anzuelo', 'ánfora'])
    expect((await admin.request('GET', `${filterUsers.path}?index=0&o=password`)).status).toBe(400)
  })

  test('as a workbook the list holds all that match, not a page', async () => {
    const filter = { page: 1, name: 'cotillón', type: '', enabled: '', active: '' }
    const { rawPayload } = await app.app.inject({
      url: addressOf(filterUsers, { query: filter }),
      headers: { accept: SHEET, authorization: `Bearer ${admin.token}` },
    })
    const [sheet] = (await readXlsx(rawPayload)).sheets
    expect(sheet?.rows).toHaveLength(28)
    expect(sheet?.rows[0]?.[3]).toBe('Razón social')
    expect(sheet?.rows[1]?.[4]).toBeInstanceOf(Date)
  })

  test('the notification list takes mail addresses only', async () => {
    const set = (emails: string) => admin.call(setNotified, { query: { emails } })
    expect((await set('a@example.test;b@example.test')).data).toBe(true)
    expect((await admin.call(getNotified)).data).toBe('a@example.test;b@example.test')
    const refused = await set('a@example.test; b@example.test')
    expect(refused.json.message).toBe('El email no es valido o contiene espacios')
    expect((await set('')).data).toBe(true)
  })

  test('a zone is changed, and nobody but an admin administers', async () => {
    const { db } = database()
    const seller = await makeSeller(db)
    const client = await makeClient(db, { seller_id: seller })
    const user = await makeUser(db, 'cliente', { client_id: client.id })
    expect((await admin.call(setUserZone, { query: { id: user.id, zoneId: 2 } })).data).toBe(true)
    expect((await stored(user.id)).zoneId).toBe(2)
    for (const type of ['cliente', 'vendedor', 'supervisor'] as const) {
      const own = type === 'vendedor' ? { seller_id: seller } : {}
      const caller = await app.as(await makeUser(db, type, own))
      expect((await caller.call(listUsers, { query: { page: 0 } })).status).toBe(403)
      expect((await caller.call(createUser, { body: form })).status).toBe(403)
      expect((await caller.call(getUser, { params: { id: user.id } })).status).toBe(403)
    }
  })
})
