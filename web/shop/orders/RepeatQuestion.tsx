import type { CartLine } from '../../../contract/cart.ts'
import { Modal } from '../../ui/Modal.tsx'
import { Money } from '../../ui/Money.tsx'
import { totalOf } from '../cart-amounts.ts'

interface RepeatQuestionProps {
  /** What is in the cart that the order goes to. */
  cart: readonly CartLine[]
  busy: boolean
  onConfirm: (clearCart: boolean) => void
  onCancel: () => void
}

/** Asks what becomes of a cart before an order is repeated into it, and says what would go (R104, R34). */
export function RepeatQuestion({ cart, busy, onConfirm, onCancel }: RepeatQuestionProps) {
  const repeat = (clearCart: boolean) => () => {
    if (!busy) onConfirm(clearCart)
  }
  return (
    <Modal
      title="Repetir pedido"
      onClose={onCancel}
      footer={
        <>
          <button type="button" className="button button--plain" onClick={onCancel}>
            Cancelar
          </button>
          <button type="button" className="button" aria-disabled={busy} onClick={repeat(false)}>
            Sumar al carrito
          </button>
          <button
            type="button"
            className="button button--danger button--solid"
            aria-disabled={busy}
            onClick={repeat(true)}
          >
            Borrar articulos y repetir pedido
          </button>
        </>
      }
    >
      <p>Actualmente posee articulos en el carrito, desea eliminarlos?</p>
      <p>
        El carrito tiene{' '}
        <strong>
          {cart.length} {cart.length === 1 ? 'renglón' : 'renglones'} por <Money cents={totalOf(cart)} />
        </strong>
        .
      </p>
    </Modal>
  )
}
