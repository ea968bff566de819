import { type FormEvent, useId, useState } from 'react'
import { formatCount } from '../../lib/format.ts'
import { Money } from '../../ui/Money.tsx'
import { QuickFailure } from './QuickFailure.tsx'
import styles from './quick-order.module.css'
import type { OpenEntry, QuickOrderState } from './use-quick-order.ts'

interface QuickQuestionProps {
  entry: OpenEntry
  order: QuickOrderState
  onCorrect: () => void
}

/** A part of the text that is not certain: which article it means, and how many (R38). */
export function QuickQuestion({ entry, order, onCorrect }: QuickQuestionProps) {
  const { text, reason, articles, askedQuantity } = entry
  const id = useId()
  const [chosen, setChosen] = useState(articles.length === 1 ? (articles[0]?.articleId ?? null) : null)
  const [quantity, setQuantity] = useState(askedQuantity === null ? '' : String(askedQuantity))
  const [wrong, setWrong] = useState('')
  const add = (event: FormEvent) => {
    event.preventDefault()
    const article = articles.find(({ articleId }) => articleId === chosen)
    const units = /^\s*\d{1,7}\s*$/.test(quantity) ? Number(quantity) : 0
    const why = article ? (units > 0 ? '' : 'Indique la cantidad en unidades') : 'Elija el artículo'
    setWrong(why)
    if (article && why === '') void order.add([{ entry, article, quantity: units }], entry.id)
  }
  return (
    <form onSubmit={add} data-question={entry.id} aria-label={text} className={styles.question}>
      <p>
        <q>{text}</q>
        <span>{reason}</span>
      </p>
      {articles.length > 0 && (
        <>
          <fieldset>
            <legend className="visually-hidden">Artículo</legend>
            {articles.map(({ articleId, code, description, unitPrice, multiple }) => (
              <label key={articleId}>
                <input
                  type="radio"
                  name={id}
                  checked={chosen === articleId}
                  onChange={() => setChosen(articleId)}
                />
                <span>
                  <strong>{code}</strong> {description} · <Money cents={unitPrice} />
                  {multiple > 1 && ` · se vende de a ${formatCount(multiple)}`}
                </span>
              </label>
            ))}
          </fieldset>
          <div className="field">
            <label className="field__label" htmlFor={`${id}-cantidad`}>
              Cantidad
            </label>
            <input
              id={`${id}-cantidad`}
              className={`input input--small ${styles.units}`}
              inputMode="numeric"
              autoComplete="off"
              value={quantity}
              aria-invalid={wrong !== ''}
              aria-describedby={`${id}-error`}
              onChange={(event) => setQuantity(event.target.value)}
            />
          </div>
        </>
      )}
      <p id={`${id}-error`} className="field__error" role="alert">
        {wrong}
      </p>
      <QuickFailure text={order.failureOf(entry.id)} />
      <div className={styles.ways}>
        {articles.length > 0 && (
          <button type="submit" className="button button--small" aria-disabled={order.isAdding}>
            Agregar
          </button>
        )}
        <button
          type="button"
          className="button button--small button--plain"
          onClick={() => {
            order.correct(entry)
            onCorrect()
          }}
        >
          Corregir
        </button>
        <button
          type="button"
          className="button button--small button--plain"
          onClick={() => order.discard(entry.id, true)}
        >
          Descartar
        </button>
      </div>
    </form>
  )
}
