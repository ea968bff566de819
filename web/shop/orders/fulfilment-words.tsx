/** The fulfilment of an order in words and marks (R304), for its page and for the lists of orders. */
import { type FulfilmentState, fulfilmentStates, fulfilmentWords, HELD } from '../../../contract/fulfilment-state.ts'
import { packsInWords } from '../../../contract/order-text.ts'
import type { OrderRow } from '../../../contract/orders.ts'
import { formatCount } from '../../lib/format.ts'
import { Mark } from '../../ui/Mark.tsx'
import type { Column } from '../../ui/table/columns.ts'

/** A text with a capital letter. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** A state as a screen shows it; one that the shop does not know in the words of whoever told it. */
export const stateText = (state: FulfilmentState, text = ''): string =>
  capital(state === 'other' && text ? text : fulfilmentWords[state])

/** The choices of a filter by state. */
export const stateOptions: readonly { value: FulfilmentState; label: string }[] = fulfilmentStates.map((value) => ({
  value,
  label: value === 'other' ? 'Otro estado' : capital(fulfilmentWords[value]),
}))

/** Whether a state ends an order's fulfilment without goods. */
export const isStopped = (state: FulfilmentState): boolean => state === 'cancelled' || state === 'refused'

const markKind = (state: FulfilmentState) => {
  if (isStopped(state) || state === 'other' || state === 'partly') return 'warning'
  return state === 'received' ? undefined : 'ok'
}

/** Whether something of an order in this state has left: only then is the rest said beside it. */
const hasLeft = (state: FulfilmentState): boolean => ['partly', 'dispatched', 'billed', 'delivered'].includes(state)

/** Units and their bultos: '24 (2 bultos)'. */
export function unitsText(units: number, unitsPerPack: number): string {
  const packs = packsInWords(units, unitsPerPack)
  return packs ? `${formatCount(units)} (${packs})` : formatCount(units)
}

/** The choices of a filter of orders: by state, and the held ones, which is no state (R390). */
export const HELD_ONLY = 'espera'
export const orderFilters = [...fulfilmentStates, HELD_ONLY] as const
export type OrderFilter = (typeof orderFilters)[number]
export const orderFilterOptions: readonly { value: OrderFilter; label: string }[] = [
  ...stateOptions,
  { value: HELD_ONLY, label: capital(HELD) },
]

/** What a chosen filter asks the server for. */
export const orderFilterOf = (chosen: OrderFilter | ''): { fulfilmentState?: FulfilmentState; held?: boolean } => {
  if (chosen === HELD_ONLY) return { held: true }
  return chosen === '' ? {} : { fulfilmentState: chosen }
}

/** A chosen filter in words. */
export const orderFilterText = (chosen: OrderFilter): string =>
  chosen === HELD_ONLY ? capital(HELD) : stateText(chosen)

type WithFulfilment = Pick<OrderRow, 'fulfilmentState' | 'fulfilmentText' | 'pendingUnits' | 'held'>

/** That an order is held, and why (R390). */
export const HeldMark = ({ reason }: { reason: string }) => (
  <>
    <Mark kind="warning">{capital(HELD)}</Mark>
    {/* An amount keeps its sign beside it. */}
    <small>{capital(reason).replaceAll('$ ', '$\u00a0')}</small>
  </>
)

/** The present state of an order, with the units that have not left or why it is held; nothing where an older answer lacks it. */
export function FulfilmentMark({ fulfilmentState, fulfilmentText, pendingUnits = 0, held }: WithFulfilment) {
  if (fulfilmentState === undefined) return null
  if (held) return <HeldMark reason={held} />
  return (
    <>
      <Mark kind={markKind(fulfilmentState)}>{stateText(fulfilmentState, fulfilmentText)}</Mark>
      {pendingUnits > 0 && hasLeft(fulfilmentState) && (
        <small>{pendingUnits === 1 ? 'Falta 1 unidad' : `Faltan ${formatCount(pendingUnits)} unidades`}</small>
      )}
    </>
  )
}

/** The column of the lists of orders. */
export const fulfilmentColumn: Column<WithFulfilment> = {
  name: 'fulfilment',
  label: 'Estado',
  show: ({ fulfilmentState, ...row }) =>
    fulfilmentState && <FulfilmentMark fulfilmentState={fulfilmentState} {...row} />,
}
