/** Orders and new clients on their way to the ERP and its answers, from the shop's calls to what the ERP holds. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PRESENT_CLIENT } from '../../../contract/auth.ts'
import { countCart, saveCartLine } from '../../../contract/cart.ts'
import { resendOrder } from '../../../contract/erp.ts'
import { createOrder, lastOrderNumber } from '../../../contract/orders.ts'
import { folderLink } from '../../ports/erp/folder-link.ts'
import type { ErpLink } from '../../ports/erp/port.ts'
import { restErp } from '../../ports/erp/rest-client.ts'
import { restLink } from '../../ports/erp/rest-link.ts'
import { ownClients } from '../../ports/erp-clients/own.ts'
import { runJobs, testClock } from '../../test/jobs.ts'
import { makeArticle, makeClient, makeUser } from '../../test/make.ts'
import { type ErpStub, erpStub, seeded } from '../../test/stubs/erp.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'
import { announcedClients, erpLinkHandlers, readAnswers } from './erp-link.service.ts'

const never = new AbortController().signal

withDatabases('orders to the ERP', (database) => {
  let app: TestApp
  let article: { id: number; code: string }
  // One clock for all tests: a job that failed in one test is due in the next one, too.
  const clock = testClock()
  beforeAll(async () => {
    article = await makeArticle(database().db, { code: 'A-1', listPrice: 100_00, discount: 1000 })
    app = await openTestApp(database().db, { hasErp: true })
  })
  afterAll(() => app.close())

  async function newBuyer(): Promise<{ buyer: TestCaller; clientId: number; addressId: number }> {
    const client = await makeClient(database().db, { addresses: 1 })
    const user = await makeUser(database().db, 'cliente', { client_id: client.id })
    return { buyer: await app.as(user), clientId: client.id, addressId: client.addresses[0] ?? 0 }
  }
  async function placeOrder({ buyer, addressId }: Awaited<ReturnType<typeof newBuyer>>) {
    await app.upToDate()
    const body = { id: null, articleId: article.id, quantity: 3, note: '', clientId: null }
    expect((await buyer.call(saveCartLine, { body })).status).toBe(200)
    const { data } = await buyer.call(createOrder, { query: { note: 'De mañana', addressId } })
    return data
  }
  const orderOf = (id: number) =>
    database()
      .db.kysely.selectFrom('sales_order')
      .select(['erp_state', 'erp_number', 'erp_reason'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const work = (link: ErpLink, hours = 1) => runJobs(database().db, clock, erpLinkHandlers(database().db, link), hours)
  const restOf = (erp: ErpStub) =>
    restLink(
      restErp({
        url: erp.url,
        token: erp.token,
        timeoutMs: erp.abuse > 0 ? 500 : 30_000,
        pause: async () => {},
      }),
      database().db.kysely,
    )

  test('have no number until the ERP answers; then its number, or why not', async () => {
    const erp = await erpStub(seeded(1))
    try {
      const someone = await newBuyer()
      const made = await placeOrder(someone)
      expect(made.erpNumber).toBeNull()
      expect(await orderOf(made.orderId)).toMatchObject({ erp_state: 'pending', erp_number: null })
      erp.onPost = () => ({ status: 200, json: { ESTADO: 'aceptado', NUMERO_PED: 7001 } })
      await work(restOf(erp))
      expect(await orderOf(made.orderId)).toEqual({ erp_state: 'accepted', erp_number: 7001, erp_reason: '' })
      expect((await someone.buyer.call(lastOrderNumber)).data).toBe(7001)
      const [sent] = [...erp.posted.values()]
      expect(sent?.body).toMatchObject({
        IDCON_PED: made.orderId,
        ID_CLI: someone.clientId,
        ID_DIR: someone.addressId,
        OBS_PED: 'De mañana',
        IMPORTE_CP: 270,
        RENGLONES: [{ CODIGO_ART: 'A-1', CANTIDAD_PEDI: 3, PRECIO_LPI: 100, PRECIO_PEDI: 90 }],
      })

      const refused = await placeOrder(someone)
      erp.onPost = () => ({ status: 422, json: { ESTADO: 'rechazado', MOTIVO: 'Cliente bloqueado' } })
      await work(restOf(erp))
      expect(await orderOf(refused.orderId)).toEqual({
        erp_state: 'rejected',
        erp_number: null,
        erp_reason: 'Cliente bloqueado',
      })
    } finally {
      await erp.close()
    }
  })

  test.each([11, 12])('stand there once by their key, however it answers (schedule %i)', async (seed) => {
    const erp = await erpStub(seeded(seed))
    try {
      const taken = new Map<unknown, number>()
      erp.onPost = (_, { IDCON_PED }) => {
        const number = taken.get(IDCON_PED) ?? seed * 1000 + taken.size
        taken.set(IDCON_PED, number)
        return { status: 200, json: { ESTADO: 'aceptado', NUMERO_PED: number } }
      }
      erp.abuse = 0.4
      const someone = await newBuyer()
      const made: number[] = []
      for (let at = 0; at < 12; at++) made.push((await placeOrder(someone)).orderId)
      await work(restOf(erp), 40)
      expect([...taken.keys()].sort()).toEqual([...made].sort())
      for (const id of made)
        expect(await orderOf(id)).toMatchObject({ erp_state: 'accepted', erp_number: taken.get(id) })
      // Some had to be sent again.
      expect([...erp.posted.values()].some(({ times }) => times > 1)).toBe(true)
    } finally {
      await erp.close()
    }
  })

  test('a refusal that is read again does not undo the sending again', async () => {
    const erp = await erpStub(seeded(6))
    const { db } = database()
    try {
      const link = restOf(erp)
      const { orderId } = await placeOrder(await newBuyer())
      await work(link)
      const say = (ESTADO: string, MOTIVO: string | null) =>
        erp.put('respuestas', 'IDCON_PED', { IDCON_PED: orderId, ESTADO, NUMERO_PED: null, MOTIVO })
      say('rechazado', 'Cliente bloqueado')
      await readAnswers(db, link, never)
      expect(await orderOf(orderId)).toMatchObject({ erp_state: 'rejected' })
      const admin = await app.as(await makeUser(db, 'admin'))
      expect((await admin.call(resendOrder, { params: { id: orderId } })).status).toBe(200)
      await readAnswers(db, link, never)
      expect(await orderOf(orderId)).toMatchObject({ erp_state: 'pending' })
      await work(link)
      await readAnswers(db, link, never)
      expect(await orderOf(orderId)).toMatchObject({ erp_state: 'exported' })
      // What the ERP writes after it counts.
      say('rechazado', 'Sigue bloqueado')
      await readAnswers(db, link, never)
      expect(await orderOf(orderId)).toMatchObject({ erp_state: 'rejected', erp_reason: 'Sigue bloqueado' })
    } finally {
      await erp.close()
    }
  })

  test('that were taken are answered later, in any order and twice', async () => {
    const erp = await erpStub(seeded(3))
    try {
      const someone = await newBuyer()
      const [one, two] = [await placeOrder(someone), await placeOrder(someone)]
      const link = restOf(erp)
      await work(link)
      expect(await orderOf(one.orderId)).toMatchObject({ erp_state: 'exported' })
      const say = (id: number, ESTADO: string, more: Record<string, string | number> = {}) =>
        erp.put('respuestas', 'IDCON_PED', { IDCON_PED: id, ESTADO, NUMERO_PED: null, MOTIVO: null, ...more })
      say(one.orderId, 'aceptado', { NUMERO_PED: 8001 })
      const wrong = await placeOrder(someone)
      await work(link)
      // A number that another order has does not hold back the other answers.
      say(wrong.orderId, 'aceptado', { NUMERO_PED: 8001 })
      say(two.orderId, 'observado', { NUMERO_PED: 8002, MOTIVO: 'Falta aprobar el crédito' })
      await readAnswers(database().db, link, never)
      await readAnswers(database().db, link, never)
      expect(await orderOf(one.orderId)).toMatchObject({ erp_state: 'accepted', erp_number: 8001 })
      expect(await orderOf(wrong.orderId)).toMatchObject({ erp_state: 'exported', erp_number: null })
      expect(await orderOf(two.orderId)).toEqual({
        erp_state: 'observed',
        erp_number: 8002,
        erp_reason: 'Falta aprobar el crédito',
      })
    } finally {
      await erp.close()
    }
  })

  /** A list that waits to be confirmed, a decision of a substitute and an awaited article, of a user for a client; answers the list's id. */
  async function addWorkOf({ userId, clientId }: { userId: number; clientId: number }): Promise<number> {
    const { kysely } = database().db
    const article = await kysely.selectFrom('article').select('id').executeTakeFirstOrThrow()
    const { id } = await kysely
      .insertInto('saved_list')
      .values({ user_id: userId, client_id: clientId, kind: 'aside', name: 'x', shared: false })
      .returning('id')
      .executeTakeFirstOrThrow()
    await kysely
      .insertInto('sent_cart')
      .values({ list_id: id, client_id: clientId, user_id: userId, address_id: 0 })
      .execute()
    await kysely
      .insertInto('substitute')
      .values({ client_id: clientId, article_id: article.id, substitute_id: null, decided_by: userId })
      .execute()
    await kysely
      .insertInto('article_wish')
      .values({ user_id: userId, client_id: clientId, article_id: article.id, price_then: 0, stock_then: null })
      .execute()
    return id
  }

  test('a new client becomes the ERP client with all that was the shop’s', async () => {
    const erp = await erpStub(seeded(4))
    const { db } = database()
    try {
      const clients = announcedClients(ownClients)
      const shopId = await db.tx((t) =>
        clients.create(t, {
          businessName: 'Juguetería Nueva',
          name: 'Ana',
          cuit: '30712345671',
          email: 'nueva@cliente.example',
          sellerId: null,
          saleCondition: 1,
          bonus: 500,
          vatConditionId: null,
          zoneId: null,
          address: { street: 'Mitre 20', locality: 'Salta', postalCode: '', provinceId: 9, carrierId: null },
        }),
      )
      const user = await makeUser(db, 'cliente', { client_id: shopId })
      const buyer = await app.as(user)
      const order = await placeOrder({ buyer, clientId: shopId, addressId: 0 })
      const ownListId = 1_000_000_001
      await sql`insert into price_list (id, name, from_erp) values (${ownListId}, 'Especial', false)`.execute(db.kysely)
      await db.kysely.updateTable('client').set({ own_list_id: ownListId }).where('id', '=', shopId).execute()
      const listId = await addWorkOf({ userId: user.id, clientId: shopId })
      erp.onPost = (path, body) =>
        path === '/altas'
          ? { status: 200, json: { ESTADO: 'aceptado', ID_CLI: 4321 } }
          : { status: 200, json: { ESTADO: 'aceptado', NUMERO_PED: body.IDCON_PED } }
      await work(restOf(erp))
      const sent = [...erp.posted.values()].find(({ body }) => body.IDCLI_WEB === shopId && !('IDCON_PED' in body))
      expect(sent?.body).toMatchObject({
        ID_CLI: null,
        BONIF_CLI: 5,
        DIRECCION: { LOCALIDAD_DIR: 'Salta', IDPRV_DIR: 9 },
      })
      const linked = await db.kysely
        .selectFrom('app_user')
        .select('client_id')
        .where('id', '=', user.id)
        .executeTakeFirst()
      expect(linked).toEqual({ client_id: 4321 })
      const moved = await db.kysely
        .selectFrom('sales_order')
        .select('client_id')
        .where('id', '=', order.orderId)
        .executeTakeFirst()
      expect(moved).toEqual({ client_id: 4321 })
      const clientsIn = async (table: 'saved_list' | 'sent_cart' | 'substitute' | 'article_wish') =>
        await db.kysely.selectFrom(table).select('client_id').where('client_id', 'in', [shopId, 4321]).execute()
      expect(listId).toBeGreaterThan(0)
      for (const table of ['saved_list', 'sent_cart', 'substitute', 'article_wish'] as const)
        expect([table, await clientsIn(table)]).toEqual([table, [{ client_id: 4321 }]])
      // The browser still names the client of its sign-in: the answer names the client that replaced it.
      const stale = await buyer.call(countCart, { query: { userId: user.id, clientId: shopId } })
      expect(stale).toMatchObject({ status: 403, headers: { [PRESENT_CLIENT]: '4321' } })
      expect((await buyer.call(countCart, { query: { userId: user.id, clientId: 4321 } })).status).toBe(200)
      const adopted = await db.kysely
        .selectFrom('client')
        .select(['business_name', 'from_erp', 'active', 'own_list_id'])
        .where('id', '=', 4321)
        .executeTakeFirst()
      expect(adopted).toEqual({
        ...{ business_name: 'Juguetería Nueva', from_erp: true, active: true, own_list_id: ownListId },
      })
    } finally {
      await erp.close()
    }
  })

  describe('by a folder', () => {
    let root: string
    beforeAll(async () => {
      root = await mkdtemp(join(tmpdir(), 'bulto-erp-'))
    })
    afterAll(() => rm(root, { recursive: true }))

    test('leave as files by their key, and come back with a file of answers', async () => {
      const { db } = database()
      const someone = await newBuyer()
      const [one, two] = [await placeOrder(someone), await placeOrder(someone)]
      const link = folderLink(root, 'csv', { settleMs: 0 })
      await work(link)
      expect(await readdir(join(root, 'salida'))).toEqual(
        [one, two].map(({ orderId }) => `pedido-${orderId}.csv`).sort(),
      )
      const [headings, line] = (await readFile(join(root, 'salida', `pedido-${one.orderId}.csv`), 'utf8')).split('\r\n')
      const row = Object.fromEntries(headings!.split(';').map((name, at) => [name, line!.split(';')[at]]))
      expect(row).toMatchObject({
        IDCON_PED: String(one.orderId),
        IMPORTE_CP: '270',
        CODIGO_ART: 'A-1',
        PRECIO_PEDI: '90',
      })
      expect(await orderOf(one.orderId)).toMatchObject({ erp_state: 'exported' })
      await readAnswers(db, link, never)
      await writeFile(
        join(root, 'respuestas', 'entrada', 'respuestas-1.csv'),
        `IDCON_PED;ESTADO;NUMERO_PED;MOTIVO\r\n${one.orderId};aceptado;5001;\r\n${two.orderId};quizás;;\r\n`,
      )
      await readAnswers(db, link, never)
      await readAnswers(db, link, never)
      expect(await orderOf(one.orderId)).toMatchObject({ erp_state: 'accepted', erp_number: 5001 })
      expect(await orderOf(two.orderId)).toMatchObject({ erp_state: 'exported' })
      const [stamp = ''] = await readdir(join(root, 'respuestas', 'rechazados'))
      expect(await readFile(join(root, 'respuestas', 'rechazados', stamp, 'informe.txt'), 'utf8')).toContain(
        '«quizás» debe ser exportado, aceptado, observado, rechazado',
      )
    })
  })
})
