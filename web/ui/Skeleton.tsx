import styles from './Skeleton.module.css'

/** Where content is about to be. `height` in CSS pixels. */
export const Skeleton = ({ height, className = '' }: { height: number; className?: string }) => (
  <svg className={`${styles.skeleton} ${className}`} width="100%" height={height} data-skeleton aria-hidden>
    <rect width="100%" height="100%" rx="10" />
  </svg>
)

/** Rows of a list that is on its way; screen readers hear it once. */
export function SkeletonRows({ rows = 5, height = 72 }: { rows?: number; height?: number }) {
  return (
    <div className={styles.rows} role="status">
      <span className="visually-hidden">Cargando…</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all the same.
        <Skeleton key={row} height={height} />
      ))}
    </div>
  )
}
