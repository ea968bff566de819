/** The connections to a PostgreSQL server. */
import { readFileSync } from 'node:fs'
import type pg from 'pg'
import { DatabaseOpenError, errorCode } from './errors.ts'
import { type DatabaseLimits, defaultLimits } from './limits.ts'
import type { Log } from './log.ts'
import { outageLog } from './outage.ts'
import { type PreparingClient, preparingPool } from './preparing-client.ts'
import { wireTypes } from './wire-types.ts'

const oldestVersion = 15
const connectTimeoutMs = 5_000
/** Milliseconds without traffic after which the system probes whether the server is still there (TCP keep-alive). */
const keepAliveMs = 10_000

/**
 * Settings of every connection; UTC so that days and months mean the same on every machine. Queries are not compiled: all are
 * short, and to compile one of prices takes a hundred times as long as to run it.
 */
export function connectionConfig(url: string): pg.ClientConfig {
  return {
    connectionString: withSslModes(url),
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    options: '-c TimeZone=UTC -c jit=off',
    types: wireTypes,
  }
}

export interface ServerPool {
  readonly pool: pg.Pool
  /** Ends the connections in use, with what waits for them, but for those that lifted the limit of statements. */
  endUnanswered(): void
}

/**
 * A pool of connections to the server at `url`, after one of them has shown that it answers and is
 * recent enough.
 *
 * @throws DatabaseOpenError with a Spanish message for the console; it never shows the password
 */
export async function openServerPool(
  url: string,
  log: Log,
  { connections, statementSeconds, idleTransactionSeconds }: DatabaseLimits = defaultLimits,
): Promise<ServerPool> {
  assertUrl(url)
  assertTls(url)
  const pool = preparingPool({
    ...connectionConfig(url),
    application_name: 'bulto',
    max: connections,
    statement_timeout: statementSeconds * 1000,
    idle_in_transaction_session_timeout: idleTransactionSeconds * 1000,
  })
  const tellOutage = outageLog(log)
  // An outage loses all idle connections at once; it is told once.
  pool.on('error', (error) => tellOutage('database', error))
  // A connection in use emits its loss as an error, too; without a listener that would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  const inUse = new Set<PreparingClient>()
  pool.on('acquire', (client) => inUse.add(client as pg.Client as PreparingClient))
  pool.on('release', (_error, client) => inUse.delete(client as pg.Client as PreparingClient))
  const endUnanswered = () => {
    for (const client of inUse) if (!client.mayTakeLong) void client.end()
  }
  try {
    const { rows } = await pool.query<{ server_version_num: string }>('show server_version_num')
    assertRecent(Number(rows[0]?.server_version_num), url)
    return { pool, endUnanswered }
  } catch (error) {
    await pool.end()
    throw error instanceof DatabaseOpenError ? error : new DatabaseOpenError(explain(error, url), { cause: error })
  }
}

/**
 * @param versionNumber as `server_version_num` tells it: 150018 is 15.18
 * @throws DatabaseOpenError when the server is too old for us
 */
export function assertRecent(versionNumber: number, url: string): void {
  const version = Math.floor(versionNumber / 10_000)
  if (version >= oldestVersion) return
  throw new DatabaseOpenError(
    `El servidor PostgreSQL ${placeOf(url)} es de la versión ${version}; se necesita la ${oldestVersion} o una más nueva.`,
  )
}

function assertUrl(url: string): void {
  if (!URL.canParse(url) || !/^postgres(ql)?:$/.test(new URL(url).protocol)) {
    throw new DatabaseOpenError(
      'DATABASE_URL no es la dirección de una base PostgreSQL. Debe ser como postgres://usuario:clave@servidor:5432/base',
    )
  }
}

/** The values of `sslmode`; each means what it means in every other program that takes such an address. */
const sslModes = ['disable', 'require', 'verify-ca', 'verify-full']
const sslFiles = ['sslrootcert', 'sslcert', 'sslkey']

/** The driver takes every mode for the strictest one unless the address tells it otherwise. */
function withSslModes(url: string): string {
  const address = new URL(url)
  if (address.searchParams.has('sslmode')) address.searchParams.set('uselibpqcompat', 'true')
  return address.href
}

/** @throws DatabaseOpenError for an address whose connection would be less safe than meant, or names an unreadable file */
function assertTls(url: string): void {
  const { searchParams } = new URL(url)
  const mode = searchParams.get('sslmode')
  const given = sslFiles.filter((name) => searchParams.has(name))
  if (mode !== null && !sslModes.includes(mode))
    throw new DatabaseOpenError(`El sslmode de DATABASE_URL debe ser ${sslModes.join(', ')} (vino «${mode}»).`)
  if (given.length > 0 && (mode === null || mode === 'disable'))
    throw new DatabaseOpenError(
      `DATABASE_URL tiene ${given.join(', ')} sin un sslmode que lo use: agregue sslmode=verify-full.`,
    )
  if (mode === 'verify-ca' && !searchParams.has('sslrootcert'))
    throw new DatabaseOpenError(
      'Con sslmode=verify-ca DATABASE_URL necesita sslrootcert: el archivo PEM de la autoridad que firma.',
    )
  for (const name of given) {
    const file = searchParams.get(name) ?? ''
    try {
      readFileSync(file)
    } catch (error) {
      throw new DatabaseOpenError(
        `No se puede leer el archivo ${name} de DATABASE_URL («${file}»: ${errorCode(error) ?? 'desconocido'}).`,
        { cause: error },
      )
    }
  }
}

function placeOf(url: string): string {
  const { hostname, port } = new URL(url)
  return `${hostname}:${port || '5432'}`
}

function explain(error: unknown, url: string): string {
  const place = placeOf(url)
  const { username, pathname } = new URL(url)
  switch (errorCode(error)) {
    case 'ECONNREFUSED':
      return `No hay un servidor PostgreSQL que responda en ${place}. Revise DATABASE_URL y que el servidor esté encendido.`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `No se encuentra el servidor de base de datos ${place}. Revise el nombre en DATABASE_URL.`
    case '28P01':
    case '28000':
      return `El servidor ${place} no acepta al usuario '${decodeURIComponent(username)}' o su clave. Revise DATABASE_URL.`
    case '3D000':
      return `En el servidor ${place} no existe la base '${decodeURIComponent(pathname.slice(1))}'. Créela o revise DATABASE_URL.`
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
      return `El certificado del servidor ${place} no está firmado por una autoridad conocida. Indique la suya en DATABASE_URL con sslrootcert.`
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `El certificado del servidor ${place} es de otro nombre. Use en DATABASE_URL el nombre que figura en él.`
    case 'CERT_HAS_EXPIRED':
      return `El certificado del servidor ${place} está vencido.`
    case '53300':
      return `El servidor ${place} no tiene conexiones libres. Cierre otras o aumente max_connections.`
    default: {
      const reason = error instanceof Error ? error.message : String(error)
      return `No se pudo abrir la base de datos en ${place}: ${reason}`
    }
  }
}
