/** The changes that a row of the log tells, field by field in the users' words. */

import { formatPesos } from '../../contract/amounts.ts'
import type { AuditChange } from '../../contract/audit.ts'
import { formatCuit } from '../../contract/cuit.ts'
import { PROVINCES } from '../../contract/provinces.ts'
import { formatInstant } from '../lib/dates.ts'
import type { StoredEntry } from './audit-list.queries.ts'
import {
  columnOf,
  fileWord,
  isUntold,
  NAMED,
  type Named,
  rankOf,
  settingWords,
  type ValueKind,
  valueWords,
  wordOf,
} from './audit-words.rules.ts'
import type { Ids, NamedTable, Names } from './names.service.ts'
import { hostAlone } from './web-address.rules.ts'

type Row = Readonly<Record<string, unknown>>
type Told = Pick<StoredEntry, 'entity' | 'entityId' | 'before' | 'after'>
type ToldBatch = Told & Pick<StoredEntry, 'kind'>

const isNamed = (kind: ValueKind | undefined): kind is Named => (NAMED as readonly unknown[]).includes(kind)
const isId = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0

/** The log's row by the database's column names. */
const columnsOf = (row: Row | null): Row =>
  Object.fromEntries(Object.entries(row ?? {}).map(([key, value]) => [columnOf(key), value] as const))

/** Kinds of records whose id begins with the id of a named row: the table of that row. */
const tables: Readonly<Record<string, NamedTable>> = {
  user: 'app_user',
  'user-address': 'user_address',
  client: 'client',
  product: 'article',
  media: 'article',
  brand: 'brand',
  category: 'category',
  cart: 'app_user',
  promotion: 'promotion',
  'price-list': 'price_list',
}

/** Every id for which the entries need a name, by table. */
export function idsIn(entries: readonly (Told & Pick<StoredEntry, 'userId'>)[]): Ids {
  const ids = new Map<NamedTable, Set<number>>()
  const add = (table: NamedTable | undefined, id: unknown) => {
    const number = typeof id === 'string' ? Number(id) : id
    if (table && isId(number)) ids.set(table, (ids.get(table) ?? new Set()).add(number))
  }
  for (const { entity, entityId, userId, before, after } of entries) {
    const [first, second] = entityId.split('/')
    add('app_user', userId)
    add(tables[entity], first)
    if (entity === 'cart') add('client', second)
    for (const row of [columnsOf(before), columnsOf(after)]) {
      for (const [column, value] of Object.entries(row)) {
        const [, kind] = wordOf(entity, column)
        if (isNamed(kind)) add(kind, value)
      }
    }
  }
  return ids
}

/** What the record is called: its name today, else a name that the row of the log tells. */
export function recordOf({ entity, entityId, before, after }: Told, names: Names): string {
  const [first = '', second] = entityId.split('/')
  const table = tables[entity]
  const name = table && names(table, Number(first))
  if (entity === 'setting') return settingWords[entityId] ?? entityId
  if (entity === 'slide') return `Imagen ${entityId}`
  if (entity === 'order') return `Pedido ${entityId}`
  if (entity === 'media') return `${name ?? `N.º ${first}`}, foto ${second}`
  if (entity === 'cart' && second !== undefined) {
    const client = names('client', Number(second))
    return [name ?? `N.º ${first}`, client].filter(Boolean).join(' para ')
  }
  const loggedColumns = { ...columnsOf(before), ...columnsOf(after) }
  const loggedName = loggedColumns.business_name || loggedColumns.name || loggedColumns.street || loggedColumns.code
  return name ?? (typeof loggedName === 'string' ? loggedName : `N.º ${entityId}`)
}

/** The fields that a row tells of, in the users' words. */
export function changesOf(entry: Told, names: Names): AuditChange[] {
  const { entity, entityId } = entry
  const [before, after] = [columnsOf(entry.before), columnsOf(entry.after)]
  const both = Object.keys(before).filter((column) => column in after)
  // Both sides share columns when they are the row, or what changed of it. Without shared columns they tell different things.
  const isApart = both.length === 0 || entry.after === null
  const columns = [...(isApart ? Object.keys(before) : both), ...Object.keys(after).filter((c) => !both.includes(c))]
  return (
    columns
      .filter((column) => !isUntold(entity, entityId, column) && isTold(entity, column, before, after))
      // JSON in the database keeps no order of its own.
      .toSorted((one, other) => rankOf(one) - rankOf(other))
      .map((column) => {
        const [field, kind] = wordOf(entity, column, entityId)
        const say = (row: Row) => (column in row ? inWords(column, kind, row[column], names) : '')
        const change = { field, before: say(before), after: say(after) }
        if (kind === 'address') return withOtherPath(change)
        return kind === 'file' ? replaced(change) : change
      })
      .filter((change) => change.before !== '' || change.after !== '')
  )
}

/** Kinds of a change of many rows that set the same in each row. */
const SAME_FOR_ALL: ReadonlySet<string> = new Set(['choice', 'add'])
const discountOf = (row: Row | null): number => Number(row?.discount ?? 0)

/**
 * The changes of a change of many rows. Where all rows became the same they are those of its first row, and added points
 * of discount are told as added. Else only the fields are named, because their values differ from row to row.
 */
export function batchChangesOf(entry: ToldBatch, names: Names): AuditChange[] {
  const isSame = SAME_FOR_ALL.has(entry.kind)
  const points = discountOf(entry.after) - discountOf(entry.before)
  const added = `${points > 0 ? '+' : ''}${String(points / 100).replace('.', ',')} puntos`
  const [discount] = wordOf(entry.entity, 'discount')
  return changesOf(entry, names).map(({ field, after }) => {
    if (!isSame) return { field, before: '', after: '' }
    return { field, before: '', after: entry.kind === 'add' && field === discount ? added : after || 'vacío' }
  })
}

/** Tells a replaced file from the file before it: both have the same word. */
function replaced(change: AuditChange): AuditChange {
  const { before, after } = change
  if (before === '' || before !== after) return change
  return {
    ...change,
    before: `${before} anterior`,
    after: `${after} ${after === 'imagen' ? 'nueva' : 'nuevo'}`,
  }
}

/** Tells that an address changed where its host did not. */
function withOtherPath(change: AuditChange): AuditChange {
  const { before, after } = change
  return before === '' || before !== after ? change : { ...change, after: `${after} (otra ruta)` }
}

function isTold(entity: string, column: string, before: Row, after: Row): boolean {
  if (!(column in before && column in after)) return true
  const [, kind] = wordOf(entity, column)
  // A whole row holds the secret whether or not it was changed; a row of what changed only when it was.
  if (kind === 'secret' || kind === 'address') return !('id' in before)
  return JSON.stringify(before[column]) !== JSON.stringify(after[column])
}

/** One value as people write it; '' for nothing. */
function inWords(column: string, kind: ValueKind | undefined, value: unknown, names: Names): string {
  if (value === null || value === undefined || value === '') return ''
  if (kind === 'secret') return 'oculto'
  if (kind === 'flag' || typeof value === 'boolean') return value && value !== '0' ? 'Sí' : 'No'
  if (kind === 'money' && typeof value === 'number') return formatPesos(value)
  if (kind === 'percent' && typeof value === 'number') return `${String(value / 100).replace('.', ',')} %`
  if (kind === 'file') return fileWord(String(value))
  if (kind === 'address') return hostAlone(String(value))
  if (kind && kind in valueWords) {
    const words: Readonly<Record<string, string>> = valueWords[kind as keyof typeof valueWords]
    return words[String(value)] ?? String(value)
  }
  if (kind === 'province') return PROVINCES.find(([id]) => id === value)?.[1] ?? String(value)
  if (kind === 'instant' && !Number.isNaN(Date.parse(String(value)))) return formatInstant(String(value))
  if (isNamed(kind) && isId(value)) return names(kind, value) ?? `N.º ${value}`
  if (column === 'cuit' && /^\d{11}$/.test(String(value))) return formatCuit(String(value))
  if (Array.isArray(value)) return value.map((item) => inWords(column, kind, item, names)).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
