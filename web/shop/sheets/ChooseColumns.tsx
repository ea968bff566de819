import { type ReactNode, useId, useState } from 'react'
import { rowName, sheetTitle } from '../../../contract/row-place.ts'
import {
  branchOf,
  branchRole,
  type ColumnRole,
  type ColumnsFound,
  type NamedRole,
  roleNames,
  type SampledSheet,
  type SheetColumns,
} from '../../../contract/sheet-columns.ts'
import styles from './sheets.module.css'

/** A branch as a column is chosen for it. */
export interface BranchColumn {
  readonly addressId: number
  readonly label: string
}

interface ChooseColumnsProps {
  fileName: string
  columns: ColumnsFound
  /** What a column may hold. */
  roles: readonly NamedRole[]
  /** The branches that columns may be of; absent where there are none. */
  branches?: readonly BranchColumn[] | undefined
  busy: boolean
  onChoose: (columns: SheetColumns[]) => void
  onCancel: () => void
}

/** The first rows of a file whose columns are in doubt: a person says what each column holds (R240). */
export function ChooseColumns({ fileName, columns, roles, branches, busy, onChoose, onCancel }: ChooseColumnsProps) {
  const [sheets, setSheets] = useState(columns.sheets)
  const change = (sheet: number, part: Partial<SampledSheet>) =>
    setSheets((now) => now.map((sampled) => (sampled.sheet === sheet ? { ...sampled, ...part } : sampled)))
  const isReady = sheets.some(
    (sheet) =>
      sheet.roles.some((role) => role === 'quantity' || role === 'packs' || branchOf(role) !== undefined) &&
      hasArticle(sheet.roles),
  )
  const choose = () =>
    onChoose(sheets.map(({ sheet, headings, roles: chosen }) => ({ sheet, headings, roles: chosen })))
  return (
    <div className={styles.review}>
      <section className={`panel ${styles.facts}`} aria-label="Columnas de la planilla">
        <h2>{fileName}</h2>
        <p>{columns.reason}.</p>
      </section>
      {sheets.map((sheet) => (
        <SheetSample
          key={sheet.sheet}
          sheet={sheet}
          roles={roles}
          branches={branches}
          onChange={(part) => change(sheet.sheet, part)}
        />
      ))}
      <div className={`panel ${styles.foot}`}>
        <p>
          {isReady
            ? 'Se recuerda para la próxima planilla con estas columnas.'
            : `Elija al menos el código y ${branches ? 'una sucursal' : 'la cantidad'}.`}
        </p>
        <span className={styles.space} />
        <button type="button" className="button button--plain" aria-disabled={busy} onClick={() => !busy && onCancel()}>
          Elegir otro archivo
        </button>
        <button
          type="button"
          className="button button--ok"
          aria-disabled={busy || !isReady}
          onClick={() => !busy && isReady && choose()}
        >
          {busy ? 'Leyendo…' : 'Leer la planilla'}
        </button>
      </div>
    </div>
  )
}

const hasArticle = (roles: readonly ColumnRole[]) => roles.some((role) => ['code', 'ean', 'name'].includes(role))

function SheetSample({
  sheet: { name, headings, roles: chosen, rows },
  roles,
  branches = [],
  onChange,
}: {
  sheet: SampledSheet
  roles: readonly NamedRole[]
  branches?: readonly BranchColumn[] | undefined
  onChange: (part: Partial<SampledSheet>) => void
}) {
  const id = useId()
  const options: ReactNode = (
    <>
      <option value="">No se lee</option>
      {roles.map((role) => (
        <option key={role} value={role}>
          {roleNames[role]}
        </option>
      ))}
      {branches.map(({ addressId, label }) => (
        <option key={addressId} value={branchRole(addressId)}>
          {label}
        </option>
      ))}
    </>
  )
  // A role belongs to one column: the column that had it loses it.
  const set = (column: number, role: ColumnRole) =>
    onChange({ roles: chosen.map((before, at) => (at === column ? role : before === role ? '' : before)) })
  return (
    <section className={`panel ${styles.part}`} aria-labelledby={id}>
      <h2 id={id}>{name === '' ? 'Primeras filas' : sheetTitle(name, rows[0]?.row ?? 0)}</h2>
      <label className={styles.titles}>
        <input
          type="checkbox"
          checked={headings > 0}
          onChange={({ target }) => onChange({ headings: target.checked ? (rows[0]?.row ?? 0) : 0 })}
        />
        La {rowName(rows[0]?.row ?? 0)} son los títulos
      </label>
      <div className={styles.sample}>
        <table>
          <thead>
            <tr>
              {chosen.map((role, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place.
                <th key={column} scope="col">
                  <select
                    aria-label={`Columna ${column + 1}${rows[0]?.cells[column] ? `, ${rows[0].cells[column]}` : ''}`}
                    value={role}
                    onChange={({ target }) => set(column, target.value as ColumnRole)}
                  >
                    {options}
                  </select>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ row, cells }) => (
              <tr key={row} data-titles={row === headings}>
                {cells.map((cell, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its column's.
                  <td key={column}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
