import { expect, test } from 'vitest'
import { composeTestMail, winmail } from '../../../testkit/mails.ts'
import { htmlToText } from './html-text.rules.ts'
import { orderedText, partQuoted } from './quoted.rules.ts'
import { readMail, readMailFile } from './read-mail.ts'

const sheet = { filename: 'Pedido noviembre.xlsx', content: Buffer.from('PK planilla') }

test('a mail is read: who sent it, when, what it says', async () => {
  const read = await readMail(
    await composeTestMail({ text: '1009 x 12\n1010 x 6\n', inReplyTo: '<cero@tienda.example>' }),
  )
  expect(read).toMatchObject({
    messageId: '<uno@sol.example>',
    thread: '<cero@tienda.example>',
    sender: 'compras@sol.example',
    senderName: 'Ana Sol',
    subject: 'Pedido',
    sentAt: '2026-11-03T13:00:00.000Z',
    text: '1009 x 12\n1010 x 6',
    quoted: '',
    files: [],
    remarks: [],
  })
})

test('the rows of a table in an HTML mail are lines, though its plain form has each cell in its own', async () => {
  const html = `<html><head><style>td { color: red }</style><title>x</title></head><body><p>Buen d&iacute;a,<br>necesito:</p>
    <table><tr><th>C&oacute;digo</th><th>Cantidad</th></tr>
    <tr><td>1009</td><td><p>12</p></td></tr><tr><td> 1010</td><td>6 &amp; nada m&#225;s</td></tr></table><div>Gracias</div>`
  const { text } = await readMail(await composeTestMail({ html, text: 'Código\nCantidad\n1009\n12\n1010\n6' }))
  expect(text).toBe('Buen día,\nnecesito:\nCódigo\tCantidad\n1009\t12\n1010\t6 & nada más\n\nGracias')
})

test('a table that only lays the mail out keeps its lines', () => {
  const html = '<table><tr><td><p>Hola</p><table><tr><td>1009</td><td>12</td></tr></table><p>Chau</p></td></tr></table>'
  expect(htmlToText(html).split(/\n+/)).toEqual(['Hola', '1009\t12', 'Chau'])
})

test.each([
  [
    'Gmail',
    '1009 x 12\n\nEl lun, 2 nov 2026 a las 10:12, Tienda (<ventas@tienda.example>)\nescribió:\n\n> 1010 x 6\n> Gracias',
  ],
  [
    'Outlook',
    '1009 x 12\n\nDe: Tienda <ventas@tienda.example>\nEnviado el: lunes 2\nAsunto: Lista\n\n1010 x 6\nGracias',
  ],
  ['an older program', '1009 x 12\n\n-----Mensaje original-----\n1010 x 6\nGracias'],
  ['a telephone', '1009 x 12\n\nOn Mon, Nov 2, 2026 at 10:12 Tienda wrote:\n> 1010 x 6\n> Gracias'],
])('what is quoted below an answer is parted from it: %s', (_, text) => {
  const { own, quoted } = partQuoted(text)
  expect(own).toBe('1009 x 12')
  expect(quoted).toContain('1010 x 6\nGracias')
  expect(quoted).not.toMatch(/^>/m)
})

test('an answer below or between what it quotes is its own', () => {
  expect(partQuoted('> ¿Cuántos de 1009?\n12\n> ¿Y de 1010?\n6')).toEqual({
    own: '12\n6',
    quoted: '¿Cuántos de 1009?\n¿Y de 1010?',
  })
})

test('what an HTML answer quotes is parted from it, too', async () => {
  const html =
    '<div>1009 x 12</div><div class="gmail_quote">El lun, 2 nov 2026, Tienda escribió:<br><blockquote>1010 x 6<br>1011 x 6</blockquote></div>'
  const { text, quoted } = await readMail(await composeTestMail({ html }))
  expect([text, orderedText(quoted).split(/\n+/).slice(1)]).toEqual(['1009 x 12', ['1010 x 6', '1011 x 6']])
})

test('a forwarded order is read without the lines about who forwarded it', () => {
  const { own, quoted } = partQuoted(
    'Te lo paso\n\n---------- Forwarded message ---------\nDe: Sol <compras@sol.example>\nDate: lun 2 nov 2026\nSubject: Pedido\nTo: <ventas@tienda.example>\n\n1009 x 12',
  )
  expect(own).toBe('Te lo paso')
  expect(orderedText(quoted)).toBe('---------- Forwarded message ---------\n\n1009 x 12')
})

test('of a mail that hangs on another one text and files are read', async () => {
  const inner = await composeTestMail({ text: '1009 x 12', subject: 'El pedido', attachments: [sheet] })
  const outer = await composeTestMail({
    text: 'Reenvío',
    attachments: [{ filename: 'pedido.eml', content: inner, contentType: 'message/rfc822' }],
  })
  const { text, quoted, files } = await readMail(outer)
  expect(`${text}\n${quoted}`).toContain('1009 x 12')
  expect(files).toEqual([{ name: 'Pedido noviembre.xlsx', bytes: 11 }])
  expect(String(Buffer.from((await readMailFile(outer, 1)) ?? []))).toBe('PK planilla')
})

test('several files are listed as they are called, and each is what was sent', async () => {
  const source = await composeTestMail({
    text: 'Van dos',
    attachments: [sheet, { filename: 'niño ¿qué?.pdf', content: Buffer.from('%PDF-1.4') }],
  })
  expect((await readMail(source)).files).toEqual([
    { name: 'Pedido noviembre.xlsx', bytes: 11 },
    { name: 'niño ¿qué?.pdf', bytes: 8 },
  ])
  expect(String(Buffer.from((await readMailFile(source, 2)) ?? []))).toBe('%PDF-1.4')
  expect(await readMailFile(source, 3)).toBeUndefined()
})

test('of winmail.dat the files inside are taken; one without any is told', async () => {
  const attach = (content: Buffer) =>
    composeTestMail({
      text: 'Va',
      attachments: [{ filename: 'winmail.dat', content, contentType: 'application/ms-tnef' }],
    })
  const good = await attach(
    winmail({ name: 'PEDIDO.XLS', bytes: Buffer.from('uno') }, { name: 'B.CSV', bytes: Buffer.from('dos') }),
  )
  expect(await readMail(good)).toMatchObject({
    files: [
      { name: 'PEDIDO.XLS', bytes: 3 },
      { name: 'B.CSV', bytes: 3 },
    ],
    remarks: [],
  })
  expect(String(Buffer.from((await readMailFile(good, 2)) ?? []))).toBe('dos')
  const cut = winmail({ name: 'PEDIDO.XLS', bytes: Buffer.from('uno') }).subarray(0, 60)
  expect(await readMail(await attach(cut))).toMatchObject({
    files: [{ name: 'winmail.dat', bytes: 60 }],
    remarks: [expect.stringContaining('solo Outlook abre')],
  })
})

test('29 MB are read; of more than 30 the head is, and the entry says so', async () => {
  const source = await composeTestMail({
    text: '1009 x 12',
    attachments: [{ filename: 'fotos.zip', content: Buffer.alloc(21 * 2 ** 20, 7) }],
  })
  expect(source.length).toBeGreaterThan(28 * 2 ** 20)
  expect(await readMail(source)).toMatchObject({
    text: '1009 x 12',
    files: [{ name: 'fotos.zip', bytes: 21 * 2 ** 20 }],
  })
  expect(await readMail(source.subarray(0, 65_536), 31 * 2 ** 20)).toMatchObject({
    subject: 'Pedido',
    text: '',
    files: [],
    remarks: ['El correo tiene 31 MB, y se leen hasta 30: ábralo en el programa de correo.'],
  })
})

test('a copy that came another way has the same key; another text, date or size has another', async () => {
  const keyOf = async (source: Buffer, tooLarge?: number) => (await readMail(source, tooLarge)).key
  const mail = await composeTestMail({ text: '1009 x 12' })
  const key = await keyOf(mail)
  expect(await keyOf(Buffer.concat([Buffer.from('Received: from otro (otro [10.0.0.1])\r\n'), mail]))).toBe(key)
  // Some programs give all their mails one Message-ID, and some give none.
  expect(await keyOf(await composeTestMail({ text: '1009 x 24' }))).not.toBe(key)
  expect(await keyOf(await composeTestMail({ text: '1009 x 12', date: new Date(0) }))).not.toBe(key)
  const without = Buffer.from(String(mail).replace(/^Message-ID:.*\r\n/m, ''))
  expect(await keyOf(without)).not.toBe(key)
  expect(await keyOf(mail, 31 * 2 ** 20)).not.toBe(await keyOf(mail, 32 * 2 ** 20))
})

test('what no database takes is left out, and a date that is none', async () => {
  const source = Buffer.from(
    'From: x\r\nDate: nunca\r\nSubject: a\0b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\na\0b \ud800',
  )
  expect(await readMail(source)).toMatchObject({
    sender: '',
    sentAt: null,
    subject: 'ab',
    text: expect.stringMatching(/^ab/),
  })
})

test('hostile HTML takes time by its length', () => {
  for (const piece of ['<blockquote>', '<table><tr><td>', '<!--', '<', '<style>', '&', ' ', '<td>a', 'a <br> ']) {
    const began = performance.now()
    htmlToText(piece.repeat(200_000))
    expect(performance.now() - began, piece).toBeLessThan(5_000)
  }
})
