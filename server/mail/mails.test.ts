import { build } from 'esbuild'
import { describe, expect, test } from 'vitest'
import { renderEnabledMail, renderReceivedMail, renderResetCodeMail } from './accounts.ts'
import { type OrderToMail, renderNewOrderMail } from './new-order.ts'

const shop = {
  name: 'Juguetes & Cía',
  url: 'https://tienda.example/',
  contactMail: 'ventas@tienda.example',
  contactPhone: '011 4444-5555',
}
const order: OrderToMail = {
  id: 1043,
  erpNumber: 88012,
  createdAt: '2026-07-29T13:15:02.000Z',
  businessName: 'Juguetería El Duende',
  cuit: '30712345671',
  email: 'compras@elduende.example',
  phone: '0299 15-555-1234',
  orderedBy: 'Marina Suárez',
  delivery: { pickup: false, address: 'Av. Belgrano 1234, Neuquén' },
  saleLine: 'j',
  saleCondition: 2,
  note: 'Entregar por la mañana',
  total: 155_981_850,
  lines: [
    { code: '0012', description: 'Oso de peluche', quantity: 1_200, unitPrice: 129_984, note: '' },
    { code: 'TR-7', description: 'Pelota', quantity: 1, unitPrice: 1_050, note: 'Roja' },
  ],
}

const all = {
  'new order to the client': renderNewOrderMail(order, 'client', shop),
  'new order to the shop': renderNewOrderMail(order, 'shop', shop),
  received: renderReceivedMail(shop),
  enabled: renderEnabledMail({ name: 'Marina' }, shop),
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

  test('leads the client to the orders, the shop to nothing', () => {
    const client = renderNewOrderMail(order, 'client', shop)
    expect(client.subject).toBe('Recibimos su pedido web 1043 - Juguetes & Cía')
    expect(client.html).toContain('href="https://tienda.example/mis-pedidos"')
    expect(client.text).toContain('https://tienda.example/mis-pedidos')
    expect(renderNewOrderMail(order, 'shop', shop).html).not.toContain('href')
    expect(renderNewOrderMail(order, 'client', { name: 'Bulto' }).html).not.toContain('href')
  })

  test('leaves out what there is not', () => {
    const bare = { ...order, erpNumber: null, note: '', orderedBy: '', delivery: { pickup: true } as const }
    const { text } = renderNewOrderMail(bare, 'client', shop)
    expect(text).toContain('Entrega: Retiro en el local')
    expect(text).not.toMatch(/N° de pedido:|Observaciones|cargado por|Correo|Teléfono/)
  })

  test('shows what was typed as text, never as markup', () => {
    const evil = `<img src=x onerror="alert('1')">&`
    const { html, text, subject } = renderNewOrderMail(
      {
        ...order,
        ...{ businessName: `${evil}\r\nBcc: x@example.com`, note: evil, orderedBy: evil, phone: evil },
        delivery: { pickup: false, address: evil },
        lines: [{ code: evil, description: evil, quantity: 1, unitPrice: 1, note: evil }],
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

test('an enabled account is led to the sign-in, a received one is told to wait', () => {
  expect(all.enabled.html).toContain('href="https://tienda.example/login"')
  expect(all.received.text).toContain('le enviaremos otro correo cuando su cuenta esté habilitada')
})

test('renders the same from a bundle', async () => {
  const { outputFiles } = await build({
    entryPoints: [new URL('./new-order.ts', import.meta.url).pathname],
    ...{ bundle: true, write: false, format: 'esm', platform: 'node', minify: true },
  })
  const code = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64')
  const bundled: typeof import('./new-order.ts') = await import(
    /* @vite-ignore */ `data:text/javascript;base64,${code}`
  )
  expect(bundled.renderNewOrderMail(order, 'client', shop)).toEqual(renderNewOrderMail(order, 'client', shop))
})
