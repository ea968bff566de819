import { beforeAll, describe, expect, test } from 'vitest'
import { BY_PROGRAM, getHistory, listAudit, listAuditors } from '../../contract/audit.ts'
import { createOrder } from '../../contract/orders.ts'
import { makeArticle, makeUser } from '../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../test/test-app.ts'
import { withDatabases } from '../test/test-database.ts'
import { type AuditEntry, audit } from './audit.service.ts'

const every = { page: 0, entityId: '', action: '', text: '', by: undefined, from: undefined, to: undefined }

withDatabases('the audit as a list (R42)', (database) => {
  let app: TestApp
  let admin: TestCaller
  let rita: { id: number }
  let brand: number
  let toy: { id: number; code: string }

  beforeAll(async () => {
    const { db } = database()
    app = await openTestApp(db)
    rita = await makeUser(db, 'admin', { first_name: 'Rita', last_name: 'Paz' })
    admin = await app.as(rita)
    const made = await db.kysely
      .insertInto('brand')
      .values({ name: 'Ditoys', position: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    brand = made.id
    toy = await makeArticle(db, { description: 'Tren de madera' })
    return () => app.close()
  })

  const write = (entry: Partial<AuditEntry>) =>
    audit(database().db.kysely, { userId: rita.id, action: 'update', entity: 'product', entityId: toy.id, ...entry })
  const forget = () => database().db.kysely.deleteFrom('audit').execute()
  const list = async (query: object = {}) =>
    (await admin.call(listAudit, { query: { ...every, ...query } as never })).data
  const changesOf = async () => (await list())[0]?.changes

  describe('in words', () => {
    test('an entry says who, when, which record, and each field from what to what', async () => {
      await forget()
      await write({
        before: { discount: 550, promo: false, brand_id: null, hint: '' },
        after: { discount: 1000, promo: true, brand_id: brand, hint: 'Pilas' },
      })
      const [entry] = await list()
      expect(entry).toMatchObject({
        by: 'Rita Paz',
        action: 'update',
        entity: 'product',
        entityId: String(toy.id),
        name: `${toy.code} Tren de madera`,
        total: 1,
        rows: 1,
        changes: [
          { field: 'Marca', before: '', after: 'Ditoys' },
          { field: 'Descuento', before: '5,5 %', after: '10 %' },
          { field: 'Oferta', before: 'No', after: 'Sí' },
          { field: 'Indicación', before: '', after: 'Pilas' },
        ],
      })
      expect(Date.parse(entry?.at ?? '')).toBeGreaterThan(Date.now() - 60_000)
    })

    test('a switch of the settings is on or off, and not 1 or 0', async () => {
      await forget()
      await write({ entity: 'setting', entityId: 'CARRITO', before: { value: '0' }, after: { value: '1' } })
      expect(await changesOf()).toEqual([{ field: 'Activo', before: 'No', after: 'Sí' }])
      await forget()
      await write({ entity: 'setting', entityId: 'ERP_PRECIOS_PARTE', before: { value: '0' }, after: { value: '1' } })
      expect(await changesOf()).toEqual([{ field: 'Valor', before: '0', after: '1' }])
    })

    test('amounts, instants, provinces and CUITs read as people write them', async () => {
      await forget()
      await write({
        before: { list_price: 155981850, verified_at: '2026-07-29T13:15:00.000Z', province_id: 22 },
        after: { list_price: 100, verified_at: null, province_id: 0, cuit: '20111111112' },
      })
      expect(await changesOf()).toEqual([
        { field: 'CUIT', before: '', after: '20-11111111-2' },
        { field: 'Verificado el', before: '29/07/2026 10:15', after: '' },
        { field: 'Provincia', before: 'Río Negro', after: 'CABA' },
        { field: 'Precio de lista', before: '$ 1.559.818,50', after: '$ 1,00' },
      ])
    })

    test('whole rows tell only what differs; of a secret no more than that it was changed', async () => {
      await forget()
      const row = { id: 7, email: 'a@example.test', password_hash: 'x', version: 3 }
      await write({
        entity: 'user',
        entityId: 7,
        before: row,
        after: { ...row, email: 'b@example.test', version: 4 },
      })
      expect(await changesOf()).toEqual([{ field: 'Email', before: 'a@example.test', after: 'b@example.test' }])
      await write({
        entity: 'user',
        entityId: 7,
        before: { password_hash: 'x' },
        after: { password_hash: 'y' },
      })
      expect(await changesOf()).toEqual([{ field: 'Contraseña', before: 'oculto', after: 'oculto' }])
      const stored = await database().db.kysely.selectFrom('audit').select(['before', 'after']).execute()
      expect(JSON.stringify(stored)).not.toMatch(/"password_hash":"[xy]"/)
    })

    test('what an older version wrote is told, too: code names, columns and records that nobody knows', async () => {
      await forget()
      await write({
        entity: 'client',
        entityId: 9_999,
        before: { seller_id: null, bonus: 0, unheard_of: 1, shape: { a: [1] } },
        after: { sellerId: null, bonus: 550, unheard_of: 2, shape: null },
      })
      const [entry] = await list()
      expect(entry?.name).toBe('N.º 9999')
      expect(entry?.changes).toEqual([
        { field: 'Bonificación', before: '0 %', after: '5,5 %' },
        { field: 'shape', before: '{"a":[1]}', after: '' },
        { field: 'unheard_of', before: '1', after: '2' },
      ])
    })

    test('what is gone keeps the name it had', async () => {
      await forget()
      await write({
        action: 'delete',
        entity: 'brand',
        entityId: 900,
        before: { name: 'Rasti' },
        after: null,
      })
      await write({ before: { brand_id: 900 }, after: { brand_id: brand } })
      const [change, deletion] = await list()
      expect(change?.changes).toEqual([{ field: 'Marca', before: 'Rasti (borrada)', after: 'Ditoys' }])
      expect(deletion).toMatchObject({
        name: 'Rasti (borrada)',
        changes: [{ field: 'Nombre', before: 'Rasti' }],
      })
    })
  })

  describe('filters', () => {
    test('who, what, which action and which day; Argentine days are whole', async () => {
      await forget()
      const other = await makeUser(database().db, 'supervisor', { first_name: 'Luz' })
      await write({ userId: other.id, after: { hint: 'a' } })
      await write({ userId: null, action: 'import', after: { list_price: 1 } })
      await write({ action: 'delete', entity: 'brand', entityId: 5, before: { name: 'Z' } })
      const ofAll = async (query: object) => (await list(query)).map(({ action, entity }) => `${action} ${entity}`)
      expect(await ofAll({})).toEqual(['delete brand', 'import product', 'update product'])
      expect(await ofAll({ by: other.id })).toEqual(['update product'])
      expect(await ofAll({ by: BY_PROGRAM })).toEqual(['import product'])
      expect(await ofAll({ entity: 'product' })).toEqual(['import product', 'update product'])
      expect(await ofAll({ entity: 'product', entityId: String(toy.id), action: 'import' })).toEqual(['import product'])
      // 23:30 in Argentina is another day in UTC.
      await database()
        .db.kysely.updateTable('audit')
        .set({ at: '2026-03-02T02:30:00Z' })
        .where('entity', '=', 'brand')
        .execute()
      expect(await ofAll({ from: '2026-03-01', to: '2026-03-01' })).toEqual(['delete brand'])
      expect(await ofAll({ from: '2026-03-02', to: '2026-03-02' })).toEqual([])
      const authors = (await admin.call(listAuditors)).data
      expect(authors).toContainEqual({ id: other.id, name: 'Luz' })
      expect((await admin.request('GET', '/api/auditoria?desde=2026-02-31')).status).toBe(400)
      expect((await admin.request('GET', '/api/auditoria?que=nada')).status).toBe(400)
    })

    test('words find the changes of the records that are called so, also of those that are gone', async () => {
      await forget()
      const client = await makeUser(database().db, 'cliente', { business_name: 'Juguetería Ñandú' })
      await write({ after: { hint: 'a' } })
      await write({ entity: 'media', entityId: `${toy.id}/2`, after: { file: 'x' } })
      await write({ entity: 'user', entityId: client.id, after: { phone: '1' } })
      await write({ entity: 'cart', entityId: `${client.id}/-1`, action: 'delete', before: { lines: 3 } })
      await write({ entity: 'setting', entityId: 'NOTIF_PED', after: { value: 'x' } })
      await write({ entity: 'category', entityId: 77, action: 'delete', before: { name: 'Bloques' } })
      const found = async (text: string) => (await list({ text })).map(({ entity }) => entity).sort()
      expect(await found(toy.code)).toEqual(['media', 'product'])
      expect(await found('madera TREN')).toEqual(['media', 'product'])
      expect(await found('ñandú')).toEqual(['cart', 'user'])
      expect(await found('correos')).toEqual(['setting'])
      expect(await found('bloques')).toEqual(['category'])
      expect(await found('100%')).toEqual([])
    })

    test('files and words of the code are told as a person says them', async () => {
      await forget()
      const hash = 'aa12549b'.repeat(8)
      const media = { kind: 'image', content_type: 'image/webp', slot: 2 }
      const tellChanges = async (entry: object) => {
        await forget()
        await write(entry)
        return (await list())[0]?.changes.map(({ field, before, after }) => [field, before, after])
      }
      const entityId = `${toy.id}/2`
      expect(
        await tellChanges({
          entity: 'media',
          entityId,
          before: { ...media, file: `${hash}.webp` },
          after: { ...media, file: `${hash}0.webp` },
        }),
      ).toEqual([['Archivo', 'imagen anterior', 'imagen nueva']])
      expect(
        await tellChanges({
          entity: 'media',
          entityId,
          before: { ...media, file: `${hash}.webp` },
          after: { ...media, kind: 'video', content_type: 'video/mp4', file: `${hash}.mp4` },
        }),
      ).toEqual([['Archivo', 'imagen', 'video']])
      const certificate = { name: 'RY1.pdf', file: `${hash}.pdf`, kind: 'Seguridad' }
      expect(await tellChanges({ entity: 'certificate', entityId: 1, after: certificate })).toEqual([
        ['Nombre', '', 'RY1.pdf'],
        ['Tipo', '', 'Seguridad'],
        ['Archivo', '', 'PDF'],
      ])
      const banner = { value: `${hash}.png`, aux: 'image/png' }
      expect(await tellChanges({ entity: 'setting', entityId: 'BANNER_IMAGEN', after: banner })).toEqual([
        ['Imagen', '', 'imagen'],
      ])
      const again = { before: { state: 'dead' }, after: { state: 'pending' } }
      expect(await tellChanges({ entity: 'job', entityId: 7, action: 'retry', ...again })).toEqual([
        ['Estado', 'sin poder hacerse', 'por hacerse'],
      ])
    })

    test('pages of 25 show every entry once', async () => {
      await forget()
      for (let at = 0; at < 53; at++) await write({ entityId: 1000 + at, after: { hint: String(at) } })
      const pages = [await list(), await list({ page: 1 }), await list({ page: 2 }), await list({ page: 3 })]
      expect(pages.map(({ length }) => length)).toEqual([25, 25, 3, 0])
      expect(pages.map(([first]) => first?.total)).toEqual([53, 53, 53, undefined])
      const ids = pages.flat().map(({ entityId }) => Number(entityId))
      expect(ids).toEqual(Array.from({ length: 53 }, (_, at) => 1052 - at))
    })
  })

  describe('a change of many rows', () => {
    test('is one entry with its count, and opens to its rows; a record shows its own', async () => {
      await forget()
      const { db } = database()
      const others = [await makeArticle(db), await makeArticle(db), toy]
      await write({ after: { hint: 'before' } })
      const batch = await db.kysely
        .insertInto('change_batch')
        .values({ user_id: rita.id, kind: 'edit', row_count: 3 })
        .returning('id')
        .executeTakeFirstOrThrow()
      for (const { id } of others)
        await write({ entityId: id, batchId: batch.id, before: { discount: 0 }, after: { discount: 1000 } })
      await write({ entity: 'brand', entityId: brand, after: { name: 'x' } })

      const entries = await list()
      expect(entries.map(({ entity, rows, batchId }) => [entity, rows, batchId])).toEqual([
        ['brand', 1, null],
        ['product', 3, batch.id],
        ['product', 1, null],
      ])
      expect(entries[0]?.total).toBe(3)
      expect(entries[1]).toMatchObject({ by: 'Rita Paz', undoneAt: null })
      expect((await list({ entity: 'brand' })).length).toBe(1)
      expect((await list({ by: rita.id, action: 'update', entity: 'product' })).length).toBe(2)

      const rows = await list({ batchId: batch.id })
      expect(rows.map(({ entityId }) => Number(entityId)).sort()).toEqual(others.map(({ id }) => id).sort())
      expect(rows[0]).toMatchObject({ total: 3, rows: 1, changes: [{ before: '0 %', after: '10 %' }] })
      expect((await list({ entity: 'product', entityId: String(toy.id) })).map(({ rows }) => rows)).toEqual([1, 1])
    })
  })

  describe('the history of a record', () => {
    const history = async (entity: 'user' | 'product' | 'order', id: number) =>
      admin.call(getHistory, { params: { entity, id } })

    test('of a product tells of its photos; of a user of addresses, client and carts; of nobody else', async () => {
      await forget()
      const { db } = database()
      const client = await makeUser(db)
      const stranger = await makeUser(db)
      const address = await db.kysely
        .insertInto('user_address')
        .values({ user_id: client.id, street: 'Mitre 1' })
        .returning('id')
        .executeTakeFirstOrThrow()
      await write({ after: { hint: 'a' } })
      await write({ entity: 'media', entityId: `${toy.id}/2`, after: { file: 'x' } })
      await write({ entity: 'media', entityId: `${toy.id}1/2`, after: { file: 'x' } })
      await write({ entity: 'user', entityId: client.id, after: { phone: '1' } })
      await write({ entity: 'user', entityId: stranger.id, after: { phone: '1' } })
      await write({ entity: 'user-address', entityId: address.id, after: { street: 'Mitre 1' } })
      await write({ entity: 'cart', entityId: `${client.id}/-1`, action: 'delete', before: { lines: 3 } })
      const entitiesOf = async (entity: 'user' | 'product', id: number) =>
        (await history(entity, id)).data.map((entry) => entry.entity)
      expect(await entitiesOf('product', toy.id)).toEqual(['media', 'product'])
      expect(await entitiesOf('user', client.id)).toEqual(['cart', 'user-address', 'user'])
      expect((await history('user', 999_999)).status).toBe(404)
      expect((await history('product', 999_999)).status).toBe(404)
    })

    test('of an order tells who made it, how, and what became of its mails', async () => {
      const { db } = database()
      await db.kysely.insertInto('setting').values({ key: 'NOTIF_PED', value: 'ventas@example.test' }).execute()
      const user = await makeUser(db, 'cliente', { business_name: 'Juguetería Luna', first_name: 'Ana' })
      const caller = await app.as(user)
      const article = await makeArticle(db, { listPrice: 250_00 })
      await app.upToDate()
      await caller.request('POST', '/api/pedidos/itemsCarrito', {
        id: null,
        idart: article.id,
        cantidad: 2,
        obs: '',
        idcli: -1,
      })
      const made = await caller.call(createOrder, { query: { addressId: 0, note: '' } as never })
      const id = made.data.orderId
      const entries = (await history('order', id)).data
      expect(entries.map(({ action }) => action).sort()).toEqual(['create', 'mail-pending', 'mail-pending'])
      const creation = entries.find(({ action }) => action === 'create')
      expect(creation).toMatchObject({ by: 'Ana', name: `Pedido ${id}` })
      expect(creation?.changes).toContainEqual({ field: 'Total', before: '', after: '$ 500,00' })
      await db.kysely.updateTable('job').set({ state: 'done', done_at: new Date() }).execute()
      const sent = (await history('order', id)).data.filter(({ action }) => action === 'mail-sent')
      expect(sent.flatMap(({ changes }) => changes)).toContainEqual({
        field: 'Para',
        before: '',
        after: 'ventas@example.test',
      })
      expect((await history('order', 999_999)).status).toBe(404)
    })
  })
})
