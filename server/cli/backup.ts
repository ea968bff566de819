/** `bulto backup FILE` */
import { hostname } from 'node:os'
import { resolve } from 'node:path'
import { type Config, readConfig } from '../config.ts'
import { type LastBackup, noteBackup } from '../db/last-backup.ts'
import type { Db } from '../db/open.ts'
import { refuseExisting, writeBackup } from '../whole-shop/backup-file.ts'
import { askRunningShop } from '../whole-shop/control.ts'
import { BACKUP, readShop } from '../whole-shop/read-shop.ts'
import type { Summary } from '../whole-shop/whole-shop.types.ts'
import { type Command, CommandError, exitCodes, UsageError } from './command.ts'
import { type ShopReading, withShopFrames } from './shop-frames.ts'
import { secondsSince } from './with-shop.ts'

export const backup: Command = {
  summary: 'Guarda la tienda entera en un archivo, también mientras anda.',
  args: ['ARCHIVO'],
  options: { plain: { help: 'Sin cifrar: quien tenga el archivo lee todo' } },
  notes: [
    'La base y los archivos (fotos, videos, certificados) tal como están en un instante, cifrados con BACKUP_KEY.',
    'Sin BACKUP_KEY se niega, salvo con --plain; «bulto init» muestra una clave hecha al azar.',
    'No lleva sesiones ni códigos de contraseña; los catálogos ya hechos se hacen de nuevo.',
  ],
  async run({ args: [file = ''], switches }, terminal) {
    const config = readConfig(terminal.env)
    if (config.backupKey === undefined && !switches.has('plain')) throw new CommandError(NO_KEY)
    // Said rather than guessed: an operator who asks for a plain file and has a key may have meant either.
    if (config.backupKey !== undefined && switches.has('plain'))
      throw new UsageError('--plain es para una tienda sin BACKUP_KEY, y esta la tiene')
    refuseExisting(file)
    const started = performance.now()
    const at = new Date().toISOString()
    const encrypted = config.backupKey !== undefined
    const reading = { call: 'backup', read: (source) => readShop(source, BACKUP) } as const satisfies ShopReading
    const { bytes, summary } = await withShopFrames(config, reading, async (frames, db) => {
      const written = await writeBackup(file, frames, config.backupKey)
      await note(config, db, { at, host: hostname(), file: resolve(file), bytes: written.bytes, encrypted })
      return written
    })
    for (const name of summary.missing) terminal.note(`Falta el archivo ${name}, que la tienda muestra.`)
    const size = `${(bytes / 2 ** 20).toFixed(1).replace('.', ',')} MB`
    terminal.print(
      `Copia ${encrypted ? 'cifrada' : 'sin cifrar'} en ${file}: ${totals(summary)}, ${size}, en ${secondsSince(started)}.`,
    )
    return exitCodes.done
  },
}

const NO_KEY =
  'Falta BACKUP_KEY, la clave con la que se cifra la copia (16 caracteres o más). Póngala en .env y guárdela también fuera de ' +
  'este equipo: sin ella la copia no se puede abrir. Para una copia sin cifrar, que muestra todo a quien la tenga, agregue --plain'

/** A shop in short: '25 tablas con 34567 filas y 600 archivos'. */
export function totals({ tables, files }: Summary): string {
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0)
  return `${Object.keys(tables).length} tablas con ${rows} filas y ${files} archivos`
}

/** Notes in the database that was read that the backup was made. A shop of the version before knows no such call. */
async function note({ dataDir }: Config, db: Db | null, backup: LastBackup): Promise<void> {
  if (db) return noteBackup(db.kysely, backup)
  for await (const _part of (await askRunningShop(dataDir, 'noteBackup', backup)) ?? []);
}
