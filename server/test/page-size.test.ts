/** R325: every list that takes a number of rows answers so many, page by page, with the count of all in the first row. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applyChoice, reviewChoice } from '../../contract/bulk-edit.ts'
import { makeWorld, type World } from './access-world.ts'
import { openTestApp, type TestApp } from './test-app.ts'
import { withDatabase } from './test-database.ts'

/** Of one client: staff name whose. */
const ANTERIORES = '/api/pedidos/productos/anteriores'
const lists = [
  '/api/auditoria',
  ANTERIORES,
  '/api/pedidos/productos/certificados/filtro',
  '/api/pedidos/productos/filtro',
  '/api/pedidos/productos/lotes',
  '/api/pedidos/productos/pedidos/historicos',
  '/api/pedidos/productos/pedidos/pendientes',
  '/api/usuarios/contactos',
  '/api/usuarios/filtro',
]

describe('rows of a page', () => {
  withDatabase('embedded', (database) => {
    let app: TestApp
    let world: World

    beforeAll(async () => {
      const { db } = database()
      app = await openTestApp(db)
      world = await makeWorld(db, app)
      const { articleId, belongings, callers, userIds } = world
      for (const name of ['A1.pdf', 'A2.pdf'])
        await db.kysely.insertInto('certificate').values({ name, file: name }).execute()
      for (const { orderId } of Object.values(belongings)) {
        await db.kysely.updateTable('sales_order').set({ pending_units: 2 }).where('id', '=', orderId).execute()
        await db.kysely
          .insertInto('sales_order_line')
          .values({
            ...{
              order_id: orderId,
              article_id: articleId,
              code: 'A1',
              description: 'Juguete',
              multiple: 1,
              quantity: 2,
            },
            ...{ list_price: 100, discount: 0, unit_price: 100, created_by: userIds.client, channel: 'web' },
          })
          .execute()
      }
      await db.kysely.updateTable('past_order').set({ client_id: belongings.A1.clientId }).execute()
      for (const discount of [500, 1000]) {
        const body = { ids: [articleId], changes: { discount } }
        const { fingerprint } = (await callers.admin.call(reviewChoice, { body })).data
        await callers.admin.call(applyChoice, { body: { ...body, fingerprint } })
      }
      await app.upToDate()
    })
    afterAll(() => app.close())

    const rows = async (address: string, query: string): Promise<Record<string, unknown>[]> => {
      const whose = address === ANTERIORES ? `&idcli=${world.belongings.A1.clientId}` : ''
      const { status, json } = await world.callers.admin.request('GET', `${address}?${query}${whose}`)
      expect(status, JSON.stringify(json)).toBe(200)
      return json
    }

    test('these are the lists', () => {
      const taking = app.endpoints.filter(({ query }) => 'size' in ((query as { fields?: object })?.fields ?? {}))
      expect([...new Set(taking.map(({ path }) => path))].sort()).toEqual(lists)
    })

    test.each(lists)('%s', async (address) => {
      const [first, second, ...others] = await rows(address, 'index=0')
      const total = others.length + 2
      expect(first).toMatchObject({ cantPaginas: total })
      expect(await rows(address, 'index=0&filas=1')).toEqual([first])
      expect(await rows(address, 'index=1&filas=1')).toEqual([{ ...second, cantPaginas: total }])
      expect(await rows(address, 'index=0&filas=100')).toHaveLength(total)
      const { status } = await world.callers.admin.request('GET', `${address}?index=0&filas=101`)
      expect(status).toBe(400)
    })
  })
})
