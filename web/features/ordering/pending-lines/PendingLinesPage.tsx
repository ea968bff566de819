import { useQuery } from '@tanstack/react-query'
import { listPendingLines, PENDING_PAGE_SIZE, type PendingLine } from '../../../../contract/fulfilment.ts'
import { NO_CLIENT } from '../../../../contract/rules.ts'
import { wireObject } from '../../../../contract/wire.ts'
import { pageInAddress, textInAddress, useAddressState, yesInAddress } from '../../../lib/address-state.ts'
import { formatDate } from '../../../lib/format.ts'
import { usePageSize } from '../../../lib/page-size.ts'
import { pageQueryOf } from '../../../lib/query.ts'
import { paths } from '../../../paths.ts'
import { BackLink } from '../../../shop/BackLink.tsx'
import { useClientId, useOnBehalf } from '../../../shop/chosen-client.ts'
import { clientQuery } from '../../../shop/clients.ts'
import { FulfilmentMark, unitsText } from '../../../shop/orders/fulfilment-words.tsx'
import { OrderLink } from '../../../shop/orders/order-columns.tsx'
import { TextField } from '../../../ui/form/fields.tsx'
import { Mark } from '../../../ui/Mark.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { ListPage } from '../../../ui/table/ListPage.tsx'

const address = wireObject({
  text: ['n', textInAddress],
  /** For staff: those of all clients within reach, though one is chosen. */
  all: ['todos', yesInAddress],
  page: ['pag', pageInAddress],
})

const columns: readonly Column<PendingLine>[] = [
  {
    name: 'order',
    label: 'Nro WEB',
    kind: 'short',
    phone: 'second',
    show: ({ orderId }) => <OrderLink id={orderId} />,
  },
  { name: 'number', label: 'Nro Pedido', kind: 'short', show: ({ erpNumber }) => erpNumber },
  {
    name: 'date',
    label: 'Fecha',
    kind: 'short',
    phone: 'second',
    show: ({ createdAt }) => formatDate(createdAt),
  },
  { name: 'client', label: 'Cliente', kind: 'long', show: ({ businessName }) => businessName },
  { name: 'code', label: 'Código', kind: 'short', phone: 'second', show: ({ code }) => code },
  {
    name: 'description',
    label: 'Descripción',
    kind: 'long',
    phone: 'title',
    show: ({ description, reason, replacedBy }) => (
      <>
        {description}
        {(reason || replacedBy) && (
          <small>{[reason, replacedBy && `En su lugar viene ${replacedBy}`].filter(Boolean).join(' · ')}</small>
        )}
      </>
    ),
  },
  {
    name: 'ordered',
    label: 'Pedido',
    kind: 'figure',
    show: ({ ordered, unitsPerPack }) => unitsText(ordered, unitsPerPack),
  },
  {
    name: 'dispatched',
    label: 'Despachado',
    kind: 'figure',
    show: ({ dispatched, unitsPerPack }) => unitsText(dispatched, unitsPerPack),
  },
  {
    name: 'pending',
    label: 'Pendiente',
    kind: 'figure',
    phone: 'end',
    show: ({ pending, unitsPerPack }) => <strong>{unitsText(pending, unitsPerPack)}</strong>,
  },
  {
    name: 'state',
    label: 'Estado',
    // The line's own: an order that left in part holds lines of which nothing has left.
    show: ({ dispatched }) =>
      dispatched > 0 ? <FulfilmentMark fulfilmentState="partly" fulfilmentText="" /> : <Mark>Por despachar</Mark>,
  },
]
const withoutClient = columns.filter(({ name }) => name !== 'client')

/** 'Pendientes de entrega' (R308): the lines of all orders that have not left yet, the oldest order first. */
export function PendingLinesPage() {
  const { isStaff } = useOnBehalf()
  const clientId = useClientId()
  const { data: client } = useQuery({ ...clientQuery(clientId), enabled: isStaff })
  const place = useAddressState(address)
  const { text, all, page } = place.value
  const isOfOne = isStaff && clientId !== NO_CLIENT && !all
  const pageSize = usePageSize(PENDING_PAGE_SIZE)
  const list = useQuery(
    pageQueryOf(listPendingLines, {
      query: { page, size: pageSize.asked, text, clientId: isOfOne ? clientId : undefined },
    }),
  )
  return (
    <ListPage
      title="Pendientes de entrega"
      back={<BackLink to={paths.myOrders}>Mis Pedidos</BackLink>}
      nouns={['renglón pendiente', 'renglones pendientes']}
      empty={text ? 'Ningún renglón pendiente coincide con la búsqueda' : 'No hay nada pendiente de entrega'}
      list={list}
      place={place}
      filters={{ text, all }}
      pageSize={pageSize}
      columns={isStaff ? columns : withoutClient}
      keyOf={({ orderId, articleId }) => `${orderId}/${articleId}`}
      nameOf={({ orderId, code }) => `${code} del pedido ${orderId}`}
      notice={
        isStaff &&
        client && (
          <p>
            {isOfOne ? `De ${client.businessName} · ` : 'De todos sus clientes · '}
            <button type="button" className="button button--quiet" onClick={() => place.go({ all: !all, page: 0 })}>
              {isOfOne ? 'Ver los de todos' : `Ver los de ${client.businessName}`}
            </button>
          </p>
        )
      }
      search={{
        label: 'Buscar pendientes',
        value: { text },
        onSearch: (wanted, step) => place.go({ ...wanted, page: 0 }, step),
        children: (form) => (
          <TextField
            form={form}
            name="text"
            label="Buscar"
            type="search"
            maxLength={100}
            placeholder={isStaff ? 'Código, descripción, pedido o cliente' : 'Código, descripción o pedido'}
          />
        ),
      }}
    />
  )
}
