/** Setting the state of orders by hand, one or many at once (R309): for shops without an ERP, and where the ERP does not tell. */

import { getFulfilment, listPendingLines, setOrderStates, undoOrderStates } from '../../../contract/fulfilment.ts'
import { type FulfilmentState, type SettableState, settableWords } from '../../../contract/fulfilment-state.ts'
import { listHistory } from '../../../contract/order-admin.ts'
import { getOrder, myOrders } from '../../../contract/orders.ts'
import { useAction } from '../../lib/action.ts'
import { call } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { formatCount } from '../../lib/format.ts'
import { showToast } from '../../lib/toast.ts'
import { FormDrawer } from '../../ui/form/FormDrawer.tsx'
import { FormFrame } from '../../ui/form/FormFrame.tsx'
import { SelectField, TextField } from '../../ui/form/fields.tsx'
import { stateText } from './fulfilment-words.tsx'

/** An order as it was read: its version tells whether somebody changed its state since (R41). */
export interface OrderToSet {
  readonly id: number
  readonly version?: number | undefined
}

const outdates = [getFulfilment, getOrder, myOrders, listHistory, listPendingLines]
const settable = Object.keys(settableWords) as SettableState[]
const options = settable.map((value) => ({ value, label: stateText(value) }))

const ordersText = (count: number) => `${formatCount(count)} ${count === 1 ? 'pedido' : 'pedidos'}`

interface SetStateProps {
  orders: readonly OrderToSet[]
  /** The state that a single order has. */
  current?: FulfilmentState | undefined
  onClose: () => void
  onDone?: () => void
}

/** The question for the new state; a dispatch also tells how it travels. 'Deshacer' is offered for 10 s (R34). */
export function SetState({ orders, current, onClose, onDone }: SetStateProps) {
  return (
    <FormDrawer
      title={orders.length === 1 ? `Estado del pedido ${orders[0]?.id}` : `Estado de ${ordersText(orders.length)}`}
      placement="centre"
      onClose={onClose}
    >
      {() => <StateForm orders={orders} current={current} onDone={onDone} />}
    </FormDrawer>
  )
}

/** The state after the present one, which is the likeliest wish. */
function nextOf(current: FulfilmentState | undefined): SettableState {
  const at = settable.indexOf(current as SettableState)
  return settable[at + 1] ?? 'delivered'
}

function StateForm({ orders, current, onDone }: Omit<SetStateProps, 'onClose'>) {
  const undo = useAction((id: number) => call(undoOrderStates, { params: { id } }), {
    outdates,
    success: (count) => `${ordersText(count)} con el estado de antes`,
  })
  const next = nextOf(current)
  const form = useForm({
    begin: {
      state: (next === 'cancelled' ? 'delivered' : next) as string,
      reason: '',
      carrier: '',
      guide: '',
      packages: '',
    },
    check: ({ packages }) =>
      packages === '' || /^\d{1,6}$/.test(packages) ? {} : { packages: 'Escriba cuántos bultos, en cifras' },
    save: ({ state, reason, carrier, guide, packages }) => {
      const travels = state === 'dispatched'
      return call(setOrderStates, {
        body: {
          orders: [...orders],
          state: state as SettableState,
          reason: reason.trim() || undefined,
          carrier: (travels && carrier.trim()) || undefined,
          guide: (travels && guide.trim()) || undefined,
          packages: travels && packages !== '' ? Number(packages) : undefined,
        },
      })
    },
    outdates,
    onDone: ({ batchId, changed }, { state }) => {
      onDone?.()
      const word = stateText(state as SettableState)
      if (batchId === null) showToast('success', `Ya estaba así: ${word}`)
      else
        showToast('success', `${ordersText(changed)}: ${word}`, {
          label: 'Deshacer',
          run: () => void undo.run(batchId),
        })
    },
  })
  return (
    <FormFrame form={form} submit="Cambiar el estado" submitting="Cambiando…">
      <SelectField form={form} name="state" label="Estado" options={options} wide />
      {form.draft.state === 'dispatched' && (
        <>
          <TextField form={form} name="carrier" label="Expreso" maxLength={100} />
          <TextField form={form} name="guide" label="Número de guía" maxLength={60} />
          <TextField form={form} name="packages" label="Bultos" inputMode="numeric" maxLength={6} />
        </>
      )}
      <TextField
        form={form}
        name="reason"
        label="Motivo o aviso"
        help="El cliente lo ve junto al estado."
        maxLength={300}
        wide
      />
    </FormFrame>
  )
}
