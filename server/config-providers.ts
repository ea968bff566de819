/** The part of the configuration that chooses the services of the outside world (see config.ts). */
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseCuit } from '../contract/cuit.ts'
import { type InterfaceConfig, readInterface } from './config-interfaces.ts'
import { type EnvReader, type Key, WEB } from './config-keys.ts'

/** PADRON_PROVIDER and what it needs. */
export type TaxRegistryConfig =
  | { readonly provider: 'offline' | 'none' }
  | {
      readonly provider: 'arca'
      /** Eleven digits. */
      readonly cuit: string
      /** Certificate and private key, PEM. */
      readonly credentials: { readonly certificate: string; readonly key: string }
      readonly loginUrl: string
      readonly registryUrl: string
    }

/** PLACES_PROVIDER and what it needs. */
export type PlacesConfig =
  | { readonly provider: 'offline' }
  | { readonly provider: 'georef'; readonly url: string }
  | { readonly provider: 'google'; readonly key: string }

/** NOTICES and what it needs. */
export type NoticesConfig =
  | { readonly provider: 'none' }
  | {
      readonly provider: 'whatsapp'
      /** Without a slash at its end. */
      readonly url: string
      readonly version: string
      readonly numberId: string
      readonly token: string
      readonly language: string
      readonly templates: Readonly<Record<'received' | 'dispatched', string>>
    }

/** S3_URL and what it needs. */
export interface S3Config {
  /** The bucket's address: https://host/bucket, or https://bucket.host. */
  readonly url: string
  readonly accessKey: string
  readonly secretKey: string
  readonly region: string
}

/** The ERP beside the shop: none, its REST service, or a folder that shop and ERP can both reach. */
export type ErpConfig =
  | { readonly kind: 'none' }
  /** The ERP's program calls the shop with a key, and fetches the orders (R295). */
  | { readonly kind: 'push' }
  | {
      readonly kind: 'rest'
      /** Without a slash at its end. */
      readonly url: string
      readonly token: string | undefined
      readonly everyMs: number
    }
  | {
      readonly kind: 'folder'
      readonly folder: string
      /** What orders are written as. */
      readonly format: 'json' | 'csv'
      readonly everyMs: number
      /** How long its files must have stayed as they are before they are taken, in milliseconds. */
      readonly settleMs: number
      /** The group of the system that may use the folder, too; undefined: the shop's user alone. */
      readonly groupId: number | undefined
      /** The program's own interface that orders go to; undefined: they leave as files. */
      readonly interface: InterfaceConfig | undefined
    }

/** The tax authority's testing and production services. */
const ARCA_SERVICES = {
  homologacion: {
    loginUrl: 'https://wsaahomo.afip.gov.ar/ws/services/LoginCms',
    registryUrl: 'https://awshomo.afip.gov.ar/sr-padron/webservices/personaServiceA13',
  },
  produccion: {
    loginUrl: 'https://wsaa.afip.gov.ar/ws/services/LoginCms',
    registryUrl: 'https://aws.afip.gov.ar/sr-padron/webservices/personaServiceA13',
  },
} as const
const WITH_ERP: readonly Key[] = ['ERP_TOKEN', 'ERP_FOLDER_GROUP', 'ERP_ORDERS', 'ERP_SECONDS', 'ERP_SETTLE_SECONDS']
const SECONDS = [1, 3600] as const
const GEOREF_URL = 'https://apis.datos.gob.ar/georef/api'

/** Reads ERP_URL or ERP_FOLDER, and the keys that go with it. */
export function readErp(env: EnvReader): ErpConfig {
  const url = env.address('ERP_URL', WEB)
  const folder = env.text('ERP_FOLDER')
  const push = env.isOn('ERP_PUSH')
  const own = readInterface(env, folder)
  if ([url, folder, push].filter(Boolean).length > 1)
    env.problem('ERP_URL, ERP_FOLDER y ERP_PUSH no van juntas: elija una')
  if (push) return { kind: 'push' }
  if (url) {
    const everyMs = env.whole('ERP_SECONDS', 60, SECONDS) * 1000
    return { kind: 'rest', url: url.replace(/\/{1,9}$/, ''), token: env.text('ERP_TOKEN'), everyMs }
  }
  if (!folder) {
    // The shop would number the orders itself, beside an ERP that numbers them too.
    for (const key of WITH_ERP)
      if (env.text(key) !== undefined) env.problem(`${key} está sin ERP_URL, ERP_FOLDER ni ERP_PUSH: elija una`)
    return { kind: 'none' }
  }
  const format = choice(env, 'ERP_ORDERS', ['json', 'csv'])
  return {
    kind: 'folder',
    folder: resolve(folder),
    format,
    everyMs: env.whole('ERP_SECONDS', 10, SECONDS) * 1000,
    settleMs: env.whole('ERP_SETTLE_SECONDS', 10, SECONDS) * 1000,
    groupId: readGroup(env, 'ERP_FOLDER_GROUP'),
    interface: own,
  }
}

/** A group of this system, by its name or its number. */
function readGroup(env: EnvReader, key: Key): number | undefined {
  const name = env.text(key)
  if (name === undefined) return undefined
  if (/^\d+$/.test(name)) return Number(name)
  const known = existsSync(GROUPS) ? readFileSync(GROUPS, 'utf8').split('\n') : []
  const line = known.map((text) => text.split(':')).find(([group]) => group === name)
  if (line) return Number(line[2])
  env.problem(`${key}: no existe el grupo «${name}» en ${GROUPS}; créelo, o indique su número`)
  return undefined
}
const GROUPS = '/etc/group'

/**
 * Reads PADRON_PROVIDER, and for ARCA its CUIT, credentials and addresses. The sample registry, whose persons are invented, is
 * the default of a shop that is tried out alone.
 */
export function readTaxRegistry(env: EnvReader): TaxRegistryConfig {
  const isProduction = env.text('NODE_ENV') === 'production'
  const provider =
    env.text('PADRON_PROVIDER') === undefined && isProduction
      ? 'none'
      : choice(env, 'PADRON_PROVIDER', ['offline', 'arca', 'none'])
  if (provider !== 'arca') return { provider }
  const services = ARCA_SERVICES[choice(env, 'ARCA_ENV', ['homologacion', 'produccion'])]
  const cuit = parseCuit(env.text('ARCA_CUIT') ?? '')
  if (cuit === null) env.problem('ARCA_CUIT debe ser el CUIT que representa el certificado')
  return {
    provider,
    cuit: cuit ?? '',
    credentials: readCredentials(env),
    loginUrl: env.address('ARCA_WSAA_URL', WEB) ?? services.loginUrl,
    registryUrl: env.address('ARCA_PADRON_URL', WEB) ?? services.registryUrl,
  }
}

/** Reads PLACES_PROVIDER and the address or key that it needs. */
export function readPlaces(env: EnvReader): PlacesConfig {
  const provider = choice(env, 'PLACES_PROVIDER', ['offline', 'georef', 'google'])
  switch (provider) {
    case 'offline':
      return { provider }
    case 'georef':
      return { provider, url: (env.address('GEOREF_URL', WEB) ?? GEOREF_URL).replace(/\/{1,9}$/, '') }
    case 'google': {
      const key = env.text('GOOGLE_PLACES_KEY')
      if (key === undefined) env.problem('GOOGLE_PLACES_KEY falta: PLACES_PROVIDER=google la necesita')
      return { provider, key: key ?? '' }
    }
  }
}

const GRAPH_URL = 'https://graph.facebook.com'

/** Reads NOTICES, and for WhatsApp its number, token and templates. The token is never repeated. */
export function readNotices(env: EnvReader): NoticesConfig {
  const provider = choice(env, 'NOTICES', ['none', 'whatsapp'])
  if (provider === 'none') return { provider }
  const formed = (key: Key, form: RegExp, expected: string, usual = ''): string => {
    const value = env.text(key) ?? usual
    if (value === '') env.problem(`${key} falta: NOTICES=whatsapp la necesita`)
    else if (!form.test(value)) env.problem(`${key} debe ser ${expected} (vino «${value}»)`)
    return value
  }
  const token = env.text('WHATSAPP_TOKEN')
  if (token === undefined) env.problem('WHATSAPP_TOKEN falta: NOTICES=whatsapp la necesita')
  // What does not fit in a header would fail with the first message, and be quoted by the error.
  else if (!/^[\x21-\x7e]+$/.test(token)) env.problem('WHATSAPP_TOKEN tiene signos que no son de un token')
  return {
    provider,
    url: (env.address('WHATSAPP_URL', WEB) ?? GRAPH_URL).replace(/\/{1,9}$/, ''),
    version: formed('WHATSAPP_VERSION', /^v\d{1,3}\.\d{1,2}$/, 'una versión de la interfaz, como v23.0', 'v23.0'),
    numberId: formed('WHATSAPP_NUMBER_ID', /^\d{5,20}$/, 'el identificador del número que envía, sólo cifras'),
    token: token ?? '',
    language: formed(
      'WHATSAPP_LANGUAGE',
      /^[a-z]{2,3}(_[A-Z]{2})?$/,
      'el idioma de las plantillas, como es_AR',
      'es_AR',
    ),
    templates: {
      received: formed('WHATSAPP_RECEIVED', TEMPLATE, TEMPLATE_WORDS, 'pedido_recibido'),
      dispatched: formed('WHATSAPP_DISPATCHED', TEMPLATE, TEMPLATE_WORDS, 'pedido_despachado'),
    },
  }
}
const TEMPLATE = /^[a-z0-9_]{1,512}$/
const TEMPLATE_WORDS = 'el nombre de una plantilla: minúsculas, cifras y guiones bajos'

/** Reads S3_URL and its keys; undefined without an S3_URL. */
export function readS3(env: EnvReader): S3Config | undefined {
  const keys = ['S3_ACCESS_KEY', 'S3_SECRET_KEY'] as const
  if (env.text('S3_URL') === undefined) {
    for (const key of keys) if (env.text(key) !== undefined) env.problem(`${key} está sin S3_URL`)
    return undefined
  }
  const url = (env.address('S3_URL', WEB) ?? '').replace(/\/{1,9}$/, '')
  if (URL.canParse(url)) {
    const { pathname, search, username } = new URL(url)
    if (search || username || pathname.split('/').length > 2)
      env.problem('S3_URL debe ser la dirección de un depósito, sin nada más: https://servidor/deposito')
  }
  const [accessKey = '', secretKey = ''] = keys.map((key) => {
    if (env.text(key) === undefined) env.problem(`${key} falta: S3_URL la necesita`)
    return env.text(key) ?? ''
  })
  return { url, accessKey, secretKey, region: env.text('S3_REGION') ?? 'auto' }
}

/** Checks IMAP_URL, which holds a password: nothing of it is repeated. */
export function readMailbox(url: string | undefined, env: EnvReader): string | undefined {
  if (url === undefined) return undefined
  const { username, password, pathname } = new URL(url)
  try {
    decodeURIComponent(pathname)
    if (decodeURIComponent(username) && decodeURIComponent(password)) return url
  } catch {
    // A sign that stands for itself must be written as %25.
  }
  env.problem(
    'IMAP_URL debe tener usuario y clave, con sus signos como en una dirección: imaps://usuario:clave@servidor/Carpeta',
  )
  return undefined
}

const HOST = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i

/** Reads WEBHOOK_HOSTS: `host` or `host:port`, in lower case. */
export function readWebhookHosts(env: EnvReader): string[] {
  const hosts = (env.text('WEBHOOK_HOSTS') ?? '').split(',').map((host) => host.trim().toLowerCase())
  const named = hosts.filter((host) => host !== '')
  for (const host of named.filter((name) => !HOST.test(name)))
    env.problem(`WEBHOOK_HOSTS debe ser una lista de servidor o servidor:puerto, separados por comas (vino «${host}»)`)
  return named
}

/** One of a few words; the first is the default. */
export function choice<const T extends string>(env: EnvReader, key: Key, words: readonly [T, ...T[]]): T {
  const value = env.text(key)
  if (value === undefined) return words[0]
  const word = words.find((known) => known === value)
  if (word === undefined) env.problem(`${key} debe ser ${words.join(', ')} (vino «${value}»)`)
  return word ?? words[0]
}

/** Reads certificate and key and checks that they belong together: a wrong pair would fail only at the first look-up. */
function readCredentials(env: EnvReader): { certificate: string; key: string } {
  const certificate = readPem(env, 'ARCA_CERT_FILE', (pem) => new X509Certificate(pem), 'un certificado')
  const key = readPem(env, 'ARCA_KEY_FILE', createPrivateKey, 'una clave privada sin contraseña')
  if (certificate && key) {
    if (key.parsed.asymmetricKeyType !== 'rsa') env.problem('ARCA_KEY_FILE debe ser una clave RSA')
    else if (!certificate.parsed.checkPrivateKey(key.parsed))
      env.problem('ARCA_KEY_FILE no es la clave del certificado de ARCA_CERT_FILE')
  }
  return { certificate: certificate?.pem ?? '', key: key?.pem ?? '' }
}

function readPem<T>(
  env: EnvReader,
  name: Key,
  parse: (pem: string) => T,
  expected: string,
): { pem: string; parsed: T } | undefined {
  const file = env.text(name)
  if (file === undefined) {
    env.problem(`${name} falta: PADRON_PROVIDER=arca lo necesita`)
    return undefined
  }
  try {
    const pem = readFileSync(file, 'utf8')
    return { pem, parsed: parse(pem) }
  } catch {
    // The parser's error may quote the file, which may be the private key.
    env.problem(`${name} debe ser el archivo PEM de ${expected} (vino «${file}»)`)
    return undefined
  }
}
