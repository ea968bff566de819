/**
 * Articles and clients of Odoo 19 as the files that a person would have exported there, put into the watched folder (R421):
 * everything after that is a file's way.
 */
import { createHash } from 'node:crypto'
import { open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import type { Tables } from '../../../db/tables.ts'
import { syncFolder } from '../../../lib/whole-file.ts'
import { ErpUnreachable } from '../rest-client.ts'
import { cursorStore } from '../rest-cursor.queries.ts'
import { type Sharing, unshared } from '../sharing.ts'
import { folders } from '../watched-folder.ts'
import { type OdooOptions, odooClient } from './odoo-client.ts'

/** Records of one call, and of a file: what has more is no shop's list. */
const PAGE = 200
const MOST = 100_000
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** How long a file may take, in milliseconds: orders' answers and what others put into the folder wait for it. */
const LONGEST = 10 * MINUTE
/** How long a reading that failed waits, in milliseconds. */
const AFTER_FAULT = 5 * MINUTE
/** How long files stay that were taken or refused, in milliseconds. */
const KEPT = 30 * DAY

const value = z.union([z.string(), z.number(), z.boolean(), z.tuple([z.int(), z.string()])])
type Value = z.output<typeof value>
const rows = z.array(z.intersection(z.object({ id: z.int() }), z.record(z.string(), value)))

/** A record's name, or the value itself; Odoo's empty value is `false`. */
const plain = (given: Value | undefined): string => {
  if (given === undefined || given === false) return ''
  return Array.isArray(given) ? given[1] : String(given)
}

interface Column {
  readonly heading: string
  readonly field: string
  /** Whether Odoo has the field only with one of its applications; empty without it. */
  readonly mayLack?: boolean
  readonly write?: (given: Value | undefined) => string
}
interface Export {
  readonly file: string
  readonly model: string
  readonly domain: readonly (readonly [string, string, Value])[]
  readonly columns: readonly Column[]
}

const exports: readonly Export[] = [
  {
    file: 'product.template.csv',
    model: 'product.template',
    domain: [
      ['default_code', '!=', false],
      ['sale_ok', '=', true],
    ],
    columns: [
      { heading: 'ID', field: 'id' },
      { heading: 'Referencia interna', field: 'default_code' },
      { heading: 'Nombre', field: 'name' },
      { heading: 'Código de barras', field: 'barcode' },
      { heading: 'Categoría de producto', field: 'categ_id' },
      { heading: 'Precio de venta', field: 'list_price' },
      { heading: 'Cantidad a mano', field: 'qty_available', mayLack: true },
      { heading: 'Activo', field: 'active', write: (given) => (given === true ? 'True' : 'False') },
    ],
  },
  {
    file: 'res.partner.csv',
    model: 'res.partner',
    domain: [
      ['ref', '!=', false],
      ['parent_id', '=', false],
    ],
    columns: [
      { heading: 'ID', field: 'id' },
      { heading: 'Referencia', field: 'ref' },
      { heading: 'Nombre', field: 'name' },
      { heading: 'Número de identificación', field: 'vat' },
      { heading: 'Correo electrónico', field: 'email' },
      { heading: 'Calle', field: 'street' },
      { heading: 'Ciudad', field: 'city' },
      { heading: 'Estado', field: 'state_id' },
      { heading: 'C.P.', field: 'zip' },
      { heading: 'Vendedor', field: 'user_id' },
      { heading: 'Tipo de Responsabilidad AFIP', field: 'l10n_ar_afip_responsibility_type_id', mayLack: true },
    ],
  },
]

const csvLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\r\n`

export interface ExportsOptions {
  /** The root of the watched folder. */
  readonly folder: string
  readonly sharing?: Sharing
  readonly everyMs: number
  readonly now?: () => number
}

/**
 * Makes what is called at each look at the folder, and reads Odoo when it is time: each file comes whole or not at all, and only
 * where something changed since the last, or once a day. Answers what went wrong, in Spanish; '' for nothing.
 */
export function odooExports(
  options: OdooOptions,
  db: Kysely<Tables>,
  { folder, sharing = unshared, everyMs, now = Date.now }: ExportsOptions,
): (signal: AbortSignal) => Promise<string> {
  const odoo = odooClient(options)
  const cursors = cursorStore(db)
  const inbox = join(folder, folders.in)
  let next = 0

  /** The file's lines, a page at a time. @throws ErpUnreachable */
  async function* pagesOf({ file, model, domain, columns }: Export, signal: AbortSignal): AsyncGenerator<string> {
    const fields = columns.map(({ field }) => field)
    const asked = { allfields: fields, attributes: ['type'] }
    const form = z.record(z.string(), z.unknown())
    const there = await odoo.call(model, 'fields_get', asked, { form, signal })
    const read = columns.filter(({ field, mayLack }) => !mayLack || field in there).map(({ field }) => field)
    yield csvLine(columns.map(({ heading }) => heading))
    const context = await odoo.context(signal)
    const until = now() + LONGEST
    let [after, count] = [0, 0]
    for (;;) {
      const body = { domain: [...domain, ['id', '>', after]], fields: read, order: 'id asc', limit: PAGE, context }
      const page = await odoo.call(model, 'search_read', body, { form: rows, signal })
      count += page.length
      if (count > MOST) throw new ErpUnreachable(`Odoo tiene más de ${MOST} registros para ${file}`)
      yield page.map((row) => csvLine(columns.map(({ field, write = plain }) => write(row[field])))).join('')
      const last = page.at(-1)?.id ?? after
      if (page.length < PAGE) break
      if (now() > until) throw new ErpUnreachable(`Odoo no terminó de dar ${file} en ${LONGEST / MINUTE} minutos`)
      if (last <= after) throw new ErpUnreachable(`Odoo repite los registros de ${model}`)
      after = last
    }
    // Without a single one everything would go out of use.
    if (count === 0) throw new ErpUnreachable(`Odoo no muestra ningún registro con referencia para ${file}`)
  }

  async function bring(wanted: Export, signal: AbortSignal): Promise<void> {
    const unfinished = join(inbox, `.${wanted.file}.tmp`)
    const hash = createHash('sha256')
    try {
      const handle = await open(unfinished, 'w')
      try {
        for await (const text of pagesOf(wanted, signal)) {
          hash.update(text)
          await handle.appendFile(text)
        }
        await handle.sync()
      } finally {
        await handle.close()
      }
      const cursor = { file: `odoo/${wanted.file}`, since: hash.digest('hex') }
      const last = await cursors.find(cursor.file)
      if (last?.since === cursor.since && now() - Date.parse(last.fullAt ?? '') < DAY) return
      await sharing.file(unfinished)
      await rename(unfinished, join(inbox, wanted.file))
      await syncFolder(inbox)
      await cursors.store(db, { ...cursor, fullAt: new Date(now()).toISOString() })
    } finally {
      await rm(unfinished, { force: true })
    }
  }

  /** Removes old batches of files that were written here, and of nothing else. */
  async function clear(ended: string): Promise<void> {
    const written = new Set(exports.map(({ file }) => file))
    const reports = new Set(['informe.txt', 'informe.json'])
    const until = new Date(now() - KEPT).toISOString().replaceAll(/[:.]/g, '-')
    for (const entry of await readdir(ended, { withFileTypes: true })) {
      if (!entry.isDirectory() || !/^\d{4}-\d\d-\d\dT/.test(entry.name) || entry.name >= until) continue
      const batch = join(ended, entry.name)
      const files = (await readdir(batch)).filter((file) => !reports.has(file))
      if (files.length > 0 && files.every((file) => written.has(file))) await rm(batch, { recursive: true })
    }
  }

  return async (signal) => {
    if (now() < next) return ''
    let fault = ''
    for (const wanted of exports) {
      try {
        await bring(wanted, signal)
      } catch (error) {
        // The other file, and what others put into the folder, do not wait for it.
        if (!(error instanceof ErpUnreachable)) throw error
        fault += `${wanted.file}: ${error.message}\r\n`
      }
    }
    next = now() + (fault === '' ? everyMs : Math.min(everyMs, AFTER_FAULT))
    for (const ended of [folders.done, folders.refused]) {
      // What cannot be removed is no reason to take no files.
      await clear(join(folder, ended)).catch((error) => {
        fault += `No se puede borrar lo viejo de ${ended} (${error.code})\r\n`
      })
    }
    return fault
  }
}
