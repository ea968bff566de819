import { afterAll, beforeAll, expect, test } from 'vitest'
import { countCart } from '../../contract/cart.ts'
import { searchProducts } from '../../contract/catalogue.ts'
import { setNotified } from '../../contract/notified-mails.ts'
import { getAnnouncement, getContact, isPageOpen, type Setting } from '../../contract/settings.ts'
import { listSettings, saveSettings } from '../../contract/settings-admin.ts'
import { makeClient, makeUser } from '../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../test/test-app.ts'
import { withDatabases } from '../test/test-database.ts'
import { makeInventoryTokens } from './inventory-tokens.service.ts'

withDatabases('changing settings', (database) => {
  let app: TestApp
  let other: TestApp
  let admin: TestCaller

  beforeAll(async () => {
    const { db } = database()
    app = await openTestApp(db)
    other = await openTestApp(db)
    admin = await app.as(await makeUser(db, 'admin', { first_name: 'Rita', last_name: 'Paz' }))
  })
  afterAll(async () => {
    await app.close()
    await other.close()
  })

  const put = (...changes: object[]) => admin.request('PUT', '/api/config/utils', changes)
  const all = async () => (await admin.call(listSettings)).data
  const stored = async (key: string) => (await all()).find((setting) => setting.key === key)
  const audited = (key: string) =>
    database()
      .db.kysely.selectFrom('audit')
      .select(['user_id', 'action', 'before', 'after'])
      .where('entity', '=', 'setting')
      .where('entity_id', '=', key)
      .orderBy('id')
      .execute()

  test('all settings are told with what counts while nobody has set them, at both spellings of the address', async () => {
    const settings = (await admin.request('GET', '/api/config')).json
    expect(settings).toEqual((await admin.request('GET', '/api/config/')).json)
    expect(settings).toContainEqual({ clave: 'CATALOGO', valor: '1', aux: '', version: 0 })
    expect(settings).toContainEqual({ clave: 'BANNER', valor: '', aux: '', version: 0 })
    expect(settings.map(({ clave }: { clave: string }) => clave)).toEqual([
      ...['ANUNCIO', 'BANNER', 'BANNER_IMAGEN', 'BONIF_EN_PRECIOS', 'CAROUSEL', 'CARRITO', 'CATALOGO', 'CONTACTO_MAIL'],
      ...[
        'CONTACTO_TEL',
        'COTIZACION_DIAS',
        'COTIZACION_TEXTO',
        'DOS_PASOS',
        'ENTREGA_PEDIDOS',
        'ERP_ARCHIVO_CORTO',
        'ERP_PRECIOS_CAMBIO',
        'ERP_PRECIOS_PARTE',
        'FISCAL_CUIT',
        'FISCAL_DOMICILIO',
        'FISCAL_IVA',
        'FISCAL_RAZON',
        'INACTIVIDAD_MIN',
        'INVENTARIO_CON_PRECIO',
        'INVENTARIO_SIN_PRECIO',
        'LIBERA_VENDEDOR',
        'LIMITE_OBLIGATORIO',
        'LIMITE_RETIENE',
        'LISTA_INCOMPLETA',
        'LISTA_INVENTARIOS',
        'LISTA_SIN_CLIENTE',
        'MAIL_ACEPTADO',
        'MAIL_DESPACHADO',
        'MAIL_FALTANTES',
        'MARCA_ACENTO',
        'MARCA_COLOR',
        'MARCA_CON_NOMBRE',
        'MARCA_ICONO',
        'MARCA_LOGO',
        'MARCA_LOGO_OSCURO',
        'MARCA_NOMBRE',
        'NOTIF_PED',
        'NO_ES_FACTURA',
        'PEDIDOS',
        'PRECIOS_CON_IVA',
        'PRECIOS_PROXIMOS',
        'STOCK_OBLIGATORIO',
        'TERMINOS',
        'VENCIDO_DIAS',
        'VENCIDO_IMPORTE',
        'VENCIDO_REGLA',
      ],
    ])
  })

  test('the inventories have random tokens from the first start on, and keep them', async () => {
    const [withPrices, without] = [await stored('INVENTARIO_CON_PRECIO'), await stored('INVENTARIO_SIN_PRECIO')]
    expect(withPrices?.value).toMatch(/^[\w-]{32}$/)
    expect(without?.value).toMatch(/^[\w-]{32}$/)
    expect(without?.value).not.toBe(withPrices?.value)
    await makeInventoryTokens(database().db)
    expect(await stored('INVENTARIO_CON_PRECIO')).toEqual(withPrices)
  })

  test('some are changed, the others stay, each change is audited, and what is unchanged is not', async () => {
    const answer = await put(
      { clave: 'CONTACTO_MAIL', valor: 'ventas@example.test' },
      { clave: 'CONTACTO_TEL', valor: '+54 11 5555-0100', aux: null },
    )
    expect(answer.json).toEqual([
      { clave: 'CONTACTO_MAIL', valor: 'ventas@example.test', aux: '', version: 1 },
      { clave: 'CONTACTO_TEL', valor: '+54 11 5555-0100', aux: '', version: 1 },
    ])
    expect((await app.visitor.call(getContact)).json[0].valor).toBe('ventas@example.test')
    await put({ clave: 'CONTACTO_TEL', valor: '4555-0100' }, { clave: 'CONTACTO_MAIL', valor: 'ventas@example.test' })
    expect(await audited('CONTACTO_TEL')).toMatchObject([
      { action: 'create', before: null, after: { value: '+54 11 5555-0100' } },
      { action: 'update', before: { value: '+54 11 5555-0100' }, after: { value: '4555-0100' } },
    ])
    expect(await audited('CONTACTO_MAIL')).toHaveLength(1)
    expect((await stored('CONTACTO_TEL'))?.version).toBe(2)
  })

  test('a whole list comes back as it was told, also what nobody changes here', async () => {
    const whole = (await admin.request('GET', '/api/config/')).json
    expect((await put(...whole)).json).toEqual(whole)
    const token = whole.find(({ clave }: { clave: string }) => clave === 'INVENTARIO_CON_PRECIO')
    expect((await put({ ...token, valor: 'corto' })).status).toBe(400)
    expect((await put({ clave: 'BANNER_IMAGEN', valor: 'otra.webp' })).status).toBe(400)
  })

  test.each<[key: string, value: string, aux: string, refused: string | null]>([
    ['ANUNCIO', 'Hola;Llegó la temporada|white;red', '1', null],
    ['ANUNCIO', 'Hola;Llegó la temporada|black;', '0', null],
    ['ANUNCIO', ';|black;yellow', '1', 'Para mostrarlo, escriba un título o un texto'],
    ['ANUNCIO', ';|black;yellow', '0', null],
    ['ANUNCIO', '', '0', null],
    ['ANUNCIO', 'Hola;uno;dos|black;yellow', '1', 'El anuncio debe ser: título;texto|color del texto;color de fondo'],
    ['ANUNCIO', 'Hola;uno|dos|black;yellow', '1', 'El anuncio debe ser: título;texto|color del texto;color de fondo'],
    ['ANUNCIO', 'Hola;uno|green;yellow', '1', 'Elija texto blanco o negro'],
    ['ANUNCIO', 'Hola;uno|black;url(x)', '1', 'Elija un fondo rojo, celeste, amarillo o blanco'],
    ['ANUNCIO', 'Hola;uno|white;', '1', 'El texto blanco no se ve sobre un fondo blanco'],
    ['CATALOGO', '0', '', null],
    ['CATALOGO', 'si', '', 'Debe ser 1 o 0'],
    ['PEDIDOS', '', '', 'Debe ser 1 o 0'],
    ['CAROUSEL', 'Lo nuevo', '1', null],
    ['CAROUSEL', 'x'.repeat(121), '1', 'Es demasiado largo'],
    ['CONTACTO_MAIL', 'ventas', '', 'Debe ingresar un email válido'],
    ['CONTACTO_MAIL', '', '', null],
    ['CONTACTO_TEL', 'llamar a Ana', '', expect.stringMatching(/^Debe ingresar un teléfono/)],
    ['CONTACTO_TEL', '(0387) 431-0000', '', null],
    ['NOTIF_PED', 'a@example.test;b', '', 'El email no es valido o contiene espacios'],
    ['TERMINOS', 'Nuestros términos; con | lo que sea', '', null],
    ['OTRA', 'x', '', 'No existe la clave OTRA'],
    ['__proto__', 'x', '', 'No existe la clave __proto__'],
  ])('%s takes %j with %j or says why not', async (clave, valor, aux, refused) => {
    const { status, json } = await put({ clave, valor, aux })
    if (refused === null) expect([status, json[0].valor]).toEqual([200, valor])
    else expect([status, json.message, json.details]).toEqual([400, refused, [{ field: clave, message: refused }]])
  })

  test('a second value that a key does not have is refused, and a switch in it must be one', async () => {
    expect((await put({ clave: 'CARRITO', valor: '0', aux: 'x' })).json.details[0].field).toBe('CARRITO.aux')
    expect((await put({ clave: 'CAROUSEL', valor: 'Nuevo', aux: 'si' })).json.details[0].field).toBe('CAROUSEL.aux')
    expect((await put({ clave: 'CARRITO', valor: '1' }, { clave: 'CARRITO', valor: '0' })).status).toBe(400)
  })

  test('one refused setting keeps the others from being stored', async () => {
    const before = await stored('TERMINOS')
    const { status, json } = await put(
      { clave: 'TERMINOS', valor: 'Otros términos' },
      { clave: 'CONTACTO_MAIL', valor: 'x' },
      { clave: 'PEDIDOS', valor: 'x' },
    )
    expect([status, json.details.map(({ field }: { field: string }) => field)]).toEqual([
      400,
      ['CONTACTO_MAIL', 'PEDIDOS'],
    ])
    expect(await stored('TERMINOS')).toEqual(before)
  })

  test('of two admins with the same version the second is told who was faster, and nothing of it is stored', async () => {
    const { version } = (await stored('TERMINOS')) ?? { version: 0 }
    expect((await put({ clave: 'TERMINOS', valor: 'De Rita', version })).status).toBe(200)
    const { status, json } = await put(
      { clave: 'CONTACTO_TEL', valor: '4000-0000' },
      { clave: 'TERMINOS', valor: 'De Luis', version },
    )
    expect([status, json.details[0]]).toMatchObject([409, { usuario: 'Rita Paz', version: version + 1 }])
    expect(await stored('TERMINOS')).toMatchObject({ value: 'De Rita' })
    expect(await stored('CONTACTO_TEL')).not.toMatchObject({ value: '4000-0000' })
  })

  test('two who set the same for the first time at once: one is stored, the other told', async () => {
    const { db } = database()
    await db.kysely.deleteFrom('setting').where('key', '=', 'CONTACTO_TEL').execute()
    const answers = await Promise.all(
      ['4000-0001', '4000-0002'].map((valor) => put({ clave: 'CONTACTO_TEL', valor, version: 0 })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('a page switched off is closed on every instance at once: clients are refused, staff goes on', async () => {
    const { db } = database()
    const client = await makeUser(db, 'cliente', { client_id: (await makeClient(db)).id })
    const seller = await makeUser(db, 'vendedor')
    const search = (caller: TestCaller) => caller.request('GET', `${searchProducts.path}?index=0`)
    const atFirst = { client: await app.as(client), seller: await app.as(seller) }
    const atSecond = { client: await other.as(client), seller: await other.as(seller) }
    await put({ clave: 'CATALOGO', valor: '1' })
    expect((await search(atFirst.client)).status).toBe(200)

    await put({ clave: 'CATALOGO', valor: '0' })
    const page = { query: { page: 'CATALOGO' } }
    expect((await app.visitor.call(isPageOpen, page)).data).toBe(false)
    const refused = await search(atFirst.client)
    expect([refused.status, refused.json.message]).toEqual([403, 'Esta sección no está habilitada en este momento'])
    expect((await search(atFirst.seller)).status).toBe(200)
    expect((await atFirst.client.call(countCart)).status).toBe(200)

    // The other instance hears of it by itself.
    await expect.poll(async () => (await other.visitor.call(isPageOpen, page)).data).toBe(false)
    expect((await search(atSecond.client)).status).toBe(403)
    expect((await search(atSecond.seller)).status).toBe(200)

    await put({ clave: 'CATALOGO', valor: '1' })
    expect((await search(atFirst.client)).status).toBe(200)
  })

  test('what prices follow from raises the version of the catalogue, and no other setting does (R356)', async () => {
    const { db } = database()
    const version = async () =>
      (await db.kysely.selectFrom('catalogue_version').select('version').executeTakeFirstOrThrow()).version
    await db.kysely.insertInto('price_list').values({ id: 7, name: 'Interior' }).execute()
    const raised = async (clave: string, valor: string) => {
      const before = await version()
      expect((await put({ clave, valor })).status).toBe(200)
      return (await version()) - before
    }
    expect(await raised('BONIF_EN_PRECIOS', '1')).toBe(1)
    expect(await raised('BONIF_EN_PRECIOS', '1')).toBe(0)
    expect(await raised('LISTA_INCOMPLETA', 'consultar')).toBe(1)
    expect(await raised('LISTA_SIN_CLIENTE', '7')).toBe(1)
    expect(await raised('LISTA_INVENTARIOS', '7')).toBe(1)
    expect(await raised('LISTA_INVENTARIOS', '')).toBe(1)
    expect(await raised('TERMINOS', 'Los de la casa')).toBe(0)
  })

  test('a list that there is not, or that is out of use, is no list to set', async () => {
    const { db } = database()
    await db.kysely.insertInto('price_list').values({ id: 8, name: 'Anterior', active: false }).execute()
    for (const valor of ['8', '99']) {
      const { status, json } = await put({ clave: 'LISTA_SIN_CLIENTE', valor })
      expect([status, json.details[0].field]).toEqual([400, 'LISTA_SIN_CLIENTE'])
    }
  })

  test('an announcement is shown to everyone while it is enabled', async () => {
    const valor = 'Feriado;El lunes no despachamos|white;red'
    await put({ clave: 'ANUNCIO', valor, aux: '1' })
    expect((await app.visitor.call(getAnnouncement)).data).toBe(valor)
    await put({ clave: 'ANUNCIO', valor, aux: '0' })
    expect((await app.visitor.call(getAnnouncement)).data).toBe('')
  })

  test('the mails of new orders are one of the settings, and raise its version', async () => {
    const set = (emails: string) => admin.call(setNotified, { query: { emails } })
    expect((await set('a@example.test;b@example.test')).data).toBe(true)
    const before: Setting & { version: number } = (await stored('NOTIF_PED')) as never
    expect(before.value).toBe('a@example.test;b@example.test')
    await set('a@example.test')
    const late = { clave: 'NOTIF_PED', valor: '', version: before.version }
    expect((await put(late)).status).toBe(409)
  })

  test('nobody but an admin reads or writes them', async () => {
    const { db } = database()
    for (const type of ['cliente', 'vendedor', 'supervisor'] as const) {
      const caller = await app.as(await makeUser(db, type))
      expect((await caller.call(listSettings)).status).toBe(403)
      expect((await caller.call(saveSettings, { body: [] })).status).toBe(403)
    }
  })
})
