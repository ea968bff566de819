import { type ReactNode, type Ref, useState } from 'react'
import { countInWords } from '../../../contract/order-text.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Money } from '../../ui/Money.tsx'
import styles from './sheets.module.css'

interface ReviewFootProps {
  /** How many orders the button makes, and what they come to, in cents. */
  readonly orders: number
  readonly total: number
  /** Shown below the total. */
  readonly children?: ReactNode
  /** Why the orders were refused, or cannot be made yet; '' for nothing. */
  readonly problem: string
  readonly busy: boolean
  readonly isReady: boolean
  /** What the button says. */
  readonly label: string
  /** The question before the review is thrown away. */
  readonly cancelTitle: string
  readonly button?: Ref<HTMLButtonElement>
  readonly onMake: () => void
  readonly onCancel: () => void
}

/** The bar below a review that becomes orders: what they come to, the way out and the button that makes them. */
export function ReviewFoot(props: ReviewFootProps) {
  const { orders, total, children, problem, busy, isReady, label, cancelTitle, button, onMake, onCancel } = props
  const [cancelling, setCancelling] = useState(false)
  return (
    <>
      <div className={`panel ${styles.foot}`}>
        <p>
          <span>{countInWords(orders, 'pedido para crear', 'pedidos para crear')}</span>
          <strong>
            <Money cents={total} />
          </strong>
          {children}
        </p>
        <p className="field__error" role="alert">
          {problem}
        </p>
        <button
          type="button"
          className="button button--plain"
          aria-disabled={busy}
          onClick={() => !busy && setCancelling(true)}
        >
          Cancelar
        </button>
        <button
          ref={button}
          type="button"
          className="button button--ok"
          aria-disabled={busy || !isReady}
          onClick={() => !busy && isReady && onMake()}
        >
          {busy ? 'Creando los pedidos…' : label}
        </button>
      </div>
      {cancelling && (
        <ConfirmDialog
          title={cancelTitle}
          text="Se descarta la revisión y no se crea ningún pedido."
          confirm="Descartar"
          cancel="Seguir revisando"
          onConfirm={onCancel}
          onCancel={() => setCancelling(false)}
        />
      )}
    </>
  )
}
