import type { LinesAnswer } from '../../../contract/cart-lines.ts'
import { Link } from '../../lib/router.tsx'
import { paths } from '../../paths.ts'
import { Notices } from '../../shop/sheets/Notices.tsx'
import styles from '../../shop/sheets/sheets.module.css'
import { Money } from '../../ui/Money.tsx'
import { counted, leftOut } from './list-text.ts'

interface ListResultProps {
  fileName: string
  review: LinesAnswer
  /** What the cart has taken. */
  stored: LinesAnswer
  onAgain: () => void
}

/** What became of every row of the list. */
export function ListResult({ fileName, review, stored, onAgain }: ListResultProps) {
  const dropped = [...leftOut(review.notices), ...leftOut(stored.notices)].sort((a, b) => a.row - b.row)
  return (
    <div className={styles.review}>
      <section className={`notice ${stored.lines.length > 0 ? 'notice--ok' : 'notice--error'}`} role="status">
        <strong>
          {stored.lines.length === 1 ? 'Se cargó ' : 'Se cargaron '}
          {counted(stored.lines.length, 'renglón', 'renglones')} de {fileName} en el carrito por{' '}
          <Money cents={stored.total} />
        </strong>
        {dropped.length > 0 && (
          <p>{counted(dropped.length, 'fila quedó afuera', 'filas quedaron afuera')}: están abajo.</p>
        )}
      </section>
      {dropped.length > 0 && (
        <section className={`panel ${styles.part}`} aria-labelledby="filas-afuera">
          <h2 id="filas-afuera">Filas que quedaron afuera</h2>
          <Notices notices={dropped} leftOut="No se cargó" />
        </section>
      )}
      <div className="message-page__ways">
        <Link to={paths.cart} className="button">
          Ver el carrito
        </Link>
        <button type="button" className="button button--plain" onClick={onAgain}>
          Cargar otra lista
        </button>
      </div>
    </div>
  )
}
