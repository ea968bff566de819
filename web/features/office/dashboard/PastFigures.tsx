import { useQuery } from '@tanstack/react-query'
import { getPastFigures, type PastYear } from '../../../../contract/dashboard.ts'
import { formatCount, formatMoney } from '../../../lib/format.ts'
import { queryOf } from '../../../lib/query.ts'
import { BarList } from '../../../ui/chart/BarList.tsx'
import { ChartPanel } from '../../../ui/chart/ChartPanel.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'

const columns: readonly Column<PastYear>[] = [
  { name: 'year', label: 'Año', kind: 'short', show: ({ year }) => year },
  { name: 'orders', label: 'Pedidos', kind: 'figure', show: ({ orders }) => formatCount(orders) },
  { name: 'amount', label: 'Importe', kind: 'figure', show: ({ amount }) => formatMoney(amount) },
]

/** Orders of the past, under their own name (R400); nothing where the ERP told none. */
export function PastFigures() {
  const figures = useQuery(queryOf(getPastFigures))
  if (!figures.data || figures.data.orders === 0) return null
  const { clients } = figures.data
  return (
    <ChartPanel
      title="Pedidos anteriores"
      note={`Del sistema de gestión, de ${formatCount(clients)} ${clients === 1 ? 'cliente' : 'clientes'}. No están en las ventas de la tienda.`}
      data={figures}
      isEmpty={({ orders }) => orders === 0}
      empty="No hay pedidos anteriores."
      chart={({ years }) => (
        <BarList
          label="Pedidos anteriores por año"
          bars={years.map(({ year, orders, amount }) => ({
            key: year,
            name: String(year),
            value: orders,
            said: `${formatCount(orders)} · ${formatMoney(amount)}`,
          }))}
        />
      )}
      table={({ years }) => (
        <DataTable
          label="Pedidos anteriores por año"
          columns={columns}
          rows={years}
          keyOf={({ year }) => year}
          nameOf={({ year }) => String(year)}
          dense
        />
      )}
    />
  )
}
