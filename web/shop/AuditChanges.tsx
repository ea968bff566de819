import { IconArrowRight } from '@tabler/icons-react'
import type { AuditChange } from '../../contract/audit.ts'
import styles from './audit.module.css'

/** Fields that are shown without a click. */
const AT_ONCE = 4

/** The changed fields of a record, each with its value before and after. */
export function AuditChanges({ changes }: { changes: readonly AuditChange[] }) {
  const folded = changes.slice(AT_ONCE)
  return (
    <>
      <Fields changes={changes.slice(0, AT_ONCE)} />
      {folded.length > 0 && (
        <details className={styles.more}>
          <summary>y {folded.length === 1 ? 'un campo' : `${folded.length} campos`} más</summary>
          <Fields changes={folded} />
        </details>
      )}
    </>
  )
}

const Fields = ({ changes }: { changes: readonly AuditChange[] }) => (
  <ul className={styles.changes}>
    {changes.map(({ field, before, after }) => (
      <li key={field}>
        <b>{field}</b> {before && <del>{before}</del>}
        {before && after && (
          <>
            <IconArrowRight size={14} aria-hidden />
            <span className="visually-hidden"> pasó a ser </span>
          </>
        )}
        {after && <ins>{after}</ins>}
      </li>
    ))}
  </ul>
)
