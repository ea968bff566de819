import { Modal } from '../../ui/Modal.tsx'
import { Money } from '../../ui/Money.tsx'
import { totalOf } from '../cart-amounts.ts'
import { fillWords } from './fill-words.ts'
import type { Before, useFillCart } from './use-fill-cart.ts'

/** Asks what becomes of a cart before it is filled with lines from before, and says what would go (R104, R34). */
export function FillQuestion({
  filling,
}: {
  filling: Pick<ReturnType<typeof useFillCart>, 'asking' | 'busy' | 'confirm' | 'cancel'>
}) {
  const { asking, busy, confirm, cancel } = filling
  if (!asking) return null
  const { cart, mayBeAside } = asking
  const { question, clear } = fillWords[asking.by]
  const answer = (before: Before) => () => {
    if (!busy) confirm(before)
  }
  return (
    <Modal
      title={question}
      onClose={cancel}
      footer={
        <>
          <button type="button" className="button button--plain" onClick={cancel}>
            Cancelar
          </button>
          <button type="button" className="button" aria-disabled={busy} onClick={answer('stays')}>
            Sumar al carrito
          </button>
          {mayBeAside && (
            <button type="button" className="button" aria-disabled={busy} onClick={answer('aside')}>
              Dejar aparte el de ahora
            </button>
          )}
          <button
            type="button"
            className="button button--danger button--solid"
            aria-disabled={busy}
            onClick={answer('goes')}
          >
            {clear}
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
