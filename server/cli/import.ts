/** `bulto import DIR` */

import { join } from 'node:path'
import {
  type FileReport,
  groupedProblems,
  type ImportProgress,
  importFeed,
  namedRows,
  storeCommandRun,
  tryFeed,
} from '../erp/erp.ts'
import { importOldAddresses, type OldAddressReport } from '../page/old-addresses.service.ts'
import { type ErpFeed, FeedError, NoFeedFile } from '../ports/erp/erp.ts'
import { openFolderFeed } from '../ports/erp/folder.ts'
import { unreadIn } from '../ports/erp/mapping/export-folder.ts'
import { keptKeys, triedKeys } from '../ports/erp/mapping/feed-keys.ts'
import { findMapping } from '../ports/erp/mapping/feed-mapping.queries.ts'
import { decodeMapping } from '../ports/erp/mapping/mapping.ts'
import { oldAddressesIn, readOldAddresses } from '../ports/erp/side-files.ts'
import { type Command, exitCodes, UsageError } from './command.ts'
import { adminOptions, assertOwnShop, passwordNotes } from './first-admin.ts'
import type { Terminal } from './terminal.ts'
import { secondsSince, withShop } from './with-shop.ts'

export const importCommand: Command = {
  summary: 'Importa los archivos del ERP que haya en una carpeta (.csv o .xlsx).',
  args: ['CARPETA'],
  options: {
    partial: { help: 'De un archivo con filas mal, toma las que están bien' },
    'dry-run': { help: 'Dice qué cambiaría y no cambia nada' },
    force: { help: 'Toma también un archivo con cambios que piden confirmación (bajas, precios, …)' },
    ...adminOptions,
  },
  notes: [
    'Con un mapeo guardado («bulto map») toma además los archivos que él nombra.',
    'Archivos: vendedores, zonas, expresos, ivas, clientes, direcciones, articulos, precios, asignaciones,',
    'pedidos_anteriores, renglones_anteriores, y los demás de docs/erp.md.',
    'direcciones_anteriores.csv dice dónde estaba cada artículo en la tienda de antes: esas páginas llevan a él.',
    'Se importan los que estén; cada uno entra entero o no entra. Lo que un archivo ya no trae queda',
    'fuera de uso y no se borra. Importar dos veces lo mismo no cambia nada.',
    'Con --replace-demo crea también el primer administrador, como «bulto init»:',
    ...passwordNotes,
    'Código de salida: 0 si todo entró, 1 si algo fue rechazado.',
  ],
  async run(input, terminal) {
    const {
      args: [folder = ''],
      switches,
    } = input
    const isTrial = switches.has('dry-run')
    if (isTrial && switches.has('replace-demo'))
      throw new UsageError('--dry-run no cambia nada, y --replace-demo borra la tienda de muestra: use uno solo')
    const addressFile = await oldAddressesIn(folder)
    const started = performance.now()
    const options = { partial: switches.has('partial'), force: switches.has('force') }
    const report = await withShop(terminal, async (shop) => {
      await assertOwnShop(shop, input, terminal)
      const { db } = shop
      const kept = await findMapping(db.kysely)
      const mapping = kept === undefined ? undefined : decodeMapping(kept, 'El mapeo guardado')
      const keys = isTrial ? triedKeys(db.kysely) : keptKeys(db.kysely)
      const mayBeEmpty = addressFile !== undefined
      const feed = await openFolderFeed(folder, mapping && { mapping, keys }, { mayBeEmpty }).catch((error) => {
        if (mapping !== undefined || !(error instanceof NoFeedFile)) throw error
        throw new FeedError(`${error.message}\n${hintOfMap(folder)}`)
      })
      const show = ({ file, done, total }: ImportProgress) => terminal.progress.show(file, done, total)
      const done = await (isTrial ? tryFeed(db, feed, options) : importFeed(db, feed, options, show))
      if (!isTrial && feed.tables.length > 0) await storeCommandRun(db, done)
      // Without a mapping the folder is one of the shop's own form, which may hold what `bulto from-shop` wrote beside it.
      const unread = mapping ? await unreadIn(folder, mapping) : []
      if (!addressFile) return { ...done, unread }
      const addresses = await importOldAddresses(db, await readOldAddresses(addressFile), {
        ...options,
        isTrial,
        // What is only tried is not in the database yet.
        ...(isTrial && { alsoKnown: await codesOf(feed) }),
      })
      return {
        files: [...done.files, told(addresses)],
        complete: done.complete && addresses.outcome === 'imported',
        unread,
      }
    })
    for (const file of report.files) printProblems(file, terminal)
    for (const file of report.unread.filter((name) => join(folder, name) !== addressFile))
      terminal.note(`${file}: no se leyó; ni la tienda ni el mapeo usan este nombre`)
    printTable(report.files, terminal)
    terminal.print()
    if (isTrial) terminal.print('Fue un ensayo: no se cambió nada.')
    else if (report.complete) {
      terminal.print(`Importación completa en ${secondsSince(started)}.`)
    }
    if (report.complete) return exitCodes.done
    printRefusals(report.files, terminal)
    if (report.files.some(lacksColumns)) terminal.note(hintOfMap(folder))
    return exitCodes.failed
  },
}

const hintOfMap = (folder: string): string => `Si estos archivos los exportó otro programa: bulto map ${folder}`

/** Whether a file has not the columns of the feed, whose names another program does not know. */
const lacksColumns = ({ problems }: ToldFile): boolean => problems.some(({ code }) => code === 'COLUMNA')

/** What is told of a file, whether it is of the feed or beside it. */
type ToldFile = Omit<FileReport, 'table'>

const told = (report: OldAddressReport): ToldFile => {
  return { ...report, remarks: [], guards: [], planned: null, waitingId: null }
}

/** The codes of the articles that a feed brings. */
async function codesOf(feed: ErpFeed): Promise<ReadonlySet<string>> {
  const file = feed.tables.includes('articles') ? await feed.read('articles') : null
  return new Set(file?.rows.map(({ record }) => record.code))
}

/** Prints one line for the same fault, or the same remark, in many rows: otherwise an unknown seller would fill the screen. */
function printProblems({ file, problems, remarks, guards }: ToldFile, terminal: Terminal): void {
  for (const { message } of guards) terminal.note(`${file}: ${message}`)
  for (const { column, message, rows } of groupedProblems([...problems, ...remarks])) {
    const isSingle = rows.length === 1
    const place = [file, isSingle && namedRows(rows), column !== null && `columna ${column}`]
    const allRows = rows.length > 1 ? ` (${namedRows(rows)})` : ''
    terminal.note(`${place.filter(Boolean).join(', ')}: ${message}${allRows}`)
  }
}

const COLUMNS: readonly [heading: string, value: (file: ToldFile) => string | number][] = [
  ['Archivo', ({ file }) => file],
  ['leídas', ({ read }) => read],
  ['nuevas', ({ inserted }) => inserted],
  ['cambiadas', ({ changed }) => changed],
  ['sin cambios', ({ unchanged }) => unchanged],
  ['dadas de baja', ({ deactivated }) => deactivated],
  ['rechazadas', ({ refused }) => refused],
]

function printTable(files: readonly ToldFile[], terminal: Terminal): void {
  const rows = [
    COLUMNS.map(([heading]) => heading),
    ...files.map((file) => COLUMNS.map(([, value]) => String(value(file)))),
  ]
  const widths = COLUMNS.map((_, place) => Math.max(...rows.map((row) => row[place]?.length ?? 0)))
  for (const row of rows) {
    const cells = row.map((cell, place) => {
      const width = widths[place] ?? 0
      return place === 0 ? cell.padEnd(width) : cell.padStart(width)
    })
    terminal.print(cells.join('  '))
  }
}

function printRefusals(files: readonly ToldFile[], terminal: Terminal): void {
  const namesOf = (kind: ToldFile['outcome']) =>
    files
      .filter(({ outcome }) => outcome === kind)
      .map(({ file }) => file)
      .join(', ')
  const refused = namesOf('refused')
  const partial = namesOf('partial')
  if (refused) terminal.note(`No se importó, y quedó como estaba: ${refused}.`)
  if (partial) terminal.note(`Se importó solo en parte: ${partial}.`)
  if (files.some(({ guards }) => guards.length > 0)) {
    terminal.note('Si esos cambios son correctos, repita con --force.')
  }
}
