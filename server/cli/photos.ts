/** `bulto photos DIR` and `bulto photos LIST` */
import { stat } from 'node:fs/promises'
import { DEMO_HOLDS_THE_SHOP, hasDemoData } from '../db/demo-mark.ts'
import { readPhotoList } from '../ports/erp/side-files.ts'
import { httpsPictures } from '../ports/pictures/https-pictures.ts'
import { type Command, CommandError, type ExitCode, exitCodes, UsageError } from './command.ts'
import type { Terminal } from './terminal.ts'
import { type Shop, secondsSince, withShop } from './with-shop.ts'

export const photos: Command = {
  summary: 'Importa las fotos y los videos de una carpeta, nombrados por código de artículo, o las fotos de una lista.',
  args: ['CARPETA-O-LISTA'],
  options: {
    uploads: {
      value: 'CARPETA',
      help: 'Con una lista: copia de la carpeta de fotos de la tienda; lo que está ahí no se baja',
    },
  },
  notes: [
    'Nombres: CODIGO.jpg es la primera foto del artículo, CODIGO_2.png la segunda, hasta CODIGO_5.',
    'Una lista es un .csv con el código, el lugar y la dirección de cada foto, como el de «bulto from-shop». Las fotos',
    'se bajan de a una; si se corta, repita el comando: sigue donde estaba (lo anota en un archivo .hechas al lado).',
    'Código de salida: 0 si entró todo lo que hay, 1 si algo no entró; cada archivo o fila que no entró se nombra.',
  ],
  async run({ args: [path = ''], values: { uploads } }, terminal) {
    const facts = await stat(path).catch(() => null)
    if (!facts) throw new CommandError(`No se puede leer la carpeta ${path}`)
    if (facts.isDirectory() && uploads !== undefined)
      throw new UsageError('--uploads va con una lista, no con una carpeta')
    const started = performance.now()
    return withShop(terminal, async (shop) => {
      if (await hasDemoData(shop.db.kysely)) throw new CommandError(DEMO_HOLDS_THE_SHOP)
      return facts.isDirectory()
        ? takeFolder(shop, path, terminal, started)
        : takeList(shop, { path, uploads }, terminal, started)
    })
  },
}

async function takeFolder(
  { db, files }: Shop,
  directory: string,
  terminal: Terminal,
  started: number,
): Promise<ExitCode> {
  // Imported late: the picture library takes its time to load.
  const { importPhotos } = await import('../media/media.ts')
  const report = await importPhotos({
    db,
    files,
    directory,
    onProgress: (done, total) => terminal.progress.show('fotos', done, total),
  })
  for (const { file, reason } of report.refused) terminal.note(`${file}: ${reason}`)
  for (const file of report.unknown) terminal.note(`${file}: ningún artículo tiene ese código`)
  const { matched, changed, unknown, refused } = report
  terminal.print(
    `Fotos: ${matched} de artículos conocidos (${changed} nuevas o cambiadas), ${unknown.length} sin artículo, ${refused.length} rechazadas, en ${secondsSince(started)}.`,
  )
  return refused.length + unknown.length > 0 ? exitCodes.failed : exitCodes.done
}

async function takeList(
  { db, files, config }: Shop,
  { path, uploads }: { path: string; uploads: string | undefined },
  terminal: Terminal,
  started: number,
): Promise<ExitCode> {
  if (uploads !== undefined && !(await stat(uploads).catch(() => null))?.isDirectory())
    throw new CommandError(`No se puede leer la carpeta ${uploads}`)
  const list = await readPhotoList(path)
  for (const { row, column, message } of list.problems)
    terminal.note(
      [list.name, row && `fila ${row}`, column && `columna ${column}`]
        .filter(Boolean)
        .join(', ')
        .concat(`: ${message}`),
    )
  if (list.rows.length === 0) throw new CommandError(`${list.name} no tiene ninguna foto que se pueda leer`)
  const { importListedPhotos } = await import('../media/media.ts')
  const { matched, changed, earlier, fetched, copied, refused } = await importListedPhotos({
    db,
    files,
    photos: list.rows.map(({ row, record }) => ({ row, ...record })),
    source: httpsPictures({ allowed: config.webhookHosts }),
    uploads,
    journal: `${path}.hechas`,
    onProgress: (done, total) => terminal.progress.show('fotos', done, total),
  })
  for (const { row, address, reason } of refused) terminal.note(`${list.name}, fila ${row}: ${reason} (${address})`)
  terminal.print(
    `Fotos: ${matched} en su lugar (${changed} nuevas o cambiadas, ${earlier} de antes), ${fetched} bajadas, ${copied} de la carpeta, ${refused.length + list.problems.length} que no entraron, en ${secondsSince(started)}.`,
  )
  return refused.length + list.problems.length > 0 ? exitCodes.failed : exitCodes.done
}
