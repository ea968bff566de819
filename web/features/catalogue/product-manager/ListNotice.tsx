/** Above the list: what became of a code that was searched (R32), and where else to look when nothing is found. */
import type { ManagedProduct } from '../../../../contract/product-manager.ts'
import type { ListAddress } from './filters.ts'
import styles from './product-manager.module.css'

const missingText = (codes: string): string =>
  codes.includes(', ') ? `No existen los códigos ${codes}.` : `No existe el código ${codes}.`

interface ListNoticeProps {
  /** The rows of the answer; undefined until they have come. */
  rows: readonly ManagedProduct[] | undefined
  /** The state the list is narrowed to. */
  state: ListAddress['state']
  /** Shows what matches in any state. */
  onAnyState: () => void
}

export function ListNotice({ rows, state, onAnyState }: ListNoticeProps) {
  const [first] = rows ?? []
  if (first?.missingCodes) {
    return (
      <p className={styles.notice} role="status">
        {missingText(first.missingCodes)} {first.found === 'near' && 'Parecidos:'}
      </p>
    )
  }
  if (rows?.length !== 0 || state === 'todos') return null
  return (
    <p className={styles.notice} role="status">
      Se buscó solo entre los {state === '' ? 'activos' : 'no activos'}.
      <button type="button" className="button button--quiet" onClick={onAnyState}>
        Buscar en todos los estados
      </button>
    </p>
  )
}
