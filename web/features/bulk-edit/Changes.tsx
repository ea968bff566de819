import { IconArrowNarrowRight } from '@tabler/icons-react'
import type { FieldChange } from '../../../contract/bulk-edit.ts'
import styles from './bulk-edit.module.css'
import { labelOf, valueText } from './field-text.ts'

/** What becomes what of an article. */
export const Changes = ({ changes }: { changes: readonly FieldChange[] }) => (
  <ul className={styles.changes}>
    {changes.map(({ field, before, after }) => (
      <li key={field}>
        {labelOf[field]}: <del>{valueText(field, before)}</del>
        <span className="visually-hidden"> pasa a </span>
        <IconArrowNarrowRight size={16} aria-hidden />
        <ins>{valueText(field, after)}</ins>
      </li>
    ))}
  </ul>
)
