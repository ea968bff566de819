/** The articles loaded so far, as cards or as rows, and the messages in their place or after them. */
import { IconZoomQuestion } from '@tabler/icons-react'
import { type ComponentType, memo, type ReactNode, useLayoutEffect, useState } from 'react'
import type { CatalogueRow } from '../../../../contract/catalogue.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import { ArticleBlocks } from './ArticleBlocks.tsx'
import { sameRows } from './blocks.ts'
import { Card } from './Card.tsx'
import { CardSkeletons } from './CardSkeletons.tsx'
import styles from './catalogue.module.css'
import type { ListOfArticlesProps } from './list-of-articles.ts'

/** The list's code, once it has come. */
let rowList: ComponentType<ListOfArticlesProps> | undefined

/**
 * The list, where it is wanted and its code is there. React's own `lazy` would show the skeleton for 0.3 s at least, also where the
 * code came with the page.
 * @throws what the import rejects with, while rendering
 */
function useRowList(isWanted: boolean) {
  const [RowList, setRowList] = useState(() => rowList)
  useLayoutEffect(() => {
    if (!isWanted || RowList) return
    import('./RowList.tsx').then(
      (module) => {
        rowList = module.RowList
        setRowList(() => rowList)
      },
      (error: unknown) =>
        setRowList(() => {
          throw error
        }),
    )
  }, [isWanted, RowList])
  return RowList
}

interface ProductListProps extends ListOfArticlesProps {
  readonly rows: boolean
  /** Where nothing was found: what the search may have been meant as. */
  readonly meant: ReactNode
  /** Undefined where nothing narrows the catalogue. */
  readonly onClear: (() => void) | undefined
  readonly onRetry: () => void
}

/** Cards whose pictures are in the first view of a desktop screen. */
const EAGER = 10

interface BlockOfCardsProps extends Pick<ProductListProps, 'lines' | 'behalfOf' | 'actions' | 'brands'> {
  readonly rows: readonly CatalogueRow[]
  /** How many of the rows' pictures are in the first view. */
  readonly eager: number
}

/** One block of cards. Memoised: the next page and the cart lines of other blocks do not render it again. */
const BlockOfCards = memo(
  function BlockOfCards(props: BlockOfCardsProps) {
    const { rows, eager, lines, behalfOf, actions, brands } = props
    return rows.map((row, at) => (
      // biome-ignore lint/a11y/useSemanticElements: the list is no ul either (ArticleBlocks.tsx)
      <div key={row.articleId} role="listitem" className={styles.cardsItem} data-code={row.code}>
        <Card
          product={row}
          brand={brands.get(row.brandId) ?? ''}
          inCart={lines.get(row.articleId)?.quantity ?? 0}
          note={lines.get(row.articleId)?.note ?? ''}
          behalfOf={behalfOf}
          first={eager > 0 && at === 0}
          eager={at < eager}
          actions={actions}
        />
      </div>
    ))
  },
  (before, now) =>
    sameRows(before.rows, now.rows) &&
    before.behalfOf === now.behalfOf &&
    before.brands === now.brands &&
    now.rows.every(({ articleId }) => before.lines.get(articleId) === now.lines.get(articleId)),
)

export const ProductList = memo(function ProductList(props: ProductListProps) {
  const { list, loaded, busy, lines, behalfOf, actions, brands, rows: asRows, meant, onClear, onRetry } = props
  const { pages, started, loading, failed } = loaded
  const isEmpty = loaded.loaded === 0
  const RowList = useRowList(asRows)
  const skeleton = asRows ? <SkeletonRows rows={15} height={40} /> : <CardSkeletons count={15} />
  if (!started && !failed) return skeleton
  return (
    <>
      {started && isEmpty && (
        <EmptyState
          text={
            onClear ? 'No se encuentran items para esta condición de busqueda' : 'La tienda todavía no tiene artículos'
          }
          icon={<IconZoomQuestion size={34} stroke={1.6} />}
        >
          {meant}
          {onClear && (
            <button type="button" className="button" onClick={onClear}>
              Limpiar filtros
            </button>
          )}
        </EmptyState>
      )}
      {loaded.stale && (
        <div className="notice notice--error" role="alert">
          <p>No se pudo buscar. Se muestran los artículos de la búsqueda anterior.</p>
          <button type="button" className="button button--quiet" onClick={onRetry}>
            Reintentar
          </button>
        </div>
      )}
      {asRows && !RowList && skeleton}
      {asRows ? (
        RowList && <RowList {...props} />
      ) : (
        <ArticleBlocks list={list} pages={pages} busy={busy} className={styles.cards}>
          {(rows, at) => (
            <BlockOfCards
              rows={rows}
              eager={at === 0 ? EAGER : 0}
              lines={lines}
              behalfOf={behalfOf}
              actions={actions}
              brands={brands}
            />
          )}
        </ArticleBlocks>
      )}
      {started && loading && !busy && (
        <p className={styles.listEnd} role="status">
          Cargando más artículos…
        </p>
      )}
      {failed && !loaded.stale && (
        <div className={styles.listEnd} role="alert">
          <p>No se pudieron cargar los artículos. Revise su conexión e intente nuevamente.</p>
          <button type="button" className="button" onClick={onRetry}>
            Reintentar
          </button>
        </div>
      )}
    </>
  )
})
