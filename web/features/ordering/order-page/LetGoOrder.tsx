import { heldTexts, letGoOrder } from '../../../../contract/orders.ts'
import { call } from '../../../lib/api.ts'
import { OrderStep } from './OrderStep.tsx'

/** The button that lets a held order go, with why (R391). */
export const LetGoOrder = ({ id }: { id: number }) => (
  <OrderStep
    label="Liberar el pedido"
    className="button"
    title={`Liberar el pedido web ${id}`}
    text="Sigue su curso como si se hubiera hecho ahora, y se avisa por correo a quienes se les avisó del pedido."
    confirm="Liberar"
    harmless
    help="Queda en el pedido. Lo ve el personal, no el cliente."
    missing={heldTexts.reasonMissing}
    success={`Se liberó el pedido web ${id}`}
    make={(reason) => call(letGoOrder, { params: { id }, body: { reason } })}
  />
)
