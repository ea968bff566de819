import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { saveCartLine } from '../../../contract/cart.ts'
import * as calls from '../../../contract/mailbox.ts'
import { createOrder } from '../../../contract/orders.ts'
import { type ImapServer, startImapServer } from '../../../testkit/imap-server.ts'
import { composeTestMail } from '../../../testkit/mails.ts'
import { startWorker } from '../../jobs/worker.ts'
import { clearFiles } from '../../media/files/file-use.service.ts'
import { diskFiles } from '../../ports/files/disk.ts'
import type { MailMessage } from '../../ports/mail/mail.ts'
import { imapMailbox } from '../../ports/mailbox/imap.ts'
import { makeArticle, makeClient, makeMail, makeSeller, makeUser } from '../../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'
import { mailAnswerHandler } from './answer.mail.ts'
import { mailboxHandler } from './take-mails.service.ts'

const MINUTE = 60_000
const job = {
  id: 1,
  kind: 'mailbox',
  attempt: 1,
  createdAt: '2026-11-03T13:00:00Z',
  signal: new AbortController().signal,
} as const

withDatabases('the mailbox', (database) => {
  let server: ImapServer
  let folder: string
  let app: TestApp
  let admin: TestCaller
  let warned: unknown[]
  beforeAll(async () => {
    const { db } = database()
    app = await openTestApp(db)
    admin = await app.as(await makeUser(db, 'admin'))
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    const { kysely } = database().db
    for (const table of ['mail_sender', 'received_mail', 'mailbox'] as const) await kysely.deleteFrom(table).execute()
    server = await startImapServer()
    folder = mkdtempSync(join(tmpdir(), 'bulto-mailbox-'))
    warned = []
  })
  afterEach(async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const newHandler = () =>
    mailboxHandler({
      db: database().db,
      files: diskFiles(app.filesDir),
      mailbox: imapMailbox(server.url, 2_000),
      log: { warn: (...told: unknown[]) => void warned.push(told) },
    })
  /** One look; answers the minutes until the next. */
  const look = async (handler = newHandler()) => ((await handler({}, job))?.againInMs ?? 0) / MINUTE
  const list = async (caller = admin, query: { state?: calls.MailState; text?: string } = {}) =>
    (await caller.call(calls.listMails, { query: { text: '', page: 0, ...query } })).data
  const act = (caller: TestCaller, id: number, what: calls.MailAct, reason = '') =>
    caller.call(calls.actOnMail, { params: { id }, body: { act: what, reason } })
  const entry = (id: number, caller = admin) => caller.call(calls.getMail, { params: { id } })

  test('each mail becomes an entry once: those without Message-ID, those that repeat one, and not its copies (R326)', async () => {
    const first = await composeTestMail({ text: '1009 x 12' })
    const without = (text: string, date: Date) =>
      composeTestMail({ text, date }).then((mail) => String(mail).replace(/^Message-ID:.*\r\n/m, ''))
    server.add(first, await composeTestMail({ text: '1009 x 24' }))
    server.add(await without('1009 x 12', new Date(0)), await without('1009 x 12', new Date(86_400_000)))
    server.add(`Received: from otro\r\n${first}`)
    expect(await look()).toBe(1)
    expect(await look()).toBe(1)
    expect(await list()).toHaveLength(4)
    // Numbered anew, the same mails come again.
    server.validity++
    await look()
    expect(await list()).toHaveLength(4)
    server.add(await composeTestMail({ text: 'otro' }))
    await look()
    expect(await list()).toHaveLength(5)
    expect(server.changes).toEqual([])
  })

  test('three instances and connections that break in the middle of a mail lose none and take none twice', async () => {
    for (let n = 0; n < 20; n++) server.add(await composeTestMail({ text: `1009 x ${n}` }))
    server.breaksAfter = 7
    await Promise.all([look(), look(), look()])
    server.breaksAfter = 9
    await Promise.all([look(), look(), look()])
    server.breaksAfter = 1_000
    await Promise.all([look(), look(), look()])
    const texts = await database().db.kysely.selectFrom('received_mail').select('text').execute()
    expect(texts.map(({ text }) => text).toSorted()).toEqual(
      Array.from({ length: 20 }, (_, n) => `1009 x ${n}`).toSorted(),
    )
  })

  test('a server away for an hour is asked with growing pauses, told on the screen, and nothing is lost', async () => {
    const handler = newHandler()
    await server.stop()
    const pauses: number[] = []
    for (let past = 0; past < 60; past += pauses.at(-1) ?? 0) pauses.push(await look(handler))
    expect(pauses).toEqual([2, 4, 8, 15, 15, 15, 15])
    const away = (await admin.call(calls.mailboxState)).data
    expect(away).toMatchObject({ readAt: null, fault: 'El servidor de correo no responde' })
    expect(away.failingSince).not.toBeNull()
    await server.start()
    server.add(await composeTestMail({ text: 'uno' }), await composeTestMail({ text: 'dos' }))
    expect(await look(handler)).toBe(1)
    expect(await list()).toHaveLength(2)
    expect((await admin.call(calls.mailboxState)).data).toMatchObject({ fault: '', failingSince: null })
  })

  test('a wrong password is told without it, and the right one reads what waited', async () => {
    server.add(await composeTestMail({ text: 'uno' }))
    server.password = 'otra'
    expect(await look()).toBe(2)
    const { data } = await admin.call(calls.mailboxState)
    expect(data.fault).toBe('El servidor de correo no acepta el usuario o la clave')
    expect(warned).toHaveLength(1)
    const told = JSON.stringify(warned, (_, value) =>
      value instanceof Error ? { ...value, text: `${value.stack} ${value.cause}` } : value,
    )
    expect(told).not.toContain('la clave"')
    expect(told.replaceAll('no acepta el usuario o la clave', '')).not.toMatch(/la( |%20)clave/)
    server.password = 'la clave'
    await look()
    expect(await list()).toHaveLength(1)
  })

  test('a mail that cannot be read, and one above 30 MB, are entries that say so', async () => {
    const deep = Array.from(
      { length: 400 },
      (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`,
    )
    server.add(`From: a@sol.example\r\n${deep.join('')}`, `Subject: grande\r\n\r\n${'x'.repeat(31 * 2 ** 20 - 100)}`)
    await look()
    const [large, unread] = await list()
    expect((await entry(large?.id ?? 0)).data).toMatchObject({
      subject: 'grande',
      remarks: [expect.stringContaining('31 MB')],
    })
    const { data } = await entry(unread?.id ?? 0)
    expect(data).toMatchObject({ hasOriginal: true, remarks: [expect.stringContaining('no se pudo leer')] })
  })

  test('text, files and the mail itself are there, and stay while the entry does', async () => {
    const attachments = [{ filename: 'niño.csv', content: 'Código;Cantidad\n1009;12\n' }]
    server.add(await composeTestMail({ text: 'Va el pedido\n\n> 1010 x 6', attachments }))
    await look()
    const [mail] = await list()
    const id = mail?.id ?? 0
    expect((await entry(id)).data).toMatchObject({
      ...{ text: 'Va el pedido', quoted: '1010 x 6', files: [{ name: 'niño.csv', bytes: 25 }], state: 'new' },
    })
    await clearFiles(database().db, diskFiles(app.filesDir), new Date(Date.now() + 9 * 86_400_000))
    const file = await admin.request('GET', `/api/recibidos/${id}/archivos/1`)
    expect(file.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': "attachment; filename*=UTF-8''ni%C3%B1o.csv",
    })
    expect((await admin.request('GET', `/api/recibidos/${id}/archivos/0`)).status).toBe(200)
    expect((await admin.request('GET', `/api/recibidos/${id}/archivos/2`)).status).toBe(404)
    await database().db.kysely.deleteFrom('received_mail').execute()
    expect(await clearFiles(database().db, diskFiles(app.filesDir), new Date(Date.now() + 9 * 86_400_000))).toBe(1)
  })

  test('a sender whom the shop knows is its client; another one is chosen once and remembered (R327)', async () => {
    const { db } = database()
    const known = await makeClient(db, { email: 'Otro@sol.example; COMPRAS@sol.example' })
    const byUser = await makeClient(db)
    await makeUser(db, 'cliente', { client_id: byUser.id, email: 'dueno@luna.example' })
    for (const _ of [1, 2]) await makeClient(db, { email: 'dos@estrella.example' })
    const from = async (address: string, text = '1') => server.add(await composeTestMail({ from: address, text }))
    for (const address of ['Compras@Sol.example', 'DUENO@luna.example', 'dos@estrella.example', 'nadie@example.com'])
      await from(address)
    await from('nadie@example.com', '2')
    await look()
    const clients = async () => new Map((await list()).map((mail) => [`${mail.sender} ${mail.clientId}`, mail.id]))
    expect([...(await clients()).keys()].toSorted()).toEqual(
      [
        `compras@sol.example ${known.id}`,
        `dueno@luna.example ${byUser.id}`,
        // Two clients have it: a person decides.
        'dos@estrella.example null',
        'nadie@example.com null',
      ].toSorted(),
    )
    const id = (await clients()).get('nadie@example.com null') ?? 0
    const nobody = await admin.call(calls.setMailClient, { params: { id }, body: { clientId: 987_654_321 } })
    expect(nobody.status).toBe(400)
    await admin.call(calls.setMailClient, { params: { id }, body: { clientId: known.id } })
    await from('Nadie@example.com', '3')
    await look()
    expect((await list()).filter((mail) => mail.sender === 'nadie@example.com').map((mail) => mail.clientId)).toEqual([
      ...[known.id, known.id, known.id],
    ])
  })

  test('a seller sees the mails of own clients alone', async () => {
    const { db } = database()
    const [mine, others] = [await makeSeller(db), await makeSeller(db)]
    const seller = await app.as(await makeUser(db, 'vendedor', { seller_id: mine }))
    const ofMine = await makeMail(db, { client_id: (await makeClient(db, { seller_id: mine })).id })
    const ofOthers = await makeMail(db, { client_id: (await makeClient(db, { seller_id: others })).id })
    const nobodys = await makeMail(db)
    expect((await list(seller)).map(({ id }) => id)).toEqual([ofMine.id])
    for (const { id } of [ofOthers, nobodys]) {
      expect((await seller.request('GET', `/api/recibidos/${id}`)).status).toBe(404)
      expect((await seller.request('GET', `/api/recibidos/${id}/archivos/0`)).status).toBe(404)
      expect((await act(seller, id, 'take')).status).toBe(404)
      expect((await seller.call(calls.answerMail, { params: { id } })).status).toBe(404)
    }
    expect((await list()).length).toBe(3)
  })

  test('one person makes the order of a mail; it is set aside with a reason, and comes back (R328)', async () => {
    const { db } = database()
    const { id } = await makeMail(db)
    const other = await app.as(await makeUser(db, 'supervisor', { first_name: 'Eva', last_name: 'Paz' }))
    expect((await act(other, id, 'take')).data).toMatchObject({ state: 'taken', takenBy: 'Eva Paz', isMine: true })
    expect((await act(admin, id, 'take')).json).toMatchObject({ message: 'Ya lo hace Eva Paz' })
    expect((await act(admin, id, 'carted')).status).toBe(409)
    expect((await act(admin, id, 'aside', 'x')).status).toBe(409)
    expect((await act(other, id, 'aside', ' ')).status).toBe(400)
    expect((await act(other, id, 'aside', 'Publicidad')).data).toMatchObject({ state: 'aside', reason: 'Publicidad' })
    expect(await list(admin, { state: 'new' })).toEqual([])
    expect((await act(admin, id, 'back')).data.state).toBe('taken')
    // Whoever fell ill holds nothing up.
    expect((await act(admin, id, 'release')).data).toMatchObject({ state: 'new', takenBy: '' })
    expect(await list(admin, { state: 'new', text: 'ANA' })).toHaveLength(1)
  })

  test('the order of the cart into which rows of a mail were put is the mail’s, and answers it once (R328, R329)', async () => {
    const { db } = database()
    const seller = await makeSeller(db)
    const client = await makeClient(db, { seller_id: seller })
    const sellerUser = await makeUser(db, 'vendedor', { seller_id: seller })
    const staff = await app.as(sellerUser)
    const article = await makeArticle(db)
    await app.upToDate()
    const { id } = await makeMail(db, { client_id: client.id, thread: '<cero@sol.example>', subject: 'Lista de hoy' })
    const order = async () => {
      const body = { id: null, articleId: article.id, quantity: 1, note: '', clientId: client.id }
      expect((await staff.call(saveCartLine, { body })).status).toBe(200)
      return (
        await staff.call(createOrder, {
          query: { note: '', clientId: client.id, addressId: client.addresses[0] },
          body: {},
        })
      ).data.orderId
    }
    await order()
    expect((await act(staff, id, 'take')).data.state).toBe('taken')
    await order()
    expect((await entry(id)).data).toMatchObject({ state: 'taken', orderId: null })
    expect((await staff.call(calls.answerMail, { params: { id } })).status).toBe(409)
    await act(staff, id, 'carted')
    // What comes in the taker's name by other ways, or was cancelled, is not the mail's order.
    const [byLink, imported, cancelled] = [await order(), await order(), await order()]
    const set = (orderId: number, values: object) =>
      db.kysely.updateTable('sales_order').set(values).where('id', '=', orderId).execute()
    const accepted = { state: 'accepted', order_id: byLink, user_id: sellerUser.id, client_id: client.id } as const
    await db.kysely
      .insertInto('offer')
      .values({ ...accepted, list_id: null, quotation: null, address_id: 0, lines: '' })
      .execute()
    await set(imported, { channel: 'import' })
    await set(cancelled, { withdrawn_at: new Date().toISOString(), course_state: 'cancelled' })
    expect((await entry(id)).data).toMatchObject({ state: 'taken', orderId: null })
    const made = await order()
    await order()
    await act(staff, id, 'carted')
    expect((await entry(id)).data).toMatchObject({ state: 'order', orderId: made })

    const answers = await Promise.all([1, 2, 3].map(() => staff.call(calls.answerMail, { params: { id } })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    const sent: MailMessage[] = []
    const send = async (message: MailMessage) => {
      sent.push(message)
      return { accepted: [message.to] }
    }
    const answerMail = mailAnswerHandler({
      db,
      mailer: { send },
      shop: { name: 'Bulto', url: 'https://tienda.example' },
    })
    const worker = startWorker({ db, handlers: { answerMail }, log: { ...console, info() {} } as never })
    await worker.idle()
    await worker.stop()
    expect(sent).toMatchObject([
      {
        to: 'compras@sol.example',
        subject: 'Re: Lista de hoy',
        text: expect.stringContaining(`N° de pedido web: ${made}`),
        inReplyTo: { messageId: '<a@sol.example>', references: '<cero@sol.example> <a@sol.example>' },
      },
    ])
    expect((await act(staff, id, 'release')).status).toBe(409)
    expect((await entry(id)).data.answeredAt).not.toBeNull()
  })
})
