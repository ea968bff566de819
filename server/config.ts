/** The only reader of the environment. Every key is documented in .env.example. */
import { existsSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { describeUnknown, type EnvReader, idleKeys, type Key, misplacedKey, unknownKeys } from './config-keys.ts'
import {
  choice,
  type ErpConfig,
  type NoticesConfig,
  type PlacesConfig,
  readErp,
  readMailbox,
  readNotices,
  readPlaces,
  readS3,
  readTaxRegistry,
  readWebhookHosts,
  type S3Config,
  type TaxRegistryConfig,
} from './config-providers.ts'
import { type DatabaseLimits, defaultLimits } from './db/limits.ts'
import { USUAL_UNDER_WAY } from './http/load-shedding.ts'
import { USUAL_REQUESTS } from './http/request-limit.ts'
import { readTrustedProxies, type TrustedProxies } from './lib/trusted-proxies.ts'

export interface Config {
  readonly port: number
  readonly host: string
  /** Folder of the embedded database, the files and the unsent mails. */
  readonly dataDir: string
  /** A PostgreSQL server; undefined means the embedded database. */
  readonly databaseUrl: string | undefined
  readonly databaseLimits: DatabaseLimits
  readonly production: boolean
  /** Where `/` sends the browser. */
  readonly companyUrl: string
  /** Where `/redirect` sends the browser; undefined: not found. */
  readonly videoUrl: string | undefined
  readonly shopName: string
  /** The shop's own address, for links in mails. */
  readonly publicUrl: string
  /** Whether browsers shall keep to https for the subdomains of `publicUrl`, too; the shop cannot know what runs there. */
  readonly hstsSubdomains: boolean
  /** The tax authority's data badge in the footer; undefined: no badge. */
  readonly dataFiscalUrl: string | undefined
  /** Sender of the mails. */
  readonly mailFrom: string
  readonly smtpUrl: string | undefined
  /** The hours in which notices are mailed, in Argentina (R381): from the first until the other begins. */
  readonly noticeHours: { readonly from: number; readonly until: number }
  /** The mailbox whose mails become entries; undefined: none. */
  readonly imapUrl: string | undefined
  /** A bucket for the stored files; undefined means the data folder. */
  readonly s3: S3Config | undefined
  /** The token that lets another machine read the metrics; undefined: no other machine may. */
  readonly metricsToken: string | undefined
  /** The key that backups are encrypted with; undefined: they are not encrypted. */
  readonly backupKey: string | undefined
  readonly logLevel: string
  /** The proxies before the shop that may say who calls (X-Forwarded-For). */
  readonly trustProxy: TrustedProxies | false
  /** Requests of one user, or without a session one address, in ten seconds; more are a 429. */
  readonly requestsPerUser: number
  /** Requests that an instance answers at once; more are a 503. */
  readonly requestsUnderWay: number
  /** Seconds that the shop goes on answering once `/readyz` says that it ends, so that a proxy takes notice. */
  readonly drainSeconds: number
  /** The tax registry in which CUITs are looked up. */
  readonly taxRegistry: TaxRegistryConfig
  /** The service that suggests addresses. */
  readonly places: PlacesConfig
  /** The service that tells clients of their orders on their telephones (R394). */
  readonly notices: NoticesConfig
  /** The ERP that articles and clients come from and orders go to. */
  readonly erp: ErpConfig
  /** Hosts of the internal network that webhooks may reach, `host` or `host:port`. */
  readonly webhookHosts: readonly string[]
  /** What is set and has no effect, in words for whoever starts the shop: a misspelt key, one that lacks another (R320). */
  readonly remarks: readonly string[]
  /** The one of them that says which shop it is: with it set the shop may be another one than the meant. */
  readonly misplaced: string | undefined
}

/** All problems of a configuration at once, in words for whoever starts the shop. */
export class ConfigError extends Error {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(`La configuración tiene problemas:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.name = 'ConfigError'
    this.problems = problems
  }
}

/** Hosts a data badge may point to: the tax authority's own. */
const BADGE_HOSTS = ['qr.afip.gob.ar', 'www.afip.gob.ar', 'qr.arca.gob.ar', 'www.arca.gob.ar']
/** In characters; a shorter key can be guessed. */
const SHORTEST_KEY = 16
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

/**
 * Reads the configuration from `environment`. A `.env` file in the working directory gives the values
 * that `environment` does not have.
 *
 * @throws ConfigError with every problem found
 */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const env = { ...readEnvFile(), ...environment }
  const problems: string[] = []
  const text = (key: Key): string | undefined => env[key]?.trim() || undefined

  const whole = (key: Key, usual: number, [least, most]: readonly [number, number]): number => {
    const value = text(key) ?? String(usual)
    const number = Number(value)
    if (!/^\d+$/.test(value) || number < least || number > most)
      problems.push(`${key} debe ser un número de ${least} a ${most} (vino «${value}»)`)
    return number
  }
  const address = (key: Key, protocols: readonly string[], secret = false): string | undefined => {
    const value = text(key)
    if (value === undefined) return undefined
    const parsed = URL.canParse(value) ? new URL(value) : undefined
    if (parsed && protocols.includes(parsed.protocol)) return value
    // An address with a password in it is never repeated on the console.
    const shown = secret ? '' : ` (vino «${value}»)`
    problems.push(`${key} debe ser una dirección que empiece con ${protocols.map((p) => `${p}//`).join(' o ')}${shown}`)
    return undefined
  }
  const badge = (): string | undefined => {
    const value = address('DATA_FISCAL_URL', ['https:'])
    if (value && !BADGE_HOSTS.includes(new URL(value).hostname)) {
      problems.push(`DATA_FISCAL_URL debe apuntar a ${BADGE_HOSTS.join(', ')} (vino «${value}»)`)
    }
    return value
  }
  const logLevel = (): string => {
    const value = text('LOG_LEVEL') ?? 'info'
    if (!LOG_LEVELS.includes(value))
      problems.push(`LOG_LEVEL debe ser uno de ${LOG_LEVELS.join(', ')} (vino «${value}»)`)
    return value
  }

  /** Reads a secret, which is never repeated on the console. */
  const key = (name: Key): string | undefined => {
    const value = text(name)
    if (value !== undefined && value.length < SHORTEST_KEY)
      problems.push(`${name} debe tener al menos ${SHORTEST_KEY} caracteres`)
    return value
  }

  const trustProxy = (): TrustedProxies | false => {
    const value = text('TRUST_PROXY') ?? '0'
    const trusted = readTrustedProxies(value)
    if (trusted === null)
      problems.push(`TRUST_PROXY debe ser 0, 1 o las direcciones de los proxies, separadas por comas (vino «${value}»)`)
    return trusted ?? false
  }

  const mailFrom = (usual: string): string => {
    const value = text('MAIL_FROM')
    if (value !== undefined && !/^[^\s@]+@[^\s@]+$/.test(addressIn(value)))
      problems.push(
        `MAIL_FROM debe ser una dirección de correo, sola o como Tienda <ventas@tienda.example> (vino «${value}»)`,
      )
    return value ?? usual
  }

  const noticeHours = (): Config['noticeHours'] => {
    const value = text('NOTICE_HOURS') ?? '8-20'
    const [, from, until] = /^(\d{1,2})-(\d{1,2})$/.exec(value)?.map(Number) ?? []
    if (from !== undefined && until !== undefined && from < until && until <= 24) return { from, until }
    problems.push(`NOTICE_HOURS debe decir dos horas del día, como 8-20 (vino «${value}»)`)
    return { from: 8, until: 20 }
  }

  const reader: EnvReader = {
    ...{ text, address, whole },
    isOn: (name) => whole(name, 0, [0, 1]) === 1,
    problem: (problem) => void problems.push(problem),
  }
  const nodeEnv = choice(reader, 'NODE_ENV', ['development', 'production', 'test'])
  const unknown = unknownKeys(Object.keys(env).filter((name) => env[name]?.trim()))
  const misplaced = misplacedKey(unknown)
  const portNumber = whole('PORT', 3000, [0, 65_535])
  const host = text('HOST') ?? '127.0.0.1'
  const shopName = text('SHOP_NAME') ?? 'Bulto'
  const publicUrl = (address('PUBLIC_URL', ['https:', 'http:']) ?? `http://${host}:${portNumber}`).replace(
    /\/{1,9}$/,
    '',
  )
  const config: Config = {
    port: portNumber,
    host,
    dataDir: resolve(text('DATA_DIR') ?? './data'),
    databaseUrl: address('DATABASE_URL', ['postgres:', 'postgresql:'], true),
    databaseLimits: {
      connections: whole('DATABASE_CONNECTIONS', defaultLimits.connections, [2, 1_000]),
      statementSeconds: whole('DATABASE_STATEMENT_SECONDS', defaultLimits.statementSeconds, [1, 3_600]),
      idleTransactionSeconds: whole('DATABASE_IDLE_SECONDS', defaultLimits.idleTransactionSeconds, [1, 3_600]),
    },
    production: nodeEnv === 'production',
    companyUrl: address('COMPANY_URL', ['https:', 'http:']) ?? '/catalogo',
    videoUrl: address('VIDEO_URL', ['https:', 'http:']),
    shopName,
    publicUrl,
    hstsSubdomains: reader.isOn('HSTS_SUBDOMAINS'),
    dataFiscalUrl: badge(),
    mailFrom: mailFrom(`"${shopName.replace(/["\\]/g, '')}" <no-responder@${mailDomain(publicUrl)}>`),
    smtpUrl: address('SMTP_URL', ['smtp:', 'smtps:'], true),
    noticeHours: noticeHours(),
    imapUrl: readMailbox(address('IMAP_URL', ['imaps:', 'imap:'], true), reader),
    s3: readS3(reader),
    metricsToken: key('METRICS_TOKEN'),
    backupKey: key('BACKUP_KEY'),
    logLevel: logLevel(),
    trustProxy: trustProxy(),
    requestsPerUser: whole('REQUESTS_PER_USER', USUAL_REQUESTS, [20, 1_000_000]),
    requestsUnderWay: whole('REQUESTS_UNDER_WAY', USUAL_UNDER_WAY, [10, 100_000]),
    drainSeconds: whole('DRAIN_SECONDS', 0, [0, 300]),
    taxRegistry: readTaxRegistry(reader),
    places: readPlaces(reader),
    notices: readNotices(reader),
    erp: readErp(reader),
    webhookHosts: readWebhookHosts(reader),
    remarks: [
      ...unknown.map(describeUnknown),
      ...idleKeys(text).map(({ key: name, needs }) => `${name} no tiene efecto sin ${needs}`),
    ],
    misplaced: misplaced && describeUnknown(misplaced),
  }
  if (problems.length > 0) throw new ConfigError(problems)
  return config
}

/** The address in a sender such as 'Tienda <ventas@tienda.example>', or the address alone. */
export const addressIn = (sender: string): string => sender.trim().replace(/>$/, '').split(/[\s<]/).at(-1) ?? ''

/** The domain of mails while MAIL_FROM does not say it: the shop's own, without 'www.'; an address in figures is none. */
function mailDomain(publicUrl: string): string {
  const host = URL.canParse(publicUrl) ? new URL(publicUrl).hostname.replace(/^www\./, '') : ''
  return host === '' || isIP(host.replace(/^\[|\]$/g, '')) !== 0 ? 'localhost' : host
}

function readEnvFile(): NodeJS.Dict<string> {
  return existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {}
}
