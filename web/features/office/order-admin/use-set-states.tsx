import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import type { QueryOf } from '../../../../contract/endpoint.ts'
import { MOST_STATES } from '../../../../contract/fulfilment.ts'
import { HISTORY_PAGE_SIZE, type HistoricOrder, listHistory } from '../../../../contract/order-admin.ts'
import { useAction } from '../../../lib/action.ts'
import { call, messageOf } from '../../../lib/api.ts'
import { formatCount } from '../../../lib/format.ts'
import type { OrderToSet } from '../../../shop/orders/SetState.tsx'
import type { Chosen } from '../../../ui/table/selection.ts'

const SetState = lazy(() =>
  import('../../../shop/orders/SetState.tsx').then((module) => ({ default: module.SetState })),
)

class TooMany extends Error {}
const tooMany = `Se puede cambiar el estado de hasta ${formatCount(MOST_STATES)} pedidos a la vez`

/** All orders that match but for some. @throws TooMany for more than can be set at once */
async function allBut(query: QueryOf<typeof listHistory>, without: readonly unknown[]): Promise<OrderToSet[]> {
  const orders: OrderToSet[] = []
  for (let page = 0; ; page++) {
    const rows = await call(listHistory, { query: { ...query, page } })
    orders.push(
      ...rows
        .filter(({ id }) => !without.includes(id))
        .map(({ id, fulfilmentVersion }) => ({ id, version: fulfilmentVersion })),
    )
    if (orders.length > MOST_STATES) throw new TooMany()
    if (rows.length < HISTORY_PAGE_SIZE) return orders
  }
}

/**
 * Setting the state of the chosen orders at once (R309).
 * @param rows the orders on the screen: an order is sent with the version in which it was seen
 */
export function useSetStates(
  rows: readonly HistoricOrder[],
  { query }: { query: QueryOf<typeof listHistory> },
): { buttons: (chosen: Chosen) => ReactNode; dialog: ReactNode } {
  const [orders, setOrders] = useState<readonly OrderToSet[] | null>(null)
  const versions = useRef(new Map<unknown, number | undefined>())
  useEffect(() => {
    for (const { id, fulfilmentVersion } of rows) versions.current.set(id, fulfilmentVersion)
  }, [rows])
  const open = useAction(
    async ({ all, ids }: Chosen): Promise<readonly OrderToSet[]> => {
      if (all) return allBut(query, ids)
      if (ids.length > MOST_STATES) throw new TooMany()
      return ids.map((id) => ({ id: Number(id), version: versions.current.get(id) }))
    },
    {
      onDone: setOrders,
      wordsOf: (error) => (error instanceof TooMany ? tooMany : messageOf(error)),
    },
  )
  return {
    buttons: (chosen) => (
      <button type="button" className="button" aria-disabled={open.busy} onClick={() => void open.run(chosen)}>
        Cambiar el estado
      </button>
    ),
    dialog: orders && (
      <Suspense>
        <SetState
          orders={orders}
          current={orders.length === 1 ? rows.find(({ id }) => id === orders[0]?.id)?.fulfilmentState : undefined}
          onClose={() => setOrders(null)}
        />
      </Suspense>
    ),
  }
}
