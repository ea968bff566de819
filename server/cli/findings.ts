/** What `bulto check` finds, one function for each matter. Nothing in a finding may be a secret. */
import { X509Certificate } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { addressIn, type Config } from '../config.ts'
import type { OdooConfig, TangoConfig } from '../config-interfaces.ts'
import type { LastBackup } from '../db/last-backup.ts'
import { FeedError } from '../ports/erp/erp.ts'
import { odooFault } from '../ports/erp/interfaces/odoo-client.ts'
import { checkTango } from '../ports/erp/interfaces/tango-link.ts'
import { tryMapping } from '../ports/erp/mapping/export-folder.ts'
import { looseKeys } from '../ports/erp/mapping/feed-keys.ts'
import { decodeMapping } from '../ports/erp/mapping/mapping.ts'
import { folders } from '../ports/erp/watched-folder.ts'
import { checkSmtp } from '../ports/mail/smtp.ts'
import { imapMailbox } from '../ports/mailbox/imap.ts'
import { MailboxFault } from '../ports/mailbox/port.ts'
import type { ShopFacts } from '../whole-shop/shop-facts.ts'
import { listenFault, reachedAt, statusOf } from './listening.ts'

export interface Finding {
  readonly level: 'good' | 'warning' | 'bad'
  /** The matter that was checked; Spanish, as the other texts. */
  readonly about: string
  /** The state of the matter. */
  readonly text: string
  /** What to do, where there is something to do. */
  readonly todo?: string
}

const good = (about: string, text: string): Finding => ({ level: 'good', about, text })
const warning = (about: string, text: string, todo: string): Finding => ({
  level: 'warning',
  about,
  text,
  todo,
})
const bad = (about: string, text: string, todo: string): Finding => ({ level: 'bad', about, text, todo })

const GB = 2 ** 30
/** Free bytes of a disk below which a finding warns. */
const SCARCE = 2 * GB
/** Free bytes of a disk below which a finding is bad. */
const FULL = GB / 4
const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Longer than a day: the hour of a nightly backup varies. */
const OLD_BACKUP = 26 * HOUR
/** Milliseconds. */
const CLOCK_TOLERANCE = 5_000
/** Seconds. */
const LATE_JOB = 600
const FEW_CONNECTIONS = 5
const MISSING_SHOWN = 3

/** Settings that are there and have no effect (R320). */
export const checkRemarks = ({ remarks }: Pick<Config, 'remarks'>): Finding[] =>
  remarks.map((text) => warning('Configuración', text, 'Corríjala, o quítela; .env.example las explica todas.'))

/**
 * Whether the shop can answer at its address, or does so already.
 *
 * @param isRunning whether the shop of this data folder's embedded database is known to run
 */
export async function checkPort(config: Config, isRunning: boolean): Promise<Finding> {
  const about = 'Puerto'
  const place = `${config.port} de ${config.host}`
  const fault = await listenFault(config)
  if (fault === undefined) return good(about, `${place}, libre`)
  // Another shop than that of the embedded database is a stranger; one of a server may be this one.
  const isOwn = config.databaseUrl === undefined ? isRunning : (await statusOf(reachedAt(config))).name !== null
  return isOwn ? good(about, `${place}: la tienda ya atiende`) : bad(about, fault.text, fault.todo)
}

/** Whether this version of Node still gets corrections. */
export function checkNode(version = process.versions.node): Finding {
  const major = Number(version.split('.')[0])
  if (major >= 22) return good('Node', version)
  return warning('Node', `${version}, que dejó de recibir correcciones`, 'Instale Node 24.')
}

/** Whether the data folder exists, is writable and closed to other users, and has room. */
export function checkFolder(dataDir: string): Finding[] {
  const about = 'Carpeta de datos'
  if (!fs.existsSync(dataDir))
    return [bad(about, `${dataDir} no existe`, 'Indique la suya con DATA_DIR, o inicie la tienda para crearla.')]
  try {
    fs.accessSync(dataDir, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK)
  } catch {
    return [bad(about, `no se puede escribir en ${dataDir}`, 'Dele permiso al usuario que inicia la tienda.')]
  }
  const { mode, uid } = fs.statSync(dataDir)
  const isOthers = process.getuid !== undefined && uid !== process.getuid()
  const isOpen = process.platform !== 'win32' && (mode & 0o077) !== 0
  const rights = isOthers
    ? warning(about, `${dataDir} es de otro usuario`, 'Ejecute este comando con el usuario de la tienda.')
    : isOpen
      ? warning(about, `otros usuarios pueden leer ${dataDir}`, `Ciérrela: chmod 700 ${dataDir}`)
      : good(about, dataDir)
  return [rights, roomIn(dataDir)]
}

function roomIn(dataDir: string): Finding {
  const { bavail, bsize, blocks } = fs.statfsSync(dataDir)
  const free = bavail * bsize
  const text = `${(free / GB).toFixed(1).replace('.', ',')} GB libres (${Math.round((100 * bavail) / blocks)} %)`
  const todo = 'Libere espacio o mude la carpeta a un disco más grande: con el disco lleno la tienda se detiene.'
  if (free < FULL) return bad('Disco', text, todo)
  return free < SCARCE ? warning('Disco', text, todo) : good('Disco', text)
}

/** The database, its clock and migrations, the outbox and the files. */
export function checkFacts(facts: ShopFacts): Finding[] {
  const kind = facts.kind === 'embedded' ? 'embebida' : 'de un servidor'
  return [
    good('Base de datos', `${kind}, PostgreSQL ${facts.version}`),
    connectionsOf(facts),
    clockOf(facts),
    facts.pendingMigrations.length === 0
      ? good('Migraciones', 'al día')
      : warning(
          'Migraciones',
          `faltan ${facts.pendingMigrations.join(', ')}`,
          'Ejecute «bulto migrate», o inicie la tienda.',
        ),
    ...(facts.drillSince === null ? outboxOf(facts) : [drillOf(facts.drillSince)]),
    feedOf(facts),
    ...filesOf(facts),
    backupOf(facts.lastBackup),
  ].filter((finding) => finding !== null)
}

function connectionsOf({ freeConnections }: ShopFacts): Finding | null {
  if (freeConnections === null) return null
  const text = `${freeConnections} libres en el servidor`
  return freeConnections >= FEW_CONNECTIONS
    ? good('Conexiones', text)
    : bad('Conexiones', text, 'Aumente max_connections del servidor o baje DATABASE_CONNECTIONS de la tienda.')
}

function clockOf({ kind, clockAheadMs }: ShopFacts): Finding {
  if (kind === 'embedded') return good('Reloj', new Date().toISOString())
  const seconds = (Math.abs(clockAheadMs) / 1000).toFixed(1).replace('.', ',')
  if (Math.abs(clockAheadMs) <= CLOCK_TOLERANCE) return good('Reloj', `a ${seconds} s del de la base`)
  const where = clockAheadMs > 0 ? 'atrasado' : 'adelantado'
  return bad(
    'Reloj',
    `el de este equipo está ${seconds} s ${where} respecto del de la base`,
    'Sincronice ambos con NTP.',
  )
}

function outboxOf({ deadJobs, dueFor }: ShopFacts): Finding[] {
  const about = 'Envíos pendientes'
  const findings: Finding[] = []
  if (deadJobs > 0)
    findings.push(
      bad(about, `${deadJobs} que no se pudieron hacer`, 'El registro de la tienda dice por qué («job dead»).'),
    )
  if (dueFor > LATE_JOB)
    findings.push(
      warning(
        about,
        `el más viejo espera hace ${Math.round(dueFor / 60)} min`,
        'Vea que la tienda esté en marcha y que el correo y el ERP respondan.',
      ),
    )
  return findings.length > 0 ? findings : [good(about, 'al día')]
}

/** What a finding is about that only a drill has. */
export const DRILL = 'Simulacro'

/** A drill's jobs wait on purpose, so nothing else is said of them. */
function drillOf(since: string): Finding {
  return warning(
    DRILL,
    `desde ${since}: no manda correos, pedidos ni avisos, y no lee del ERP`,
    'Si va a atender de verdad, termínelo con «bulto end-drill»; si no, bórrela cuando la haya mirado.',
  )
}

/** How old the last backup of the shop is, whoever made it (R302). */
function backupOf(last: LastBackup | null, now = Date.now()): Finding {
  const about = 'Copia de seguridad'
  const todo = 'Programe «bulto backup» todas las noches, y guarde los archivos en otro equipo.'
  if (last === null) return warning(about, 'todavía no se hizo ninguna', todo)
  const age = now - Date.parse(last.at)
  const text = `de hace ${Math.floor(age / HOUR)} h, ${last.encrypted ? 'cifrada' : 'sin cifrar'}, en ${last.host}:${last.file}`
  if (age > OLD_BACKUP) return bad(about, text, todo)
  return last.encrypted ? good(about, text) : warning(about, text, 'Cífrelas: ponga una clave en BACKUP_KEY.')
}

function feedOf({ feedRefused, feedRefusedSince }: ShopFacts): Finding | null {
  if (feedRefused.length === 0) return null
  const since = feedRefusedSince === null ? '' : `, desde ${feedRefusedSince}`
  return bad(
    'Datos del ERP',
    `rechazados${since}: ${feedRefused.join(' ')}`,
    'La tienda sigue con los anteriores. El informe está en /admin/erp.',
  )
}

function filesOf({ filesLookedFor, missingFiles, storeFault }: ShopFacts): Finding[] {
  const about = 'Archivos'
  if (storeFault !== null)
    return [
      bad(about, `no se puede guardar ninguno: ${storeFault}`, 'Revise permisos y espacio del lugar de los archivos.'),
    ]
  if (missingFiles.length === 0) return [good(about, `${filesLookedFor} buscados, ninguno falta`)]
  const shown = missingFiles.slice(0, MISSING_SHOWN).join(', ')
  const more = missingFiles.length > MISSING_SHOWN ? '…' : ''
  return [
    bad(
      about,
      `faltan ${missingFiles.length} de ${filesLookedFor}: ${shown}${more}`,
      'Traiga la carpeta files de la última copia.',
    ),
  ]
}

/** Whether mail goes out: the server answers and takes the password. Nothing is sent. */
export async function checkMail({ smtpUrl, dataDir, production }: Config): Promise<Finding> {
  const about = 'Correo'
  if (!smtpUrl) {
    const folder = path.join(dataDir, 'mails')
    const count = fs.existsSync(folder) ? fs.readdirSync(folder).length : 0
    const text = `sin SMTP_URL: los correos quedan en ${folder} (${count})`
    return production ? warning(about, text, 'Indique un servidor con SMTP_URL.') : good(about, text)
  }
  const fault = await checkSmtp(smtpUrl)
  if (fault === null) return good(about, `${new URL(smtpUrl).hostname} responde y acepta la clave`)
  const why = fault === 'login' ? 'no acepta el usuario o la clave' : 'no responde'
  return bad(about, `${new URL(smtpUrl).hostname} ${why}`, 'Revise SMTP_URL y que este equipo llegue al servidor.')
}

/** Whether the mailbox can be read (R326). Nothing is taken. */
export async function checkMailbox({ imapUrl }: Pick<Config, 'imapUrl'>): Promise<Finding[]> {
  if (!imapUrl) return []
  const about = 'Recibidos'
  try {
    await imapMailbox(imapUrl, 10_000).check()
    return [good(about, `la casilla de ${new URL(imapUrl).hostname} se puede leer`)]
  } catch (error) {
    const text = error instanceof MailboxFault ? error.message : 'no se puede leer la casilla'
    return [bad(about, text, 'Revise IMAP_URL y que este equipo llegue al servidor.')]
  }
}

/**
 * What a mail server will think of the sender, by rule: nothing is looked up. Nothing is said where no mail leaves.
 * A sender whose domain is not the account's that sends it is refused or taken for spam (SPF, DMARC).
 */
export function checkSender({ smtpUrl, mailFrom }: Pick<Config, 'smtpUrl' | 'mailFrom'>): Finding[] {
  if (!smtpUrl) return []
  const about = 'Remitente'
  const address = addressIn(mailFrom).toLowerCase()
  const domain = domainOf(address)
  const todo = 'Ponga en MAIL_FROM una dirección del dominio de la tienda.'
  if (!/^[^@]+\.[a-z]{2,}$/.test(domain))
    return [bad(about, `«${mailFrom}» no tiene un dominio de internet: sus correos se rechazan o van a spam`, todo)]
  const { username, hostname } = new URL(smtpUrl)
  const account = domainOf(decodeURIComponent(username).toLowerCase())
  if (account !== '' && !isOneDomain(account, domain))
    return [
      warning(
        about,
        `${address}, pero la cuenta que los envía es de ${account}: van a spam si ${domain} no lo autoriza (SPF, DKIM)`,
        `Ponga en MAIL_FROM una dirección de ${account}, o autorice a ${hostname} en el DNS de ${domain}.`,
      ),
    ]
  const isOwn = isOneDomain(hostname, domain)
  return [good(about, isOwn ? address : `${address}; el SPF de ${domain} tiene que nombrar a ${hostname}`)]
}

const domainOf = (address: string): string => /@([^@]+)$/.exec(address)?.[1] ?? ''
/** Whether one is the other or below it. */
const isOneDomain = (one: string, other: string): boolean =>
  one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`)

/** The tax registry: from which one a registration gets its data, and how long its certificate is valid. */
export function checkRegistry({ taxRegistry, production }: Config): Finding {
  const about = 'Padrón'
  if (taxRegistry.provider !== 'arca') {
    const isSample = taxRegistry.provider === 'offline'
    const text = isSample ? 'de muestra: no conoce a nadie más' : 'ninguno: los registros quedan sin verificar'
    return production && isSample ? warning(about, text, 'Elija PADRON_PROVIDER=arca o none.') : good(about, text)
  }
  const until = new Date(new X509Certificate(taxRegistry.credentials.certificate).validTo)
  const days = Math.floor((until.getTime() - Date.now()) / DAY)
  const todo = 'Renueve el certificado en ARCA y cambie ARCA_CERT_FILE y ARCA_KEY_FILE.'
  if (days < 0) return bad(about, `el certificado venció hace ${-days} días`, todo)
  return days < 30
    ? warning(about, `el certificado vence en ${days} días`, todo)
    : good(about, `arca, certificado por ${days} días`)
}

const ERP_PATIENCE = 10_000

/** Whether the ERP can be reached; no data is taken from it and none is sent. */
export async function checkErp({ erp }: Pick<Config, 'erp'>): Promise<Finding> {
  const about = 'ERP'
  if (erp.kind === 'none') return good(about, 'ninguno: la tienda numera los pedidos')
  if (erp.kind === 'push') return good(about, 'llama a la tienda con una clave (ERP_PUSH)')
  if (erp.kind === 'folder') {
    try {
      fs.accessSync(erp.folder, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK)
    } catch {
      return bad(
        about,
        `no se puede usar la carpeta ${erp.folder}`,
        'Revise ERP_FOLDER y los permisos del usuario de la tienda.',
      )
    }
    const found = `carpeta ${erp.folder}`
    if (!erp.interface) return good(about, found)
    return erp.interface.kind === 'tango' ? tangoFinding(found, erp.interface) : odooFinding(found, erp.interface)
  }
  const { hostname } = new URL(erp.url)
  const headers: HeadersInit = erp.token === undefined ? {} : { authorization: `Bearer ${erp.token}` }
  const signal = AbortSignal.timeout(ERP_PATIENCE)
  const status = await fetch(`${erp.url}/precios?limite=1`, { headers, signal, redirect: 'error' })
    .then(async (answer) => {
      await answer.body?.cancel()
      return answer.status
    })
    .catch(() => null)
  if (status === null || status >= 500)
    return bad(
      about,
      `${hostname} no responde bien`,
      'Revise ERP_URL y que el servicio esté en marcha; lo pendiente espera.',
    )
  if (status === 401 || status === 403) return bad(about, `${hostname} no acepta la clave`, 'Revise ERP_TOKEN.')
  return good(about, `${hostname} responde`)
}

/** Whether Tango Tiendas takes the token (R418); no order is sent. */
async function tangoFinding(folder: string, tango: TangoConfig): Promise<Finding> {
  const about = 'ERP'
  const { hostname } = new URL(tango.url)
  const state = await checkTango(tango)
  if (state === 'refused') return bad(about, `${hostname} no acepta el token`, 'Revise TANGO_TOKEN.')
  if (state === 'silent')
    return bad(about, `${hostname} no responde bien`, 'Revise TANGO_URL y la salida a internet; lo pendiente espera.')
  return good(about, `${folder}; pedidos a ${hostname}, que acepta el token`)
}

/** Whether Odoo takes the key; nothing is written there. */
async function odooFinding(folder: string, odoo: OdooConfig): Promise<Finding> {
  const about = 'ERP'
  const fault = await odooFault({ ...odoo, askMs: ERP_PATIENCE })
  if (fault === undefined) return good(about, `${folder}; Odoo toma la clave`)
  return bad(about, fault, 'Los pedidos esperan mientras tanto; docs/recetas/odoo.md dice qué necesita la clave.')
}

/** Whether the files of another program that lie in the folder are read by the mapping of the shop (R409). */
export async function checkMapping(
  { erp }: Pick<Config, 'erp'>,
  { feedMapping }: Pick<ShopFacts, 'feedMapping'>,
): Promise<Finding[]> {
  if (feedMapping === null || feedMapping === undefined) return []
  const about = 'Mapeo del ERP'
  const todo = 'Mire «bulto map CARPETA», o Archivos de su sistema en la administración.'
  try {
    const mapping = decodeMapping(feedMapping, 'El mapeo guardado')
    const names = Object.values(mapping.files).map(({ name }) => name)
    if (erp.kind !== 'folder') return [good(about, `para «bulto import»: ${names.join(', ')}`)]
    const faults: string[] = []
    for (const folder of [folders.in, folders.trial]) {
      const directory = path.join(erp.folder, folder)
      const lists = await tryMapping(directory, mapping, looseKeys()).catch((error: NodeJS.ErrnoException) => {
        // The start makes folders that are missing.
        if (error.code === 'ENOENT' || error.code === 'EACCES') return []
        throw error
      })
      for (const { file, list, faults: found } of lists)
        if (found[0]) faults.push(`${folder}/${file} (${list}): ${found[0].message}`)
    }
    if (faults.length > 0) return [warning(about, faults.slice(0, 5).join('; '), todo)]
    return [good(about, names.join(', '))]
  } catch (error) {
    if (error instanceof FeedError) return [bad(about, error.message, todo)]
    throw error
  }
}

/** How visitors reach the shop. */
export function checkAddress({ publicUrl, production, host, trustProxy }: Config): Finding {
  const about = 'Dirección'
  if (!production) return good(about, `${publicUrl} (sin NODE_ENV=production)`)
  if (!publicUrl.startsWith('https:'))
    return warning(about, `${publicUrl} no es https`, 'Ponga un proxy con TLS delante y su dirección en PUBLIC_URL.')
  if (trustProxy === false)
    return warning(
      about,
      `${publicUrl}, pero sin TRUST_PROXY: todos parecen venir del proxy`,
      'Indique el proxy en TRUST_PROXY.',
    )
  return good(about, `${publicUrl}, atiende en ${host}`)
}
