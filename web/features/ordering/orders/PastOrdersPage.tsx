import { useQuery } from '@tanstack/react-query'
import { listPastOrders, PAST_PAGE_SIZE, type PastOrderRow } from '../../../../contract/past-orders.ts'
import { wireObject } from '../../../../contract/wire.ts'
import { pageInAddress, textInAddress, useAddressState, yesInAddress } from '../../../lib/address-state.ts'
import { formatCount, formatDate, formatMoney } from '../../../lib/format.ts'
import { usePageSize } from '../../../lib/page-size.ts'
import { pageQueryOf } from '../../../lib/query.ts'
import { Link } from '../../../lib/router.tsx'
import { paths } from '../../../paths.ts'
import { BackLink } from '../../../shop/BackLink.tsx'
import { ChooseClientFirst } from '../../../shop/ChooseClientFirst.tsx'
import { useClientId, useOnBehalf } from '../../../shop/chosen-client.ts'
import { clientQuery } from '../../../shop/clients.ts'
import { TextField } from '../../../ui/form/fields.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { ListPage } from '../../../ui/table/ListPage.tsx'
import { nameOf, PAST_ORDERS, toPastOrder } from './past-order-words.ts'
import styles from './past-orders.module.css'

const TITLE = 'Pedidos anteriores'
const address = wireObject({
  text: ['n', textInAddress],
  page: ['pag', pageInAddress],
  /** That it is this list. */
  isPast: [PAST_ORDERS, yesInAddress],
})

const columns: readonly Column<PastOrderRow>[] = [
  {
    name: 'number',
    label: 'Número',
    kind: 'short',
    phone: 'title',
    show: (order) => <Link to={toPastOrder(order.id)}>{order.number || order.id}</Link>,
  },
  { name: 'date', label: 'Fecha', kind: 'short', phone: 'second', show: ({ at }) => formatDate(at) },
  { name: 'state', label: 'Estado', kind: 'long', phone: 'second', show: ({ state }) => state },
  { name: 'items', label: 'Items', kind: 'figure', show: ({ lineCount }) => formatCount(lineCount) },
  {
    name: 'total',
    label: 'Importe',
    kind: 'figure',
    phone: 'end',
    show: ({ total }) => total !== null && <strong>{formatMoney(total)}</strong>,
  },
]

/** 'Pedidos anteriores' (R399): what a client ordered before the shop was there, or beside it, as the ERP tells it. */
export function PastOrdersPage() {
  const { isStaff, missing } = useOnBehalf()
  const clientId = useClientId()
  const { data: client } = useQuery({ ...clientQuery(clientId), enabled: isStaff && !missing })
  const place = useAddressState(address)
  const { text, page } = place.value
  const pageSize = usePageSize(PAST_PAGE_SIZE)
  const list = useQuery(
    pageQueryOf(listPastOrders, missing ? null : { query: { page, size: pageSize.asked, text, clientId } }),
  )
  if (missing) return <ChooseClientFirst title={TITLE} />
  return (
    <ListPage
      title={client ? `${TITLE} de ${client.businessName}` : TITLE}
      back={<BackLink to={paths.myOrders}>Mis Pedidos</BackLink>}
      nouns={['pedido anterior', 'pedidos anteriores']}
      empty={text ? 'Ningún pedido anterior coincide con la búsqueda' : 'No hay pedidos anteriores'}
      notice={
        <p className={styles.note}>Son pedidos del sistema de gestión, hechos antes de esta tienda o por otro medio.</p>
      }
      list={list}
      place={place}
      filters={{ text }}
      pageSize={pageSize}
      columns={columns}
      keyOf={({ id }) => id}
      nameOf={nameOf}
      search={{
        label: 'Buscar pedidos anteriores',
        value: { text },
        onSearch: (wanted, step) => place.go({ ...wanted, page: 0 }, step),
        children: (form) => (
          <TextField
            form={form}
            name="text"
            label="Buscar"
            type="search"
            maxLength={100}
            placeholder="Número, fecha, estado o código"
          />
        ),
      }}
    />
  )
}
