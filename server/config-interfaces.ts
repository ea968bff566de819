/** The part of the configuration by which orders go to another program's own interface, beside ERP_FOLDER. */
import { type EnvReader, WEB } from './config-keys.ts'

/** TANGO_TOKEN and what it needs: orders go to Tango Tiendas instead of the folder (R418). */
export interface TangoConfig {
  readonly kind: 'tango'
  /** Without a slash at its end. */
  readonly url: string
  readonly token: string
  /** Tango's number of the price list that orders name: it tells whether prices hold the VAT. */
  readonly priceList: number
  /** Tango's code of the sale condition; undefined: cash, whose payment is agreed with the seller. */
  readonly saleCondition: number | undefined
}

/** Odoo's own interface, to which orders go instead of the folder (R420). */
export interface OdooConfig {
  readonly kind: 'odoo'
  /** Without a slash at its end. */
  readonly url: string
  readonly key: string
  /** Undefined: the server has one database, or knows it by its name. */
  readonly database: string | undefined
  /** How often articles and clients are read there, in milliseconds; undefined: they come in as files alone (R421). */
  readonly readMs: number | undefined
}

export type InterfaceConfig = TangoConfig | OdooConfig

/** Reads the keys of the one interface that is set; undefined for none. */
export function readInterface(env: EnvReader, folder: string | undefined): InterfaceConfig | undefined {
  const tango = readTango(env, folder)
  const odoo = readOdoo(env, folder)
  if (tango && odoo) env.problem('TANGO_TOKEN y ODOO_URL no van juntas: elija una')
  return tango ?? odoo
}

// What does not fit in a header would fail with the first order, and be quoted by the error.
const HEADER = /^[\x21-\x7e]+$/

const TANGO_URL = 'https://tiendas.axoft.com/api/Aperture'

/** Reads TANGO_TOKEN and the keys that go with it; undefined without a token. The token is never repeated. */
function readTango(env: EnvReader, folder: string | undefined): TangoConfig | undefined {
  const token = env.text('TANGO_TOKEN')
  if (token === undefined) {
    for (const name of ['TANGO_URL', 'TANGO_PRICE_LIST', 'TANGO_SALE_CONDITION'] as const)
      if (env.text(name) !== undefined) env.problem(`${name} está sin TANGO_TOKEN`)
    return undefined
  }
  if (!HEADER.test(token)) env.problem('TANGO_TOKEN tiene signos que no son de un token')
  if (folder === undefined) env.problem('TANGO_TOKEN está sin ERP_FOLDER, por donde entran artículos y clientes')
  if (env.text('TANGO_PRICE_LIST') === undefined)
    env.problem('TANGO_PRICE_LIST falta: con ella Tango sabe si los precios tienen IVA')
  const url = (env.address('TANGO_URL', WEB) ?? TANGO_URL).replace(/\/{1,9}$/, '')
  const { search, hash, username, password } = new URL(url)
  if (search || hash || username || password)
    env.problem('TANGO_URL debe ser una dirección sin nada más: https://tiendas.axoft.com/api/Aperture')
  const hasCondition = env.text('TANGO_SALE_CONDITION') !== undefined
  return {
    kind: 'tango',
    url,
    token,
    priceList: env.whole('TANGO_PRICE_LIST', 1, [1, 9999]),
    saleCondition: hasCondition ? env.whole('TANGO_SALE_CONDITION', 1, [0, 9999]) : undefined,
  }
}

/** Reads ODOO_URL, its key and its database; undefined without an ODOO_URL. The key is never repeated. */
function readOdoo(env: EnvReader, folder: string | undefined): OdooConfig | undefined {
  if (env.text('ODOO_URL') === undefined) {
    for (const name of ['ODOO_KEY', 'ODOO_DATABASE', 'ODOO_READ_MINUTES'] as const)
      if (env.text(name) !== undefined) env.problem(`${name} está sin ODOO_URL`)
    return undefined
  }
  const url = (env.address('ODOO_URL', WEB) ?? '').replace(/\/{1,9}$/, '')
  if (folder === undefined) env.problem('ODOO_URL está sin ERP_FOLDER, por donde entran artículos y clientes')
  if (URL.canParse(url)) {
    const { pathname, search, hash, username, password } = new URL(url)
    if (pathname !== '/' || search || hash || username || password)
      env.problem('ODOO_URL debe ser la dirección de Odoo, sin nada más: https://empresa.odoo.com')
  }
  const key = env.text('ODOO_KEY')
  if (key === undefined) env.problem('ODOO_KEY falta: ODOO_URL la necesita')
  else if (!HEADER.test(key)) env.problem('ODOO_KEY tiene signos que no son de una clave')
  const database = env.text('ODOO_DATABASE')
  if (database !== undefined && !HEADER.test(database))
    env.problem(`ODOO_DATABASE debe ser el nombre de una base de Odoo (vino «${database}»)`)
  const minutes =
    env.text('ODOO_READ_MINUTES') === undefined ? undefined : env.whole('ODOO_READ_MINUTES', 60, READ_MINUTES)
  return { kind: 'odoo', url, key: key ?? '', database, readMs: minutes && minutes * 60_000 }
}
const READ_MINUTES = [5, 1440] as const
