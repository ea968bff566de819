/** The names of the settings, and what is told of names that are none or that nothing reads (R320). */
import { isOneTypoAway } from '../engine/one-typo.ts'

/** Every key that the shop reads, as .env.example explains them. */
export const keys = [
  ...['PORT', 'HOST', 'DATA_DIR', 'S3_URL', 'S3_ACCESS_KEY', 'S3_SECRET_KEY', 'S3_REGION'],
  ...['DATABASE_URL', 'DATABASE_CONNECTIONS', 'DATABASE_STATEMENT_SECONDS', 'DATABASE_IDLE_SECONDS'],
  ...['NODE_ENV', 'SHOP_NAME', 'PUBLIC_URL', 'HSTS_SUBDOMAINS', 'COMPANY_URL', 'VIDEO_URL', 'DATA_FISCAL_URL'],
  ...['SMTP_URL', 'MAIL_FROM', 'NOTICE_HOURS', 'IMAP_URL'],
  ...['NOTICES', 'WHATSAPP_NUMBER_ID', 'WHATSAPP_TOKEN', 'WHATSAPP_RECEIVED', 'WHATSAPP_DISPATCHED'],
  ...['WHATSAPP_LANGUAGE', 'WHATSAPP_VERSION', 'WHATSAPP_URL'],
  ...['TRUST_PROXY', 'REQUESTS_PER_USER', 'REQUESTS_UNDER_WAY', 'DRAIN_SECONDS'],
  ...['PADRON_PROVIDER', 'ARCA_ENV', 'ARCA_CUIT', 'ARCA_CERT_FILE', 'ARCA_KEY_FILE', 'ARCA_WSAA_URL'],
  ...['ARCA_PADRON_URL', 'PLACES_PROVIDER', 'GEOREF_URL', 'GOOGLE_PLACES_KEY', 'METRICS_TOKEN', 'BACKUP_KEY'],
  ...['ERP_URL', 'ERP_TOKEN', 'ERP_FOLDER', 'ERP_PUSH', 'ERP_FOLDER_GROUP', 'ERP_ORDERS', 'ERP_SECONDS'],
  'ERP_SETTLE_SECONDS',
  ...['TANGO_TOKEN', 'TANGO_URL', 'TANGO_PRICE_LIST', 'TANGO_SALE_CONDITION'],
  ...['ODOO_URL', 'ODOO_KEY', 'ODOO_DATABASE', 'ODOO_READ_MINUTES'],
  ...['WEBHOOK_HOSTS', 'LOG_LEVEL'],
] as const
export type Key = (typeof keys)[number]

/** What a name of ours begins with; DATA_ and NODE_ are other programs' as well. */
const OURS = /^(S3|DATABASE|SMTP|MAIL|IMAP|HSTS|REQUESTS|PADRON|ARCA|PLACES|ERP|TANGO|ODOO|WEBHOOK|WHATSAPP)_/
/** Names that others read: deploy/compose.yaml from the same .env, and a library of Python for its certificates. */
const OF_OTHERS: ReadonlySet<string> = new Set(['ERP_SHARE', 'DATABASE_MEMORY', 'REQUESTS_CA_BUNDLE'])
/** A shorter name is one letter away from many. */
const SHORTEST_NEAR = 4

/** Keys that say which shop it is: misspelt, another one than the meant would be made and filled. */
const OF_PLACE: ReadonlySet<Key> = new Set(['DATABASE_URL', 'DATA_DIR', 'NODE_ENV'])

export interface UnknownKey {
  readonly name: string
  /** The key that was probably meant. */
  readonly near: Key | undefined
}

/** Names that the shop does not know, and that look as if they were meant for it. */
export function unknownKeys(names: readonly string[]): UnknownKey[] {
  const known: ReadonlySet<string> = new Set(keys)
  return names
    .filter((name) => !known.has(name) && !OF_OTHERS.has(name))
    .map((name) => ({ name, near: nearKey(name) }))
    .filter(({ name, near }) => near !== undefined || OURS.test(name))
}

/** The first of `unknown` in whose place the shop would be another one. */
export const misplacedKey = (unknown: readonly UnknownKey[]): UnknownKey | undefined =>
  unknown.find(({ near }) => near !== undefined && OF_PLACE.has(near))

function nearKey(name: string): Key | undefined {
  const typed = name.toUpperCase().replaceAll('-', '_')
  if (typed.length < SHORTEST_NEAR) return undefined
  return keys.find((key) => key === typed || isOneTypoAway(lettersOf(key), 0, key.length, typed))
}

const lettersOf = (text: string): Uint16Array => Uint16Array.from(text, (letter) => letter.charCodeAt(0))

/** In words for whoever starts the shop. */
export const describeUnknown = ({ name, near }: UnknownKey): string =>
  near === undefined
    ? `${name} no es una variable de la tienda, y nadie la lee`
    : `${name} no es una variable de la tienda: ¿es ${near}?`

/** Keys that are read only with another setting, and its name. */
const ONLY_WITH: readonly { names: readonly Key[]; needs: string; isOn(text: (key: Key) => unknown): boolean }[] = [
  { names: ['ERP_TOKEN'], needs: 'ERP_URL', isOn: (text) => Boolean(text('ERP_URL')) },
  {
    names: ['ERP_FOLDER_GROUP', 'ERP_ORDERS', 'ERP_SETTLE_SECONDS'],
    needs: 'ERP_FOLDER',
    isOn: (text) => Boolean(text('ERP_FOLDER')),
  },
  {
    names: ['ERP_SECONDS'],
    needs: 'ERP_URL o ERP_FOLDER',
    isOn: (text) => Boolean(text('ERP_URL') ?? text('ERP_FOLDER')),
  },
  { names: ['S3_ACCESS_KEY', 'S3_SECRET_KEY', 'S3_REGION'], needs: 'S3_URL', isOn: (text) => Boolean(text('S3_URL')) },
  {
    names: ['ARCA_ENV', 'ARCA_CUIT', 'ARCA_CERT_FILE', 'ARCA_KEY_FILE', 'ARCA_WSAA_URL', 'ARCA_PADRON_URL'],
    needs: 'PADRON_PROVIDER=arca',
    isOn: (text) => text('PADRON_PROVIDER') === 'arca',
  },
  {
    names: [
      ...(['WHATSAPP_NUMBER_ID', 'WHATSAPP_TOKEN', 'WHATSAPP_RECEIVED', 'WHATSAPP_DISPATCHED'] as const),
      ...(['WHATSAPP_LANGUAGE', 'WHATSAPP_VERSION', 'WHATSAPP_URL'] as const),
    ],
    needs: 'NOTICES=whatsapp',
    isOn: (text) => text('NOTICES') === 'whatsapp',
  },
  { names: ['GEOREF_URL'], needs: 'PLACES_PROVIDER=georef', isOn: (text) => text('PLACES_PROVIDER') === 'georef' },
  {
    names: ['GOOGLE_PLACES_KEY'],
    needs: 'PLACES_PROVIDER=google',
    isOn: (text) => text('PLACES_PROVIDER') === 'google',
  },
]

/** Keys that are set beside a setting without which nothing reads them. */
export const idleKeys = (text: (key: Key) => unknown): { key: Key; needs: string }[] =>
  ONLY_WITH.filter(({ isOn }) => !isOn(text)).flatMap(({ names, needs }) =>
    names.filter((key) => text(key) !== undefined).map((key) => ({ key, needs })),
  )

/** How values are read and problems are told. */
export interface EnvReader {
  text(key: Key): string | undefined
  address(key: Key, protocols: readonly string[]): string | undefined
  /** A whole number of this range; `usual` where the key is not set. */
  whole(key: Key, usual: number, range: readonly [number, number]): number
  /** '1' or '0'; no other word is taken for one of them (R320). */
  isOn(key: Key): boolean
  /** In Spanish, for whoever starts the shop. */
  problem(text: string): void
}

/** What an address of a service begins with. */
export const WEB = ['https:', 'http:']
