import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressOf } from '../../../contract/address.ts'
import { listContacts } from '../../../contract/contacts.ts'
import { type QueryOf, SHEET } from '../../../contract/endpoint.ts'
import { makeClient, makeUser } from '../../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'

withDatabases('contacts', (database) => {
  let app: TestApp
  let admin: TestCaller
  const sellers: Record<string, number> = {}

  beforeAll(async () => {
    const { db } = database()
    for (const [id, name] of [
      [901, 'Zulema Paz'],
      [902, 'ana Gil'],
    ] as const) {
      await db.kysely.insertInto('seller').values({ id, name }).execute()
      sellers[name] = id
    }
    app = await openTestApp(db)
    admin = await app.as(await makeUser(db, 'admin', { business_name: 'La casa', first_name: 'Jefa' }))
    const make = async (given: Parameters<typeof makeUser>[2], seller: number | null = null) => {
      const client_id = (await makeClient(db, { seller_id: seller })).id
      return makeUser(db, 'cliente', { client_id, ...given })
    }
    const [zulema, ana] = [sellers['Zulema Paz']!, sellers['ana Gil']!]
    await make(
      { business_name: 'Ñandú Juguetes', first_name: 'José', last_name: 'Núñez', phone: '(0387) 431-0000' },
      zulema,
    )
    await make({ business_name: 'ánfora', mobile: '11 15 5555-0100', email: 'ventas@anfora.example' }, ana)
    await make({ business_name: 'Bazar 100%', active: false })
    await makeUser(db, 'vendedor', { business_name: '', first_name: 'Zulema', seller_id: zulema })
    await makeUser(db, 'cliente', { cuit: 'borrado-77', business_name: '', first_name: '', active: false })
  })
  afterAll(() => app.close())

  const find = async (query: Partial<QueryOf<typeof listContacts>> = {}) =>
    (await admin.call(listContacts, { query: { page: 0, text: '', type: '', ...query } as never })).data
  const namesOf = async (...given: Parameters<typeof find>) =>
    (await find(...given)).map(({ businessName, name }) => businessName || name)

  test('everybody who can be reached, by razón social as people read it; an erased account is nobody', async () => {
    expect(await namesOf()).toEqual(['Zulema', 'ánfora', 'Bazar 100%', 'La casa', 'Ñandú Juguetes'])
    expect((await find())[0]).toMatchObject({ total: 5, seller: 'Zulema Paz', type: 'vendedor' })
    expect((await find())[1]).toMatchObject({
      businessName: 'ánfora',
      email: 'ventas@anfora.example',
      mobile: '11 15 5555-0100',
      seller: 'ana Gil',
      active: true,
    })
  })

  test.each<[text: string, found: string[]]>([
    ['nandu', ['Ñandú Juguetes']],
    ['NÚÑEZ josé', ['Ñandú Juguetes']],
    ['jose ánfora', []],
    ['anfora.example', ['ánfora']],
    ['0387-4310000', ['Ñandú Juguetes']],
    ['155555', ['ánfora']],
    ['100%', ['Bazar 100%']],
    ['_', []],
  ])('%s finds %j', async (text, found) => {
    expect(await namesOf({ text })).toEqual(found)
  })

  test('narrowed to a type or a seller, who is the one of the client or the user', async () => {
    expect(await namesOf({ type: 'admin' })).toEqual(['La casa'])
    expect(await namesOf({ sellerId: sellers['Zulema Paz'] })).toEqual(['Zulema', 'Ñandú Juguetes'])
    expect(await namesOf({ sellerId: 999 })).toEqual([])
    expect((await admin.request('GET', '/api/usuarios/contactos?index=0&t=jefe')).status).toBe(400)
  })

  test('ordered by seller as people read names, those without one first', async () => {
    const sellersOf = async (down: boolean) =>
      (await find({ sort: { by: 'seller', down } })).map(({ seller }) => seller)
    expect(await sellersOf(false)).toEqual(['', '', 'ana Gil', 'Zulema Paz', 'Zulema Paz'])
    expect(await sellersOf(true)).toEqual(['Zulema Paz', 'Zulema Paz', 'ana Gil', '', ''])
  })

  test('paged without a row twice, and as a workbook all that match', async () => {
    const { db } = database()
    for (let n = 0; n < 30; n++) await makeUser(db, 'cliente', { business_name: 'Cotillón igual' })
    const query = { text: 'cotillon', page: 0, sellerId: undefined, sort: undefined }
    const first = await find({ text: 'cotillon' })
    const second = await find({ text: 'cotillon', page: 1 })
    expect([first.length, second.length, first[0]?.total, second[0]?.total]).toEqual([25, 5, 30, 30])
    expect(new Set([...first, ...second].map(({ id }) => id)).size).toBe(30)
    const { rawPayload, headers } = await app.app.inject({
      url: addressOf(listContacts, { query }),
      headers: { accept: SHEET, authorization: `Bearer ${admin.token}` },
    })
    const [sheet] = (await readXlsx(rawPayload)).sheets
    expect(headers['content-disposition']).toContain('contactos.xlsx')
    expect(sheet?.rows).toHaveLength(31)
    expect(sheet?.rows[0]?.slice(0, 6)).toEqual([
      ...['Razón social', 'Nombre', 'Email', 'Teléfono', 'Celular', 'Vendedor'],
    ])
  })

  test('only an admin has them', async () => {
    for (const type of ['cliente', 'vendedor', 'supervisor'] as const) {
      const caller = await app.as(await makeUser(database().db, type))
      expect((await caller.request('GET', '/api/usuarios/contactos?index=0')).status).toBe(403)
    }
  })
})
