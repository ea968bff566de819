/** Asks what each column of the list is, with the first rows in view. */
import { type Role, roleWords } from './columns.ts'
import type { Columns, SeenList } from './messages.ts'
import styles from './try.module.css'

interface ColumnChoiceProps {
  readonly list: SeenList
  readonly columns: Columns
  readonly onChange: (columns: Columns) => void
  readonly onUse: () => void
}

const roleAt = (columns: Columns, column: number): Role | '' =>
  (Object.keys(roleWords) as Role[]).find((role) => columns[role] === column) ?? ''

export function ColumnChoice({ list, columns, onChange, onUse }: ColumnChoiceProps) {
  const choose = (column: number, role: string) => {
    const others = Object.entries(columns).filter(([name, at]) => at !== column && name !== role)
    onChange(Object.fromEntries(role === '' ? others : [...others, [role, column]]))
  }
  const isWhole = columns.code !== undefined && columns.description !== undefined
  return (
    <section aria-labelledby="columnas" className={styles.choice}>
      <h2 id="columnas">¿Qué es cada columna?</h2>
      <p>Hacen falta el código y la descripción; lo demás, si está.</p>
      <div className={styles.sample}>
        <table>
          <thead>
            <tr>
              {Array.from({ length: list.width }, (_, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is known by its place
                <th key={column} scope="col">
                  <label>
                    <span>{list.headings[column] || `Columna ${column + 1}`}</span>
                    <select value={roleAt(columns, column)} onChange={({ target }) => choose(column, target.value)}>
                      <option value="">No se usa</option>
                      {Object.entries(roleWords).map(([role, word]) => (
                        <option key={role} value={role}>
                          {word}
                        </option>
                      ))}
                    </select>
                  </label>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {list.sample.map((cells, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is known by its place
              <tr key={row}>
                {cells.map((cell, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: as above
                  <td key={column}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <button type="button" className="button" disabled={!isWhole} onClick={onUse}>
        Buscar en esta lista
      </button>
    </section>
  )
}
