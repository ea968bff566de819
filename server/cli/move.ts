/** `bulto move --to NAME` */
import { join, resolve } from 'node:path'
import { readConfig } from '../config.ts'
import { listenerApplicationName } from '../db/notification-listener.ts'
import { openDatabase } from '../db/open.ts'
import { diskFiles } from '../ports/files/disk.ts'
import { readShop } from '../whole-shop/read-shop.ts'
import { otherUsers } from '../whole-shop/whole-shop.queries.ts'
import { writeShop } from '../whole-shop/write-shop.ts'
import { refuseMissing, totals } from './backup.ts'
import { openFiles } from '../ports/files/open-files.ts'
import { type Command, CommandError, exitCodes, UsageError } from './command.ts'
import { type EmptyPlace, intoEmptyDatabase, secondsSince } from './with-shop.ts'

export const move: Command = {
  summary: 'Muda la tienda, detenida, a otra base de datos vacía.',
  options: { to: { value: 'VARIABLE', help: 'Nombre de la variable de entorno que dice a dónde' } },
  notes: [
    'La variable tiene la dirección de una base PostgreSQL (postgres://…) o, para volver a la base embebida,',
    'una carpeta de datos. Se indica su nombre, y no su valor, porque los argumentos los ve cualquiera en este equipo.',
    'Se compara cada tabla y cada archivo; la tienda de origen queda como estaba. Con un servidor los archivos quedan',
    'donde están; a una carpeta se copian.',
  ],
  async run({ values }, terminal) {
    if (values.to === undefined) throw new UsageError('Falta --to')
    const place = placeIn(terminal.env[values.to], values.to)
    const config = readConfig(terminal.env)
    const { dataDir, databaseUrl, databaseLimits: limits } = config
    if (!databaseUrl) refuseMissing(dataDir)
    const started = performance.now()
    const source = await openDatabase({ url: databaseUrl, limits, dataDir })
    try {
      if (source.kind === 'server' && (await otherUsers(source.kysely, listenerApplicationName)) > 0)
        throw new CommandError(
          'La tienda está en marcha con esta base: deténgala en todos los equipos y repita',
        )
      const ownFiles = await openFiles(config)
      const copies = 'dataDir' in place
      const files = copies ? diskFiles(join(place.dataDir, 'files')) : ownFiles
      const summary = await intoEmptyDatabase(place, (db) =>
        writeShop(
          { db, files },
          readShop({ db: source, files: ownFiles, spoolDir: dataDir }, { withFiles: copies }),
          {
            fromThePast: false,
            onFile: (count) => terminal.progress.show('archivos', count, count),
          },
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

function placeIn(value: string | undefined, name: string): EmptyPlace {
  const text = value?.trim()
  if (!text) throw new UsageError(`La variable de entorno ${name} está vacía o no existe`)
  return /^postgres(ql)?:/.test(text) ? { url: text } : { dataDir: resolve(text) }
}

function nextStep(place: EmptyPlace): string {
  const setting =
    'url' in place
      ? 'ponga esa dirección en DATABASE_URL y deje DATA_DIR como está'
      : `ponga DATA_DIR=${place.dataDir} y quite DATABASE_URL`
  return `Para seguir con ella, ${setting}. La base anterior quedó entera: no la inicie más, y guárdela hasta la próxima copia.`
}
