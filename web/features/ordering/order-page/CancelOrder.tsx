import { useState } from 'react'
import { getFulfilment } from '../../../../contract/fulfilment.ts'
import { cancelOrder, getOrder, myOrders } from '../../../../contract/orders.ts'
import { MAX_RULE_REASON } from '../../../../contract/rules.ts'
import { useAction } from '../../../lib/action.ts'
import { call } from '../../../lib/api.ts'
import { formatTime } from '../../../lib/format.ts'
import { outdate } from '../../../lib/query.ts'
import { showToast } from '../../../lib/toast.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { Field } from '../../../ui/Field.tsx'

interface CancelOrderProps {
  readonly id: number
  /** ISO 8601; undefined: while it is held. */
  readonly until: string | undefined
}

/** What shows whether the order is still as it was. */
const OUTDATES = [getOrder, getFulfilment, myOrders]

/** The button that cancels an order while nobody has taken it (R331), with until when that is, or while it is held (R390). */
export function CancelOrder({ id, until }: CancelOrderProps) {
  const [asks, setAsks] = useState(false)
  const [reason, setReason] = useState('')
  const cancel = useAction(() => call(cancelOrder, { params: { id }, body: { reason: reason.trim() } }), {
    outdates: OUTDATES,
    success: `Se canceló el pedido web ${id}`,
    onDone: () => setAsks(false),
    onRefused: ({ message }) => {
      showToast('failure', message)
      // Somebody has taken it, and the page says so.
      for (const endpoint of OUTDATES) void outdate(endpoint)
    },
  })
  return (
    <>
      <button type="button" className="button button--danger" onClick={() => setAsks(true)}>
        Cancelar el pedido
      </button>
      {asks && (
        <ConfirmDialog
          title={`Cancelar el pedido web ${id}`}
          text={`${until === undefined ? 'Está en espera, y puede cancelarlo hasta que se libere.' : `Puede cancelarlo hasta el ${formatTime(until)}: después pasa a preparación.`} Queda en «Mis pedidos» como cancelado, y se avisa por correo a quienes se les avisó del pedido.`}
          confirm="Cancelar el pedido"
          cancel="Volver"
          busy={cancel.busy}
          onConfirm={() => void cancel.run()}
          onCancel={() => setAsks(false)}
        >
          <Field label="Motivo (opcional)">
            {(control) => (
              <input
                {...control}
                maxLength={MAX_RULE_REASON}
                autoComplete="off"
                value={reason}
                onChange={({ target }) => setReason(target.value)}
              />
            )}
          </Field>
        </ConfirmDialog>
      )}
    </>
  )
}
