/** The actions on an order of a list (R102, R202): show its items, repeat it, repeat it for another client. */
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { OrderRow } from '../../../contract/orders.ts'
import { NO_CLIENT } from '../../../contract/rules.ts'
import { RowButton } from '../../ui/table/RowButton.tsx'
import { useOnBehalf } from '../chosen-client.ts'
import { orderToShare } from '../share/papers.ts'
import { ShareButton } from '../share/ShareButton.tsx'
import { FillQuestion } from './FillQuestion.tsx'
import { useRepeatOrder } from './use-repeat-order.ts'

const OrderLinesModal = lazy(() =>
  import('./OrderLinesModal.tsx').then((module) => ({ default: module.OrderLinesModal })),
)

const RepeatForClientModal = lazy(() =>
  import('./RepeatForClientModal.tsx').then((module) => ({ default: module.RepeatForClientModal })),
)

/** An order whose items the address opens, and the function that takes it out of the address. */
interface LinkedOrder {
  order: OrderRow | undefined
  close: () => void
}

interface OrderActions {
  /** The buttons of an order's row. */
  actionsOf: (order: OrderRow) => ReactNode
  /** Repeats an order for its own client; it asks for whom where staff have to choose. */
  repeat: (order: OrderRow) => void
  /** Repeats it for a client that staff choose. */
  repeatForOther: (order: OrderRow) => void
  /** Repeats what was ordered and will not come. */
  repeatMissing: (order: OrderRow) => void
  isRepeating: boolean
  dialogs: ReactNode
}

/** The buttons of an order's row, what they do, and the dialogs that they open. */
export function useOrderActions(linked?: LinkedOrder): OrderActions {
  const { isStaff } = useOnBehalf()
  const [opened, setOpened] = useState<OrderRow | null>(null)
  const shown = opened ?? linked?.order
  const closeItems = () => {
    setOpened(null)
    linked?.close()
  }
  const [toRepeat, setToRepeat] = useState<OrderRow | null>(null)
  const repeat = useRepeatOrder()
  const start = (order: OrderRow) => {
    // Staff orders for clients only: whose it becomes has to be chosen (R100).
    if (isStaff && order.clientId === NO_CLIENT) setToRepeat(order)
    else repeat.start(order)
  }
  const actionsOf = (order: OrderRow) => {
    const { id } = order
    return (
      <>
        <RowButton label="Ver Items" of={`del pedido ${id}`} kind="plain" onClick={() => setOpened(order)} />
        <RowButton
          label="Repetir pedido"
          of={String(id)}
          kind="plain"
          busy={repeat.busy}
          onClick={() => start(order)}
        />
        {/* Staff have no room for it beside 'a otro cliente': they share from the order's page. */}
        {!isStaff && (
          <ShareButton paper={orderToShare(id)} of={`el pedido ${id}`} className="button button--plain button--small" />
        )}
        {isStaff && (
          <RowButton
            label="a otro cliente"
            of={`repetir el pedido ${id}`}
            kind="plain"
            busy={repeat.busy}
            onClick={() => setToRepeat(order)}
          />
        )}
      </>
    )
  }
  const dialogs = (
    <>
      {shown && (
        <Suspense>
          <OrderLinesModal
            order={shown}
            busy={repeat.busy}
            onRepeat={() => {
              closeItems()
              start(shown)
            }}
            onClose={closeItems}
          />
        </Suspense>
      )}
      {toRepeat && !repeat.asking && (
        <Suspense>
          <RepeatForClientModal
            order={toRepeat}
            busy={repeat.busy}
            onRepeat={(clientId) => repeat.start(toRepeat, { otherClient: clientId })}
            onClose={() => setToRepeat(null)}
          />
        </Suspense>
      )}
      {repeat.asking && (
        <FillQuestion
          filling={{
            ...repeat,
            cancel: () => {
              repeat.cancel()
              setToRepeat(null)
            },
          }}
        />
      )}
    </>
  )
  return {
    actionsOf,
    repeat: start,
    repeatForOther: setToRepeat,
    repeatMissing: (order) => repeat.start(order, { onlyMissing: true }),
    isRepeating: repeat.busy,
    dialogs,
  }
}
