/**
 * Odoo 19's External JSON-2 API as far as the shop uses it, and strictly: a header, an argument, a field or a value that Odoo
 * would not take is refused in Odoo's own form. Publicly described by github.com/odoo/documentation,
 * content/developer/reference/external_api.rst, and by the models of github.com/odoo/odoo, addons/sale/models.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Value = string | number | boolean | null | readonly Value[] | { readonly [name: string]: Value }
type Fields = Record<string, Value>
export interface OdooRecord extends Fields {
  id: number
}

/** What a method does besides its answer: loses it, keeps silent, or answers something else. */
type Fault = 'lost' | 'silence' | { status: number; body: string }

export interface OdooStub {
  readonly url: string
  readonly key: string
  readonly database: string
  readonly records: Record<Model, OdooRecord[]>
  /** Makes a record of Odoo's own. */
  put(model: Model, values: Fields): OdooRecord
  /** Changes a record, as somebody at Odoo does. */
  change(model: Model, id: number, values: Fields): void
  /** Lets so many seconds pass over there. */
  pass(seconds: number): void
  /** Whether the taxes of Odoo's products are in their prices; percent. */
  tax: { rate: number; isIncluded: boolean }
  currency: string
  /** The language of the key's user. A record's name in it is `name:es_AR`; without a language Odoo gives its English one. */
  lang: string | false
  /** Fields of an application that is not there. */
  readonly lacks: Set<string>
  /** Faults of the next calls of a method: 'sale.order/create'. */
  readonly faults: Map<string, Fault[]>
  /** The calls so far: method and body. */
  readonly calls: { what: string; body: Fields }[]
  close(): Promise<void>
}

const TEXT = 'text'
const NUMBER = 'number'
const models = {
  'res.partner': {
    ref: TEXT,
    vat: TEXT,
    name: TEXT,
    parent_id: 'one',
    email: TEXT,
    street: TEXT,
    city: TEXT,
    zip: TEXT,
    state_id: 'one',
    user_id: 'one',
    l10n_ar_afip_responsibility_type_id: 'one',
    active: 'flag',
    is_company: 'flag',
    write_date: TEXT,
  },
  'product.template': {
    default_code: TEXT,
    name: TEXT,
    barcode: TEXT,
    categ_id: 'one',
    list_price: NUMBER,
    qty_available: NUMBER,
    sale_ok: 'flag',
    active: 'flag',
    write_date: TEXT,
  },
  'product.product': { default_code: TEXT, name: TEXT, active: 'flag', write_date: TEXT },
  'sale.order': {
    name: TEXT,
    state: TEXT,
    partner_id: 'one',
    client_order_ref: TEXT,
    origin: TEXT,
    date_order: TEXT,
    write_date: TEXT,
    currency_id: 'one',
    amount_untaxed: NUMBER,
    amount_total: NUMBER,
    order_line: 'lines',
  },
} as const
type Model = keyof typeof models
const WRITABLE = new Set(['partner_id', 'client_order_ref', 'origin', 'date_order', 'order_line'])
const LINE: Readonly<Record<string, string>> = {
  product_id: 'one',
  product_uom_qty: NUMBER,
  price_unit: NUMBER,
  discount: NUMBER,
  display_type: TEXT,
  name: TEXT,
}
const HEADERS = new Set([
  ...['host', 'connection', 'content-length', 'content-type', 'accept', 'accept-language', 'accept-encoding'],
  ...['user-agent', 'authorization', 'x-odoo-database', 'sec-fetch-mode'],
])
const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  search_read: ['domain', 'fields', 'offset', 'limit', 'order', 'context'],
  create: ['vals_list', 'context'],
  action_draft: ['ids', 'context'],
  fields_get: ['allfields', 'attributes'],
  context_get: [],
}

/** An error as the API writes it. */
class OdooError extends Error {
  constructor(
    readonly status: number,
    readonly kind: string,
    message: string,
  ) {
    super(message)
  }
}
const valueError = (message: string) => new OdooError(500, 'builtins.ValueError', message)
const userError = (message: string) => new OdooError(422, 'odoo.exceptions.UserError', message)

/** Cents, as Odoo rounds: halves away from zero, past the noise of a double. */
const rounded = (amount: number) => Math.round(amount * 100 * (1 + Number.EPSILON * 4)) / 100

export async function odooStub({ database = 'empresa' }: { database?: string } = {}): Promise<OdooStub> {
  let lastId = 100
  let seconds = Date.parse('2026-11-01T00:00:00Z')
  const stamp = () => {
    seconds += 1000
    return new Date(seconds).toISOString().slice(0, 19).replace('T', ' ')
  }

  const server = createServer(async (request, response) => {
    try {
      const { what, body } = await readCall(request)
      stub.calls.push({ what, body })
      const fault = stub.faults.get(what)?.shift()
      if (fault === 'silence') return
      if (typeof fault === 'object') return send(response, fault.status, fault.body)
      const answer = JSON.stringify(run(what, body))
      if (fault === 'lost') return void response.destroy()
      send(response, 200, answer)
    } catch (error) {
      if (!(error instanceof OdooError)) throw error
      if (error.kind === 'html') return send(response, error.status, '<!doctype html><h1>Not Found</h1>', 'text/html')
      const { status, kind: name, message } = error
      send(response, status, JSON.stringify({ name, message, arguments: [message], context: {}, debug: 'Traceback…' }))
    }
  })

  async function readCall(request: IncomingMessage): Promise<{ what: string; body: Fields }> {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    for (const header of Object.keys(request.headers))
      if (!HEADERS.has(header)) throw valueError(`the shop sent a header that it has no use for: ${header}`)
    if ((request.headers['x-odoo-database'] ?? database) !== database) throw new OdooError(404, 'html', '')
    const [, model, method] = /^\/json\/2\/([\w.]+)\/(\w+)$/.exec(request.url ?? '') ?? []
    if (!model || !method || request.method !== 'POST')
      throw new OdooError(404, 'werkzeug.exceptions.NotFound', 'Did you mean POST /json/2/<model>/<method>?')
    if (!/^bearer \S+$/i.test(request.headers.authorization ?? ''))
      throw new OdooError(
        401,
        'werkzeug.exceptions.Unauthorized',
        'User not authenticated, use the "Authorization" header',
      )
    if (request.headers.authorization?.slice(7) !== stub.key)
      throw new OdooError(401, 'werkzeug.exceptions.Unauthorized', 'Invalid apikey')
    if (request.headers['content-type'] !== 'application/json') throw new OdooError(415, 'html', '')
    const body: unknown = JSON.parse(Buffer.concat(parts).toString('utf8'))
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      throw new OdooError(400, 'werkzeug.exceptions.BadRequest', 'could not parse the body, expecting a json object')
    if (!(model in models || (model === 'res.users' && method === 'context_get')))
      throw new OdooError(404, 'werkzeug.exceptions.NotFound', `the model '${model}' does not exist`)
    const known = ARGUMENTS[method]
    if (!known)
      throw new OdooError(404, 'werkzeug.exceptions.NotFound', `The method '${model}.${method}' does not exist`)
    for (const name of Object.keys(body))
      if (!known.includes(name))
        throw new OdooError(
          422,
          'werkzeug.exceptions.UnprocessableEntity',
          `got an unexpected keyword argument '${name}'`,
        )
    return { what: `${model}/${method}`, body: body as Fields }
  }

  function run(what: string, body: Fields): Value {
    const [name = '', method] = what.split('/')
    const model = name as Model
    if (method === 'context_get') return { lang: stub.lang, tz: 'America/Argentina/Buenos_Aires', uid: 2 }
    const { lang = 'en_US' } = (body.context ?? {}) as { lang?: string }
    if (lang !== 'en_US' && lang !== stub.lang) throw userError(`Invalid language code: ${lang}`)
    if (method === 'search_read') return searchRead(model, body)
    if (method === 'fields_get') {
      const there = Object.keys(models[model]).filter((field) => !stub.lacks.has(field))
      const asked = there.filter((field) => (body.allfields as string[]).includes(field))
      return Object.fromEntries(asked.map((field) => [field, { type: 'char' }]))
    }
    if (model !== 'sale.order') throw valueError(`not of this stub: ${what}`)
    if (method === 'create') {
      if (!Array.isArray(body.vals_list)) throw valueError('vals_list')
      return body.vals_list.map((values) => makeOrder(values as Fields).id)
    }
    for (const id of body.ids as number[]) {
      const order = stub.records[model].find((record) => record.id === id)
      if (order && ['cancel', 'sent'].includes(String(order.state))) stub.change(model, id, { state: 'draft' })
    }
    return true
  }

  function fieldOf(model: Model, name: string): string {
    const kind = name === 'id' ? NUMBER : (models[model] as Readonly<Record<string, string>>)[name]
    if (!kind || stub.lacks.has(name)) throw valueError(`Invalid field '${name}' on '${model}'`)
    return kind
  }

  function searchRead(model: Model, { domain, fields, limit, offset = 0, context, ...given }: Fields): Value {
    // Orders come with the newest first, unless another order is asked for.
    const order = given.order ?? (model === 'sale.order' ? 'id desc' : 'id asc')
    if (!Array.isArray(domain)) throw valueError('domain')
    if (!Array.isArray(fields)) throw valueError('the shop asks for the fields that it reads')
    for (const name of fields) fieldOf(model, String(name))
    if (limit !== undefined && !Number.isInteger(limit)) throw valueError('limit')
    const [by = 'id', way = 'asc'] = String(order).split(' ')
    fieldOf(model, by)
    const archived = domain.some((term) => Array.isArray(term) && term[0] === 'active')
    const found = stub.records[model]
      .filter((record) => archived || record.active !== false)
      .filter((record) => matches(model, record, domain as Value[]))
      .sort((a, b) => ((a[by] as number) < (b[by] as number) ? -1 : 1) * (way === 'desc' ? -1 : 1))
    const rows = found.slice(Number(offset), limit === undefined ? undefined : Number(offset) + Number(limit))
    const { lang } = (context ?? {}) as { lang?: string }
    const valueIn = (record: OdooRecord, name: string) => record[`${name}:${lang}`] ?? record[name] ?? false
    return rows.map((record) =>
      Object.fromEntries([['id', record.id], ...fields.map((name) => [name, valueIn(record, String(name))])]),
    )
  }

  /** A domain in its prefix form: terms side by side are all meant, '|' takes the two after it. */
  function matches(model: Model, record: OdooRecord, domain: Value[]): boolean {
    const rest = [...domain]
    const next = (): boolean => {
      const term = rest.shift()
      if (term === '|' || term === '&') {
        const [one, two] = [next(), next()]
        return term === '|' ? one || two : one && two
      }
      if (!Array.isArray(term) || term.length !== 3) throw valueError('Invalid domain')
      return holds(model, record, term as [string, string, Value])
    }
    let all = true
    while (rest.length > 0) all = next() && all
    return all
  }

  function holds(model: Model, record: OdooRecord, [name, operator, value]: [string, string, Value]): boolean {
    const kind = fieldOf(model, name)
    const values = Array.isArray(value) ? value : [value]
    const type = kind === TEXT ? 'string' : kind === 'flag' ? 'boolean' : 'number'
    for (const one of values)
      if (one !== false && typeof one !== type) throw valueError(`Invalid value for '${name}': ${JSON.stringify(one)}`)
    const held = Array.isArray(record[name]) ? (record[name] as Value[])[0] : (record[name] ?? false)
    switch (operator) {
      case '=':
        return held === value
      case '!=':
        return held !== value
      case 'in':
        if (!Array.isArray(value)) throw valueError(`'in' needs a list`)
        return value.includes(held as Value)
      case '>':
        return held !== false && (held as number) > (value as number)
      case '>=':
        return held !== false && (held as number) >= (value as number)
      case '=like':
        return typeof held === 'string' && held.startsWith(String(value).replace(/%$/, ''))
      default:
        throw valueError(`Invalid operator '${operator}'`)
    }
  }

  function check(fields: Readonly<Record<string, string>>, values: Fields, model: string): void {
    for (const [name, value] of Object.entries(values)) {
      const kind = fields[name]
      if (!kind) throw valueError(`Invalid field '${name}' in '${model}'`)
      const type = kind === TEXT ? 'string' : kind === 'lines' ? 'object' : 'number'
      if (typeof value !== type) throw valueError(`Invalid value for '${model}.${name}': ${JSON.stringify(value)}`)
    }
  }

  function makeOrder(values: Fields): OdooRecord {
    check(models['sale.order'], values, 'sale.order')
    for (const name of Object.keys(values))
      if (!WRITABLE.has(name)) throw valueError(`the shop has no business with '${name}'`)
    const partner = stub.records['res.partner'].find(({ id }) => id === values.partner_id)
    if (!partner) throw userError('Missing required value for the field "Customer" (partner_id)')
    if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(String(values.date_order))) throw valueError('date_order')
    let [untaxed, total] = [0, 0]
    for (const command of values.order_line as unknown as [number, number, Fields][]) {
      if (command.length !== 3 || command[0] !== 0) throw valueError('Wrong command')
      const line = command[2]
      check(LINE, line, 'sale.order.line')
      if (line.display_type !== undefined) {
        if (line.display_type !== 'line_note' || line.product_id !== undefined || !line.name)
          throw userError('Forbidden values on non-accountable sale order line')
        continue
      }
      if (!stub.records['product.product'].some(({ id, active }) => id === line.product_id && active !== false))
        throw userError('Missing required fields on accountable sale order line.')
      const amount = Number(line.product_uom_qty) * Number(line.price_unit) * (1 - Number(line.discount) / 100)
      const { rate, isIncluded } = stub.tax
      const net = rounded(isIncluded ? amount / (1 + rate / 100) : amount)
      untaxed += net
      total += isIncluded ? rounded(amount) : net + rounded((net * rate) / 100)
    }
    const id = lastId + 1
    return stub.put('sale.order', {
      ...values,
      name: `S${String(id).padStart(5, '0')}`,
      state: 'draft',
      currency_id: [19, stub.currency],
      amount_untaxed: rounded(untaxed),
      amount_total: rounded(total),
    })
  }

  const stub: OdooStub = {
    url: '',
    key: '6578616d706c65206b6579',
    database,
    records: { 'res.partner': [], 'product.template': [], 'product.product': [], 'sale.order': [] },
    put(model, values) {
      const record = { active: true, ...values, id: ++lastId, write_date: stamp() }
      stub.records[model].push(record)
      return record
    },
    change(model, id, values) {
      const record = stub.records[model].find((one) => one.id === id)
      if (!record) throw new Error(`no ${model} ${id}`)
      Object.assign(record, values, { write_date: stamp() })
    },
    pass: (more) => {
      seconds += more * 1000
    },
    tax: { rate: 21, isIncluded: false },
    currency: 'ARS',
    lang: 'es_AR',
    lacks: new Set(),
    faults: new Map(),
    calls: [],
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return Object.assign(stub, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
}

function send(response: ServerResponse, status: number, body: string, type = 'application/json'): void {
  response.writeHead(status, { 'content-type': `${type}; charset=utf-8` })
  response.end(body)
}
