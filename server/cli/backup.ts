/** `bulto backup FILE` */
import { resolve } from 'node:path'
import { type Config, readConfig } from '../config.ts'
import { isMissing } from '../db/embedded/database-folder.ts'
import { embeddedFolder } from '../db/embedded/open-embedded.ts'
import { silentLog } from '../db/log.ts'
import { openDatabase } from '../db/open.ts'
import { prepareDataDir } from '../lib/data-folder.ts'
import { openFiles } from '../ports/files/open-files.ts'
import { noteBackup, refuseExisting, writeBackup } from '../whole-shop/backup-file.ts'
import { askRunningShop } from '../whole-shop/control.ts'
import { decodeFrames, type Frame } from '../whole-shop/frames.ts'
import { BACKUP, readShop } from '../whole-shop/read-shop.ts'
import type { Summary } from '../whole-shop/whole-shop.types.ts'
import { type Command, CommandError, exitCodes } from './command.ts'
import { secondsSince } from './with-shop.ts'

export const backup: Command = {
  summary: 'Guarda la tienda entera en un archivo, también mientras anda.',
  args: ['ARCHIVO'],
  notes: [
    'La base y los archivos (fotos, videos, certificados) tal como están en un instante. Con BACKUP_KEY se cifra.',
    'No lleva sesiones ni códigos de contraseña; los catálogos ya hechos se hacen de nuevo.',
  ],
  async run({ args: [file = ''] }, terminal) {
    const config = readConfig(terminal.env)
    refuseExisting(file)
    const started = performance.now()
    const at = new Date().toISOString()
    const { bytes, summary } = await withFrames(config, (frames) =>
      writeBackup(file, frames, config.backupKey),
    )
    const encrypted = config.backupKey !== undefined
    await noteBackup(config.dataDir, { at, file: resolve(file), bytes, encrypted })
    for (const name of summary.missing) terminal.note(`Falta el archivo ${name}, que la tienda muestra.`)
    const size = `${(bytes / 2 ** 20).toFixed(1).replace('.', ',')} MB`
    terminal.print(
      `Copia ${encrypted ? 'cifrada' : 'sin cifrar'} en ${file}: ${totals(summary)}, ${size}, en ${secondsSince(started)}.`,
    )
    return exitCodes.done
  },
}

/** A shop in short: '25 tablas con 34567 filas y 600 archivos'. */
export function totals({ tables, files }: Summary): string {
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0)
  return `${Object.keys(tables).length} tablas con ${rows} filas y ${files} archivos`
}

/** Reads the shop: the running one does it if it holds the embedded database, else this process does. */
async function withFrames<T>(config: Config, work: (frames: AsyncIterable<Frame>) => Promise<T>): Promise<T> {
  const { dataDir, databaseUrl, databaseLimits: limits } = config
  if (!databaseUrl) {
    const running = await askRunningShop(dataDir, 'backup')
    if (running) return work(decodeFrames(running))
    refuseMissing(dataDir)
  }
  prepareDataDir(dataDir, silentLog)
  const db = await openDatabase({ url: databaseUrl, limits, dataDir })
  try {
    return await work(readShop({ db, files: await openFiles(config), spoolDir: dataDir }, BACKUP))
  } finally {
    await db.close()
  }
}

/** @throws CommandError when there is no embedded database: opening it would make an empty one */
export function refuseMissing(dataDir: string): void {
  if (isMissing(embeddedFolder(dataDir)))
    throw new CommandError(
      `En la carpeta de datos ${dataDir} no hay una tienda. Indique la suya con DATA_DIR`,
    )
}
