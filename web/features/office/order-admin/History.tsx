import { IconListDetails, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type * as z from 'zod/mini'
import { getOrderWork } from '../../../../contract/dashboard.ts'
import { erpStates, resendOrder, stateOfWord, stateWord } from '../../../../contract/erp.ts'
import { listSellers } from '../../../../contract/erp-lists.ts'
import { HISTORY_PAGE_SIZE, HISTORY_SORTS, type HistoricOrder, listHistory } from '../../../../contract/order-admin.ts'
import { roles } from '../../../../contract/roles.ts'
import { NO_SELLER } from '../../../../contract/rules.ts'
import { sortText, wireObject } from '../../../../contract/wire.ts'
import { useAction } from '../../../lib/action.ts'
import {
  choiceInAddress,
  dayInAddress,
  digitsInAddress,
  pageInAddress,
  textInAddress,
  useAddressState,
} from '../../../lib/address-state.ts'
import { call } from '../../../lib/api.ts'
import { exportList } from '../../../lib/download.ts'
import type { Form } from '../../../lib/form.ts'
import { usePageSize } from '../../../lib/page-size.ts'
import { pageQueryOf, queryOf } from '../../../lib/query.ts'
import { useSession } from '../../../lib/session.ts'
import {
  fulfilmentColumn,
  orderFilterOf,
  orderFilterOptions,
  orderFilters,
} from '../../../shop/orders/fulfilment-words.tsx'
import { useOrderActions } from '../../../shop/orders/OrderActions.tsx'
import { orderColumns } from '../../../shop/orders/order-columns.tsx'
import { Field } from '../../../ui/Field.tsx'
import { DayField, optionsOf, SelectField, TextField } from '../../../ui/form/fields.tsx'
import { Mark } from '../../../ui/Mark.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { ListPage } from '../../../ui/table/ListPage.tsx'
import { RowButton } from '../../../ui/table/RowButton.tsx'
import { lastMonths, monthOf } from './months.ts'
import { useSetStates } from './use-set-states.tsx'

const ArticlesModal = lazy(() => import('./ArticlesModal.tsx').then((m) => ({ default: m.ArticlesModal })))

const address = wireObject({
  erp: ['estado', choiceInAddress(erpStates)],
  /** The present state of their fulfilment. */
  fulfilment: ['curso', choiceInAddress(orderFilters)],
  tab: ['vista', choiceInAddress(['historicos'])],
  client: ['cli', textInAddress],
  /** A seller's id, or NO_SELLER; '' for everybody's clients. */
  sellerId: ['v', digitsInAddress],
  from: ['desde', dayInAddress],
  to: ['hasta', dayInAddress],
  page: ['pag', pageInAddress],
  sort: ['orden', sortText(HISTORY_SORTS)],
})

const onPhone: Readonly<Record<string, Column<HistoricOrder>['phone']>> = {
  client: 'title',
  total: 'end',
  id: 'second',
  date: 'second',
}
/** The columns that the server can sort by are renamed to its own names. */
const columns: readonly Column<HistoricOrder>[] = orderColumns.map((declared) => {
  const column = { ...declared, phone: onPhone[declared.name] }
  if (column.name === 'date') return { ...column, name: 'createdAt', sort: 'server' }
  return column.name === 'total' ? { ...column, sort: 'server' } : column
})

/** The ERP's answer about an order; the column is shown where an ERP was asked. */
const erpColumn: Column<HistoricOrder> = {
  name: 'erp',
  label: 'ERP',
  show: ({ erpState, erpReason }) =>
    erpState && (
      <>
        <Mark kind={erpState === 'accepted' ? 'ok' : needsAttention(erpState) ? 'warning' : undefined}>
          {stateWord(erpState)}
        </Mark>
        {erpReason && <small>{erpReason}</small>}
      </>
    ),
}
const needsAttention = (state: HistoricOrder['erpState']) => state === 'rejected' || state === 'observed'

type Searched = Pick<z.output<typeof address>, 'client' | 'sellerId' | 'from' | 'to' | 'erp' | 'fulfilment'>

interface HistoryProps {
  title: string
  tabs: ReactNode
  /** The account whose orders are shown; without it those of all. */
  of?: { accountId: number } | undefined
}

/** Past orders (R202, R204), 20 a page, searched by client and by days; an order can be repeated from here. */
export function History({ title, tabs, of }: HistoryProps) {
  const place = useAddressState(address)
  const { tab: _, page, sort, ...filters } = place.value
  const { erp, fulfilment, ...others } = filters
  const articlesQuery = {
    ...others,
    sellerId: filters.sellerId === '' ? undefined : Number(filters.sellerId),
    ...orderFilterOf(fulfilment),
    ...of,
  }
  const query = { ...articlesQuery, sort, page, erpState: erp ? stateOfWord(erp) : undefined }
  const pageSize = usePageSize(HISTORY_PAGE_SIZE)
  const list = useQuery(pageQueryOf(listHistory, { query: { ...query, size: pageSize.asked } }))
  const exporting = useAction(() => exportList(listHistory, { query }, 'pedidos.xlsx'))
  const { actionsOf, dialogs } = useOrderActions()
  const states = useSetStates(list.data?.rows ?? [], { query })
  const [showsArticles, setShowsArticles] = useState(false)
  const user = useSession()
  const isAdmin = user !== null && roles[user.type].administers
  const resend = useAction((id: number) => call(resendOrder, { params: { id } }), {
    outdates: [listHistory, getOrderWork],
    success: 'El pedido se vuelve a enviar',
  })
  const withErp = erp !== '' || list.data?.rows.some(({ erpState }) => erpState) === true
  const { data: sellers = [] } = useQuery({ ...queryOf(listSellers), staleTime: 3_600_000 })
  const isNarrowed = Object.values(filters).some((value) => value !== '')
  return (
    <ListPage
      title={title}
      nouns={['pedido', 'pedidos']}
      empty={isNarrowed ? 'Ningún pedido coincide con la búsqueda' : 'No hay pedidos aun..'}
      list={list}
      place={place}
      filters={filters}
      pageSize={pageSize}
      columns={[...columns, fulfilmentColumn, ...(withErp ? [erpColumn] : [])]}
      bulk={isAdmin ? states.buttons : undefined}
      keyOf={({ id }) => id}
      nameOf={({ id }) => `el pedido ${id}`}
      actions={(order) => (
        <>
          {actionsOf(order)}
          {order.erpState === 'rejected' && isAdmin && (
            <RowButton
              label="Reintentar"
              of={`el envío del pedido ${order.id}`}
              icon={<IconRefresh size={17} aria-hidden />}
              onClick={() => void resend.run(order.id)}
            />
          )}
        </>
      )}
      exporting={exporting}
      head={
        (of || filters.client !== '') &&
        (list.data?.total ?? 0) > 0 && (
          <button type="button" className="button button--plain" onClick={() => setShowsArticles(true)}>
            <IconListDetails size={18} aria-hidden />
            Artículos pedidos
          </button>
        )
      }
      tabs={tabs}
      search={{
        label: 'Buscar pedidos',
        value: filters,
        onSearch: (wanted, step) => place.go({ ...wanted, page: 0 }, step),
        children: (form) => (
          <>
            {!of && (
              <>
                <TextField
                  form={form}
                  name="client"
                  label="Razon Social"
                  type="search"
                  maxLength={100}
                  placeholder="Razón social, código o CUIT"
                />
                <SelectField
                  form={form}
                  name="sellerId"
                  label="Vendedor"
                  none="Todos"
                  options={[...optionsOf(sellers), { value: String(NO_SELLER), label: 'Sin vendedor' }]}
                />
              </>
            )}
            <MonthField form={form} />
            <DayField form={form} name="from" label="Desde" />
            <DayField form={form} name="to" label="Hasta" />
            <SelectField form={form} name="fulfilment" label="Estado" none="Todos" options={orderFilterOptions} />
            {withErp && (
              <SelectField
                form={form}
                name="erp"
                label="ERP"
                none="Todos"
                options={erpStates.map((value) => ({ value, label: value }))}
              />
            )}
          </>
        ),
      }}
    >
      {dialogs}
      {states.dialog}
      {showsArticles && (
        <Suspense>
          <ArticlesModal query={articlesQuery} onClose={() => setShowsArticles(false)} />
        </Suspense>
      )}
    </ListPage>
  )
}

/** Two years of months; older orders are found by their days. */
const MONTHS = 24

/** The choice of a month, which fills in its first and last day. */
function MonthField({ form }: { form: Form<Searched> }) {
  const months = lastMonths(MONTHS)
  const { from, to } = form.draft
  return (
    <Field label="Mes">
      {(control) => (
        <select
          {...control}
          value={monthOf(months, from, to)}
          onChange={({ target }) => {
            const month = months.find(({ value }) => value === target.value)
            form.set({ from: month?.from ?? '', to: month?.to ?? '' })
          }}
        >
          <option value="">{from || to ? 'Otras fechas' : 'Todos'}</option>
          {months.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
