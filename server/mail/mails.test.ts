import { build } from 'esbuild'
import { createTransport } from 'nodemailer'
import { describe, expect, test } from 'vitest'
import {
  renderEmailChangedMail,
  renderEnabledMail,
  renderNewBrowserMail,
  renderPasswordSetMail,
  renderReceivedMail,
  renderRegistrationMail,
  renderResetCodeMail,
  renderSecondFactorMail,
} from './accounts.ts'
import { renderCancelledOrderMail } from './cancelled-order.ts'
import { renderChangedOrderMail } from './changed-order.ts'
import { renderMailAnswer } from './mail-answer.ts'
import { type OrderToMail, renderNewOrderMail } from './new-order.ts'
import { renderNoticesMail } from './notices.ts'
import { renderOfferMail } from './offer.ts'
import { renderSentCartMail } from './sent-cart.ts'

const shop = {
  name: 'Juguetes & Cía',
  url: 'https://tienda.example/',
  contactMail: 'ventas@tienda.example',
  contactPhone: '011 4444-5555',
}
const order: OrderToMail = {
  id: 1043,
  erpNumber: 88012,
  clientNumber: 'OC-0077',
  createdAt: '2026-07-29T13:15:02.000Z',
  businessName: 'Juguetería El Duende',
  cuit: '30712345671',
  email: 'compras@elduende.example',
  phone: '0299 15-555-1234',
  orderedBy: 'Marina Suárez',
  isOwn: false,
  carrier: 'Expreso del Sur',
  attached: 'pedido-1043.pdf',
  delivery: 'Envío a domicilio: Av. Belgrano 1234, Neuquén',
  saleLine: 'j',
  saleCondition: 2,
  note: 'Entregar por la mañana',
  vat: null,
  held: '',
  total: 155_981_850,
  lines: [
    {
      code: '0012',
      description: 'Oso de peluche',
      quantity: 1_200,
      unitPrice: 129_984,
      note: '',
      listPrice: 136_825,
      discount: 500,
      priceReason: '',
      bonus: 0,
      unitsPerPack: 24,
    },
    {
      code: 'TR-7',
      description: 'Pelota',
      quantity: 1,
      unitPrice: 1_050,
      note: 'Roja',
      listPrice: 2_000,
      discount: 500,
      priceReason: '',
      bonus: 0,
      unitsPerPack: 0,
    },
  ],
}
const sold = { listPrice: 136_825, discount: 500, priceReason: '', bonus: 0, unitsPerPack: 24 }

const all = {
  'new order to the client': renderNewOrderMail(order, 'client', shop),
  'new order to the shop': renderNewOrderMail(order, 'shop', shop),
  received: renderReceivedMail({ name: 'Juguetería El Duende' }, shop),
  registration: renderRegistrationMail(
    {
      businessName: 'Juguetería El Duende',
      person: 'Marina Suárez',
      cuit: '30712345671',
      email: 'compras@elduende.example',
      phone: '0299 15-555-1234',
      isVerified: false,
    },
    shop,
  ),
  enabled: renderEnabledMail({ name: 'Marina' }, shop),
  'changed address to the old one': renderEmailChangedMail({ name: 'Marina', isNew: false }, shop),
  'changed address to the new one': renderEmailChangedMail({ name: 'Marina', isNew: true }, shop),
  'new browser': renderNewBrowserMail(
    { name: 'Marina', device: 'Chrome en Android', at: '2026-11-24T02:05:00.000Z' },
    shop,
  ),
  'second factor off': renderSecondFactorMail({ name: 'Marina', event: 'off' }, shop),
  'second factor on': renderSecondFactorMail({ name: 'Marina', event: 'on' }, shop),
  'new recovery codes': renderSecondFactorMail({ name: 'Marina', event: 'recovery-codes' }, shop),
  'recovery code': renderSecondFactorMail({ name: 'Marina', event: 'recovery-code' }, shop),
  'password set': renderPasswordSetMail({ name: 'Marina', at: '2026-07-29T13:15:02.000Z' }, shop),
  'cancelled order': renderCancelledOrderMail(
    {
      ...{ orderId: 1042, businessName: 'Juguetería El Duende', lineCount: 3, total: 74_200_00 },
      ...{ at: '2026-07-29T13:15:02.000Z', by: 'Lucía Benítez', reason: 'Lo pedí dos veces' },
    },
    shop,
  ),
  'changed order': renderChangedOrderMail(
    {
      ...{ orderId: 1042, businessName: 'Juguetería El Duende', version: 2, total: 81_400_00, totalBefore: 74_200_00 },
      ...{ at: '2026-07-29T13:15:02.000Z', by: 'Lucía Benítez' },
      changes: [
        'Agregado: 00417 Muñeca Abril, 6 u. a $ 1.200,00',
        'Cambió: 00123 Auto a fricción, de 12 u. a 24 u.',
        'Quitado: 00555 Pelota N.º 5',
      ],
    },
    shop,
  ),
  notices: renderNoticesMail(
    {
      ...{ name: 'Lucía', madeAt: '2026-07-29T13:15:02.000Z', endLink: 'https://tienda.example/fin?clave=x' },
      clients: [
        {
          ...{ clientId: 1, client: '' },
          articles: [
            {
              ...{ code: '00417', description: 'Muñeca Abril' },
              ...{ price: 14_194_00, priceBefore: 0, stock: 12, stockBefore: 0 },
            },
          ],
          lists: [
            {
              ...{ id: 7, name: 'Vidriera', count: 1 },
              changes: [{ code: 'TB-0382', description: 'Tren de carga', price: 11_00, priceBefore: 10_00 }],
            },
          ],
        },
      ],
    },
    shop,
  ),
  'reset code': renderResetCodeMail({ code: '042917', minutes: 15 }, shop),
}

describe.each(Object.entries(all))('%s', (_, mail) => {
  test('is complete in both forms', () => {
    for (const form of [mail.html, mail.text]) {
      expect(form).not.toMatch(/undefined|null|NaN|\[object|<%|%>/)
      expect(form).toContain('ventas@tienda.example · 011 4444-5555')
    }
    expect(mail.subject).not.toBe('')
    expect(mail.html).toContain('Juguetes &amp; Cía')
    expect(mail.text).toContain('Juguetes & Cía')
    expect(mail.text).not.toMatch(/\n\n\n/)
  })
})

describe('new order', () => {
  test('says what was ordered, at which price, by whom and how it is delivered', () => {
    const mail = renderNewOrderMail(order, 'shop', shop)
    const facts = [
      ...['1043', '88012', '29/07/2026 10:15', 'Juguetería El Duende', '30-71234567-1'],
      ...['compras@elduende.example', '0299 15-555-1234', 'Marina Suárez', 'Av. Belgrano 1234, Neuquén'],
      ...['Línea J, condición 2', 'Entregar por la mañana', '0012', 'Oso de peluche', '1.200', '$ 1.299,84'],
      ...['$ 1.559.808,00', 'TR-7', 'Roja', '$ 10,50', '2 artículos', '$ 1.559.818,50'],
    ]
    for (const fact of facts) {
      expect(mail.html).toContain(fact)
      expect(mail.text).toContain(fact)
    }
    expect(mail.subject).toBe('Nuevo pedido web 1043 de Juguetería El Duende')
  })

  test('tells bultos, the discount that made the price, and who carries it; no discount beside an agreed price', () => {
    for (const form of Object.values(renderNewOrderMail(order, 'client', shop)).slice(1)) {
      for (const fact of ['50 bultos', '−5 %', 'Precio acordado', 'OC-0077', 'Expreso del Sur', 'pedido-1043.pdf'])
        expect(form).toContain(fact)
      expect(form.match(/−5 %/g)).toHaveLength(1)
    }
  })

  test('is worded for who made it, and for who reads it', () => {
    const intro = (given: Partial<OrderToMail>, audience: 'client' | 'seller' | 'shop') =>
      renderNewOrderMail({ ...order, ...given }, audience, shop).text.split('\n')[2]
    expect(intro({ orderedBy: '' }, 'client')).toMatch(/^Gracias por su compra/)
    expect(intro({}, 'client')).toMatch(/^Marina Suárez cargó este pedido para usted/)
    expect(intro({ orderedBy: '' }, 'seller')).toBe('Juguetería El Duende envió un pedido desde la tienda.')
    expect(intro({}, 'shop')).toBe('Marina Suárez cargó un pedido para Juguetería El Duende.')
    expect(intro({ isOwn: true }, 'seller')).toBe('Usted cargó este pedido para Juguetería El Duende.')
  })

  test('a line takes under 300 bytes', () => {
    const bytesOf = (count: number) => {
      const line = {
        ...order.lines[0]!,
        code: 'RY10010',
        description: 'Muñeca articulada con vestido de fiesta 30 cm',
      }
      return Buffer.byteLength(
        renderNewOrderMail({ ...order, lines: Array.from({ length: count }, () => line) }, 'client', shop).html,
      )
    }
    expect((bytesOf(30) - bytesOf(10)) / 20).toBeLessThan(300)
  })

  test('leads everybody to the order itself', () => {
    const client = renderNewOrderMail(order, 'client', shop)
    expect(client.subject).toBe('Recibimos su pedido web 1043 - Juguetes & Cía')
    for (const { html, text } of [client, renderNewOrderMail(order, 'shop', shop)]) {
      expect(html).toContain('href="https://tienda.example/pedido/1043"')
      expect(text).toContain('Ver el pedido: https://tienda.example/pedido/1043')
    }
    expect(renderNewOrderMail(order, 'client', { name: 'Bulto' }).html).not.toContain('href')
  })

  test('tells the sale terms to the shop, in words, and not to the client', () => {
    expect(renderNewOrderMail(order, 'shop', shop).text).toContain('Condición de venta: Línea J, condición 2')
    const { html, text } = renderNewOrderMail(order, 'client', shop)
    expect(html + text).not.toMatch(/Condición|Línea J/i)
  })

  test('shows a divided observation whole, without its bar', () => {
    const lines = [{ ...order.lines[1]!, note: 'sin caja|con moño rojo' }]
    const { html, text } = renderNewOrderMail({ ...order, lines }, 'client', shop)
    for (const form of [html, text]) expect(form).toContain('sin caja · con moño rojo')
  })

  describe('of 300 lines', () => {
    const words = 'AUTO A FRICCIÓN POLICÍA CON LUZ Y SONIDO 1:16 EN CAJA DISPLAY X 12 SURTIDO '.repeat(7)
    // As in a real feed of 10,000 articles: half of them up to 50 bytes, a tenth over 83, one in a hundred over 144.
    const lengths = [28, 34, 40, 44, 48, 52, 58, 66, 80, 96]
    const nameOf = (at: number) => words.slice(0, at % 100 === 0 ? 500 : lengths[at % lengths.length])
    const long = (note: (at: number) => string): OrderToMail => ({
      ...order,
      total: 300 * 155_981_850,
      lines: Array.from({ length: 300 }, (_, at) => ({
        code: `RY${10_000 + at}`,
        description: nameOf(at),
        quantity: 1_200,
        unitPrice: 129_984,
        ...sold,
        note: note(at),
      })),
    })

    test('count, total and link stand first, then 30 lines and the way to the rest', () => {
      const { html, text } = renderNewOrderMail(
        long(() => ''),
        'client',
        shop,
      )
      const button = html.indexOf('pedido/1043')
      expect(button).toBeGreaterThan(html.lastIndexOf('Total&nbsp;'))
      expect(html.lastIndexOf('300 artículos')).toBeLessThan(button)
      expect(button).toBeLessThan(html.indexOf('RY10000'))
      expect(html.match(/<td class="c">/g)).toHaveLength(30)
      expect(html).toContain('RY10029')
      expect(html).not.toContain('RY10030')
      expect(html).toContain('Y 270 artículos más. <a href="https://tienda.example/pedido/1043">')
      expect(text.indexOf('TOTAL:')).toBeLessThan(text.indexOf('RY10000'))
      expect(text.indexOf('pedido/1043')).toBeLessThan(text.indexOf('RY10000'))
      expect(text).toContain('RY10299')
    })

    test('weighs less than 70 KB as it is sent, text and HTML together', async () => {
      const notes = long((at) => (at % 10 === 0 ? 'solo azul, sin caja; el resto como siempre' : ''))
      const { html, text, subject } = renderNewOrderMail(notes, 'shop', shop)
      const sent = await createTransport({ streamTransport: true, buffer: true }).sendMail({
        from: 'a@b.example',
        to: 'c@d.example',
        subject,
        html,
        text,
      })
      expect((sent.message as Buffer).length).toBeLessThan(70 * 1024)
    })

    test('is shown whole by who cuts at 100 KB, also with the longest observations', () => {
      const { html } = renderNewOrderMail({ ...long(() => 'ñ'.repeat(500)), note: 'ñ'.repeat(500) }, 'shop', shop)
      expect(Buffer.byteLength(html)).toBeLessThan(60 * 1024)
    })
  })

  test('a name that ends with a stop gets no second one', () => {
    const { text } = renderNewOrderMail({ ...order, businessName: 'Cariló 0862 S.H.' }, 'seller', shop)
    expect(text).toContain('para Cariló 0862 S.H.\n')
  })

  test('leaves out what there is not', () => {
    const bare = {
      ...order,
      erpNumber: null,
      clientNumber: '',
      note: '',
      orderedBy: '',
      delivery: 'Retiro en el local',
    }
    const { text } = renderNewOrderMail(bare, 'client', shop)
    expect(text).toContain('Entrega: Retiro en el local')
    expect(text).not.toMatch(/N° de pedido:|Observaciones|cargado por|Correo|Teléfono/)
  })

  test('shows what was typed as text, never as markup', () => {
    const evil = `<img src=x onerror="alert('1')">&`
    const { html, text, subject } = renderNewOrderMail(
      {
        ...order,
        businessName: `${evil}\r\nBcc: x@example.com`,
        note: evil,
        orderedBy: evil,
        phone: evil,
        delivery: evil,
        lines: [{ code: evil, description: evil, quantity: 1, unitPrice: 1, ...sold, note: evil }],
      },
      'shop',
      { ...shop, name: evil, contactMail: evil },
    )
    expect(html).not.toContain('<img')
    expect(html).toContain('&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;')
    expect(text).toContain(evil)
    expect(subject).not.toMatch(/[\r\n]/)
  })
})

test('the reset code stands in the body alone', () => {
  const { subject, html, text } = all['reset code']
  expect(subject).not.toContain('042917')
  expect(html).toContain('042917')
  expect(text).toContain('vence en 15 minutos')
})

test('a sign-in in a new browser tells which and when, and what to do', () => {
  const { html, text } = all['new browser']
  for (const form of [html, text]) expect(form).toContain('23/11/2026 23:05')
  expect(text).toContain('Chrome en Android')
  expect(html).toContain('href="https://tienda.example/')
})

test('an enabled account is led to the sign-in, a received one is told to wait', () => {
  expect(all.enabled.html).toContain('href="https://tienda.example/login"')
  expect(all.received.html).toContain('href="https://tienda.example/login"')
  expect(all.received.text).toContain('Hola Juguetería El Duende:')
  expect(all.received.text).toContain('le enviaremos otro correo cuando su cuenta esté habilitada')
})

test('the office is told who registered, that nobody verified it, and where to enable the account', () => {
  const { html, text, subject } = all.registration
  expect(subject).toBe('Nuevo registro de Juguetería El Duende')
  for (const fact of ['Marina Suárez', '30-71234567-1', 'compras@elduende.example', 'sin verificar'])
    expect(text).toContain(fact)
  expect(html).toContain('href="https://tienda.example/admin/usuarios"')
})

test('renders the same from a bundle', async () => {
  const { outputFiles } = await build({
    entryPoints: [new URL('./new-order.ts', import.meta.url).pathname],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    minify: true,
  })
  const code = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64')
  const bundled: typeof import('./new-order.ts') = await import(
    /* @vite-ignore */ `data:text/javascript;base64,${code}`
  )
  expect(bundled.renderNewOrderMail(order, 'client', shop)).toEqual(renderNewOrderMail(order, 'client', shop))
})

test('every mail that tells of a new order says that it is held (R390), and why only to who may know', () => {
  const made = { orderId: 1042, erpNumber: null, total: 74_200_00 }
  const held = 'la cuenta tiene vencido $ 845.000,00, 40 días'
  const offer = { ...made, about: 'accepted', name: 'Rita', client: 'El Duende', quotation: null, word: '' } as const
  const sent = {
    ...made,
    ...({ listId: 1, about: 'confirmed', name: 'Lola', maker: 'Lola', by: 'Ana' } as const),
    ...{ lineCount: 3, note: '', word: '' },
  }
  const because = `En espera: ${held}. No se prepara hasta que se libere.`
  expect(renderOfferMail({ ...offer, held }, shop).text).toContain(because)
  expect(renderSentCartMail({ ...sent, held }, shop).text).toContain(because)
  const answer = { subject: 'Pedido', orderId: 1042, erpNumber: null }
  expect(renderMailAnswer({ ...answer, isHeld: true }, shop).text).toContain('Queda en espera')
  for (const mail of [
    renderOfferMail({ ...offer, held: null }, shop),
    renderSentCartMail({ ...sent, held: null }, shop),
    renderMailAnswer({ ...answer, isHeld: false }, shop),
  ])
    expect(mail.text.toLowerCase()).not.toContain('en espera')
})
