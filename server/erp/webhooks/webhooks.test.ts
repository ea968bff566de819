/** Webhooks from what happens in the shop to what stands at the receiver; and what an admin does with them (R220). */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { saveCartLine } from '../../../contract/cart.ts'
import { listTasks, resendOrder, retryTask } from '../../../contract/erp.ts'
import { createOrder } from '../../../contract/orders.ts'
import { enableUser } from '../../../contract/user-admin.ts'
import * as calls from '../../../contract/webhooks.ts'
import { silentLog } from '../../db/log.ts'
import { startWorker } from '../../jobs/worker.ts'
import type { Answers, ErpLink, OrderAnswer } from '../../ports/erp/port.ts'
import { httpsSender } from '../../ports/webhooks/https-sender.ts'
import { testClock } from '../../test/jobs.ts'
import { makeArticle, makeClient, makeUser } from '../../test/make.ts'
import { type HttpStub, httpStub, type Respond } from '../../test/stubs/http-stub.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'
import { readAnswers } from '../erp-link/erp-link.service.ts'
import { webhookHandler } from './notices.service.ts'

const never = new AbortController().signal

withDatabases('webhooks', (database) => {
  let app: TestApp
  let admin: TestCaller
  let buyer: TestCaller
  let clientId: number
  let addressId: number
  let article: { id: number; code: string }
  let stubs: HttpStub[] = []
  const clock = testClock()
  beforeAll(async () => {
    const { db } = database()
    app = await openTestApp(db, { hasErp: true })
    admin = await app.as(await makeUser(db, 'admin'))
    article = await makeArticle(db, { code: '00123', listPrice: 100_00, discount: 1000 })
    const client = await makeClient(db, { addresses: 1 })
    clientId = client.id
    addressId = client.addresses[0] ?? 0
    buyer = await app.as(await makeUser(db, 'cliente', { client_id: client.id }))
  })
  afterAll(() => app.close())
  afterEach(async () => {
    await database().db.kysely.deleteFrom('webhook').execute()
    await database().db.kysely.deleteFrom('job').execute()
    for (const stub of stubs) await stub.close()
    stubs = []
  })

  /** A receiver, and a webhook that tells it of some events. */
  async function listen(events: readonly calls.WebhookEvent[], respond: Respond = () => ({ body: '' })) {
    const stub = await httpStub(respond)
    stubs.push(stub)
    const body = { url: `${stub.url}/avisos`, events: [...events] }
    const { data } = await admin.call(calls.createWebhook, { body })
    return {
      id: data.id,
      secret: data.secret,
      requests: stub.requests,
      notices: () => stub.requests.map(({ body: text }) => JSON.parse(text)),
    }
  }
  async function placeOrder(): Promise<number> {
    await app.upToDate()
    const body = { id: null, articleId: article.id, quantity: 3, note: 'para Ana', clientId: null }
    await buyer.call(saveCartLine, { body })
    const { data } = await buyer.call(createOrder, { query: { note: 'Timbre roto', addressId } })
    return data.orderId
  }
  /** Does what is due now, and again every hour. */
  async function deliver(hours = 1) {
    const { db } = database()
    const handlers = { webhook: webhookHandler(db, httpsSender({ allowed: ['127.0.0.1'], timeoutMs: 300 })) }
    const worker = startWorker({
      db,
      handlers,
      log: silentLog,
      now: clock.now,
      random: () => 1,
      pollMs: 2 ** 31 - 1,
    })
    for (let hour = 0; hour < hours; hour++) {
      clock.advance(3_600_000)
      await worker.idle()
    }
    await worker.stop()
  }
  const answered = (...orders: Partial<OrderAnswer>[]) => {
    const whole = orders.map((order) => ({ number: null, reason: '', ...order })) as OrderAnswer[]
    const link = {
      readAnswers: async (take: (answers: Answers) => Promise<void>) => take({ orders: whole, clients: [] }),
    }
    return readAnswers(database().db, link as unknown as ErpLink, never)
  }
  const notices = () =>
    database().db.kysely.selectFrom('job').selectAll().where('kind', '=', 'webhook').orderBy('id').execute()

  describe('an order', () => {
    test('is told with its lines and without anything about a person', async () => {
      const receiver = await listen(['pedido.creado'])
      const orderId = await placeOrder()
      await deliver()
      expect(receiver.notices()).toEqual([
        {
          evento: 'pedido.creado',
          fecha: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
          datos: {
            IDCON_PED: orderId,
            NUMERO_PED: null,
            FECHA_CARGA_PED: expect.any(String),
            VERSION_PED: 1,
            ID_CLI: clientId,
            CODIGO_CLI: expect.any(String),
            IMPORTE_CP: 270,
            CANAL: 'web',
            RENGLONES: [{ ID_ART: article.id, CODIGO_ART: '00123', CANTIDAD_PEDI: 3, PRECIO_PEDI: 90 }],
          },
        },
      ])
      const [request] = receiver.requests
      expect(request?.headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'webhook-id': expect.stringMatching(/^[\da-f-]{36}$/),
        'webhook-timestamp': expect.stringMatching(/^\d{10}$/),
        'webhook-signature': expect.stringMatching(/^v1,[\w+/]{43}=$/),
      })
    })

    test('that was refused is not told', async () => {
      await listen(['pedido.creado'])
      await app.upToDate()
      const body = { id: null, articleId: article.id, quantity: 3, note: '', clientId: null }
      await buyer.call(saveCartLine, { body })
      expect((await buyer.call(createOrder, { query: { note: '', addressId, shownTotal: 1_00 } })).status).toBe(409)
      expect(await notices()).toEqual([])
    })

    test('is told again by the same key until it is taken, then no more', async () => {
      const answers: Respond[] = [
        () => ({ status: 500, body: '' }),
        () => 'silence',
        () => ({ status: 302, body: '' }),
        () => ({ status: 200, body: '' }),
      ]
      const receiver = await listen(['pedido.creado'], (request) => answers.shift()?.(request) ?? { body: '' })
      await placeOrder()
      await deliver(6)
      expect(receiver.requests).toHaveLength(4)
      expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
      expect(await notices()).toMatchObject([{ state: 'done' }])
    })

    test('that nobody takes stands among the given up, and goes out when an admin tries again', async () => {
      let taken = false
      const receiver = await listen(['pedido.creado'], () => ({ status: taken ? 204 : 503, body: '' }))
      const orderId = await placeOrder()
      await deliver(73)
      expect(receiver.requests).toHaveLength(72)
      const { data: tasks } = await admin.call(listTasks)
      expect(tasks).toMatchObject([
        {
          what: `Aviso por webhook «pedido.creado» ${orderId}`,
          reason: '127.0.0.1 respondió 503',
          attempts: 72,
        },
      ])
      taken = true
      await admin.call(retryTask, { params: { id: tasks[0]?.id ?? 0 } })
      await deliver()
      expect(receiver.requests).toHaveLength(73)
      expect((await admin.call(listTasks)).data).toEqual([])
    })

    test('is told to each that listens, and to none that is not active', async () => {
      const one = await listen(['pedido.creado', 'pedido.estado'])
      const two = await listen(['pedido.creado'])
      const three = await listen(['usuario.habilitado'])
      const { data } = await admin.call(calls.listWebhooks)
      const paused = data.find(({ id }) => id === two.id)
      const body = { ...paused, active: false } as calls.Webhook
      expect((await admin.call(calls.updateWebhook, { params: { id: two.id }, body })).status).toBe(200)
      await placeOrder()
      await admin.call(calls.updateWebhook, {
        params: { id: two.id },
        body: { ...body, active: true, version: undefined },
      })
      await placeOrder()
      await deliver()
      expect([one, two, three].map(({ requests }) => requests.length)).toEqual([2, 1, 0])
    })
  })

  describe('what the ERP says of an order', () => {
    test('is told in its order, each state once', async () => {
      const receiver = await listen(['pedido.creado', 'pedido.estado'])
      const orderId = await placeOrder()
      await answered({ orderId, state: 'exported' })
      await answered({ orderId, state: 'observed', number: 901, reason: 'Falta aprobar' })
      await answered({ orderId, state: 'observed', number: 901, reason: 'Falta aprobar' })
      await answered({ orderId, state: 'exported' })
      await answered({ orderId, state: 'accepted', number: 901 })
      await deliver(4)
      const states = receiver.notices().map(({ evento, datos }) => [evento, datos.ESTADO, datos.NUMERO_PED])
      expect(states).toEqual([
        ['pedido.creado', undefined, 901],
        ['pedido.estado', 'exportado', null],
        ['pedido.estado', 'observado', 901],
        ['pedido.estado', 'aceptado', 901],
      ])
    })

    test('waits for what was told before of the same order, and for no other order', async () => {
      let fails = 2
      const first = await placeOrder()
      const receiver = await listen(['pedido.creado', 'pedido.estado'], ({ body }) => ({
        status: JSON.parse(body).datos.IDCON_PED === second && fails-- > 0 ? 500 : 200,
        body: '',
      }))
      const second = await placeOrder()
      for (const orderId of [second, first]) await answered({ orderId, state: 'exported' })
      await deliver(8)
      const eventsOf = (orderId: number) =>
        receiver.notices().flatMap(({ evento, datos }) => (datos.IDCON_PED === orderId ? [evento] : []))
      expect(eventsOf(second)).toEqual(['pedido.creado', 'pedido.creado', 'pedido.creado', 'pedido.estado'])
      expect(eventsOf(first)).toEqual(['pedido.estado'])
      const places = receiver.notices().map(({ datos }) => datos.IDCON_PED)
      expect(places.indexOf(first)).toBeLessThan(places.lastIndexOf(second) - 1)
    })

    test('of an order that was given up, a retry and a sending again at once make one job', async () => {
      const { kysely } = database().db
      const ofOrder = (orderId: number) =>
        kysely
          .selectFrom('job')
          .select(['id', 'state'])
          .where('kind', '=', 'erpOrder')
          .where('payload', '@>', JSON.stringify({ orderId }))
      for (let round = 0; round < 10; round++) {
        const orderId = await placeOrder()
        const [job] = await ofOrder(orderId).execute()
        await kysely.updateTable('job').set({ state: 'dead' }).where('id', '=', job!.id).execute()
        await Promise.all([
          admin.call(retryTask, { params: { id: Number(job!.id) } }),
          admin.call(resendOrder, { params: { id: orderId } }),
        ])
        expect((await ofOrder(orderId).execute()).filter(({ state }) => state === 'pending')).toHaveLength(1)
      }
    })

    test('that an admin sends again is told as waiting', async () => {
      const receiver = await listen(['pedido.estado'])
      const orderId = await placeOrder()
      await answered({ orderId, state: 'rejected', reason: 'Cliente bloqueado' })
      await deliver()
      expect((await admin.call(resendOrder, { params: { id: orderId } })).status).toBe(200)
      await deliver()
      expect(receiver.notices().map(({ datos }) => datos)).toEqual([
        {
          IDCON_PED: orderId,
          NUMERO_PED: null,
          ESTADO: 'rechazado',
          MOTIVO: 'Cliente bloqueado',
          CURSO_PED: 'rechazado',
          CURSO_TEXTO: 'rechazado',
          PENDIENTE_PED: 0,
          VIENE_PED: 0,
          FACTURADO_PED: null,
        },
        {
          IDCON_PED: orderId,
          NUMERO_PED: null,
          ESTADO: 'pendiente',
          MOTIVO: '',
          CURSO_PED: 'recibido',
          CURSO_TEXTO: 'recibido',
          PENDIENTE_PED: 3,
          VIENE_PED: 270,
          FACTURADO_PED: null,
        },
      ])
    })
  })

  test('a user who is enabled is told by ids, once', async () => {
    const { db } = database()
    const receiver = await listen(['usuario.habilitado'])
    const { id } = await makeUser(db, 'cliente', { enabled: false, client_id: clientId })
    for (const table of ['zone', 'carrier'] as const)
      await db.kysely.insertInto(table).values({ id: 1, name: 'Uno' }).execute()
    const body = {
      firstName: 'Ana',
      businessName: 'Juguetería Ana',
      zoneId: 1,
      carrierId: 1,
      address: 'Mitre 20',
      provinceId: 9,
      city: 'Salta',
    }
    for (let time = 0; time < 2; time++)
      expect((await admin.call(enableUser, { params: { id }, body })).status).toBe(200)
    await deliver()
    expect(receiver.notices().map(({ datos }) => datos)).toEqual([{ ID: id, TIPO: 'cliente', ID_CLI: clientId }])
  })

  describe('an admin', () => {
    test('is told a secret once, and never again', async () => {
      const { id, secret } = await listen(['pedido.creado'])
      expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
      const renewed = await admin.call(calls.renewWebhookSecret, { params: { id } })
      expect(renewed.data.secret).not.toBe(secret)
      const seen = JSON.stringify([
        (await admin.call(calls.listWebhooks)).json,
        await database().db.kysely.selectFrom('audit').selectAll().execute(),
        (await admin.request('GET', '/api/auditoria?que=webhook')).json,
      ])
      expect(seen).not.toContain(secret)
      expect(seen).not.toContain(renewed.data.secret)
      expect(seen).toContain('Secreto')
    })

    test('reads in the audit where notices go and that it changed, never the path nor the query', async () => {
      const { db } = database()
      const { data } = await admin.call(calls.createWebhook, {
        body: { url: 'https://avisos.example:8443/T0PSECRETO?clave=abc123', events: ['pedido.creado'] },
      })
      const put = (url: string) =>
        admin.call(calls.updateWebhook, {
          params: { id: data.id },
          body: { url, events: ['pedido.creado'], active: true, version: undefined },
        })
      expect((await put('https://avisos.example:8443/T0PSECRETO2')).status).toBe(200)
      expect((await put('https://otra.example/T0PSECRETO3')).status).toBe(200)
      await admin.call(calls.deleteWebhook, { params: { id: data.id } })
      const stored = await db.kysely
        .selectFrom('audit')
        .selectAll()
        .where('entity', '=', 'webhook')
        .where('entity_id', '=', String(data.id))
        .execute()
      expect(JSON.stringify(stored)).not.toMatch(/T0PSECRETO|abc123/)
      // A row from before the rule.
      await db.kysely
        .insertInto('audit')
        .values({
          user_id: null,
          action: 'create',
          entity: 'webhook',
          entity_id: '777',
          before: null,
          after: JSON.stringify({ url: 'https://vieja.example/T0PSECRETO4?clave=abc123', active: true }),
        })
        .execute()
      const read = JSON.stringify((await admin.request('GET', '/api/auditoria?que=webhook')).json)
      expect(read).not.toMatch(/T0PSECRETO|abc123/)
      for (const told of [
        '"https://avisos.example:8443/…"',
        '"https://avisos.example:8443/… (otra ruta)"',
        '"https://otra.example/…"',
        '"https://vieja.example/…"',
      ])
        expect(read).toContain(told)
    })

    test.each([
      [{ url: 'avisos.example', avisos: ['pedido.creado'] }, 'url'],
      [{ url: 'http://avisos.example/', avisos: ['pedido.creado'] }, 'url'],
      [{ url: 'https://ana:clave@avisos.example/', avisos: ['pedido.creado'] }, 'url'],
      [{ url: 'https://169.254.169.254/', avisos: ['pedido.creado'] }, 'url'],
      [{ url: 'https://avisos.example/', avisos: [] }, 'avisos'],
    ])('is refused %j', async (body, field) => {
      const { status, json } = await admin.request('POST', '/api/config/webhooks', body)
      expect(status).toBe(400)
      expect(json).toMatchObject({ details: [{ field, message: expect.any(String) }] })
      expect((await admin.call(calls.listWebhooks)).data).toEqual([])
    })

    test('enters each address once, and ten at most', async () => {
      const add = (url: string) =>
        admin.call(calls.createWebhook, { body: { url, events: ['pedido.creado' as const] } })
      for (let at = 0; at < 9; at++) expect((await add(`https://avisos.example/${at}`)).status).toBe(200)
      expect(await add('https://avisos.example/1')).toMatchObject({ status: 409 })
      expect((await add('https://avisos.example/9')).status).toBe(200)
      expect(await add('https://avisos.example/10')).toMatchObject({ status: 409 })
    })

    test('is told when somebody else changed it, and takes one away with what it had not got', async () => {
      const { id } = await listen(['pedido.creado'], () => ({ status: 500, body: '' }))
      const [stored] = (await admin.call(calls.listWebhooks)).data
      const body = { ...stored, events: ['pedido.estado' as const] } as calls.Webhook
      expect((await admin.call(calls.updateWebhook, { params: { id }, body })).data).toMatchObject({
        events: ['pedido.estado'],
        version: 2,
      })
      expect((await admin.call(calls.updateWebhook, { params: { id }, body })).status).toBe(409)
      await answered({ orderId: await placeOrder(), state: 'exported' })
      expect(await notices()).toHaveLength(1)
      expect((await admin.call(calls.deleteWebhook, { params: { id } })).status).toBe(200)
      expect(await notices()).toEqual([])
      for (const call of [calls.deleteWebhook, calls.renewWebhookSecret, calls.tryWebhook])
        expect((await admin.call(call, { params: { id } })).status).toBe(404)
    })

    test('tries an address and sees what it answers, or why it does not', async () => {
      const { id, requests } = await listen(['pedido.creado'], () => ({
        status: 418,
        body: 'soy una tetera',
      }))
      const seen = await admin.call(calls.tryWebhook, { params: { id } })
      expect(seen.data).toMatchObject({ accepted: false, status: 418, text: 'soy una tetera' })
      expect(requests.map(({ body }) => JSON.parse(body))).toEqual([
        { evento: 'prueba', fecha: expect.any(String), datos: {} },
      ])
      await stubs[0]?.close()
      stubs = []
      const away = await admin.call(calls.tryWebhook, { params: { id } })
      expect(away.data).toMatchObject({
        accepted: false,
        status: null,
        text: '127.0.0.1: rechazó la conexión',
      })
    })
  })
})
