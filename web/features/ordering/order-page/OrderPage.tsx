import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { type Fulfilment, getFulfilment } from '../../../../contract/fulfilment.ts'
import { readId } from '../../../../contract/ids.ts'
import {
  deliveryInWords,
  noteInWords,
  otherTotalsOf,
  saleTermsInWords,
  totalLabelOf,
} from '../../../../contract/order-text.ts'
import { getOrder, getOrderLines, type OrderDetail, type OrderLine } from '../../../../contract/orders.ts'
import { provinceName } from '../../../../contract/provinces.ts'
import { roles } from '../../../../contract/roles.ts'
import { NO_CLIENT } from '../../../../contract/rules.ts'
import { AddressError } from '../../../lib/address-error.ts'
import { ApiError, messageOf } from '../../../lib/api.ts'
import { formatCount, formatInstant, formatMoney, formatTime } from '../../../lib/format.ts'
import { usePhone } from '../../../lib/media-query.ts'
import { queryOf } from '../../../lib/query.ts'
import { Link, useLocation } from '../../../lib/router.tsx'
import { useUser } from '../../../lib/session.ts'
import { shopName } from '../../../lib/shop.ts'
import { paths } from '../../../paths.ts'
import { BackLink } from '../../../shop/BackLink.tsx'
import { addressesQuery } from '../../../shop/clients.ts'
import { HistoryButton } from '../../../shop/History.tsx'
import { NotFoundMessage } from '../../../shop/NotFoundMessage.tsx'
import { FulfilmentMark } from '../../../shop/orders/fulfilment-words.tsx'
import { useOrderActions } from '../../../shop/orders/OrderActions.tsx'
import { OrderCertificates } from '../../../shop/orders/OrderCertificates.tsx'
import { OrderDocuments } from '../../../shop/orders/OrderDocuments.tsx'
import { channelNames } from '../../../shop/orders/OrderFacts.tsx'
import { SaveAsList } from '../../../shop/saved-lists/SaveAsList.tsx'
import { orderToShare } from '../../../shop/share/papers.ts'
import { ShareButton } from '../../../shop/share/ShareButton.tsx'
import { SharedLinks } from '../../../shop/share/SharedLinks.tsx'
import { VatRows } from '../../../shop/vat/VatRows.tsx'
import { vatOfOrder } from '../../../shop/vat/vat-of-order.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import { Waiting } from '../../../ui/Waiting.tsx'
import { AskAbout } from './AskAbout.tsx'
import { CancelOrder } from './CancelOrder.tsx'
import { Dispatches } from './Dispatches.tsx'
import { FulfilmentSteps } from './FulfilmentSteps.tsx'
import { LetGoOrder } from './LetGoOrder.tsx'
import { OrderLines } from './OrderLines.tsx'
import { OrderPapers } from './OrderPapers.tsx'
import { OrderVersions } from './OrderVersions.tsx'
import { isTold, missingLines, shownLines } from './order-lines.ts'
import styles from './order-page.module.css'

/** Lazy: it is for orders that nobody has taken yet, and saving needs signal anyway. */
const ChangeOrder = lazy(() => import('./ChangeOrder.tsx').then((module) => ({ default: module.ChangeOrder })))
/** Query parameter of an order's page: the order is being changed. */
const CHANGING = 'cambiar'

const SetState = lazy(() =>
  import('../../../shop/orders/SetState.tsx').then((module) => ({ default: module.SetState })),
)

/** The id that the address names. @throws AddressError for what is no id */
function useOrderId(): number {
  const last = useLocation().pathname.split('/').at(-1)
  const id = readId(last)
  if (id === undefined) throw new AddressError(String(last))
  return id
}

/** Whether nothing of an order has left yet: then its page says to ask the shop for a change (R383). */
const isUnderWay = ({ fulfilmentState, held }: Pick<OrderDetail, 'fulfilmentState' | 'held'>): boolean =>
  !held && (fulfilmentState === 'received' || fulfilmentState === 'accepted' || fulfilmentState === 'preparing')

/** An order by its web number (R308): what was ordered, and what became of it. */
export function OrderPage() {
  const id = useOrderId()
  const { search } = useLocation()
  const order = useQuery(queryOf(getOrder, { params: { id } }))
  const { error } = order
  if (error instanceof ApiError && order.data === undefined) {
    if (error.status === 404) return <NotFoundMessage />
    if (error.status === 403)
      return (
        <div className="page">
          <EmptyState text={`No puede ver el pedido ${id}. ${messageOf(error)}`}>
            <Link to={paths.myOrders} className="button">
              Ver mis pedidos
            </Link>
          </EmptyState>
        </div>
      )
  }
  if (search[CHANGING] && order.data)
    return (
      <Suspense fallback={<SkeletonRows rows={8} height={56} />}>
        <ChangeOrder order={order.data} />
      </Suspense>
    )
  return (
    <div className="page">
      <BackLink to={paths.myOrders}>Mis Pedidos</BackLink>
      <Waiting for={order} rows={8} height={56}>
        {(found) => <Order order={found} />}
      </Waiting>
    </div>
  )
}

function Order({ order }: { order: OrderDetail }) {
  const params = { id: order.id }
  const lines = useQuery({
    ...queryOf(getOrderLines, { params }),
    // The lines of an order that was never changed and no longer can be stay as they are.
    ...(order.cancelableUntil === undefined && order.version === undefined && { staleTime: Number.POSITIVE_INFINITY }),
  })
  const fulfilment = useQuery(queryOf(getFulfilment, { params })).data
  const isPhone = usePhone()
  return (
    <article className={styles.order}>
      <Head order={order} lines={lines.data} fulfilment={fulfilment} />
      {fulfilment && <FulfilmentSteps steps={fulfilment.steps} />}
      <div className={styles.columns}>
        <section className={styles.lines} aria-labelledby="items">
          <h2 id="items">Items</h2>
          <Waiting for={lines} rows={6} height={44}>
            {(agreed) => (
              <OrderLines
                rows={shownLines(agreed, fulfilment?.lines)}
                told={isTold(fulfilment?.lines)}
                isPhone={isPhone}
              />
            )}
          </Waiting>
          {fulfilment && <Dispatches dispatches={fulfilment.dispatches} />}
          {order.version !== undefined && <OrderVersions id={order.id} />}
        </section>
        <aside className={styles.side} aria-label="Datos del pedido">
          <Facts order={{ ...order, ...fulfilment }} />
          <Documents order={order} />
          <SharedLinks clientId={order.clientId} opens="order" opensId={order.id} />
          {fulfilment && <OrderPapers orderId={order.id} papers={fulfilment.papers} />}
          <AskAbout
            numbers={{ orderId: order.id, erpNumber: order.erpNumber }}
            isTaken={order.cancelableUntil === undefined && isUnderWay({ ...order, ...fulfilment })}
          />
        </aside>
      </div>
    </article>
  )
}

interface HeadProps {
  order: OrderDetail
  /** Undefined until they are loaded. */
  lines: readonly OrderLine[] | undefined
  fulfilment: Fulfilment | undefined
}

/** Which order it is, its state, and what can be done with it. */
function Head({ order, lines, fulfilment }: HeadProps) {
  const user = useUser()
  const { isStaff, supervises } = roles[user.type]
  const { repeat, repeatForOther, repeatMissing, isRepeating, dialogs } = useOrderActions()
  const [setsState, setSetsState] = useState(false)
  const { id, erpNumber, clientNumber, createdAt } = order
  // The answer about the fulfilment is newer where both are there.
  const { fulfilmentState, fulfilmentVersion } = fulfilment ?? order
  const missing = missingLines(fulfilment?.lines)
  const repeatsMissing = missing > 0 && (!isStaff || order.clientId !== NO_CLIENT)
  return (
    <header className={styles.head}>
      <div className={styles.title}>
        <p className={styles.onPaper}>{shopName()}</p>
        <h1>Pedido web {id}</h1>
        <p>
          {erpNumber !== null && `Nro Pedido ${erpNumber} · `}
          {clientNumber && `${isStaff ? 'Pedido del cliente' : 'Su N° de pedido'} ${clientNumber} · `}
          {formatInstant(createdAt)}
        </p>
        <p className={styles.state} role="status">
          <FulfilmentMark {...(fulfilment ?? order)} />
        </p>
        {order.version !== undefined && order.changedAt !== undefined && (
          <p>
            Versión {order.version}, {formatTime(order.changedAt)}, {order.changedBy}
          </p>
        )}
        {order.cancelableUntil !== undefined && (
          <p>Puede cambiarlo o cancelarlo hasta el {formatTime(order.cancelableUntil)}</p>
        )}
      </div>
      <div className={styles.actions}>
        <button
          type="button"
          className="button"
          aria-disabled={isRepeating}
          onClick={() => !isRepeating && repeat(order)}
        >
          Repetir pedido
        </button>
        {repeatsMissing && (
          <button
            type="button"
            className="button button--plain"
            aria-disabled={isRepeating}
            onClick={() => !isRepeating && repeatMissing(order)}
          >
            Repetir lo que no viene ({formatCount(missing)})
          </button>
        )}
        {isStaff && (
          <button
            type="button"
            className="button button--plain"
            aria-disabled={isRepeating}
            onClick={() => !isRepeating && repeatForOther(order)}
          >
            a otro cliente
          </button>
        )}
        <ShareButton paper={orderToShare(id)} />
        {lines && (!isStaff || order.clientId !== NO_CLIENT) && <SaveAsList clientId={order.clientId} lines={lines} />}
        {order.cancelableUntil !== undefined && (
          <Link to={paths.orderOf(id)} search={{ [CHANGING]: 1 }} className="button button--plain">
            Cambiar el pedido
          </Link>
        )}
        {order.mayLetGo && <LetGoOrder id={id} />}
        {(order.cancelableUntil !== undefined || order.mayCancelHeld) && (
          <CancelOrder id={id} until={order.cancelableUntil} />
        )}
        {supervises && fulfilmentState !== undefined && (
          <button type="button" className="button button--plain" onClick={() => setSetsState(true)}>
            Cambiar el estado
          </button>
        )}
      </div>
      {dialogs}
      {setsState && (
        <Suspense>
          <SetState
            orders={[{ id, version: fulfilmentVersion }]}
            current={fulfilmentState}
            onClose={() => setSetsState(false)}
          />
        </Suspense>
      )}
    </header>
  )
}

/** The order on paper, made by the shop. */
const Documents = ({ order: { id } }: { order: OrderDetail }) => (
  <section className={`panel ${styles.documents}`} aria-labelledby="documentos">
    <h2 id="documentos">Imprimir y descargar</h2>
    <div className={styles.buttons}>
      <OrderDocuments orderId={id} />
      <OrderCertificates orderId={id} />
      <button type="button" className="button button--plain" onClick={() => window.print()}>
        <IconPrinter size={19} aria-hidden />
        Imprimir
      </button>
      <HistoryButton entity="order" id={id} name={`del pedido ${id}`} />
    </div>
  </section>
)

/** For whom it is, where it goes and how, by whom it was made; its terms where the reader may see them (R235). */
function Facts({ order }: { order: OrderDetail }) {
  const { data: addresses } = useQuery(addressesQuery(order.clientId))
  const address = addresses?.find(({ id }) => id === order.addressId)
  const delivery = deliveryInWords(order)
  const others = otherTotalsOf(order)
  const vat = vatOfOrder(order)
  const province = address ? provinceName(address.provinceId) : ''
  const facts = [
    ['Cliente', order.businessName],
    ['Entrega', delivery],
    // An address of today names its province; one of an older order may not.
    ['Provincia', province && !delivery.includes(province) ? province : ''],
    ['Expreso', address?.carrier.trim()],
    ['Condición de venta', saleTermsInWords(order)],
    ['Hecho por', order.madeBy],
    ['Bajo el mínimo', order.ruleReason],
    ['Canal', order.channel && channelNames[order.channel]],
    ['Artículos', formatCount(order.lineCount)],
    ['Observaciones', noteInWords(order.note ?? '')],
  ] as const
  return (
    <section className={`panel ${styles.facts}`} aria-label="Datos">
      <dl>
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
        <div className={styles.total}>
          <dt>{totalLabelOf(others, order.pricesWithVat)}</dt>
          <dd>{formatMoney(order.total)}</dd>
        </div>
      </dl>
      {vat && <VatRows vat={vat} className={styles.below} />}
      {others.length > 0 && (
        <dl className={styles.below}>
          {others.map(([name, cents]) => (
            <div key={name} className={styles.otherTotal}>
              <dt>{name}</dt>
              <dd>{formatMoney(cents)}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}
