/** An embedded database that is filled in another folder and is moved to its place only when it is whole. */
import fs from 'node:fs'
import path from 'node:path'
import { prepareDataDir, tracesOfLostDatabase, unfinishedRestore } from '../../lib/data-folder.ts'
import { DatabaseOpenError } from '../errors.ts'
import { silentLog } from '../log.ts'
import { announce, isMissing, unfinishedFolder } from './database-folder.ts'
import { lockFolder } from './folder-lock.ts'
import { embeddedFolder } from './open-embedded.ts'

/**
 * Makes the database of `dataDir` from the one that `fill` leaves in `stage`, a data folder of its own. One rename puts
 * the database in its place; until then a start finds no shop, and says so.
 *
 * @throws DatabaseOpenError when there is a database already, or another process uses the folder
 */
export async function fillAside<T>(dataDir: string, fill: (stage: string) => Promise<T>): Promise<T> {
  prepareDataDir(dataDir, silentLog)
  const folder = embeddedFolder(dataDir)
  const isNew = tracesOfLostDatabase(dataDir).length === 0
  const lock = await lockFolder(path.resolve(dataDir), `${folder}.lock`)
  try {
    if (!isMissing(folder)) {
      throw new DatabaseOpenError(
        `La carpeta de datos ${dataDir} ya tiene una tienda, y no se pisa. Elija con DATA_DIR una carpeta vacía.`,
      )
    }
    const stage = unfinishedRestore(dataDir)
    fs.rmSync(stage, { recursive: true, force: true })
    fs.mkdirSync(stage, { mode: 0o700 })
    const result = await fill(stage)
    fs.renameSync(embeddedFolder(stage), folder)
    syncFolder(dataDir)
    fs.rmSync(unfinishedFolder(folder), { recursive: true, force: true })
    return result
  } catch (error) {
    // The lock stays; without this mark a start would take it for the trace of a shop that lost its database.
    if (isNew && isMissing(folder)) announce(folder)
    throw error
  } finally {
    // Also after a refusal, which leaves the folder as empty as it was; only a process that is killed leaves it behind.
    fs.rmSync(unfinishedRestore(dataDir), { recursive: true, force: true })
    lock.release()
  }
}

function syncFolder(folder: string): void {
  // Windows cannot open folders and keeps their entries by itself.
  if (process.platform === 'win32') return
  const descriptor = fs.openSync(folder, 'r')
  try {
    fs.fsyncSync(descriptor)
  } finally {
    fs.closeSync(descriptor)
  }
}
