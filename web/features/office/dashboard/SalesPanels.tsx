import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type ArticleSales,
  type BrandSales,
  type DaySales,
  getSales,
  SALES_DAYS,
  type SellerSales,
} from '../../../../contract/dashboard.ts'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import { formatCount, formatMoney, formatTime } from '../../../lib/format.ts'
import { queryOf } from '../../../lib/query.ts'
import { Link } from '../../../lib/router.tsx'
import { BarList } from '../../../ui/chart/BarList.tsx'
import { ChartPanel } from '../../../ui/chart/ChartPanel.tsx'
import { DayChart } from '../../../ui/chart/DayChart.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import styles from './dashboard.module.css'
import { articleByCode, articlesOfBrand, ordersOfDay, ordersOfSeller } from './links.ts'

type Sales = ResponseOf<typeof getSales>
/** Bars shown in a plot; its table has all rows. */
const MOST_BARS = 8

/** yyyy-mm-dd as dd/mm/yyyy; it has no time, so no time zone may touch it. */
export const dayInWords = (day: string): string => day.split('-').reverse().join('/')
const ordersInWords = (count: number) => `${formatCount(count)} ${count === 1 ? 'pedido' : 'pedidos'}`

const money = <Row extends { amount: number }>(): Column<Row> => ({
  name: 'amount',
  label: 'Importe',
  kind: 'figure',
  show: ({ amount }) => formatMoney(amount),
})
const dayColumns: readonly Column<DaySales>[] = [
  {
    name: 'day',
    label: 'Día',
    kind: 'short',
    show: ({ day }) => <Link {...ordersOfDay(day)}>{dayInWords(day)}</Link>,
  },
  { name: 'orders', label: 'Pedidos', kind: 'figure', show: ({ orders }) => formatCount(orders) },
  money(),
]
/** A seller's name, which leads to the seller's orders of these days. */
const SellerName = ({ seller: { id, name }, days }: { seller: SellerSales; days: readonly DaySales[] }) => (
  <Link {...ordersOfSeller(id, days[0]?.day ?? '', days.at(-1)?.day ?? '')}>{name}</Link>
)
const sellerColumns = (days: readonly DaySales[]): readonly Column<SellerSales>[] => [
  {
    name: 'name',
    label: 'Vendedor',
    kind: 'long',
    show: (seller) => <SellerName seller={seller} days={days} />,
  },
  { name: 'orders', label: 'Pedidos', kind: 'figure', show: ({ orders }) => formatCount(orders) },
  money(),
]
const brandName = ({ id, name }: BrandSales) => (id === null ? name : <Link {...articlesOfBrand(id)}>{name}</Link>)
const brandColumns: readonly Column<BrandSales>[] = [
  { name: 'name', label: 'Marca', kind: 'long', show: brandName },
  { name: 'quantity', label: 'Unidades', kind: 'figure', show: ({ quantity }) => formatCount(quantity) },
  money(),
]
const articleName = ({ code, description }: ArticleSales) => (
  <Link {...articleByCode(code)}>
    {code} {description}
  </Link>
)
const articleColumns: readonly Column<ArticleSales>[] = [
  { name: 'name', label: 'Artículo', kind: 'long', show: articleName },
  { name: 'orders', label: 'Pedidos', kind: 'figure', show: ({ orders }) => formatCount(orders) },
  { name: 'quantity', label: 'Unidades', kind: 'figure', show: ({ quantity }) => formatCount(quantity) },
  money(),
]

/** Orders and amounts of the last days: by day, by seller and by brand, and the articles ordered most. */
export function SalesPanels() {
  const sales = useQuery(queryOf(getSales))
  const nothing = {
    isEmpty: ({ articles }: Sales) => articles.length === 0,
    empty: 'No hay pedidos en estos días.',
  }
  return (
    <>
      <ChartPanel
        {...nothing}
        size="wide"
        title={`Pedidos de los últimos ${SALES_DAYS} días`}
        note={sales.data && `Calculado ${formatTime(sales.data.at)}.`}
        data={sales}
        chart={({ days }) => <Days days={days} />}
        table={({ days }) => (
          <DataTable
            label="Pedidos por día"
            columns={dayColumns}
            rows={days.toReversed()}
            keyOf={({ day }) => day}
            nameOf={({ day }) => dayInWords(day)}
            dense
          />
        )}
      />
      <ChartPanel
        {...nothing}
        title="Por vendedor"
        note="El vendedor que el cliente tiene hoy."
        data={sales}
        chart={({ sellers, days }) => (
          <BarList
            label="Importe por vendedor"
            bars={sellers.slice(0, MOST_BARS).map((seller) => ({
              key: seller.id ?? 0,
              name: (
                <>
                  <SellerName seller={seller} days={days} /> · {ordersInWords(seller.orders)}
                </>
              ),
              value: seller.amount,
              said: formatMoney(seller.amount),
            }))}
          />
        )}
        table={({ sellers, days }) => (
          <DataTable
            label="Por vendedor"
            columns={sellerColumns(days)}
            rows={sellers}
            keyOf={({ id }) => id ?? 0}
            nameOf={({ name }) => name}
            dense
          />
        )}
      />
      <ChartPanel
        {...nothing}
        title="Por marca"
        note="La marca que el artículo tiene hoy."
        data={sales}
        chart={({ brands }) => (
          <BarList
            label="Importe por marca"
            bars={brands.slice(0, MOST_BARS).map((brand) => ({
              key: brand.id ?? 0,
              name: brandName(brand),
              value: brand.amount,
              said: formatMoney(brand.amount),
            }))}
          />
        )}
        table={({ brands }) => (
          <DataTable
            label="Por marca"
            columns={brandColumns}
            rows={brands}
            keyOf={({ id }) => id ?? 0}
            nameOf={({ name }) => name}
            dense
          />
        )}
      />
      <ChartPanel
        {...nothing}
        size="tall"
        title="Artículos más pedidos"
        note="Por importe."
        data={sales}
        chart={({ articles }) => (
          <BarList
            label="Importe por artículo"
            bars={articles.slice(0, MOST_BARS).map((article) => ({
              key: article.id,
              name: articleName(article),
              value: article.amount,
              said: formatMoney(article.amount),
            }))}
          />
        )}
        table={({ articles }) => (
          <DataTable
            label="Artículos más pedidos"
            columns={articleColumns}
            rows={articles}
            keyOf={({ id }) => id}
            nameOf={({ code }) => code}
            dense
          />
        )}
      />
    </>
  )
}

const measures = {
  amount: { label: 'Importe', say: formatMoney },
  orders: { label: 'Pedidos', say: ordersInWords },
} as const

/** A bar for each day, of its amount or its number of orders. */
function Days({ days }: { days: readonly DaySales[] }) {
  const [measure, setMeasure] = useState<keyof typeof measures>('amount')
  const { label, say } = measures[measure]
  const total = (name: 'orders' | 'amount') => days.reduce((sum, day) => sum + day[name], 0)
  const sum = `${ordersInWords(total('orders'))} por ${formatMoney(total('amount'))}`
  return (
    <>
      <div className={styles.measure}>
        <p>
          <b>{sum}</b>
        </p>
        <select
          className="input"
          aria-label="Qué se muestra por día"
          value={measure}
          onChange={({ target }) => setMeasure(target.value as keyof typeof measures)}
        >
          {Object.entries(measures).map(([name, option]) => (
            <option key={name} value={name}>
              {option.label}
            </option>
          ))}
        </select>
      </div>
      <DayChart
        label={`${label} por día`}
        summary={`${label} por día en ${days.length} días: ${sum} en total.`}
        days={days.map((day) => ({ day: dayInWords(day.day), value: day[measure], said: say(day[measure]) }))}
      >
        {(place) => {
          const day = days[place]
          return (
            day && (
              <>
                {dayInWords(day.day)}: <Link {...ordersOfDay(day.day)}>{ordersInWords(day.orders)}</Link> por{' '}
                {formatMoney(day.amount)}
              </>
            )
          )
        }}
      </DayChart>
    </>
  )
}
