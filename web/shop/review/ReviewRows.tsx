import { type RefObject, useLayoutEffect, useRef } from 'react'
import { formatCount } from '../../lib/format.ts'
import { moveInColumn } from '../../ui/column-keys.ts'
import { useLastTaken } from '../last-taken.ts'
import type { LinesAnswer } from './ManyLinesChoice.tsx'
import { type LineActions, ReviewLine } from './ReviewLine.tsx'
import { harmlessProposals, isOpen, type OpenRow, proposalsOf, stateOf } from './review-rows.ts'
import styles from './rows.module.css'
import type { RowChanges } from './use-review.ts'

interface ReviewRowsProps {
  readonly rows: readonly OpenRow[]
  readonly changes: RowChanges
  /** The element that Enter focuses after the last open row. */
  readonly next: RefObject<HTMLElement | null>
  /** Whether what the client paid last stands beside the prices: not where the rows are of several clients. */
  readonly lastPrices?: boolean
  /** What the first column holds; 'Escrito' where somebody wrote the rows. */
  readonly heading?: string | undefined
  readonly onAnswer?: ((row: OpenRow, answer: LinesAnswer) => void) | undefined
  /** For whom the rows are ordered: who decides what takes the place of what can't be ordered (R375). */
  readonly clientId: number
}

/** The rows of a review, each changed in place; Enter and the arrows go down the quantities as in the cart (R244). */
export function ReviewRows({
  rows,
  changes,
  next,
  lastPrices = true,
  heading = 'Escrito',
  onAnswer,
  clientId,
}: ReviewRowsProps) {
  const list = useRef<HTMLUListElement>(null)
  const lastTaken = useLastTaken()
  const boxes = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-quantity] input') ?? [])]
  /** Accepts the row and focuses the next open one; after the last, `next`. */
  const enter = (row: OpenRow) => {
    if (stateOf(row) !== 'ready') changes.accept([row.id])
    const following = rows.find((other) => other.id !== row.id && isOpen(other))
    const box =
      following &&
      list.current?.querySelector<HTMLElement>(
        `[data-row="${following.id}"] :is([data-quantity] input, [data-choice] button)`,
      )
    const goal = box ?? next.current
    goal?.focus()
  }
  const actions = useRef<LineActions>({ changes, onEnter: enter, onAnswer })
  useLayoutEffect(() => {
    actions.current = { changes, onEnter: enter, onAnswer }
  })
  return (
    <div className={styles.list}>
      <div className={styles.head} aria-hidden>
        <span>{heading}</span>
        <span>Artículo</span>
        <span>Cantidad</span>
        <span>Precio</span>
        <span>Estado</span>
      </div>
      <ul
        ref={list}
        className={styles.rows}
        onKeyDownCapture={(event) => {
          // Enter also accepts its row, which moves the focus itself.
          if (event.key !== 'Enter' || event.shiftKey) moveInColumn(event, boxes)
        }}
      >
        {rows.map((row) => (
          <ReviewLine
            key={row.id}
            row={row}
            actions={actions}
            clientId={clientId}
            insteadUnitPrice={
              lastPrices && row.instead
                ? (row.instead.unitPriceBefore ?? lastTaken.get(row.instead.articleId)?.unitPrice)
                : undefined
            }
            lastUnitPrice={lastPrices && row.article ? lastTaken.get(row.article.articleId)?.unitPrice : undefined}
          />
        ))}
      </ul>
    </div>
  )
}

interface AcceptAllProps {
  readonly rows: readonly OpenRow[]
  readonly changes: RowChanges
  readonly next: RefObject<HTMLElement | null>
}

const NOT_TOGETHER = 'Las demás cambian mucho el pedido o tienen una cantidad poco común: respóndalas una por una'

/** A button that accepts the harmless proposals and says how many it leaves; nothing where it would accept at most one. */
export function AcceptAll({ rows, changes, next }: AcceptAllProps) {
  const proposals = harmlessProposals(rows)
  if (proposals.length < 2) return null
  const all = proposalsOf(rows).length
  const count = formatCount(proposals.length)
  return (
    <button
      type="button"
      className="button button--plain"
      title={proposals.length < all ? NOT_TOGETHER : undefined}
      onClick={() => {
        changes.accept(proposals.map(({ id }) => id))
        next.current?.focus()
      }}
    >
      {proposals.length < all
        ? `Aceptar ${count} de las ${formatCount(all)} propuestas`
        : `Aceptar las ${count} propuestas`}
    </button>
  )
}
