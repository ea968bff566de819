import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { formatPesos } from '../../../contract/amounts.ts'
import { lineAmount } from '../../../contract/rules.ts'
import type { SettingKey } from '../../../contract/setting-keys.ts'
import type { Db } from '../../db/open.ts'
import { emlFolderMailer } from '../../ports/mail/eml-folder.ts'
import type { Mailer } from '../../ports/mail/mail.ts'
import { smtpMailer } from '../../ports/mail/smtp.ts'
import { jobRows, testClock, testWorkers } from '../../test/jobs.ts'
import { parseMail, startSmtpServer } from '../../test/mail.ts'
import { makeClient, makeSeller, makeUser, nextNumber } from '../../test/make.ts'
import { withDatabases } from '../../test/test-database.ts'
import { followOrders } from './after-orders.service.ts'
import { MOST_ATTACHED, newOrderMailHandler, type OrderPdf, recipientsOf } from './orders.mail.ts'

const from = 'Bulto <pedidos@tienda.example>'
const shop = { name: 'Bulto', url: 'https://tienda.example' }

const lines = [
  { code: '0012', description: 'Muñeca <articulada>', quantity: 1_200, unit_price: 129_984, note: '' },
  { code: 'TR-7', description: 'Pelota & inflador', quantity: 3, unit_price: 3_639, note: 'Roja' },
]
const total = lines.reduce((sum, line) => sum + lineAmount(line.unit_price, line.quantity), 0)

interface Ordered {
  userId: number
  clientId?: number
  addressId?: number
}

/** An order with the lines above, and its mails in the outbox. */
async function order(db: Db, { userId, clientId = -1, addressId = 5 }: Ordered): Promise<number> {
  return db.tx(async (t, publish) => {
    const made = { created_by: userId, channel: 'web' as const }
    const { id } = await t
      .insertInto('sales_order')
      .values({
        user_id: userId,
        client_id: clientId,
        address_id: addressId,
        ...made,
        erp_number: nextNumber(),
        business_name: 'Juguetería El Duende',
        address: 'Av. Belgrano 1234, Neuquén',
        note: 'Por la mañana',
        sale_line: 'j',
        sale_condition: 1,
        total,
        line_count: lines.length,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const frozen = lines.map((line, at) => ({
      ...line,
      ...made,
      order_id: id,
      article_id: at,
      list_price: line.unit_price,
      discount: 0,
      multiple: 1,
    }))
    await t.insertInto('sales_order_line').values(frozen).execute()
    await followOrders(t, [id], false)
    publish('job')
    return id
  })
}

const setSetting = (db: Db, key: SettingKey, value: string) =>
  db.kysely
    .insertInto('setting')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()

describe('recipients', () => {
  test('are the client, the seller and everybody on the list, each once', () => {
    expect(
      recipientsOf({
        client: 'Compras@duende.example',
        seller: 'A@b.example',
        shop: 'a@b.example; compras@DUENDE.example;;c@d.example',
      }),
    ).toEqual([
      { to: 'Compras@duende.example', audience: 'client' },
      { to: 'A@b.example', audience: 'seller' },
      { to: 'c@d.example', audience: 'shop' },
    ])
  })

  test('may be several for a client, or none; what is no address is left out', () => {
    expect(recipientsOf({ client: 'uno@x.example, dos@x.example', seller: '', shop: '' })).toHaveLength(2)
    expect(recipientsOf({ client: 'no tiene', seller: 'Vera', shop: 'ventas' })).toEqual([])
  })
})

withDatabases('order mails', (database) => {
  const workers = testWorkers()
  afterEach(workers.stop)
  beforeEach(async () => {
    const { db } = database()
    await db.kysely.deleteFrom('job').execute()
    await setSetting(db, 'NOTIF_PED', 'ventas@tienda.example;deposito@tienda.example')
    await setSetting(db, 'CONTACTO_MAIL', 'hola@tienda.example')
  })

  const work = (db: Db, mailer: Mailer, clock = testClock()) =>
    workers.start(db, newOrderMailHandler({ db, mailer, shop }), clock)

  const recipients = async (db: Db) =>
    (await jobRows(db)).map(({ payload }) => {
      const { to, audience } = payload as { to: string; audience: string }
      return `${audience} ${to}`
    })

  test('the figures in each mail are those of the order', async () => {
    const { db, place } = database()
    const folder = join(place.dataDir, 'mails')
    const { id: userId } = await makeUser(db, 'cliente', {
      email: 'compras@duende.example',
      mobile: '299 555-1234',
    })
    const orderId = await order(db, { userId })
    await work(db, emlFolderMailer({ folder, from })).idle()

    const mails = await Promise.all(
      (await readdir(folder)).map(async (name) => parseMail(await readFile(join(folder, name)))),
    )
    expect(mails.map(({ to }) => to?.[0]?.address).sort()).toEqual([
      'compras@duende.example',
      'deposito@tienda.example',
      'ventas@tienda.example',
    ])
    for (const { html = '', text = '' } of mails) {
      const rows = [...html.matchAll(/<td class="([cqpa])"[^>]*>(?:<b>)?(.*?)</g)].map(([, , value]) => value)
      const figures = lines.map((line) => [
        line.code,
        line.quantity.toLocaleString('es-AR'),
        formatPesos(line.unit_price),
        formatPesos(lineAmount(line.unit_price, line.quantity)),
      ])
      expect(rows).toEqual(figures.flat())
      expect(html).toContain('Muñeca &lt;articulada&gt;')
      for (const form of [html, text]) {
        expect(form).toContain(String(orderId))
        expect(form).toContain('Av. Belgrano 1234, Neuquén')
        expect(form).toContain('$ 1.559.917,17')
      }
      for (const [code, quantity, price, amount] of figures) {
        expect(text).toContain(`${code}  `)
        expect(text).toContain(`${quantity} x ${price} = ${amount}`)
      }
    }
    const toShop = mails.find(({ to }) => to?.[0]?.address === 'ventas@tienda.example')
    expect(toShop).toMatchObject({
      subject: `Nuevo pedido web ${orderId} de Juguetería El Duende`,
      replyTo: [{ address: 'compras@duende.example' }],
      text: expect.stringMatching(/299 555-1234[\s\S]*Condición de venta: Línea J, condición 1/),
    })
    const toClient = mails.find(({ to }) => to?.[0]?.address === 'compras@duende.example')
    expect(toClient).toMatchObject({
      subject: `Recibimos su pedido web ${orderId} - Bulto`,
      replyTo: [{ address: 'hola@tienda.example' }],
      text: expect.not.stringMatching(/299 555-1234|Condición/),
    })
  })

  test('an order made by staff goes to the address of the client, else to that of its first user', async () => {
    const { db } = database()
    const { id: userId } = await makeUser(db, 'vendedor', { email: 'vendedora@tienda.example' })
    const { id: known } = await makeClient(db, { email: 'maestro@duende.example' })
    await order(db, { userId, clientId: known })
    expect(await recipients(db)).toContain('client maestro@duende.example')

    await db.kysely.deleteFrom('job').execute()
    const { id: unknown } = await makeClient(db, { email: ' ' })
    await makeUser(db, 'cliente', { client_id: unknown, email: 'apagado@duende.example', active: false })
    await makeUser(db, 'cliente', { client_id: unknown, email: 'primero@duende.example' })
    await makeUser(db, 'cliente', { client_id: unknown, email: 'segundo@duende.example' })
    await order(db, { userId, clientId: unknown })
    expect(await recipients(db)).toEqual([
      'client primero@duende.example',
      'shop ventas@tienda.example',
      'shop deposito@tienda.example',
    ])
  })

  test('the client’s seller gets a copy, worded for who made the order', async () => {
    const { db, place } = database()
    const folder = join(place.dataDir, 'seller')
    const sellerId = await makeSeller(db)
    const { id: userId } = await makeUser(db, 'vendedor', {
      seller_id: sellerId,
      email: 'vera@tienda.example',
    })
    const { id: clientId } = await makeClient(db, { seller_id: sellerId, email: 'maestro@duende.example' })
    await order(db, { userId, clientId })
    expect(await recipients(db)).toContain('seller vera@tienda.example')
    await work(db, emlFolderMailer({ folder, from })).idle()
    const mails = await Promise.all(
      (await readdir(folder)).map(async (name) => parseMail(await readFile(join(folder, name)))),
    )
    const toSeller = mails.find(({ to }) => to?.[0]?.address === 'vera@tienda.example')
    expect(toSeller).toMatchObject({
      replyTo: [{ address: 'maestro@duende.example' }],
      text: expect.stringMatching(/Usted cargó este pedido para[\s\S]*Condición de venta/),
    })
  })

  test('carry the order’s PDF, made once for the office; without it when making it fails twice or it is too large', async () => {
    const { db, place } = database()
    const { id: userId } = await makeUser(db, 'cliente', { email: 'adjunto@duende.example' })
    const sendWith = async (orderPdf: OrderPdf, name: string) => {
      await db.kysely.deleteFrom('job').execute()
      const orderId = await order(db, { userId })
      const folder = join(place.dataDir, name)
      const clock = testClock()
      const handler = newOrderMailHandler({ db, mailer: emlFolderMailer({ folder, from }), shop, orderPdf })
      const worker = workers.start(db, handler, clock)
      await worker.idle()
      const sentAtOnce = (await readdir(folder).catch(() => [])).length
      clock.advance(3_600_000)
      await worker.idle()
      const mails = await Promise.all(
        (await readdir(folder)).map(async (file) => parseMail(await readFile(join(folder, file)))),
      )
      await workers.stop()
      return { orderId, sentAtOnce, mails }
    }
    const asked: string[] = []
    const made = await sendWith(async (_, reader) => {
      asked.push(reader)
      return Buffer.from(`%PDF ${reader}`)
    }, 'pdf')
    expect(asked.sort()).toEqual(['client', 'office'])
    expect(made.mails).toHaveLength(3)
    for (const { attachments, text, to } of made.mails) {
      const name = `pedido-${made.orderId}.pdf`
      expect(attachments).toMatchObject([{ filename: name, mimeType: 'application/pdf' }])
      expect(Buffer.from(attachments[0]!.content as ArrayBuffer).toString()).toBe(
        `%PDF ${to?.[0]?.address === 'adjunto@duende.example' ? 'client' : 'office'}`,
      )
      expect(text).toContain(`Va adjunto en PDF: ${name}`)
    }
    const failing = await sendWith(() => Promise.reject(new Error('no thread')), 'none')
    const large = await sendWith(async () => new Uint8Array(MOST_ATTACHED + 1), 'large')
    expect([failing.sentAtOnce, large.sentAtOnce]).toEqual([0, 3])
    for (const { mails } of [failing, large]) {
      expect(mails).toHaveLength(3)
      for (const { attachments, text } of mails) {
        expect(attachments).toEqual([])
        expect(text).not.toContain('Va adjunto')
      }
    }
  })

  test('are stored once for an order, however often', async () => {
    const { db } = database()
    const { id: userId } = await makeUser(db)
    const orderId = await order(db, { userId })
    expect(await db.tx((t) => followOrders(t, [orderId], false))).toBe(0)
    expect(await recipients(db)).toHaveLength(3)
  })

  test('an order without anybody to tell is an order all the same', async () => {
    const { db } = database()
    await setSetting(db, 'NOTIF_PED', '')
    const { id: userId } = await makeUser(db, 'vendedor')
    await order(db, { userId })
    expect(await recipients(db)).toEqual([])
  })

  test('wait while the mail server is down and arrive once when it is back', async () => {
    const { db } = database()
    const clock = testClock()
    const down = await startSmtpServer()
    await down.stop()
    const { id: userId } = await makeUser(db)
    await order(db, { userId })
    const worker = work(db, smtpMailer({ url: down.url, from }), clock)
    await worker.idle()
    expect((await jobRows(db)).map(({ state, attempts }) => [state, attempts])).toEqual([
      ['pending', 1],
      ['pending', 1],
      ['pending', 1],
    ])

    const up = await startSmtpServer({}, { port: down.port })
    try {
      clock.advance(60_000)
      await worker.idle()
      clock.advance(3_600_000)
      await worker.idle()
      expect(up.mails).toHaveLength(3)
      expect(new Set(up.mails.map(({ messageId }) => messageId)).size).toBe(3)
      expect((await jobRows(db)).map(({ state }) => state)).toEqual(['done', 'done', 'done'])
    } finally {
      await up.stop()
    }
  })

  test('one that is refused for good repeats none of the others; one put off comes later', async () => {
    const { db } = database()
    const clock = testClock()
    let greylisted = true
    const answers: Record<string, () => string | undefined> = {
      'deposito@tienda.example': () => '550 5.1.1 no such user',
      'ventas@tienda.example': () => (greylisted ? '450 4.2.1 try again later' : undefined),
    }
    const server = await startSmtpServer({ recipient: (address) => answers[address]?.() })
    try {
      const { id: userId } = await makeUser(db, 'cliente', { email: 'otra@duende.example' })
      await order(db, { userId })
      const worker = work(db, smtpMailer({ url: server.url, from }), clock)
      await worker.idle()
      greylisted = false
      for (let turn = 0; turn < 3; turn++) {
        clock.advance(3_600_000)
        await worker.idle()
      }
      expect(server.mails.map(({ to }) => to?.[0]?.address).sort()).toEqual([
        'otra@duende.example',
        'ventas@tienda.example',
      ])
      expect(await jobRows(db)).toMatchObject([
        { state: 'done', attempts: 1 },
        { state: 'done', attempts: 2 },
        { state: 'dead', attempts: 1, error: expect.stringContaining('550 5.1.1 no such user') },
      ])
    } finally {
      await server.stop()
    }
  })

  test('a mail delivered again after a crash is the same mail', async () => {
    const { db, place } = database()
    const folder = join(place.dataDir, 'repeated')
    const { id: userId } = await makeUser(db)
    await order(db, { userId })
    const mailer = emlFolderMailer({ folder, from })
    await work(db, mailer).idle()
    const before = (await readdir(folder)).sort()
    // The mails were sent, but the outcome of the jobs could not be stored.
    await db.kysely.updateTable('job').set({ state: 'pending', done_at: null }).execute()
    await work(db, mailer).idle()
    expect((await readdir(folder)).sort()).toEqual(before)
    expect(before).toHaveLength(3)
  })
})
