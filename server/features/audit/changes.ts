/** What a row of the log says, field by field. */
import type { AuditChange } from '../../../contract/audit.ts'
import { formatCuit } from '../../../contract/cuit.ts'
import { PROVINCES } from '../../../contract/provinces.ts'
import { formatInstant, formatMoney } from '../../mail/format.ts'
import type { StoredEntry } from './audit-list.queries.ts'
import {
  columnOf,
  NAMED,
  type Named,
  rankOf,
  settingWords,
  UNTOLD,
  type ValueKind,
  wordOf,
} from './audit-words.rules.ts'
import type { Ids, NamedTable, Names } from './names.service.ts'

type Row = Readonly<Record<string, unknown>>
type Told = Pick<StoredEntry, 'entity' | 'entityId' | 'before' | 'after'>

const isNamed = (kind: ValueKind | undefined): kind is Named => (NAMED as readonly unknown[]).includes(kind)
const isId = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0

/** The log's row by the database's column names. */
const columnsOf = (row: Row | null): Row =>
  Object.fromEntries(
    Object.entries(row ?? {})
      .map(([key, value]) => [columnOf(key), value] as const)
      .filter(([column]) => !UNTOLD.has(column)),
  )

/** Kinds of records whose id is that of a row with a name, and its table. */
const tables: Readonly<Record<string, NamedTable>> = {
  user: 'app_user',
  'user-address': 'user_address',
  client: 'client',
  product: 'article',
  media: 'article',
  brand: 'brand',
  category: 'category',
  cart: 'app_user',
}

/** Every id that a row needs a name for. */
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

/** What the record is called: by its name now, else by the one that the row itself tells. */
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
  const own = { ...columnsOf(before), ...columnsOf(after) }
  const told = own.business_name || own.name || own.street || own.code
  return name ?? (typeof told === 'string' ? told : `N.º ${entityId}`)
}

/** The fields that a row tells of, in the users' words. */
export function changesOf(entry: Told, names: Names): AuditChange[] {
  const { entity } = entry
  const [before, after] = [columnsOf(entry.before), columnsOf(entry.after)]
  const both = Object.keys(before).filter((column) => column in after)
  // What is told of whole rows, or of what changed, is told by the same columns twice; else the two are about different things.
  const apart = both.length === 0 || entry.after === null
  const columns = [
    ...(apart ? Object.keys(before) : both),
    ...Object.keys(after).filter((c) => !both.includes(c)),
  ]
  return (
    columns
      .filter((column) => isTold(entity, column, before, after))
      // The database keeps no order of its own.
      .toSorted((one, other) => rankOf(one) - rankOf(other))
      .map((column) => {
        const [field, kind] = wordOf(entity, column)
        const say = (row: Row) => (column in row ? inWords(column, kind, row[column], names) : '')
        return { field, before: say(before), after: say(after) }
      })
      .filter((change) => change.before !== '' || change.after !== '')
  )
}

function isTold(entity: string, column: string, before: Row, after: Row): boolean {
  if (!(column in before && column in after)) return true
  // A whole row holds the secret whether or not it was changed; a row of what changed only when it was.
  if (wordOf(entity, column)[1] === 'secret') return !('id' in before)
  return JSON.stringify(before[column]) !== JSON.stringify(after[column])
}

/** One value as people write it; '' for nothing. */
function inWords(column: string, kind: ValueKind | undefined, value: unknown, names: Names): string {
  if (value === null || value === undefined || value === '') return ''
  if (kind === 'secret') return 'oculto'
  if (kind === 'flag' || typeof value === 'boolean') return value ? 'Sí' : 'No'
  if (kind === 'money' && typeof value === 'number') return formatMoney(value)
  if (kind === 'percent' && typeof value === 'number') return `${String(value / 100).replace('.', ',')} %`
  if (kind === 'province') return PROVINCES.find(([id]) => id === value)?.[1] ?? String(value)
  if (kind === 'instant' && !Number.isNaN(Date.parse(String(value)))) return formatInstant(String(value))
  if (isNamed(kind) && isId(value)) return names(kind, value) ?? `N.º ${value}`
  if (column === 'cuit' && /^\d{11}$/.test(String(value))) return formatCuit(String(value))
  if (Array.isArray(value)) return value.map((one) => inWords(column, kind, one, names)).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
