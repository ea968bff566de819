import { IconCheck, IconQuestionMark, IconX } from '@tabler/icons-react'
import type { FulfilmentStep } from '../../../../contract/fulfilment.ts'
import type { FulfilmentState } from '../../../../contract/fulfilment-state.ts'
import { formatCount, formatInstant } from '../../../lib/format.ts'
import { capital, isStopped, stateText } from '../../../shop/orders/fulfilment-words.tsx'
import styles from './order-page.module.css'

/** The way that most orders go; what lies ahead is shown in grey. Not every shop tells of bills. */
const usualWay: readonly FulfilmentState[] = ['received', 'accepted', 'preparing', 'dispatched', 'delivered']

/** Where the other states stand on that way: what left in part has still to leave. */
const placeOf: { readonly [state in FulfilmentState]?: FulfilmentState } = { billed: 'dispatched', partly: 'preparing' }

/** The usual steps that an order has not reached yet. */
function stepsAhead(steps: readonly FulfilmentStep[]): readonly FulfilmentState[] {
  if (steps.some(({ state }) => isStopped(state))) return []
  const reached = Math.max(-1, ...steps.map(({ state }) => usualWay.indexOf(placeOf[state] ?? state)))
  return usualWay.slice(reached + 1)
}

/** What the ERP dates by its day alone has that day's first instant: no hour is shown that nobody told. */
const DAY_ALONE = / 00:00$/

const sources: Record<FulfilmentStep['source'], string> = {
  shop: 'Tienda web',
  erp: 'Sistema de gestión',
  office: 'Oficina',
}

const Icon = ({ state }: { state: FulfilmentState }) => {
  if (isStopped(state)) return <IconX size={15} stroke={3} />
  return state === 'other' ? <IconQuestionMark size={15} stroke={3} /> : <IconCheck size={15} stroke={3} />
}

/** What became of an order, step by step (R308): when, who told it, and how it travels; then what is still ahead. */
export const FulfilmentSteps = ({ steps }: { steps: readonly FulfilmentStep[] }) => (
  <section className={`panel ${styles.fulfilment}`} aria-label="Estado del pedido">
    <ol>
      {steps.map((step, at) => (
        <Step key={`${step.at}/${step.text}/${step.guide}`} step={step} isLast={at === steps.length - 1} />
      ))}
      {stepsAhead(steps).map((state) => (
        <li key={state} data-ahead>
          <span className={styles.dot} aria-hidden />
          <div>
            <strong>{stateText(state)}</strong>
            <span className="visually-hidden"> (todavía no)</span>
          </div>
        </li>
      ))}
    </ol>
  </section>
)

function Step({ step, isLast }: { step: FulfilmentStep; isLast: boolean }) {
  const { state, text, at, source, by, carrier, guide, packages, reason } = step
  const travels = [
    carrier,
    guide && `Guía ${guide}`,
    packages !== null && `${formatCount(packages)} ${packages === 1 ? 'bulto' : 'bultos'}`,
  ].filter(Boolean)
  return (
    <li data-last={isLast || undefined} data-stopped={isStopped(state) || undefined}>
      <span className={styles.dot} aria-hidden>
        <Icon state={state} />
      </span>
      <div>
        <strong>{capital(text)}</strong>
        <time dateTime={at}>{formatInstant(at).replace(DAY_ALONE, '')}</time>
        {travels.length > 0 && <span className={styles.travels}>{travels.join(' · ')}</span>}
        {reason && <span>{capital(reason)}</span>}
        <small>{[sources[source], by].filter(Boolean).join(' · ')}</small>
      </div>
    </li>
  )
}
