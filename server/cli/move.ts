/** `bulto move --to NAME` */
import { join, resolve } from 'node:path'
import { type Config, readConfig } from '../config.ts'
import { listenerApplicationName } from '../db/notification-listener.ts'
import { openDatabase } from '../db/open.ts'
import { diskFiles } from '../ports/files/disk.ts'
import { openFiles } from '../ports/files/open-files.ts'
import type { Files } from '../ports/files/port.ts'
import { readShop } from '../whole-shop/read-shop.ts'
import { otherUsers } from '../whole-shop/whole-shop.queries.ts'
import { writeShop } from '../whole-shop/write-shop.ts'
import { totals } from './backup.ts'
import { type Command, CommandError, exitCodes, UsageError } from './command.ts'
import { refuseMissing } from './shop-frames.ts'
import { type EmptyDatabase, intoEmptyDatabase, secondsSince } from './with-shop.ts'

export const move: Command = {
  summary: 'Muda la tienda, detenida, a otra base de datos vacía.',
  options: {
    to: { value: 'VARIABLE', help: 'Nombre de la variable de entorno que dice a dónde' },
    files: { help: 'Lleva además los archivos de DATA_DIR al depósito de S3_URL' },
  },
  notes: [
    'La variable tiene la dirección de una base PostgreSQL (postgres://…) o, para volver a la base embebida,',
    'una carpeta de datos. Se indica su nombre, y no su valor, porque los argumentos los ve cualquiera en este equipo.',
    'Se compara cada tabla y cada archivo; la tienda de origen queda como estaba. A una carpeta se copian también los',
    'archivos; con un servidor quedan donde están, salvo con --files.',
  ],
  async run({ values, switches }, terminal) {
    if (values.to === undefined) throw new UsageError('Falta --to')
    const place = placeIn(terminal.env[values.to], values.to)
    const config = readConfig(terminal.env)
    const { dataDir, databaseUrl, databaseLimits: limits } = config
    if (!databaseUrl) refuseMissing(dataDir)
    const started = performance.now()
    const source = await openDatabase({ url: databaseUrl, limits, dataDir })
    try {
      if (source.kind === 'server' && (await otherUsers(source.kysely, listenerApplicationName)) > 0)
        throw new CommandError('La tienda está en marcha con esta base: deténgala en todos los equipos y repita')
      const stores = await storesOf(config, place, switches.has('files'))
      const summary = await intoEmptyDatabase(place, (db) =>
        writeShop(
          { db, files: stores.to },
          readShop({ db: source, files: stores.from, spoolDir: dataDir }, { withFiles: stores.from !== stores.to }),
          { fromThePast: false, onFile: (count) => terminal.progress.show('archivos', count, count) },
        ),
      )
      for (const [name, { rows, sum }] of Object.entries(summary.tables))
        terminal.print(`${name.padEnd(24)}${String(rows).padStart(9)}  ${sum}`)
      terminal.print(`Igual en origen y destino: ${totals(summary)}, en ${secondsSince(started)}.`)
      terminal.note(nextStep(place))
      return exitCodes.done
    } finally {
      await source.close()
    }
  },
}

/** The store that the files are in and the one that they go to; the same one when they stay where they are. */
async function storesOf(config: Config, place: EmptyDatabase, toBucket: boolean): Promise<{ from: Files; to: Files }> {
  if (toBucket && (config.s3 === undefined || 'dataDir' in place))
    throw new UsageError('--files es para mudarse a un servidor, con el depósito en S3_URL')
  const configured = await openFiles(config)
  if (toBucket) return { from: diskFiles(join(config.dataDir, 'files')), to: configured }
  return { from: configured, to: 'dataDir' in place ? diskFiles(join(place.dataDir, 'files')) : configured }
}

function placeIn(value: string | undefined, name: string): EmptyDatabase {
  const text = value?.trim()
  if (!text) throw new UsageError(`La variable de entorno ${name} está vacía o no existe`)
  return /^postgres(ql)?:/.test(text) ? { url: text } : { dataDir: resolve(text) }
}

function nextStep(place: EmptyDatabase): string {
  const setting =
    'url' in place
      ? 'ponga esa dirección en DATABASE_URL y deje DATA_DIR como está'
      : `ponga DATA_DIR=${place.dataDir} y quite DATABASE_URL`
  return `Para seguir con ella, ${setting}. La base anterior quedó entera: no la inicie más, y guárdela hasta la próxima copia.`
}
