/** The program of the ERP calls the shop: keys, batches, what each key may do (R293, R294). */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findExact } from '../../../contract/catalogue.ts'
import * as keyCalls from '../../../contract/erp-keys.ts'
import { type KeyRight, keyRights } from '../../../contract/key-rights.ts'
import { makeArticle, makeUser, PASSWORD } from '../../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'
import { readFeedState } from '../erp-sync/feed-state.queries.ts'

interface Row {
  fila: number
  resultado: string
  faltas?: { columna: string | null; motivo: string }[]
}

const article = (id: number, more: Record<string, unknown> = {}) => ({
  ID_ART: id,
  CODIGO_ART: `A${id}`,
  DESCRIP_ART: `Muñeca ${id}`,
  ALIAS_ART: '',
  UXB: 24,
  INTERNO: 12,
  SURTIDO: 0,
  MULTIPLO: 6,
  TEMPORADA: '',
  ACTIVO: 1,
  ...more,
})
const listing = (code: string, more: Record<string, unknown> = {}) => ({
  CODIGO_ART: code,
  MARCA: 'Sol',
  CATEGORIA: 'Muñecas',
  SUBCATEGORIA: '',
  ORDEN_IO: 1,
  DESCUENTO_IO: 0,
  OFERTA_IO: 0,
  DESTACADO_IO: 0,
  INDICACION_IO: '',
  ACTIVO_IO: 1,
  ...more,
})

withDatabases('the ERP calls the shop', (database) => {
  let app: TestApp
  let admin: TestCaller
  let buyer: TestCaller
  beforeAll(async () => {
    app = await openTestApp(database().db)
    admin = await app.as(await makeUser(database().db, 'admin'))
    buyer = await app.as(await makeUser(database().db, 'cliente'))
  })
  afterAll(() => app.close())
  afterEach(async () => {
    await database().db.kysely.deleteFrom('erp_key').execute()
  })

  async function makeKey(...rights: KeyRight[]) {
    const body = { name: 'Tango', rights, password: PASSWORD }
    return (await admin.call(keyCalls.createErpKey, { body })).data
  }
  /** Sends a batch, or asks, as a program does. */
  async function send(
    key: string,
    url: string,
    rows?: readonly unknown[],
    headers: Record<string, string> = {},
    method: 'GET' | 'POST' = 'POST',
  ) {
    const answer = await app.app.inject({
      method,
      url: `/api/erp/v1/${url}`,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      ...(rows && { payload: JSON.stringify({ filas: rows }) }),
    })
    return { status: answer.statusCode, json: answer.json(), headers: answer.headers, text: answer.body }
  }
  const results = ({ json }: { json: { filas: Row[] } }) => json.filas.map(({ resultado }) => resultado)
  const all = keyRights.filter((right) => !right.endsWith('cambiar'))

  test('of a value too long for a number whole characters are told, and the answer is kept', async () => {
    const { key } = await makeKey(...all)
    const faces = '👩'.repeat(60)
    const rows = [faces, `x${faces}`].map((BONIF_CLI, at) => {
      const names = { CODIGO_CLI: `L${at}`, RAZONSOCIAL_CLI: 'Luna', NOMBRE_CLI: '', CUIT_CLI: '', EMAIL_CLI: '' }
      return { ID_CLI: 880 + at, ...names, ID_VC: null, IDCDV_CLI: 1, ID_ZON: null, ID_IVA: null, BONIF_CLI, ACTIVO: 1 }
    })
    const answer = await send(key, 'clientes', rows)
    expect([answer.status, results(answer)]).toEqual([200, ['rechazado', 'rechazado']])
  })

  test('a step of prices by quantity is pushed, and pushed again with what changed alone (R351)', async () => {
    const { key } = await makeKey(...all)
    await send(key, 'articulos', [article(900)])
    await send(key, 'precios', [{ ID_ART: 900, PRECIO_LPI: 100 }])
    const step = { ID_ESC: 9, ID_ART: null, MARCA: 'Luna', UNIDADES: 24, PORCENTAJE: 10 }
    const made = await send(key, 'escalas', [{ ...step, ID_ESC: 8, ID_ART: 900, MARCA: '' }, step])
    expect(results(made)).toEqual(['nuevo', 'nuevo'])
    const changed = await send(key, 'escalas', [
      { ID_ESC: 8, PORCENTAJE: 20 },
      { ID_ESC: 9, UNIDADES: 48 },
    ])
    expect(results(changed)).toEqual(['cambiado', 'cambiado'])
    const steps = await database().db.kysely.selectFrom('price_step').selectAll().orderBy('id').execute()
    expect(steps).toMatchObject([
      { id: 8, article_id: 900, units: 24, percent: 2_000 },
      { id: 9, brand: 'Luna', units: 48, percent: 1_000 },
    ])
    const torn = await send(key, 'escalas', [{ ID_ESC: 8, MARCA: 'Luna' }])
    expect(torn.json.filas[0]).toMatchObject({
      resultado: 'rechazado',
      faltas: [{ columna: 'MARCA', motivo: 'Tiene artículo y marca: un escalón es de uno o de otra' }],
    })
  })

  test('prices of lists and of clients are pushed, and pushed again with what changed alone (R353)', async () => {
    const { key } = await makeKey(...all)
    await send(key, 'articulos', [article(900), article(901)])
    await send(key, 'listas', [{ ID_LIS: 2, DESCRIP_LIS: 'Mayorista' }])
    const client = {
      ID_CLI: 700,
      CODIGO_CLI: 'C700',
      RAZONSOCIAL_CLI: 'Sol',
      NOMBRE_CLI: '',
      CUIT_CLI: '',
      EMAIL_CLI: '',
    }
    const terms = { ID_VC: null, IDCDV_CLI: 1, ID_ZON: null, ID_IVA: null, BONIF_CLI: 0, ACTIVO: 1, ID_LIS: 2 }
    const taken = await send(key, 'clientes', [{ ...client, ...terms }])
    expect(taken.json.filas[0]).toMatchObject({
      resultado: 'nuevo',
      avisos: [{ columna: 'ID_LIS', motivo: 'La lista 2 «Mayorista» no tiene precios que rijan hoy' }],
    })
    const price = { ID_LIS: 2, ID_ART: 900, PRECIO_LPI: 100 }
    const made = await send(key, 'precios_listas', [
      price,
      { ...price, DESDE: '2020-11-20' },
      { ...price, ID_ART: 901, DESDE: null },
      { ID_LIS: 2, ID_ART: 901, DESDE: '20/11/2020' },
      { ...price, DESDE: '20/11/2020' },
    ])
    expect(results(made)).toEqual(['nuevo', 'nuevo', 'nuevo', 'rechazado', 'rechazado'])
    expect(made.json.filas.slice(3).map(({ faltas }: Row) => faltas)).toMatchObject([
      [{ columna: 'PRECIO_LPI', motivo: 'Es un registro nuevo y falta PRECIO_LPI' }],
      [{ motivo: 'Repite ID_LIS, ID_ART, DESDE de la fila 2' }],
    ])
    const again = await send(key, 'precios_listas', [
      { ...price, PRECIO_LPI: 110, DESDE: '2020-11-20T03:00:00Z' },
      { ID_LIS: 2, ID_ART: 901 },
      // Another one has begun since: nothing is lost, and nobody asked.
      { ID_LIS: 2, ID_ART: 900, BAJA: 1 },
    ])
    expect(results(again)).toEqual(['cambiado', 'sin cambios', 'baja'])

    // Ten times the price that holds, under another beginning: a person is asked.
    const far = await send(key, 'precios_listas?ensayo=1', [{ ...price, PRECIO_LPI: 5000, DESDE: '2020-11-25' }])
    expect(results(far)).toEqual(['en espera'])

    const own = { ID_CLI: 700, ID_ART: 900, DESDE: '2020-11-20' }
    expect(results(await send(key, 'precios_clientes', [{ ...own, PRECIO_LPI: 90, HASTA: '2020-12-31' }]))).toEqual([
      'nuevo',
    ])
    const torn = await send(key, 'precios_clientes', [{ ...own, HASTA: '2020-11-19' }])
    expect(torn.json.filas[0]).toMatchObject({
      resultado: 'rechazado',
      faltas: [{ columna: 'HASTA', motivo: 'HASTA debe ser posterior a DESDE' }],
    })
    expect(results(await send(key, 'precios_clientes', [{ ...own, CON_DESCUENTO: 1 }]))).toEqual(['cambiado'])
    const read = await send(key, 'precios_clientes', undefined, {}, 'GET')
    expect(read.json.filas).toEqual([
      {
        ID_CLI: 700,
        ID_ART: 900,
        PRECIO_LPI: 90,
        DESDE: '2020-11-20T03:00:00.000Z',
        HASTA: '2021-01-01T03:00:00.000Z',
        CON_DESCUENTO: 1,
      },
    ])
    // What is read may be sent back, and changes nothing.
    expect(results(await send(key, 'precios_clientes', read.json.filas))).toEqual(['sin cambios'])
    const first = await send(key, 'precios_listas?limite=1', undefined, {}, 'GET')
    expect(first.json).toMatchObject({ filas: [{ ID_ART: 900, DESDE: null, PRECIO_LPI: 100 }], despues: '2/900/' })
    const next = `precios_listas?limite=3&despues=${encodeURIComponent(first.json.despues)}`
    const rest = await send(key, next, undefined, {}, 'GET')
    expect(rest.json).toMatchObject({ filas: [{ ID_ART: 900, PRECIO_LPI: 110 }, { ID_ART: 901 }], despues: null })
  })

  test('a price of the base list that begins later is pushed, is judged as new, and goes (R353)', async () => {
    const { key } = await makeKey(...all)
    await send(key, 'articulos', [article(902)])
    await send(key, 'precios', [{ ID_ART: 902, PRECIO_LPI: 100 }])
    const later = { ID_ART: 902, DESDE: '2090-01-02' }
    const made = await send(key, 'precios', [
      { ...later, PRECIO_LPI: 110 },
      { ID_ART: 902, PRECIO_LPI: 101 },
    ])
    expect(results(made)).toEqual(['nuevo', 'cambiado'])
    const lacking = await send(key, 'precios', [{ ...later, DESDE: '2090-02-01' }])
    expect(lacking.json.filas[0]).toMatchObject({
      resultado: 'rechazado',
      faltas: [{ columna: 'PRECIO_LPI', motivo: 'Es un registro nuevo y falta PRECIO_LPI' }],
    })
    expect(results(await send(key, 'precios', [{ ...later, PRECIO_LPI: 112 }]))).toEqual(['cambiado'])
    expect(results(await send(key, 'precios', [{ ...later, BAJA: 1 }]))).toEqual(['baja'])
    expect(results(await send(key, 'precios', [{ ...later, BAJA: 1 }]))).toEqual(['sin cambios'])
    const read = await send(key, 'precios', undefined, {}, 'GET')
    expect(read.json.filas.find(({ ID_ART }: { ID_ART: number }) => ID_ART === 902)).toEqual({
      ID_ART: 902,
      PRECIO_LPI: 101,
    })
  })

  describe('a key', () => {
    test('is made after the password again, told once, stored as a hash, and withdrawn', async () => {
      const wrong = { name: 'Tango', rights: ['articulos:escribir' as const], password: 'otra' }
      expect((await admin.call(keyCalls.createErpKey, { body: wrong })).status).toBe(400)
      const { id, key } = await makeKey('articulos:escribir')
      expect(key).toMatch(/^bulto_[\w-]{43}$/)
      expect((await send(key, 'articulos', [article(1)])).status).toBe(200)
      const [listed] = (await admin.call(keyCalls.listErpKeys)).data
      expect(listed).toMatchObject({ id, name: 'Tango', rights: ['articulos:escribir'] })
      expect(listed?.lastUsedAt).not.toBeNull()
      const rows = await Promise.all(
        (['erp_key', 'audit', 'erp_run', 'job'] as const).map((table) =>
          database().db.kysely.selectFrom(table).selectAll().execute(),
        ),
      )
      expect(JSON.stringify(rows)).not.toContain(key)
      await admin.call(keyCalls.deleteErpKey, { params: { id } })
      const after = await send(key, 'articulos', [article(1)])
      expect([after.status, after.json.message]).toEqual([401, 'La clave no existe o fue retirada'])
    })

    test('a parameter that the call does not have refuses the call and is named, and nothing is taken', async () => {
      const { key } = await makeKey('articulos:escribir', 'articulos:leer')
      for (const [query, name] of [
        ['?dry_run=1', 'dry_run'],
        ['?Ensayo=1', 'Ensayo'],
        ['?ensayo=1&x=2', 'x'],
      ] as const) {
        const refused = await send(key, `articulos${query}`, [article(9001)])
        const message = `La llamada no tiene el parámetro «${name}»: tiene ensayo, corrida`
        expect([refused.status, refused.json]).toEqual([
          400,
          { error: 'MALFORMED', message, details: [{ field: name, message }] },
        ])
      }
      const read = await send(key, 'articulos?limit=5', undefined, {}, 'GET')
      expect([read.status, read.json.message]).toEqual([
        400,
        'La llamada no tiene el parámetro «limit»: tiene despues, limite',
      ])
      const all = await send(key, 'articulos', undefined, {}, 'GET')
      expect(all.json.filas.map(({ ID_ART }: { ID_ART: number }) => ID_ART)).not.toContain(9001)
    })

    test('a call without a key says that a key is needed', async () => {
      for (const token of ['', 'otra-cosa-que-no-es-una-clave']) {
        const answer = await send(token, 'articulos', [article(1)])
        expect([answer.status, answer.json.message]).toEqual([
          401,
          'Falta la clave de ERP: Authorization: Bearer bulto_…',
        ])
      }
    })

    test('opens the calls of its rights alone, and no other call of the shop', async () => {
      const calls = app.endpoints.filter(({ access }) => access.who === 'key')
      expect(calls.length).toBeGreaterThan(8)
      for (const right of keyRights) {
        const needed = right.endsWith('cambiar') ? [right.replace('cambiar', 'escribir') as typeof right] : []
        const { id, key } = await makeKey(right, ...needed)
        const opened: string[] = []
        for (const { method, path } of calls) {
          const url = path.replace('/api/erp/v1/', '')
          const { status } = await send(key, url, method === 'POST' ? [] : undefined, {}, method as 'GET')
          if (status !== 403) opened.push(`${method} ${path}`)
        }
        const own = calls.filter(({ access }) => [right, ...needed].includes(access.right ?? right))
        expect({ right, opened }).toEqual({
          right,
          opened: own.map(({ method, path }) => `${method} ${path}`),
        })
        await admin.call(keyCalls.deleteErpKey, { params: { id } })
      }
      const { key } = await makeKey(...keyRights)
      for (const { method, path, access } of app.endpoints) {
        if (access.who === 'key' || access.who === 'everyone') continue
        const headers = { authorization: `Bearer ${key}` }
        const { statusCode } = await app.app.inject({ method, url: path.replace(/:\w+/g, '1'), headers })
        expect(`${method} ${path} ${statusCode}`).toBe(`${method} ${path} 401`)
      }
    })

    test('is refused when it calls too often, with the time to wait', async () => {
      const { key } = await makeKey('articulos:escribir')
      const other = await makeKey('articulos:escribir')
      let last = await send(key, 'articulos', [])
      for (let count = 1; count <= keyCalls.KEY_CALLS_A_MINUTE; count++) last = await send(key, 'articulos', [])
      expect(last.status).toBe(429)
      expect(Number(last.headers['retry-after'])).toBeGreaterThan(0)
      expect((await send(other.key, 'articulos', [])).status).toBe(400)
    })
  })

  describe('a batch', () => {
    test('is answered row by row: good rows are taken, and each bad one says its column and reason', async () => {
      const { key } = await makeKey(...all)
      await send(key, 'articulos', [article(49), article(50), article(51)])
      const mistakes = await send(key, 'articulos', [
        article(52),
        article(50),
        article(51, { DESCRIP_ART: 'Oso' }),
        article(53, { CODIGO_ART: 123 }),
        article(54, { UXB: 'doce' }),
        article(55, { ACTIVO: 'sí' }),
        { ...article(56), PRECIO: 10 },
        article(57, { DESCRIP_ART: '' }),
        article(52, { CODIGO_ART: 'B52' }),
        article(58, { CODIGO_ART: 'A49' }),
        { ID_ART: 59, STOCK_ART: 4 },
        [1, 2],
        article(60, { UXB: { a: 1 } }),
      ])
      expect(mistakes.json).toMatchObject({ nuevas: 1, cambiadas: 1, sinCambios: 1, rechazadas: 10 })
      expect(results(mistakes).slice(0, 3)).toEqual(['nuevo', 'sin cambios', 'cambiado'])
      const faults = (mistakes.json.filas as Row[])
        .slice(3)
        .map(({ fila, resultado, faltas }) => [fila, resultado, faltas?.[0]?.columna, faltas?.[0]?.motivo])
      expect(faults).toEqual([
        [4, 'rechazado', 'CODIGO_ART', expect.stringContaining('está como número')],
        [5, 'rechazado', 'UXB', '«doce» debe ser un número entero'],
        [6, 'rechazado', 'ACTIVO', '«sí» debe ser 1 o 0'],
        [7, 'rechazado', 'PRECIO', 'No hay una columna con ese nombre'],
        [8, 'rechazado', 'DESCRIP_ART', 'Está vacío'],
        [9, 'rechazado', 'ID_ART', '«52» está repetido: ya está en la fila 1'],
        [10, 'rechazado', 'CODIGO_ART', '«A49» ya es el código de otro registro (ID 49)'],
        [11, 'rechazado', 'CODIGO_ART', 'Es un registro nuevo y falta CODIGO_ART'],
        [12, 'rechazado', null, 'La fila debe ser un objeto con una columna por nombre'],
        [13, 'rechazado', 'UXB', 'Debe ser un texto, un número o null'],
      ])
    })

    test('with all it needs is seen by a buyer; a row that lacks columns changes only what it has', async () => {
      const { key } = await makeKey(...all)
      await send(key, 'articulos', [article(70, { STOCK_ART: 9, EAN_ART: '7790000870422' })])
      await send(key, 'precios', [{ ID_ART: 70, PRECIO_LPI: 15490.5 }])
      await send(key, 'asignaciones', [listing('A70')])
      await app.upToDate()
      const seen = async () => (await buyer.call(findExact, { query: { code: 'A70' } as never })).json
      expect(JSON.stringify(await seen())).toContain('15490.5')
      expect(results(await send(key, 'articulos', [{ ID_ART: 70, STOCK_ART: 3 }]))).toEqual(['cambiado'])
      const stored = await database()
        .db.kysely.selectFrom('article')
        .selectAll()
        .where('id', '=', 70)
        .executeTakeFirstOrThrow()
      expect(stored).toMatchObject({ code: 'A70', stock: 3, ean: '7790000870422', multiple: 6, active: true })
    })

    test('of rows that lack their code, as of a nightly stock, is taken whole', async () => {
      const { key } = await makeKey(...all)
      const ids = Array.from({ length: 30 }, (_, index) => 120 + index)
      await send(
        key,
        'articulos',
        ids.map((id) => article(id)),
      )
      const stock = await send(
        key,
        'articulos',
        ids.map((id) => ({ ID_ART: id, STOCK_ART: id })),
      )
      expect(stock.json).toMatchObject({ cambiadas: 30, rechazadas: 0 })
      const stored = await database()
        .db.kysely.selectFrom('article')
        .select(['code', 'stock'])
        .where('id', 'in', ids)
        .orderBy('id')
        .execute()
      expect(stored).toEqual(ids.map((id) => ({ code: `A${id}`, stock: id })))

      const client = (id: number) => ({
        ID_CLI: id,
        CODIGO_CLI: `C${id}`,
        RAZONSOCIAL_CLI: `Juguetería ${id}`,
        NOMBRE_CLI: '',
        CUIT_CLI: '',
        EMAIL_CLI: '',
        ID_VC: null,
        IDCDV_CLI: 1,
        ID_ZON: null,
        ID_IVA: null,
        BONIF_CLI: 0,
        ACTIVO: 1,
      })
      await send(key, 'clientes', [client(71), client(72), client(73)])
      const bonus = [71, 72, 73].map((id) => ({ ID_CLI: id, BONIF_CLI: 5 }))
      expect(results(await send(key, 'clientes', bonus))).toEqual(['cambiado', 'cambiado', 'cambiado'])
    })

    test('with a stock below zero or decimals that are zeros is taken whole, and each row says it (R30)', async () => {
      const { key } = await makeKey('articulos:escribir')
      const rows = [1, 2, 3].map((id) => article(7100 + id))
      expect(results(await send(key, 'articulos', rows))).toEqual(['nuevo', 'nuevo', 'nuevo'])
      const stocks = [-3, '12,00', 4].map((STOCK_ART, place) => ({ ID_ART: 7101 + place, STOCK_ART }))
      const { json } = await send(key, 'articulos', stocks)
      expect([results({ json }), json.rechazadas]).toEqual([['cambiado', 'cambiado', 'cambiado'], 0])
      expect(json.filas.map(({ avisos }: { avisos?: object[] }) => avisos ?? [])).toEqual([
        [{ codigo: 'CELDA', columna: 'STOCK_ART', motivo: 'Es negativo: se tomó como 0' }],
        [
          {
            codigo: 'CELDA',
            columna: 'STOCK_ART',
            motivo: 'Los decimales que sobran son ceros: se leyó el número sin ellos',
          },
        ],
        [],
      ])
      const shown = await database()
        .db.kysely.selectFrom('article')
        .select('stock')
        .where('id', 'in', [7101, 7102, 7103])
        .orderBy('id')
        .execute()
      expect(shown.map(({ stock }) => stock)).toEqual([0, 12, 4])
    })

    test.each([
      ['BAJA', { BAJA: 1 }, 'baja'],
      ['ACTIVO 0', { ACTIVO: 0 }, 'cambiado'],
    ])('with %s and its code under a new id lets the article go on, and says it (R30)', async (_, end, result) => {
      const { key } = await makeKey('articulos:escribir')
      const from = 7200 + 20 * result.length
      // More than a few, or a person would have to confirm that one of them ends.
      await send(
        key,
        'articulos',
        Array.from({ length: 12 }, (_, index) => article(from + index)),
      )
      await database().db.kysely.insertInto('listing').values({ article_id: from, discount: 700 }).execute()
      const renewed = article(from + 15, { CODIGO_ART: article(from).CODIGO_ART })
      expect(results(await send(key, 'articulos', [{ ID_ART: from, STOCK_ART: 1 }, renewed]))).toEqual([
        'cambiado',
        'rechazado',
      ])
      const { json } = await send(key, 'articulos', [{ ID_ART: from, ...end }, renewed])
      expect(results({ json })).toEqual([result, 'nuevo'])
      expect(json.filas[1].avisos).toMatchObject([{ codigo: 'OTRO_ID', columna: 'ID_ART' }])
      const listing = database()
        .db.kysely.selectFrom('listing')
        .select('discount')
        .where('article_id', '=', from + 15)
      expect(await listing.execute()).toEqual([{ discount: 700 }])
    })

    test('puts nothing out of use that it does not name; BAJA and ACTIVO 0 do', async () => {
      const { key } = await makeKey(...all)
      await send(
        key,
        'articulos',
        Array.from({ length: 20 }, (_, index) => article(80 + index)),
      )
      expect(results(await send(key, 'articulos', [article(80, { ACTIVO: 0 })]))).toEqual(['cambiado'])
      const gone = await send(key, 'articulos', [
        { ID_ART: 81, BAJA: 1 },
        { ID_ART: 999_999, BAJA: 1 },
      ])
      expect(results(gone)).toEqual(['baja', 'sin cambios'])
      const active = await database()
        .db.kysely.selectFrom('article')
        .select('id')
        .where('active', '=', true)
        .where('id', '>=', 80)
        .where('id', '<', 100)
        .execute()
      expect(active.map(({ id }) => id).sort((a, b) => a - b)).toEqual(
        Array.from({ length: 18 }, (_, index) => 82 + index),
      )
    })

    test('tried out changes nothing; sent again with its key it gets the same answer, other rows a 409', async () => {
      const { key } = await makeKey(...all)
      const rows = [article(110)]
      const trial = await send(key, 'articulos?ensayo=1', rows)
      expect([trial.json.ensayo, trial.json.nuevas]).toEqual([1, 1])
      const first = await send(key, 'articulos', rows, { 'idempotency-key': 'lote-1' })
      expect(results(first)).toEqual(['nuevo'])
      expect((await send(key, 'articulos', rows, { 'idempotency-key': 'lote-1' })).text).toBe(first.text)
      expect(results(await send(key, 'articulos', rows))).toEqual(['sin cambios'])
      const other = await send(key, 'articulos', [article(111)], { 'idempotency-key': 'lote-1' })
      expect(other.status).toBe(409)
      const twice = [article(112)]
      const both = await Promise.all([1, 2].map(() => send(key, 'articulos', twice, { 'idempotency-key': 'lote-2' })))
      expect(both[0]?.text).toBe(both[1]?.text)
    })

    test('of more than 1,000 rows, of none, and one that is too large, is refused before it is read', async () => {
      const { key } = await makeKey(...all)
      const many = Array.from({ length: 1001 }, (_, index) => ({ ID_ART: index + 1 }))
      expect((await send(key, 'articulos', many)).status).toBe(400)
      expect((await send(key, 'articulos', [])).status).toBe(400)
      const large = [article(1, { DESCRIP_ART: 'x'.repeat(1024 * 1024) })]
      expect((await send(key, 'articulos', large)).status).toBe(413)
    })
  })

  describe('a batch that a guard stops', () => {
    const prices = async () =>
      (
        await database()
          .db.kysely.selectFrom('price')
          .select('list_price')
          .where('article_id', 'in', [200, 201, 202])
          .orderBy('article_id')
          .execute()
      ).map(({ list_price }) => Number(list_price))

    test('waits with those that follow, and is freed by rows that are right', async () => {
      const { key } = await makeKey(...all)
      await send(
        key,
        'articulos',
        [200, 201, 202].map((id) => article(id)),
      )
      await send(
        key,
        'precios',
        [200, 201, 202].map((id) => ({ ID_ART: id, PRECIO_LPI: 10 })),
      )
      const first = await send(key, 'precios', [{ ID_ART: 200, PRECIO_LPI: 1000 }])
      expect([first.status, results(first), first.json.rechazadas]).toEqual([202, ['en espera'], 0])
      const asked = await send(key, `esperas/${first.json.espera}`, undefined, {}, 'GET')
      expect(asked.json).toMatchObject({ lista: 'precios', estado: 'en espera' })
      const { key: ofPhotos } = await makeKey('fotos:escribir')
      const stranger = await send(ofPhotos, `esperas/${first.json.espera}`, undefined, {}, 'GET')
      expect(stranger.status).toBe(404)
      const second = await send(key, 'precios', [{ ID_ART: 201, PRECIO_LPI: 1000 }])
      expect(second.status).toBe(202)
      const followed = await send(key, `esperas/${first.json.espera}`, undefined, {}, 'GET')
      expect(followed.json).toMatchObject({ estado: 'reemplazado', por: second.json.espera })
      expect(await prices()).toEqual([1000, 1000, 1000])
      const right = await send(key, 'precios', [
        { ID_ART: 200, PRECIO_LPI: 11 },
        { ID_ART: 201, PRECIO_LPI: 12 },
      ])
      expect([right.status, results(right)]).toEqual([200, ['cambiado', 'cambiado']])
      expect(await prices()).toEqual([1100, 1200, 1000])
      expect((await admin.request('GET', '/api/erp/espera')).json).toEqual([])
    })

    test('is told by mail each time that something begins to wait, and is no trouble once it is put right', async () => {
      const { key } = await makeKey(...all)
      const { kysely } = database().db
      const mails = async () =>
        (await kysely.selectFrom('job').select('id').where('kind', '=', 'feedRefusedMail').execute()).length
      const trouble = async () => (await readFeedState(kysely)).refused
      await send(
        key,
        'articulos',
        [210, 211].map((id) => article(id)),
      )
      const priced = (price: number) => send(key, 'precios', [{ ID_ART: 210, PRECIO_LPI: price }])
      await priced(10)
      const before = await mails()
      for (const times of [1, 2]) {
        expect((await priced(1000)).status).toBe(202)
        expect((await priced(1001)).status).toBe(202)
        expect(await mails()).toBe(before + times)
        expect(Object.keys(await trouble())).toEqual(['?prices'])
        expect((await priced(10 + times)).status).toBe(200)
        expect(await trouble()).toEqual({})
      }
    })
  })

  describe('listings', () => {
    test('are made where there is none; those of the shop are changed only by a key that may', async () => {
      const { db } = database()
      const { code } = await makeArticle(db, { discount: 500 })
      const writer = await makeKey(...all)
      const kept = await send(writer.key, 'asignaciones', [listing(code, { DESCUENTO_IO: 10 })])
      expect(results(kept)).toEqual(['conservado'])
      const stored = async () =>
        (
          await db.kysely
            .selectFrom('listing')
            .innerJoin('article', 'article.id', 'listing.article_id')
            .leftJoin('category', 'category.id', 'listing.category_id')
            .select(['discount', 'category.name', 'hint'])
            .where('code', '=', code)
            .execute()
        )[0]
      expect(await stored()).toMatchObject({ discount: 500, name: null })
      const changer = await makeKey(...keyRights)
      const row = { CODIGO_ART: code, DESCUENTO_IO: 10, MARCA: 'Luna', CATEGORIA: 'Osos' }
      expect(results(await send(changer.key, 'asignaciones', [row]))).toEqual(['cambiado'])
      expect(await stored()).toMatchObject({ discount: 1000, name: 'Osos' })
      expect(results(await send(changer.key, 'asignaciones', [row]))).toEqual(['sin cambios'])
      const audited = await db.kysely
        .selectFrom('audit')
        .select(['action', 'before', 'after'])
        .where('entity', '=', 'product')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
      expect(audited).toMatchObject({
        action: 'import',
        before: { discount: 500 },
        after: { discount: 1000 },
      })
    })
  })
})
