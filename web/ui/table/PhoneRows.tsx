import { IconChevronDown } from '@tabler/icons-react'
import { Fragment, type ReactNode, useState } from 'react'
import { type Column, cellOf, hasValue } from './columns.ts'
import styles from './phone-rows.module.css'

interface PhoneRowsProps<Row> {
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => number | string
  nameOf: (row: Row) => string
  actions?: ((row: Row) => ReactNode) | undefined
  hrefOf?: ((row: Row) => string) | undefined
  isChosen: (row: Row) => boolean | undefined
  /** The row's checkbox. */
  box: (row: Row) => ReactNode
}

/** The rows of a list on a phone (R249): two lines each; one at a time is opened to its other values and its buttons. */
export function PhoneRows<Row>({ columns, rows, keyOf, nameOf, actions, hrefOf, isChosen, box }: PhoneRowsProps<Row>) {
  const [opened, setOpened] = useState<number | string>()
  const at = (place: Column<Row>['phone']) => columns.filter(({ phone }) => phone === place)
  const [lead, title, end, second, others] = [at('lead'), at('title'), at('end'), at('second'), at(undefined)]
  return rows.map((row) => {
    const key = keyOf(row)
    const isOpen = opened === key
    const shown = (some: readonly Column<Row>[]) =>
      some.map((column) => <Fragment key={column.name}>{cellOf(column, row)}</Fragment>)
    const told = second.filter(({ show }) => hasValue(show(row)))
    return (
      <tr key={key} className={styles.row} data-chosen={isChosen(row) || undefined} data-open={isOpen}>
        {box(row)}
        <td className={styles.lines}>
          {lead.length > 0 && <span className={styles.lead}>{shown(lead)}</span>}
          <span className={styles.words}>
            <strong className={styles.title}>
              {hrefOf ? (
                <a className={styles.whole} href={hrefOf(row)}>
                  {shown(title)}
                </a>
              ) : (
                shown(title)
              )}
            </strong>
            <span className={styles.below}>
              <span className={styles.second}>
                {told.map((column) => (
                  <span key={column.name}>{column.show(row)}</span>
                ))}
              </span>
              {end.some(({ show }) => hasValue(show(row))) && <span className={styles.end}>{shown(end)}</span>}
            </span>
          </span>
          <button
            type="button"
            className={`${styles.opener} ${hrefOf ? '' : styles.whole}`}
            aria-expanded={isOpen}
            aria-label={`Más de ${nameOf(row)}`}
            onClick={() => setOpened(isOpen ? undefined : key)}
          >
            <IconChevronDown size={20} aria-hidden />
          </button>
        </td>
        {isOpen && (
          <td className={styles.rest}>
            {others.length > 0 && (
              <dl>
                {others.map((column) => (
                  <div key={column.name} className={column.kind === 'long' ? styles.long : ''}>
                    <dt>{column.label}</dt>
                    <dd>{cellOf(column, row)}</dd>
                  </div>
                ))}
              </dl>
            )}
            {actions && <div className={styles.actions}>{actions(row)}</div>}
          </td>
        )}
      </tr>
    )
  })
}
