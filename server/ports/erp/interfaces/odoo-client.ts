/** Calls to Odoo's External JSON-2 API (Odoo 19): a method of a model, its named arguments, and what it answers or refuses. */
import * as z from 'zod/mini'
import { cutText } from '../../../lib/cut-text.ts'
import { ErpUnreachable, restErp } from '../rest-client.ts'

export interface OdooOptions {
  /** Without a slash at its end. */
  readonly url: string
  /** Sent as a bearer token; never logged, and taken out of what Odoo answers. */
  readonly key: string
  readonly database: string | undefined
  /** Milliseconds for the answer to a question. */
  readonly askMs?: number
  /** Milliseconds for the answer to what changes something there. */
  readonly changeMs?: number
}

/** Odoo answered with one of its errors. Its message is Spanish and has no key in it. */
export class OdooRefusal extends ErpUnreachable {
  readonly status: number
  /** Whether its own rules refuse what the call asks for: the same again will be refused again. */
  readonly isFinal: boolean
  /** What Odoo says. */
  readonly reason: string

  constructor(what: string, status: number, { name, message }: { name: string; message: string }) {
    super(`Odoo respondió ${status} a ${what}: ${message}`)
    this.status = status
    this.reason = message
    // A wrong call of ours is a 422, too, under another name.
    this.isFinal = status === 422 && name.startsWith('odoo.')
  }
}

/** What Odoo knows of the caller; without it names and reasons are its English ones. */
interface OdooContext {
  readonly lang?: string
}

export interface Odoo {
  /** The language of the key's user, as other calls are given it. @throws ErpUnreachable */
  context(signal: AbortSignal): Promise<OdooContext>
  /**
   * The answer to a method, as `form` reads it. Sends once.
   * @throws OdooRefusal
   * @throws ErpUnreachable for silence, a cut answer or one of another form
   */
  call<S extends z.core.$ZodType>(
    model: string,
    method: string,
    body: Readonly<Record<string, unknown>>,
    { form, signal }: { form: S; signal: AbortSignal | undefined },
  ): Promise<z.output<S>>
}

/** A job of the shop's waits for a question so long, and others behind it. */
const ASK_PATIENCE = 30_000
/** Longer than the two minutes after which Odoo ends a call of its own: what was given up is then not made later. */
const CHANGE_PATIENCE = 150_000
const QUESTIONS: ReadonlySet<string> = new Set(['search_read', 'fields_get', 'context_get'])
const LONGEST_REASON = 300
const fault = z.object({ name: z.string(), message: z.string() })
const ofUser = z.object({ lang: z.optional(z.union([z.string(), z.literal(false)])) })

export function odooClient(options: OdooOptions): Odoo {
  const { url, key, database, askMs = ASK_PATIENCE, changeMs = CHANGE_PATIENCE } = options
  const headers = { 'user-agent': 'Bulto', ...(database !== undefined && { 'x-odoo-database': database }) }
  const serverFor = (timeoutMs: number) => restErp({ url, token: key, headers, timeoutMs })
  const [asked, changed] = [serverFor(askMs), serverFor(changeMs)]
  const odoo: Odoo = {
    async context(signal) {
      const { lang } = await odoo.call('res.users', 'context_get', {}, { form: ofUser, signal })
      return lang ? { lang } : {}
    },
    async call(model, method, body, { form, signal }) {
      const server = QUESTIONS.has(method) ? asked : changed
      const { status, json } = await server.post(`/json/2/${model}/${method}`, null, body, signal)
      const what = `${model}/${method}`
      if (status !== 200) {
        const told = z.safeParse(fault, json)
        const { name, message } = told.success ? told.data : { name: '', message: 'sin explicación' }
        const words = cutText(message.replaceAll(key, '…').replaceAll(/\s+/g, ' ').trim(), LONGEST_REASON)
        throw new OdooRefusal(what, status, { name, message: words })
      }
      const read = z.safeParse(form, json)
      if (!read.success) throw new ErpUnreachable(`Odoo respondió a ${what} algo que la tienda no entiende`)
      return read.data
    },
  }
  return odoo
}

/** What an order is looked for among, and what each is called. */
const NEEDED = [
  ['sale.order', 'pedidos de venta'],
  ['product.product', 'productos'],
  ['res.partner', 'contactos'],
] as const

/** Why orders, products or contacts cannot be read with this key, in Spanish; undefined: they can. Nothing is changed. */
export async function odooFault(options: OdooOptions): Promise<string | undefined> {
  const odoo = odooClient(options)
  const form = z.array(z.object({ id: z.int() }))
  const body = { domain: [], fields: ['id'], limit: 1 }
  for (const [model, what] of NEEDED) {
    try {
      await odoo.call(model, 'search_read', body, { form, signal: undefined })
    } catch (error) {
      if (!(error instanceof ErpUnreachable)) throw error
      const status = error instanceof OdooRefusal ? error.status : 0
      if (status === 401) return 'Odoo no acepta la clave; revise ODOO_KEY, que vence a los tres meses'
      if (status === 403) return `el usuario de la clave no puede leer ${what} en Odoo`
      if (status === 404) return 'en Odoo no está la aplicación Ventas'
      return `Odoo no responde bien; revise ODOO_URL y ODOO_DATABASE (${error.message})`
    }
  }
  return undefined
}
