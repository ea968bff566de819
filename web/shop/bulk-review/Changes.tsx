import { IconArrowNarrowRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { FieldChange } from '../../../contract/bulk-edit.ts'
import { formatPrice } from '../../lib/format.ts'
import { Mark } from '../../ui/Mark.tsx'
import styles from './bulk-review.module.css'
import { labelOf, valueText } from './field-text.ts'

interface ChangesProps {
  changes: readonly FieldChange[]
  /** What the article is sold for, in cents; null where no price changes. */
  price?: { readonly before: number | null; readonly after: number | null }
}

/** An article's changes: each field before and after. */
export const Changes = ({ changes, price }: ChangesProps) => (
  <ul className={styles.changes}>
    {changes.map(({ field, before, after }) => (
      <Line key={field} label={labelOf[field]} before={valueText(field, before)} after={valueText(field, after)} />
    ))}
    {price && price.before !== null && price.after !== null && (
      <Line whole label="Precio" before={formatPrice(price.before)} after={formatPrice(price.after)}>
        {price.after > price.before && <Mark kind="warning">sube</Mark>}
      </Line>
    )}
  </ul>
)

interface LineProps {
  label: string
  before: string
  after: string
  /** Whether it must stay on one line. */
  whole?: boolean
  children?: ReactNode
}

const Line = ({ label, before, after, whole = false, children }: LineProps) => (
  <li className={whole ? styles.whole : ''}>
    {label}: <del>{before}</del>
    <span className="visually-hidden"> pasa a </span>
    <IconArrowNarrowRight size={16} aria-hidden />
    <ins>{after}</ins> {children}
  </li>
)
