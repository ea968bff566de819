import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { message, parseMail } from '../../test/mail.ts'
import { emlFolderMailer } from './eml-folder.ts'
import { type Mailer, MailRefused } from './mail.ts'

let parent: string
let folder: string
let mailer: Mailer

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'bulto-mails-'))
  folder = join(parent, 'mails')
  mailer = emlFolderMailer({ folder, from: 'Bulto <pedidos@tienda.example>' })
})
afterEach(() => rm(parent, { recursive: true, force: true }))

const read = async (name: string) => parseMail(await readFile(join(folder, name)))

test('writes a mail that a mail program reads as it was meant', async () => {
  expect(await mailer.send(message({ replyTo: 'ventas@tienda.example' }))).toEqual({
    accepted: ['compras@example.com'],
  })
  const [name = '', ...others] = await readdir(folder)
  expect([name, others]).toEqual(['2026-07-29_10-15-02_nuevo-pedido-n-12_newOrderMail-12-mabc.eml', []])
  expect(await read(name)).toMatchObject({
    from: { name: 'Bulto', address: 'pedidos@tienda.example' },
    to: [{ address: 'compras@example.com' }],
    replyTo: [{ address: 'ventas@tienda.example' }],
    subject: 'Nuevo pedido N° 12',
    messageId: '<newOrderMail-12-mabc@tienda.example>',
    date: '2026-07-29T13:15:02.000Z',
    html: expect.stringContaining('<p>Muñeca: $ 1.559.818,50</p>'),
    text: expect.stringContaining('Muñeca: $ 1.559.818,50'),
  })
})

test('writes a mail once, however often and under whatever subject it is sent again', async () => {
  await mailer.send(message())
  const [name = ''] = await readdir(folder)
  const first = await readFile(join(folder, name), 'utf8')
  expect(await mailer.send(message({ subject: 'Pedido 88012' }))).toEqual({
    accepted: ['compras@example.com'],
  })
  expect(await readdir(folder)).toEqual([name])
  expect(await readFile(join(folder, name), 'utf8')).toBe(first)
})

test('keeps mails whose numbers end alike apart', async () => {
  await mailer.send(message({ id: 'newOrderMail-112-a' }))
  await mailer.send(message({ id: 'newOrderMail-12-a' }))
  expect(await readdir(folder)).toHaveLength(2)
})

test('shows its files to nobody else and leaves nothing unfinished', async () => {
  await Promise.all([1, 2, 3, 4].map((n) => mailer.send(message({ id: `a-${n}` }))))
  const names = await readdir(folder)
  expect(names.filter((name) => !name.endsWith('.eml'))).toEqual([])
  for (const name of names) expect((await stat(join(folder, name))).mode & 0o077).toBe(0)
})

test('says so when it cannot write', async () => {
  await writeFile(folder, 'in the way')
  await expect(mailer.send(message())).rejects.toThrow(/EEXIST|ENOTDIR/)
})

test('no text from a form becomes a header or a second recipient', async () => {
  await mailer.send(
    message({ subject: 'Pedido de X\r\nBcc: otro@example.com', replyTo: 'a@example.com, b@example.com' }),
  )
  const [name = ''] = await readdir(folder)
  const mail = await read(name)
  expect(mail.bcc).toBeUndefined()
  expect(mail.replyTo).toBeUndefined()
  expect(mail.headers.map(({ key }) => key)).not.toContain('bcc')
})

test.each([
  '',
  'nadie',
  'a@b',
  'a@example.com, b@example.com',
  'a@example.com\r\nBcc: b@example.com',
  '<a@example.com>',
])('refuses %j as an address for good', async (to) => {
  await expect(mailer.send(message({ to }))).rejects.toThrow(MailRefused)
})
