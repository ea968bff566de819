import { cancelOrder } from '../../../../contract/orders.ts'
import { call } from '../../../lib/api.ts'
import { formatTime } from '../../../lib/format.ts'
import { OrderStep } from './OrderStep.tsx'

interface CancelOrderProps {
  readonly id: number
  /** ISO 8601; undefined: while it is held. */
  readonly until: string | undefined
}

/** The button that cancels an order while nobody has taken it (R331), with until when that is, or while it is held (R390). */
export function CancelOrder({ id, until }: CancelOrderProps) {
  const how =
    until === undefined
      ? 'Está en espera, y puede cancelarlo hasta que se libere.'
      : `Puede cancelarlo hasta el ${formatTime(until)}: después pasa a preparación.`
  return (
    <OrderStep
      label="Cancelar el pedido"
      className="button button--danger"
      title={`Cancelar el pedido web ${id}`}
      text={`${how} Queda en «Mis pedidos» como cancelado, y se avisa por correo a quienes se les avisó del pedido.`}
      confirm="Cancelar el pedido"
      success={`Se canceló el pedido web ${id}`}
      make={(reason) => call(cancelOrder, { params: { id }, body: { reason } })}
    />
  )
}
