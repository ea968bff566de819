import { type ReactNode, useRef } from 'react'
import { countInWords } from '../../../contract/order-text.ts'
import { Money } from '../../ui/Money.tsx'
import { SaveAsList } from '../saved-lists/SaveAsList.tsx'
import type { LinesAnswer } from './ManyLinesChoice.tsx'
import { AcceptAll, ReviewRows } from './ReviewRows.tsx'
import styles from './review.module.css'
import { isOpen, linesOf, type OpenRow, totalOfLines } from './review-rows.ts'
import type { Review } from './use-review.ts'

interface ReviewTableProps {
  readonly review: Review
  /** What the rows are, for screen readers: 'Renglones leídos'. */
  readonly label: string
  /** What the first column holds, where nobody wrote the rows. */
  readonly heading?: string
  /** 'Agregar', 'Cargar': what the button does with the rows that are ready. */
  readonly verb: string
  /** What the button says, and while it does it, where it does not bring lines into the cart. */
  readonly action?: readonly [text: string, busy: string]
  readonly busy: boolean
  readonly onAdd: (rows: readonly OpenRow[]) => void
  /** The question about many lines is answered: which column holds the codes, what a unit counts (R38). */
  readonly onAnswer?: (row: OpenRow, answer: LinesAnswer) => void
  /** What failed the last time; '' for nothing. */
  readonly failure: string
  /** What stands beside the button. */
  readonly children?: ReactNode
  /** Whether its lines may be saved as a list; those of a list are not. */
  readonly saves?: boolean
}

/**
 * The one review of everything that comes as many lines (R244): a row a line, changed in place, and how many are open. Enter and
 * the arrows go down the quantities as in the cart. Nothing is stored before the button.
 */
export function ReviewTable({
  review,
  label,
  heading,
  verb,
  action,
  busy,
  onAdd,
  onAnswer,
  failure,
  children,
  saves = true,
}: ReviewTableProps) {
  const { rows, notices } = review
  const add = useRef<HTMLButtonElement>(null)
  if (rows.length === 0) return null
  const lines = linesOf(rows)
  const openCount = rows.filter(isOpen).length
  const linesText = countInWords(lines.length, 'renglón', 'renglones')
  const [text, busyText] = action ?? [`${verb} ${linesText}`, `${verb === 'Cargar' ? 'Cargando' : 'Agregando'}…`]
  return (
    <section className={`panel ${styles.review}`} aria-label={label}>
      <p role="status" className="visually-hidden">
        {`${countInWords(lines.length, 'renglón listo', 'renglones listos')}, ${countInWords(openCount, 'por responder', 'por responder')}`}
      </p>
      {notices.length > 0 && (
        <ul className={styles.notices}>
          {notices.map((notice) => (
            <li key={notice}>{notice}</li>
          ))}
        </ul>
      )}
      <div role="alert" className={styles.alert}>
        {failure && <p className="notice notice--error">{failure}</p>}
      </div>
      <div className={styles.foot}>
        <p>
          <span>{linesText}</span>{' '}
          <strong>
            <Money cents={totalOfLines(lines)} />
          </strong>
          {openCount > 0 && (
            <small className={styles.openCount}>{countInWords(openCount, 'por responder', 'por responder')}</small>
          )}
        </p>
        <div className={styles.ways}>
          {children}
          {saves && lines.length > 0 && (
            <SaveAsList
              clientId={review.owner.clientId}
              lines={lines.map(({ article: { articleId }, quantity, note }) => ({ articleId, quantity, note }))}
            />
          )}
          <AcceptAll rows={rows} changes={review} next={add} />
        </div>
        <button
          ref={add}
          type="button"
          id="agregar-todo"
          className="button button--ok"
          aria-disabled={busy || lines.length === 0}
          onClick={() => {
            if (!busy && lines.length > 0) onAdd(rows)
          }}
        >
          {busy ? busyText : text}
        </button>
      </div>
      <ReviewRows
        rows={rows}
        changes={review}
        next={add}
        heading={heading}
        onAnswer={onAnswer}
        clientId={review.owner.clientId}
      />
    </section>
  )
}
