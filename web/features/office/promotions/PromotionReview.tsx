import { useId, useState } from 'react'
import { countInWords } from '../../../../contract/order-text.ts'
import {
  type PromotedArticle,
  type PromotionBody,
  type PromotionReview as Review,
  reviewPromotion,
} from '../../../../contract/promotions.ts'
import { NO_CLIENT } from '../../../../contract/rules.ts'
import { useAction } from '../../../lib/action.ts'
import { call } from '../../../lib/api.ts'
import { formatCount, formatPrice } from '../../../lib/format.ts'
import { ClientPicker } from '../../../shop/ClientPicker.tsx'
import { FieldGroup, Wide } from '../../../ui/form/fields.tsx'
import styles from './promotions.module.css'

interface PromotionReviewProps {
  /** What the form would send; null while something in it is wrong. */
  bodyNow: () => PromotionBody | null
  /** The promotion that is changed; undefined for a new one. */
  id: number | undefined
}

const INCOMPLETE = 'Complete la promoción para ver cómo queda.'

/** What a promotion would make of a client's prices, before it is saved. What was changed since makes it go. */
export function PromotionReview({ bodyNow, id }: PromotionReviewProps) {
  const pickerId = useId()
  const [clientId, setClientId] = useState(NO_CLIENT)
  const [problem, setProblem] = useState('')
  const [made, setMade] = useState<{ review: Review; of: string } | null>(null)
  const asked = (body: PromotionBody | null, client: number) => JSON.stringify([body, client])
  const { run, busy } = useAction((body: PromotionBody) => call(reviewPromotion, { body: { ...body, clientId, id } }), {
    onDone: (review, body) => setMade({ review, of: asked(body, clientId) }),
    onRefused: ({ message, fields }) => setProblem(Object.values(fields)[0] ?? message),
  })
  const look = () => {
    const body = bodyNow()
    setMade(null)
    setProblem(body ? '' : INCOMPLETE)
    if (body) void run(body)
  }
  const isCurrent = made !== null && made.of === asked(bodyNow(), clientId)
  return (
    <FieldGroup title="Cómo la verá un cliente">
      <ClientPicker id={pickerId} label="Cliente" clientId={clientId} onChoose={(client) => setClientId(client.id)} />
      <Wide>
        <p className="field__help">Sin elegir uno: los precios de los usuarios sin cliente.</p>
        <button type="button" className="button button--quiet" aria-disabled={busy} onClick={() => !busy && look()}>
          {busy ? 'Mirando…' : 'Ver cómo queda'}
        </button>
      </Wide>
      <Wide>
        <div role="status">
          {problem && <p className="notice notice--error">{problem}</p>}
          {isCurrent && <Result of={made.review} />}
        </div>
      </Wide>
    </FieldGroup>
  )
}

function Result({ of: { articles, cheaper, dearer, same, examples } }: { of: Review }) {
  const parts = [
    cheaper > 0 && countInWords(cheaper, 'baja', 'bajan'),
    dearer > 0 && countInWords(dearer, 'sube', 'suben'),
    same > 0 && countInWords(same, 'queda igual', 'quedan igual'),
  ].filter(Boolean)
  return (
    <>
      <p>
        <strong>{countInWords(articles, 'artículo en venta', 'artículos en venta')}</strong>
        {parts.length > 0 && `: ${parts.join(', ')}.`}
      </p>
      {dearer > 0 && (
        <p className="notice notice--error">
          {countInWords(dearer, 'artículo le costaría más', 'artículos le costarían más')} que hoy: el precio de la
          promoción no lleva el descuento que tiene el artículo.
        </p>
      )}
      <ul className={styles.examples}>
        {examples.map((article) => (
          <Example key={article.articleId} of={article} />
        ))}
      </ul>
      {articles > examples.length && (
        <p className="field__help">Se muestran {formatCount(examples.length)} de ejemplo.</p>
      )}
    </>
  )
}

const Example = ({ of: { code, description, before, after, reason } }: { of: PromotedArticle }) => (
  <li>
    <span className={styles.what}>
      <b>{code}</b> {description}
      {reason && <small>{reason}</small>}
    </span>
    <span className={styles.prices}>
      {before !== after && (
        <s>
          <span className="visually-hidden">Hoy </span>
          {formatPrice(before)}
        </s>
      )}{' '}
      <strong>{formatPrice(after)}</strong>
    </span>
  </li>
)
