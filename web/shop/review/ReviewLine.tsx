import { IconArrowBackUp, IconPlus, IconX } from '@tabler/icons-react'
import { memo, type RefObject } from 'react'
import { insteadInWords } from '../../../contract/substitute-words.ts'
import { formatCount, formatMoney } from '../../lib/format.ts'
import { Money } from '../../ui/Money.tsx'
import { readQuantity } from '../../ui/quantity.ts'
import { PriceSince } from '../PriceSince.tsx'
import { hasMoved } from '../price-since.ts'
import { ArticleChoice, nameOf } from './ArticleChoice.tsx'
import { InsteadNote } from './InsteadNote.tsx'
import { type LinesAnswer, ManyLinesChoice } from './ManyLinesChoice.tsx'
import { amountOf, type OpenRow, otherPriceOf, priceOf, stateOf, unitsOf } from './review-rows.ts'
import styles from './rows.module.css'
import type { RowChanges } from './use-review.ts'

/** What a person does to a line. */
export interface LineActions {
  readonly changes: RowChanges
  /** Enter in the quantity of a row, once it is settled. */
  readonly onEnter: (row: OpenRow) => void
  /** The question about many lines is answered: which column holds the codes, what a unit counts. Only texts have such rows. */
  readonly onAnswer?: ((row: OpenRow, answer: LinesAnswer) => void) | undefined
}

interface ReviewLineProps {
  readonly row: OpenRow
  /** A box that stays the same while what it holds changes with every key: it is read when somebody acts. */
  readonly actions: RefObject<LineActions>
  /** Cents one unit cost this client the last time; undefined where that is not known. */
  readonly lastUnitPrice: number | undefined
  /** Cents one unit of the article that can't be ordered cost; undefined where that is not known. */
  readonly insteadUnitPrice: number | undefined
  readonly clientId: number
}

/** What a state asks for; the reason of the row comes first where it has one. */
const stateWords = {
  ready: '',
  proposal: 'Propuesta',
  article: 'Elija el artículo',
  quantity: 'Falta la cantidad',
  text: '',
  refused: '',
  discarded: 'Descartado',
} as const

/**
 * One line of a review: what was written, the article, the quantity, the price and what is still open (R244). Memoised: a review
 * may have thousands of lines, and a key changes one.
 */
export const ReviewLine = memo(function ReviewLine(props: ReviewLineProps) {
  const { row, actions, lastUnitPrice } = props
  const { id, text, reason, marks, article, articles, typed, addends, refused, inCart, note } = row
  const { aside = '', words } = row
  const state = stateOf(row)
  const isOpen = state !== 'ready' && state !== 'discarded'
  const units = unitsOf(row)
  const columns = row.codeColumns ?? []
  const firstLine = text.split('\n', 1)[0] ?? ''
  const isOfMany = columns.length > 0 || row.unit !== undefined
  const name = isOfMany ? `${firstLine} …` : text
  const discardLabel = state !== 'discarded' ? 'Descartar' : aside && row.kind !== 'text' ? 'Pedir' : 'Recuperar'
  const otherPrice = otherPriceOf(row)
  const hasPriceMoved = article !== null && state !== 'discarded' && hasMoved(lastUnitPrice, priceOf(row))
  const hints = [
    refused || readQuantity(typed).problem || (isOpen ? reason : ''),
    row.instead?.decidedBy ? insteadInWords(row.instead) : '',
    ...marks.filter((mark) => !row.instead?.decidedBy || mark !== insteadInWords(row.instead)),
    units > 0 && units !== row.askedQuantity && row.askedQuantity !== null && isOpen === false
      ? `pedida: ${formatCount(row.askedQuantity)}`
      : '',
    inCart > 0 ? `hoy en el carrito: ${formatCount(inCart)}` : '',
    note,
  ].filter(Boolean)
  return (
    <li>
      {/* biome-ignore lint/a11y/useSemanticElements: a row of a list, not a set of form fields. */}
      <div
        role="group"
        aria-label={name}
        className={styles.row}
        data-state={state}
        data-aside={aside !== '' || undefined}
        data-row={id}
      >
        <div className={styles.written}>
          <q title={text}>{name}</q>
          <p className={styles.said} title={hints.join(' · ') || undefined}>
            {hints.join(' · ')}
            {hasPriceMoved && hints.length > 0 && ' · '}
            {hasPriceMoved && <PriceSince before={lastUnitPrice} now={priceOf(row)} />}
          </p>
        </div>
        {state === 'discarded' ? (
          <p className={styles.gone}>
            {aside || 'Descartado'}
            {aside && article && ` · ${nameOf(article)}`}
          </p>
        ) : state === 'text' ? (
          <div className={styles.table} data-choice>
            <button
              type="button"
              className="button button--small button--plain"
              onClick={() => actions.current.changes.makeLine(id)}
            >
              Es un renglón
            </button>
            <button
              type="button"
              className="button button--small button--quiet"
              onClick={() => actions.current.changes.discard(id, true)}
            >
              No es nada
            </button>
          </div>
        ) : isOfMany ? (
          <ManyLinesChoice
            text={text}
            columns={columns}
            unit={row.unit ?? ''}
            onChoose={(answer) => actions.current.onAnswer?.(row, answer)}
          />
        ) : (
          <>
            <ArticleChoice
              of={text}
              chosen={article}
              settled={state === 'ready'}
              proposals={articles}
              words={words}
              onChoose={(chosen) => actions.current.changes.choose(id, chosen)}
            />
            <div className={styles.quantity} data-quantity data-gun>
              <input
                className={`input ${styles.units}`}
                inputMode="numeric"
                autoComplete="off"
                aria-label={`Cantidad de ${article?.code ?? text}`}
                aria-invalid={state === 'quantity'}
                value={typed}
                onChange={({ target }) => actions.current.changes.type(id, target.value)}
                onFocus={({ target }) => target.select()}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter' || event.shiftKey) return
                  event.preventDefault()
                  actions.current.onEnter(row)
                }}
              />
              {addends.length > 1 && (
                <span className={styles.addends}>
                  {addends.map((addend, at) => (
                    <button
                      // The same quantity may be written twice.
                      // biome-ignore lint/suspicious/noArrayIndexKey: as above; the list never changes.
                      key={at}
                      type="button"
                      onClick={() => actions.current.changes.type(id, String(addend))}
                    >
                      solo {formatCount(addend)}
                    </button>
                  ))}
                </span>
              )}
            </div>
            <div className={styles.price}>
              {article && units > 0 && <Money cents={amountOf(row)} />}
              {article && priceOf(row) > 0 && <small className={styles.each}>{formatMoney(priceOf(row))} c/u</small>}
              {otherPrice !== null && <small className={styles.other}>hoy {formatMoney(otherPrice)}</small>}
            </div>
            <div className={styles.state}>
              {state === 'ready' ? (
                <span className={styles.ready}>Listo</span>
              ) : state === 'proposal' ? (
                <button
                  type="button"
                  className="button button--small button--plain"
                  aria-label={`Aceptar ${article?.code ?? ''}`}
                  onClick={() => actions.current.changes.accept([id])}
                >
                  Aceptar
                </button>
              ) : state === 'refused' && units > 0 ? (
                <button
                  type="button"
                  className="button button--small button--plain"
                  onClick={() => actions.current.changes.accept([id])}
                >
                  Es correcta
                </button>
              ) : (
                <em>{stateWords[state]}</em>
              )}
            </div>
          </>
        )}
        {state !== 'text' && (
          <button
            type="button"
            className={styles.discard}
            aria-label={`${discardLabel} ${name}`}
            title={discardLabel}
            onClick={() => actions.current.changes.discard(id, state !== 'discarded')}
          >
            {discardLabel === 'Pedir' ? (
              <IconPlus size={18} aria-hidden />
            ) : state === 'discarded' ? (
              <IconArrowBackUp size={18} aria-hidden />
            ) : (
              <IconX size={18} aria-hidden />
            )}
          </button>
        )}
        {row.instead && article && state !== 'discarded' && (
          <InsteadNote
            className={styles.instead}
            instead={row.instead}
            article={article}
            before={props.insteadUnitPrice}
            clientId={props.clientId}
            onDecided={(...decision) => actions.current.changes.decide(id, ...decision)}
          />
        )}
      </div>
    </li>
  )
})
