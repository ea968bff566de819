import { LARGER, type PageSize } from '../../lib/page-size.ts'
import styles from './table.module.css'

interface PageSizeSelectProps {
  readonly size: PageSize
  readonly onChoose: (rows: number) => void
}

/** The choice of how many rows a page has (R325). */
export function PageSizeSelect({ size: { rows, own }, onChoose }: PageSizeSelectProps) {
  return (
    <label className={styles.pageSize}>
      Por página
      <select className="input" value={rows} onChange={({ target }) => onChoose(Number(target.value))}>
        {[own, ...LARGER].map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
    </label>
  )
}
