/** The data folder of the shop: the embedded database, the files and the mails. It belongs to the shop's user alone. */
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** The data folder cannot be used. The message is Spanish, for the console, and names the next step. */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError'
}

/** Names of the files and folders that the shop makes in the data folder. */
const DATABASE = 'db'
const UNFINISHED_DATABASE = 'db.new'
const LOCK = 'db.lock'
const RESTORING = 'restoring'
const OWN: ReadonlySet<string> = new Set([
  DATABASE,
  UNFINISHED_DATABASE,
  LOCK,
  'db.vacuumed',
  'files',
  'documents',
  'mails',
  'control.json',
  'backup.json',
  RESTORING,
])
/** Permission bits of group and others. */
const FOREIGN_RIGHTS = 0o077
/** Size of the probe file: enough to notice a full disk. */
const PROBE_BYTES = 64 * 1024

interface Log {
  warn(facts: object, message: string): void
}

/**
 * Makes the folder when it is missing, and checks that files can be written to it. Takes other users' permissions from
 * the shop's entries that an older version or a person left open.
 *
 * @throws DataFolderError when it is no folder, read-only, full or cannot be made
 */
export function prepareDataDir(dataDir: string, log: Log): void {
  try {
    fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    closeToOthers(dataDir, log)
    probe(dataDir)
  } catch (error) {
    throw explained(dataDir, error)
  }
}

/**
 * Names in the data folder that remain of a shop whose embedded database is gone; empty when the folder is new or has
 * its database. The lock and the unfinished database of a first start that was interrupted do not count.
 */
export function tracesOfLostDatabase(dataDir: string): string[] {
  const names = fs.existsSync(dataDir) ? fs.readdirSync(dataDir) : []
  if (names.includes(DATABASE)) return []
  const harmless = names.includes(UNFINISHED_DATABASE) ? [UNFINISHED_DATABASE, LOCK] : []
  return names.filter((name) => OWN.has(name) && !harmless.includes(name)).sort()
}

/** Path of the folder in which a restored database is filled before it is moved to its place. */
export const unfinishedRestore = (dataDir: string): string => path.join(path.resolve(dataDir), RESTORING)

/**
 * Refuses a data folder in which a restore was interrupted: it has no database yet, and must not get an empty one.
 *
 * @throws DataFolderError for such a folder
 */
export function refuseUnfinishedRestore(dataDir: string): void {
  if (fs.existsSync(path.join(dataDir, DATABASE)) || !fs.existsSync(unfinishedRestore(dataDir))) return
  throw new DataFolderError(
    `En la carpeta de datos ${dataDir} una restauración o mudanza quedó a medias. Repítala; o, para empezar de nuevo, elija con DATA_DIR una carpeta vacía.`,
  )
}

/** A failure of the file system in the data folder as a DataFolderError; an unknown error stays as it is. */
export function explained(dataDir: string, error: unknown): unknown {
  const reason = reasonOf(dataDir, error)
  return reason === undefined ? error : new DataFolderError(reason, { cause: error })
}

function reasonOf(dataDir: string, error: unknown): string | undefined {
  switch (error instanceof Error && 'code' in error ? error.code : undefined) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return (
        `No se puede escribir en la carpeta de datos ${dataDir}. ` +
        'Dele permiso al usuario que inicia la tienda, o elija otra carpeta con DATA_DIR.'
      )
    case 'ENOSPC':
    case 'EDQUOT':
      return (
        `El disco de la carpeta de datos ${dataDir} está lleno. ` +
        'Libere espacio y vuelva a intentarlo, o elija otra carpeta con DATA_DIR.'
      )
    case 'EEXIST':
    case 'ENOTDIR':
      return (
        `${dataDir}, o una parte de su camino, es un archivo y no una carpeta. ` +
        'Elija con DATA_DIR una carpeta; si no existe, la tienda la crea.'
      )
    case 'ENOENT':
    case 'ELOOP':
    case 'ENAMETOOLONG':
    case 'EINVAL':
      return `No se puede crear la carpeta de datos ${dataDir}. Elija con DATA_DIR una carpeta que se pueda crear.`
    default:
      return undefined
  }
}

/**
 * Takes other users' permissions from the shop's entries. The folder itself is closed only where it holds nothing else:
 * it may be somebody's home.
 */
function closeToOthers(dataDir: string, log: Log): void {
  if (process.platform === 'win32') return
  const names = fs.readdirSync(dataDir)
  const own = names.filter((name) => OWN.has(name)).map((name) => path.join(dataDir, name))
  let closed = own.filter(isOpen).reduce((sum, entry) => sum + close(entry), 0)
  if (own.length === names.length && isOpen(dataDir)) closed += chmod(dataDir, 0o700)
  if (closed > 0) log.warn({ dataDir, closed }, 'the data folder was open to other users and was closed')
}

const isOpen = (entry: string): boolean => {
  const { mode } = fs.lstatSync(entry)
  return (mode & FOREIGN_RIGHTS) !== 0
}

/** Closes all entries below a folder, then the folder: an interrupted run finds it open again. Returns how many it changed. */
function close(entry: string): number {
  const facts = fs.lstatSync(entry)
  if (facts.isSymbolicLink()) return 0
  if (!facts.isDirectory()) return chmod(entry, 0o600)
  const inside = fs.readdirSync(entry).reduce((sum, name) => sum + close(path.join(entry, name)), 0)
  return inside + chmod(entry, 0o700)
}

/** Changes an entry's permissions; returns 1, or 0 for an entry of another user, who may want it open. */
function chmod(entry: string, mode: number): number {
  try {
    fs.chmodSync(entry, mode)
    return 1
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EPERM') return 0
    throw error
  }
}

/** Writes and removes a small file in a running shop's data folder. @throws the file system's error */
export async function assertStorable(dataDir: string): Promise<void> {
  const file = probeFile(dataDir)
  try {
    await writeFile(file, Buffer.alloc(PROBE_BYTES), { flush: true })
  } finally {
    await rm(file, { force: true })
  }
}

const probeFile = (dataDir: string): string => path.join(dataDir, `.probe-${randomUUID()}`)

function probe(dataDir: string): void {
  const file = probeFile(dataDir)
  try {
    fs.writeFileSync(file, Buffer.alloc(PROBE_BYTES), { flush: true })
  } finally {
    fs.rmSync(file, { force: true })
  }
}
