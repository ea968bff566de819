/**
 * Tango Tiendas as its maker describes it at github.com/TangoSoftware/ApiTiendas (and, for what differs from its successor, in
 * 'Migración' of github.com/TangoSoftware/APIeCommerce). It is stricter than it may be: what is not described is refused.
 */
import * as z from 'zod/mini'
import { type HttpStub, httpStub, type StubAnswer, type StubRequest } from './http-stub.ts'

const most = (length: number) => z.string().check(z.maxLength(length))
const some = (length: number) => z.string().check(z.minLength(1), z.maxLength(length))
const isInCents = (value: number) => Number(value.toFixed(2)) === value && value < 1e13
const amount = z.number().check(z.nonnegative(), z.refine(isInCents))
const price = z.number().check(z.positive(), z.refine(isInCents))
const whole = (digits: number) => z.int().check(z.nonnegative(), z.lt(10 ** digits))
const id = (digits: number) => z.int().check(z.positive(), z.lt(10 ** digits))
const instant = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/))
const province = z.string().check(z.regex(/^(\d|1[0-46-9]|2[0-4])$/))

const place = { Street: most(200), City: most(200), ProvinceCode: province, PostalCode: most(8) }
const order = z.strictObject({
  OrderID: some(200),
  OrderNumber: some(200),
  Date: instant,
  Total: amount,
  PaidTotal: amount,
  ValidateTotalWithPaidTotal: z.boolean(),
  SaleConditionCode: z.optional(whole(10)),
  AgreedWithSeller: z.boolean(),
  PriceListNumber: id(4),
  IvaIncluded: z.boolean(),
  InternalTaxIncluded: z.boolean(),
  Comment: most(280),
  CancelOrder: z.boolean(),
  Customer: z.strictObject({
    CustomerID: id(10),
    Code: z.optional(most(10)),
    DocumentType: z.enum(['80', '86', '87', '89', '90', '96']),
    DocumentNumber: most(20).check(z.regex(/^\d*$/)),
    IVACategoryCode: z.enum(['CF', 'EX', 'EXE', 'INR', 'RI', 'RS', 'RSS', 'PCE', 'PCS', 'SNC']),
    User: some(200),
    Email: some(255),
    BusinessName: most(200),
    ...place,
  }),
  OrderItems: z
    .array(
      z.strictObject({
        ProductCode: some(200),
        SKUCode: most(40),
        Description: some(400),
        Quantity: price,
        UnitPrice: price,
        DiscountPercentage: z.number().check(z.nonnegative(), z.lte(99.99)),
      }),
    )
    .check(z.minLength(1)),
  Shipping: z.optional(z.strictObject({ ShippingID: id(50), ...place, ShippingCost: amount })),
})
export type TangoOrder = z.output<typeof order>

const cents = (pesos: number) => BigInt(Math.round(pesos * 100))

/** What is wrong with the body of POST order, in Tango's words; null for nothing. */
export function judgeTangoOrder(body: unknown): string | null {
  const { data, error } = z.safeParse(order, body)
  if (!data) return `Incorrect value - Field: ${error.issues[0]?.path.join('.') || 'unknown'}.`
  const sum = data.OrderItems.reduce(
    (total, { UnitPrice, Quantity }) => total + cents(UnitPrice) * BigInt(Quantity),
    0n,
  )
  if (sum + cents(data.Shipping?.ShippingCost ?? 0) !== cents(data.Total)) return "Order total doesn't add up."
  if (new Set(data.OrderItems.map(({ ProductCode }) => ProductCode)).size < data.OrderItems.length)
    return 'ProductCode must be unique.'
  if (data.AgreedWithSeller && data.SaleConditionCode !== undefined) return 'AgreedWithSeller needs cash.'
  return null
}

/** How a call goes wrong. 'lost': what was posted is taken, and its answer does not come; 'others': not what was asked for. */
export const tangoFaults = [
  'silence',
  'lost',
  '500',
  'html',
  'cut',
  'redirect',
  'noise',
  'contradiction',
  'others',
  'paging',
] as const
/** 'late': an order that is there is not found yet. */
export type TangoFault = (typeof tangoFaults)[number] | 'late'

export interface TangoStub {
  readonly url: string
  readonly token: string
  /** What it holds, by OrderID, and how often each was posted. */
  readonly orders: Map<string, { body: TangoOrder; state: string; times: number }>
  readonly requests: HttpStub['requests']
  /** How it says that it has none of the orders it is asked about: only that it may be a 400 is described. */
  none: 'status' | 'empty' | 'null'
  /** Asked at each call: a fault, a text that it refuses a post with, or nothing. */
  onCall: (method: string, path: string) => TangoFault | { refuse: string } | undefined
  close(): Promise<void>
}

const json = (value: unknown, status = 200): StubAnswer => ({
  ...{ status, contentType: 'application/json; charset=utf-8', body: JSON.stringify(value) },
})
const told = (message: string, isOk: boolean) => json({ Status: isOk ? 0 : 1, Message: message, Data: null, isOk })

const wrongPaging = json({ PagingError: { ErrorNumber: 'Invalid page number', ErrorSize: null } }, 400)

/** A Tango Tiendas on a free port. */
export async function tangoStub(): Promise<TangoStub> {
  const token = '0a1b2c3d-0000-4000-8000-un-token-de-prueba_1'
  const orders: TangoStub['orders'] = new Map()

  function post({ headers, body }: StubRequest): StubAnswer {
    if (!headers['content-type']?.startsWith('application/json')) return told('Content-Type must be JSON', false)
    const given = JSON.parse(body) as TangoOrder
    const fault = judgeTangoOrder(given)
    if (fault !== null) return told(fault, false)
    const known = orders.get(given.OrderID)
    // The same OrderID again changes the order while nobody has worked on it, and never makes another one.
    if (known && !['PENDIENTE', 'INGRESADA', 'RECIBIDA'].includes(known.state))
      return told('Order cannot be modified.', false)
    orders.set(given.OrderID, { body: given, state: known?.state ?? 'INGRESADA', times: (known?.times ?? 0) + 1 })
    return told(`Order ${given.OrderID} in process`, true)
  }

  function states(query: URLSearchParams, held: TangoStub['orders']): StubAnswer {
    const asked = query.get('OrderId') ?? ''
    const isForm = [...query.keys()].sort().join() === 'OrderId,pageNumber,pageSize' && /^\[\d+(,\d+)*\]$/.test(asked)
    const [size, page] = [Number(query.get('pageSize')), Number(query.get('pageNumber'))]
    if (!isForm || !(size > 0 && size <= 5000) || page !== 1) return wrongPaging
    const ids = asked.slice(1, -1).split(',')
    const missing = ids.filter((orderId) => !held.has(orderId))
    const OrderError = missing.length > 0 ? { Orders: missing.join(', '), Message: 'Unexisting Order ID' } : null
    const Paging = { PageNumber: page, PageSize: size, MoreData: false }
    const Data = ids.flatMap((OrderID) => {
      const found = held.get(OrderID)
      const noInvoice = { InvoiceType: null, InvoiceNumber: null, InvoiceFileUrl: null, InvoiceFileExpiration: null }
      return found ? [{ OrderID, Date: found.body.Date, Status: found.state, ...noInvoice }] : []
    })
    if (Data.length === 0 && self.none === 'null') return json({ Paging, Data: null, OrderError, PagingError: null })
    // A question without results is a 400, told in 'Migración'.
    return json({ Paging, Data, OrderError, PagingError: null }, Data.length > 0 || self.none === 'empty' ? 200 : 400)
  }

  const stub = await httpStub((request) => {
    const { pathname, searchParams } = new URL(request.url, 'http://tango')
    const fault = self.onCall(request.method, pathname)
    if (fault === 'silence') return 'silence'
    if (fault === '500') return json({ Message: 'An error has occurred.' }, 500)
    if (fault === 'html') return { status: 200, contentType: 'text/html', body: '<html>Mantenimiento</html>' }
    if (fault === 'redirect') return { status: 302, body: '' }
    if (fault === 'noise') return json({ ok: 1 })
    if (fault === 'contradiction')
      return json({ Status: 0, Message: 'x', Data: [], isOk: false, OrderError: { Message: 'x' } })
    if (request.headers.accesstoken !== token || request.headers.authorization)
      return told('Invalid AccessToken ', false)
    const call = `${request.method} ${pathname}`
    if (call === 'POST /api/Aperture/dummy') return told('Valid AccessToken', true)
    if (call === 'GET /api/Aperture/order') {
      if (fault === 'paging') return wrongPaging
      if (fault === 'others')
        return json({ Data: [{ OrderID: '9', Date: '2025-02-03T10:00:00', Status: 'FINALIZADA' }], PagingError: null })
      const answer = states(searchParams, fault === 'late' ? new Map() : orders)
      return fault === 'cut' || fault === 'lost' ? { ...answer, body: answer.body.slice(0, 9) } : answer
    }
    if (call !== 'POST /api/Aperture/order') return { status: 405, body: '' }
    if (typeof fault === 'object') return told(fault.refuse, false)
    const answer = post(request)
    if (fault === 'lost') return 'silence'
    return fault === 'cut' ? { ...answer, body: answer.body.slice(0, 9) } : answer
  })
  const self: TangoStub = {
    ...{ url: `${stub.url}/api/Aperture`, token, orders, requests: stub.requests, close: stub.close },
    ...{ none: 'status', onCall: () => undefined },
  }
  return self
}
