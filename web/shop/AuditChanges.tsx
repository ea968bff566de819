import { IconArrowRight } from '@tabler/icons-react'
import type { AuditChange } from '../../contract/audit.ts'
import styles from './audit.module.css'

/** Fields that stand there at once; the others on a click. */
const AT_ONCE = 4

/** What was changed, field by field, from what to what. */
export function AuditChanges({ changes }: { changes: readonly AuditChange[] }) {
  const rest = changes.slice(AT_ONCE)
  return (
    <>
      <Fields changes={changes.slice(0, AT_ONCE)} />
      {rest.length > 0 && (
        <details className={styles.more}>
          <summary>y {rest.length === 1 ? 'un campo' : `${rest.length} campos`} más</summary>
          <Fields changes={rest} />
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
