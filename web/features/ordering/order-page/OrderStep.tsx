import { type ComponentProps, useState } from 'react'
import { getFulfilment } from '../../../../contract/fulfilment.ts'
import { listHistory } from '../../../../contract/order-admin.ts'
import { getOrder, myOrders } from '../../../../contract/orders.ts'
import { useAction } from '../../../lib/action.ts'
import { outdate } from '../../../lib/query.ts'
import { showToast } from '../../../lib/toast.ts'
import { ReasonDialog } from '../../../shop/orders/ReasonDialog.tsx'

/** What shows whether the order is still as it was. */
const OUTDATES = [getOrder, getFulfilment, myOrders, listHistory]

interface OrderStepProps extends Omit<ComponentProps<typeof ReasonDialog>, 'busy' | 'onConfirm' | 'onClose'> {
  readonly label: string
  readonly className: string
  readonly success: string
  readonly make: (reason: string) => Promise<unknown>
}

/** A button that asks why, and does with the order what somebody else may have made impossible meanwhile: then the page says so. */
export function OrderStep({ label, className, success, make, ...question }: OrderStepProps) {
  const [asks, setAsks] = useState(false)
  const step = useAction(make, {
    ...{ outdates: OUTDATES, success },
    onDone: () => setAsks(false),
    onRefused: ({ message }) => {
      showToast('failure', message)
      for (const endpoint of OUTDATES) void outdate(endpoint)
    },
  })
  return (
    <>
      <button type="button" className={className} onClick={() => setAsks(true)}>
        {label}
      </button>
      {asks && (
        <ReasonDialog
          {...question}
          busy={step.busy}
          onConfirm={(reason) => void step.run(reason)}
          onClose={() => setAsks(false)}
        />
      )}
    </>
  )
}
