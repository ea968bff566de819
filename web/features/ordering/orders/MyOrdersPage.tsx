import { IconClipboardList } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { getClientAccount } from '../../../../contract/client-account.ts'
import { getOrder, ORDER_TO_SHOW, type OrderRow } from '../../../../contract/orders.ts'
import { listPastOrders } from '../../../../contract/past-orders.ts'
import { NO_CLIENT } from '../../../../contract/rules.ts'
import { wireObject } from '../../../../contract/wire.ts'
import {
  choiceInAddress,
  idInAddress,
  textInAddress,
  useAddressState,
  yesInAddress,
} from '../../../lib/address-state.ts'
import { messageOf } from '../../../lib/api.ts'
import { queryOf } from '../../../lib/query.ts'
import { Link, useLocation } from '../../../lib/router.tsx'
import { useUser } from '../../../lib/session.ts'
import { useTyped } from '../../../lib/use-typed.ts'
import { paths } from '../../../paths.ts'
import { useClientId, useOnBehalf } from '../../../shop/chosen-client.ts'
import { clientQuery } from '../../../shop/clients.ts'
import { useOrderTerms } from '../../../shop/order-terms/order-terms.ts'
import {
  fulfilmentColumn,
  type OrderFilter,
  orderFilterOf,
  orderFilterOptions,
  orderFilters,
  orderFilterText,
} from '../../../shop/orders/fulfilment-words.tsx'
import { useOrderActions } from '../../../shop/orders/OrderActions.tsx'
import { orderColumns } from '../../../shop/orders/order-columns.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { useScrolledPast } from '../../../ui/use-scrolled-past.ts'
import { Waiting } from '../../../ui/Waiting.tsx'
import styles from './my-orders.module.css'
import { useMyOrders } from './orders.api.ts'
import { PAST_ORDER, PAST_ORDERS, toPastOrders } from './past-order-words.ts'
import { WaitingOrders } from './WaitingOrders.tsx'

const PastOrdersPage = lazy(() => import('./PastOrdersPage.tsx').then((module) => ({ default: module.PastOrdersPage })))
const PastOrderPage = lazy(() => import('./PastOrderPage.tsx').then((module) => ({ default: module.PastOrderPage })))

/** Part of the page's height, from 0 to 1, after which the next page of orders is loaded (R109). */
const NEXT_PAGE_AT = 0.6

/** The text and state searched, whether staff see all their orders or only the chosen client's, and the order that is open. */
const address = wireObject({
  text: ['n', textInAddress],
  all: ['todos', yesInAddress],
  state: ['estado', choiceInAddress(orderFilters)],
  order: [ORDER_TO_SHOW, idInAddress],
})

/** On a phone a row says number, state, day and total, to staff the client's name, too. */
const onPhone: Readonly<Record<string, Column<OrderRow>['phone']>> = {
  id: 'title',
  fulfilment: 'title',
  date: 'second',
  total: 'end',
}
const columnsWith = (places: typeof onPhone): readonly Column<OrderRow>[] =>
  [...orderColumns, fulfilmentColumn].map((column) => ({ ...column, phone: places[column.name] }))
const columns = columnsWith(onPhone)
const columnsOfStaff = columnsWith({ ...onPhone, client: 'second' })

/** 'Mis Pedidos' (R102), and below it the orders of the past (R399): a list and each of them, by the address. */
export function MyOrdersPage() {
  const { search } = useLocation()
  const pastOrderId = search[PAST_ORDER]
  if (pastOrderId === undefined && search[PAST_ORDERS] === undefined) return <MyOrders />
  return (
    <Suspense fallback={<SkeletonRows rows={8} height={56} />}>
      {pastOrderId === undefined ? <PastOrdersPage /> : <PastOrderPage id={pastOrderId} />}
    </Suspense>
  )
}

function MyOrders() {
  const { isStaff, missing } = useOnBehalf()
  const clientId = useClientId()
  // No link leads to the account of a client whose account the ERP does not send (R306).
  const { data: account } = useQuery(queryOf(getClientAccount, missing ? null : { query: { clientId } }))
  const hasAccount = account !== undefined && account !== null
  // No link leads to orders of the past where there are none (R399).
  const { data: past = [] } = useQuery(
    queryOf(listPastOrders, missing ? null : { query: { page: 0, size: 1, clientId, text: '' } }),
  )
  const { data: client } = useQuery({ ...clientQuery(clientId), enabled: isStaff })
  const { value, go } = useAddressState(address)
  const { text, all, state, order } = value
  const search = (words: string) => go({ text: words }, { replace: true })
  const { typed, setTyped, flush } = useTyped({
    value: text,
    format: (words) => words,
    parse: (words) => words.trim(),
    settle: search,
  })
  const isSeller = useUser().type === 'vendedor'
  const { ofAll, showAll } = isSeller
    ? { ofAll: 'Los de todos sus clientes', showAll: 'Ver los de todos sus clientes' }
    : { ofAll: 'Todos los pedidos que usted hizo', showAll: 'Ver todos los míos' }
  const isOfClient = isStaff && clientId !== NO_CLIENT && !all
  const orders = useMyOrders({
    clientId: isOfClient ? clientId : undefined,
    text,
    ...orderFilterOf(state),
    ofClients: isSeller && !isOfClient ? true : undefined,
  })
  const { hasNextPage, isFetching, fetchNextPage } = orders
  const linked = useQuery(queryOf(getOrder, order === null ? null : { params: { id: order } }))
  const { actionsOf, dialogs } = useOrderActions({
    order: order === null ? undefined : linked.data,
    close: () => order !== null && go({ order: null }, { replace: true }),
  })
  useScrolledPast(NEXT_PAGE_AT, hasNextPage && !isFetching, fetchNextPage)
  return (
    <div className="page">
      <div className={`page__head ${styles.head}`}>
        <h1>Mis Pedidos</h1>
        <input
          type="search"
          className={`input ${styles.search}`}
          aria-label="Buscar pedidos"
          placeholder={isStaff ? 'Número, fecha, cliente, dirección o código' : 'Número, fecha, dirección o código'}
          autoComplete="off"
          maxLength={100}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={({ key }) => key === 'Enter' && flush()}
        />
        <select
          className={`input ${styles.state}`}
          aria-label="Estado de los pedidos"
          value={state}
          onChange={({ target }) => go({ state: target.value as typeof state })}
        >
          <option value="">Todos los estados</option>
          {orderFilterOptions.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      </div>
      <nav className={styles.ways} aria-label="De sus pedidos">
        <Link to={paths.savedLists}>Mis listas</Link>
        <Link to={paths.pendingLines}>Pendientes de entrega</Link>
        {past.length > 0 && <Link to={toPastOrders}>Pedidos anteriores</Link>}
        {(missing || hasAccount) && <Link to={paths.clientAccount}>Cuenta corriente</Link>}
      </nav>
      {isStaff && client && (
        <p className={styles.whose}>
          {isOfClient ? `Pedidos de ${client.businessName} · ` : `${ofAll} · `}
          <button type="button" className={styles.switch} onClick={() => go({ all: !all })}>
            {isOfClient ? showAll : `Ver los de ${client.businessName}`}
          </button>
        </p>
      )}
      <ToConfirm />
      <WaitingOrders />
      {order !== null && linked.isError && (
        <p className="notice notice--error" role="alert">
          No pudimos abrir el pedido {order}. {messageOf(linked.error)}
        </p>
      )}
      <Waiting for={orders} rows={6} height={56}>
        {({ pages }) => {
          const rows = pages.flat()
          if (rows.length === 0)
            return <NoOrders text={text} state={state} onClear={() => go({ text: '', state: '' })} />
          return (
            <DataTable
              label="Mis Pedidos"
              columns={isStaff ? columnsOfStaff : columns}
              rows={rows}
              keyOf={({ id }) => id}
              nameOf={({ id }) => `el pedido ${id}`}
              actions={actionsOf}
              actionsLast
              busy={orders.isPlaceholderData}
            />
          )
        }}
      </Waiting>
      {orders.isFetchingNextPage && <SkeletonRows rows={2} height={56} />}
      {dialogs}
    </div>
  )
}

/** No order at all, or none that matches the search. */
function NoOrders({ text, state, onClear }: { text: string; state: OrderFilter | ''; onClear: () => void }) {
  const named = [text && `coincide con «${text}»`, state && `está en «${orderFilterText(state)}»`].filter(Boolean)
  if (named.length > 0)
    return (
      <EmptyState text={`Ningún pedido ${named.join(' y ')}`}>
        <button type="button" className="button" onClick={onClear}>
          Limpiar la búsqueda
        </button>
      </EmptyState>
    )
  return (
    <EmptyState text="No hay pedidos aun.." icon={<IconClipboardList size={34} stroke={1.6} />}>
      <Link to={paths.catalogue} className="button">
        Ir al catálogo
      </Link>
    </EmptyState>
  )
}

/** How many carts of other buyers wait for this user (R372). */
function ToConfirm() {
  const count = useOrderTerms()?.toConfirm ?? 0
  if (count === 0) return null
  return (
    <p className="notice" role="status">
      {count === 1 ? 'Hay un pedido' : `Hay ${count} pedidos`} por confirmar. <Link to={paths.savedLists}>Ver</Link>
    </p>
  )
}
