import { useState } from 'react'
import { getFulfilment } from '../../../../contract/fulfilment.ts'
import { listHistory } from '../../../../contract/order-admin.ts'
import { getOrder, heldTexts, letGoOrder, myOrders } from '../../../../contract/orders.ts'
import { MAX_RULE_REASON } from '../../../../contract/rules.ts'
import { useAction } from '../../../lib/action.ts'
import { call } from '../../../lib/api.ts'
import { outdate } from '../../../lib/query.ts'
import { showToast } from '../../../lib/toast.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { Field } from '../../../ui/Field.tsx'

/** What shows whether the order is still as it was. */
const OUTDATES = [getOrder, getFulfilment, myOrders, listHistory]

/** The button that lets a held order go, with why (R391). */
export function LetGoOrder({ id }: { id: number }) {
  const [asks, setAsks] = useState(false)
  const [reason, setReason] = useState('')
  const [lacks, setLacks] = useState(false)
  const letGo = useAction(() => call(letGoOrder, { params: { id }, body: { reason: reason.trim() } }), {
    outdates: OUTDATES,
    success: `Se liberó el pedido web ${id}`,
    onDone: () => setAsks(false),
    onRefused: ({ message }) => {
      showToast('failure', message)
      // Somebody else let it go, or it was cancelled, and the page says so.
      for (const endpoint of OUTDATES) void outdate(endpoint)
    },
  })
  const confirm = () => {
    if (reason.trim() === '') setLacks(true)
    else void letGo.run()
  }
  return (
    <>
      <button type="button" className="button" onClick={() => setAsks(true)}>
        Liberar el pedido
      </button>
      {asks && (
        <ConfirmDialog
          title={`Liberar el pedido web ${id}`}
          text="Sigue su curso como si se hubiera hecho ahora, y se avisa por correo a quienes se les avisó del pedido."
          confirm="Liberar"
          cancel="Volver"
          busy={letGo.busy}
          harmless
          onConfirm={confirm}
          onCancel={() => setAsks(false)}
        >
          <Field
            label="Motivo"
            help="Queda en el pedido. Lo ve el personal, no el cliente."
            error={lacks && reason.trim() === '' ? heldTexts.reasonMissing : undefined}
          >
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
