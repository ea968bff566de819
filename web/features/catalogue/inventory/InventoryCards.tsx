/** The articles of an inventory that are loaded so far. */
import { IconInfoCircle } from '@tabler/icons-react'
import { memo } from 'react'
import type { InventoryRow } from '../../../../contract/inventory.ts'
import { isVideo } from '../../../../contract/media.ts'
import { hasPrice, priceOf } from '../../../../contract/price.ts'
import { messageOf } from '../../../lib/api.ts'
import { formatMoney, formatPercent } from '../../../lib/format.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { MediaView } from '../../../ui/MediaView.tsx'
import styles from './inventory.module.css'

interface InventoryCardsProps {
  readonly pages: readonly (readonly InventoryRow[])[]
  /** Whether another search is loading. */
  readonly busy: boolean
  readonly loading: boolean
  /** Why the next page did not come. */
  readonly error: unknown
  readonly onRetry: () => void
  /** Null when nothing narrows the list. */
  readonly onClear: (() => void) | null
}

/** Cards whose pictures are in the first view of a desktop screen. */
const EAGER = 10

export function InventoryCards({ pages, busy, loading, error, onRetry, onClear }: InventoryCardsProps) {
  if (pages.every((rows) => rows.length === 0))
    return (
      <EmptyState text="No se encuentran items para esta condición de busqueda">
        {onClear && (
          <button type="button" className="button" onClick={onClear}>
            Limpiar filtros
          </button>
        )}
      </EmptyState>
    )
  return (
    <>
      <ul className={styles.cards} aria-label="Artículos" aria-busy={busy}>
        {pages.map((rows, page) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a page is known by its index
          <PageOfCards key={page} rows={rows} eager={page === 0 ? EAGER : 0} />
        ))}
      </ul>
      {loading && (
        <p className={styles.end} role="status">
          Cargando más artículos…
        </p>
      )}
      {error !== null && (
        <div className={styles.end} role="alert">
          <p>{messageOf(error)}</p>
          <button type="button" className="button" onClick={onRetry}>
            Reintentar
          </button>
        </div>
      )}
    </>
  )
}

/** One page of cards. Memoised: the arrival of the next page does not render it again. */
const PageOfCards = memo(function PageOfCards(props: { rows: readonly InventoryRow[]; eager: number }) {
  return props.rows.map((row, at) => (
    <li key={row.articleId}>
      <InventoryCard row={row} eager={at < props.eager} />
    </li>
  ))
})

function InventoryCard({ row, eager }: { row: InventoryRow; eager: boolean }) {
  const { code, description, hint, image, media1 } = row
  return (
    <article className={styles.card} aria-label={`Art. ${code} ${description}`}>
      <div className={styles.photo}>
        <MediaView
          source={image}
          video={media1 !== null && isVideo(media1)}
          alt=""
          width={240}
          height={230}
          eager={eager}
        />
      </div>
      <div className={styles.body}>
        <p className={styles.code}>
          Art. {code}
          {hint && (
            <button type="button" className={styles.hint} data-tip={hint} aria-label={`Indicación de ${code}: ${hint}`}>
              <IconInfoCircle size={17} aria-hidden />
            </button>
          )}
        </p>
        <h2 className={styles.name}>{description}</h2>
        {row.listPrice !== undefined && <Price listPrice={row.listPrice} discount={row.discount ?? 0} />}
      </div>
    </article>
  )
}

/** The price with the discount, and the list price where there is a discount. */
function Price({ listPrice, discount }: { listPrice: number; discount: number }) {
  if (!hasPrice({ listPrice, discount })) return <p className={styles.price}>Consultar</p>
  return (
    <p className={styles.price}>
      <strong>{formatMoney(priceOf({ listPrice, discount }))}</strong>
      {discount > 0 && (
        <span className={styles.before}>
          <s>
            <span className="visually-hidden">Precio de lista </span>
            {formatMoney(listPrice)}
          </s>
          <em>-{formatPercent(discount)}</em>
        </span>
      )}
    </p>
  )
}
