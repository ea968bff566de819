import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import type { KeyboardEvent, ReactNode } from 'react'
import type { Sort } from '../../../contract/wire.ts'
import { usePhone } from '../../lib/media-query.ts'
import { type Column, cellOf } from './columns.ts'
import { PhoneRows } from './PhoneRows.tsx'
import phoneStyles from './phone-rows.module.css'
import type { Selection } from './selection.ts'
import styles from './table.module.css'

export interface DataTableProps<Row> {
  /** What the table is called. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => number | string
  /** The name of a row, for its checkbox and for screen readers. */
  nameOf: (row: Row) => string
  /** Buttons and links of a row, before its values or behind them. */
  actions?: (row: Row) => ReactNode
  actionsLast?: boolean
  /** Where a click anywhere on a row leads, by the link of its title. */
  hrefOf?: (row: Row) => string
  sort?: Sort | undefined
  onSort?: (sort: Sort) => void
  /** Whether the choice of the order for rows without a head stands elsewhere. */
  sortsElsewhere?: boolean
  selection?: Selection
  /** Whether other rows are on their way. */
  busy?: boolean
  /** Many rows of a few figures, e.g. an order's lines: on the phone they stand close below a head, not as cards. */
  dense?: boolean
}

/**
 * Rows under a head that stays; cards where the width is short, and on a phone two lines each where the columns declare
 * their places (R249). Arrows go from row to row in the same column of
 * controls, Space chooses, Shift with either chooses all between.
 */
export function DataTable<Row>({
  label,
  columns,
  rows,
  keyOf,
  nameOf,
  actions,
  actionsLast = false,
  hrefOf,
  sort,
  onSort,
  sortsElsewhere = false,
  selection,
  busy = false,
  dense = false,
}: DataTableProps<Row>) {
  const headOfActions = actions && (
    <th scope="col" className={styles.actions}>
      Opciones
    </th>
  )
  const sortable = onSort ? columns.filter((column) => column.sort) : []
  const onKeyDown = (event: KeyboardEvent) => {
    const next = rowToGo(event)
    if (!next) return
    event.preventDefault()
    const control = sameControl(next, event.target as HTMLElement)
    control?.focus()
    if (event.shiftKey && control instanceof HTMLInputElement && !control.checked) control.click()
  }
  const folds = usePhone() && columns.some(({ phone }) => phone === 'title')
  const choosesSort = sortable.length > 0 && !sortsElsewhere
  const boxOf = (row: Row, key = keyOf(row)) =>
    selection && (
      <td className={folds ? phoneStyles.box : styles.box}>
        <input
          type="checkbox"
          className={styles.tick}
          aria-label={`Seleccionar ${nameOf(row)}`}
          checked={selection.has(key)}
          // Only a click event knows whether Shift is held.
          onClick={(event) => selection.set(key, event.currentTarget.checked, event.shiftKey)}
          onChange={() => {}}
        />
      </td>
    )
  if (folds)
    return (
      <>
        {choosesSort && <SortSelect columns={sortable} sort={sort} onSort={onSort} />}
        <table className={phoneStyles.table} aria-busy={busy}>
          <caption className="visually-hidden">{label}</caption>
          <tbody>
            <PhoneRows
              columns={columns}
              rows={rows}
              keyOf={keyOf}
              nameOf={nameOf}
              actions={actions}
              hrefOf={hrefOf}
              isChosen={(row) => selection?.has(keyOf(row))}
              box={boxOf}
            />
          </tbody>
        </table>
      </>
    )
  return (
    <>
      {choosesSort && <SortSelect columns={sortable} sort={sort} onSort={onSort} />}
      <table className={`${styles.table} ${dense ? styles.dense : ''}`} aria-busy={busy}>
        <caption className="visually-hidden">{label}</caption>
        <thead>
          <tr>
            {selection && (
              <th scope="col" className={styles.box}>
                <PageBox selection={selection} />
              </th>
            )}
            {!actionsLast && headOfActions}
            {columns.map((column) => (
              <th
                key={column.name}
                scope="col"
                className={column.kind && styles[column.kind]}
                aria-sort={sort?.by === column.name ? (sort.down ? 'descending' : 'ascending') : undefined}
              >
                {column.sort && onSort ? <SortButton column={column} sort={sort} onSort={onSort} /> : column.label}
              </th>
            ))}
            {actionsLast && headOfActions}
          </tr>
        </thead>
        <tbody onKeyDown={onKeyDown}>
          {rows.map((row) => {
            const key = keyOf(row)
            const cellOfActions = actions && <td className={styles.actions}>{actions(row)}</td>
            return (
              <tr key={key} className={hrefOf && styles.linked} data-chosen={selection?.has(key) || undefined}>
                {boxOf(row)}
                {!actionsLast && cellOfActions}
                {columns.map((column) => (
                  <td key={column.name} data-label={column.label} className={column.kind && styles[column.kind]}>
                    {hrefOf && column.phone === 'title' ? (
                      <a className={styles.whole} href={hrefOf(row)}>
                        {cellOf(column, row)}
                      </a>
                    ) : (
                      cellOf(column, row)
                    )}
                  </td>
                ))}
                {actionsLast && cellOfActions}
              </tr>
            )
          })}
        </tbody>
        {columns.some(({ foot }) => foot !== undefined) && (
          <tfoot>
            <tr>
              {selection && <td />}
              {!actionsLast && actions && <td />}
              {columns.map(({ name, label, kind, foot }) => (
                <td key={name} data-label={label} className={kind && styles[kind]}>
                  {foot}
                </td>
              ))}
              {actionsLast && actions && <td />}
            </tr>
          </tfoot>
        )}
      </table>
    </>
  )
}

const CONTROLS = 'a, button, input, select, textarea'

/** The row that a key leads to from a control of another one. */
function rowToGo({ key, target, ctrlKey, altKey, metaKey }: KeyboardEvent): Element | null | undefined {
  const row = target instanceof HTMLElement ? target.closest('tr') : null
  const takesText = target instanceof HTMLElement && target.matches('select, textarea, input:not([type="checkbox"])')
  if (!row || takesText || altKey || metaKey) return null
  if (key === 'ArrowDown') return row.nextElementSibling
  if (key === 'ArrowUp') return row.previousElementSibling
  if (key === 'Home' && ctrlKey) return row.parentElement?.firstElementChild
  return key === 'End' && ctrlKey ? row.parentElement?.lastElementChild : null
}

/** The control of `row` that has the index of `control` in its own row. */
function sameControl(row: Element, control: HTMLElement): HTMLElement | undefined {
  const own = [...(control.closest('tr')?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])]
  const others = [...row.querySelectorAll<HTMLElement>(CONTROLS)]
  return others[Math.min(own.indexOf(control), others.length - 1)]
}

function PageBox({ selection }: { selection: Selection }) {
  return (
    <input
      type="checkbox"
      aria-label="Seleccionar las filas de esta página"
      checked={selection.page === 'all'}
      ref={(box) => {
        if (box) box.indeterminate = selection.page === 'some'
      }}
      onChange={({ target }) => selection.setPage(target.checked)}
    />
  )
}

interface SortButtonProps<Row> {
  column: Column<Row>
  sort: Sort | undefined
  onSort: (sort: Sort) => void
}

function SortButton<Row>({ column: { name, label }, sort, onSort }: SortButtonProps<Row>) {
  const active = sort?.by === name
  const Icon = !active ? IconArrowsSort : sort.down ? IconArrowDown : IconArrowUp
  return (
    <button
      type="button"
      className={styles.sort}
      data-active={active}
      onClick={() => onSort({ by: name, down: active && !sort.down })}
    >
      {label}
      <Icon size={15} aria-hidden />
    </button>
  )
}

export interface SortSelectProps<Row> {
  columns: readonly Column<Row>[]
  sort: Sort | undefined
  onSort: ((sort: Sort) => void) | undefined
}

/** Chooses the order where rows have no head to press. */
export function SortSelect<Row>({ columns, sort, onSort }: SortSelectProps<Row>) {
  return (
    <select
      className={`input ${styles.sortSelect}`}
      aria-label="Ordenar por"
      value={sort ? `${sort.down ? '-' : ''}${sort.by}` : ''}
      onChange={({ target: { value } }) => onSort?.({ by: value.replace(/^-/, ''), down: value.startsWith('-') })}
    >
      {sort === undefined && <option value="">Ordenar por…</option>}
      {columns.flatMap(({ name, label }) => [
        <option key={name} value={name}>{`${label}, ascendente`}</option>,
        <option key={`-${name}`} value={`-${name}`}>{`${label}, descendente`}</option>,
      ])}
    </select>
  )
}
