/** The list view (R227): a line for each article, and a column of quantities that is filled in like a spreadsheet. */
import { memo, useEffect } from 'react'
import type { SimpleCartLine } from '../../../../contract/cart.ts'
import type { CatalogueRow } from '../../../../contract/catalogue.ts'
import { NO_CLIENT } from '../../../../contract/rules.ts'
import { useKeptChoice } from '../../../lib/kept-choice.ts'
import type { Pending } from '../../../shop/book/cart-saves.ts'
import { useCartOwner, usePendingLines } from '../../../shop/cart.ts'
import { chooseFirst } from '../../../shop/chosen-client.ts'
import { moveInColumn } from '../../../ui/column-keys.ts'
import { ArticleBlocks } from './ArticleBlocks.tsx'
import { sameRows } from './blocks.ts'
import type { ListOfArticlesProps } from './list-of-articles.ts'
import marks from './marks.module.css'
import { Row } from './Row.tsx'
import styles from './RowList.module.css'
import type { CardActions } from './use-card-actions.ts'

/** The kept choice of a user who types quantities in packs. */
const PACKS = 'bultos'

interface BlockOfRowsProps {
  readonly rows: readonly CatalogueRow[]
  readonly lines: ReadonlyMap<number, SimpleCartLine>
  readonly pending: ReadonlyMap<number, Pending>
  readonly behalfOf: number | null
  readonly packs: boolean
  readonly actions: CardActions
}

/** One block of rows. Memoised: changes of other blocks' lines do not render it again. */
const BlockOfRows = memo(
  function BlockOfRows({ rows, lines, pending, behalfOf, packs, actions }: BlockOfRowsProps) {
    return rows.map((row) => (
      // biome-ignore lint/a11y/useSemanticElements: the list is no ul either (ArticleBlocks.tsx)
      <div
        key={row.articleId}
        role="listitem"
        className={styles.row}
        data-code={row.code}
        data-plain={row.image === null || undefined}
      >
        <Row
          product={row}
          inCart={lines.get(row.articleId)?.quantity ?? 0}
          note={lines.get(row.articleId)?.note ?? ''}
          pending={pending.get(row.articleId)}
          behalfOf={behalfOf}
          packs={packs}
          actions={actions}
        />
      </div>
    ))
  },
  (before, now) =>
    sameRows(before.rows, now.rows) &&
    before.behalfOf === now.behalfOf &&
    before.packs === now.packs &&
    now.rows.every(
      ({ articleId }) =>
        before.lines.get(articleId) === now.lines.get(articleId) &&
        before.pending.get(articleId) === now.pending.get(articleId),
    ),
)

export function RowList({ list, loaded, busy, lines, behalfOf, actions, onReady }: ListOfArticlesProps) {
  const { userId } = useCartOwner()
  const pending = usePendingLines()
  const [unit, setUnit] = useKeptChoice('cantidad-en', userId)
  const packs = unit === PACKS
  const boxes = () => [...(list.current?.querySelectorAll<HTMLElement>('input[inputmode]') ?? [])]
  useEffect(() => onReady?.(), [onReady])
  // Below 'No se encuentran items' a head of columns is a head of nothing.
  const isEmpty = loaded.started && loaded.loaded === 0
  return (
    <div className={styles.list} data-staff={behalfOf !== null || undefined} hidden={isEmpty}>
      <div className={styles.head}>
        <span>Código</span>
        <span>Artículo</span>
        <span>Bulto</span>
        <span className={styles.figure}>Precio</span>
        <fieldset className={styles.packs} aria-label="Cantidad en">
          {[false, true].map((inPacks) => (
            <button
              key={String(inPacks)}
              type="button"
              aria-pressed={packs === inPacks}
              onClick={() => setUnit(inPacks ? PACKS : 'unidades')}
            >
              {inPacks ? 'Bultos' : 'Unidades'}
            </button>
          ))}
        </fieldset>
        {behalfOf !== null && <span>Observación</span>}
      </div>
      {behalfOf === NO_CLIENT && (
        <p className="notice">
          Cada cliente tiene su carrito.{' '}
          <button type="button" className={marks.action} onClick={actions.askForClient}>
            {chooseFirst}
          </button>
        </p>
      )}
      <ArticleBlocks
        list={list}
        pages={loaded.pages}
        busy={busy}
        className={styles.rows}
        onKeyDownCapture={(event) => moveInColumn(event, boxes)}
      >
        {(rows) => (
          <BlockOfRows
            rows={rows}
            lines={lines}
            pending={pending}
            behalfOf={behalfOf}
            packs={packs}
            actions={actions}
          />
        )}
      </ArticleBlocks>
    </div>
  )
}
