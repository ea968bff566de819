import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import {
  type CartAge,
  getCartAges,
  getMissedSearches,
  getPastFigures,
  getQuietClients,
  getSales,
  renewDashboard,
} from '../../../../contract/dashboard.ts'
import { useAction } from '../../../lib/action.ts'
import { call } from '../../../lib/api.ts'
import { formatCount, formatMoney } from '../../../lib/format.ts'
import { queryOf } from '../../../lib/query.ts'
import { Link } from '../../../lib/router.tsx'
import { BarList } from '../../../ui/chart/BarList.tsx'
import { ChartPanel } from '../../../ui/chart/ChartPanel.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import styles from './dashboard.module.css'
import { cartsSince } from './links.ts'
import { MissedSearches } from './MissedSearches.tsx'
import { PastFigures } from './PastFigures.tsx'
import { QuietClients } from './QuietClients.tsx'
import { SalesPanels } from './SalesPanels.tsx'

const MINUTE = 60_000

const ageInWords = ({ days }: CartAge) => (days === 0 ? 'Todos' : `${days} ${days === 1 ? 'día' : 'días'} o más`)
const ageName = (age: CartAge) => <Link {...cartsSince(age.days)}>{ageInWords(age)}</Link>
const cartColumns: readonly Column<CartAge>[] = [
  { name: 'days', label: 'Esperan', show: ageName },
  { name: 'carts', label: 'Carritos', kind: 'figure', show: ({ carts }) => formatCount(carts) },
  { name: 'amount', label: 'Importe', kind: 'figure', show: ({ amount }) => formatMoney(amount) },
]

/** How the shop is doing (R42): orders, waiting carts, searches without result, and clients who stopped ordering. */
export function Dashboard() {
  const carts = useQuery({ ...queryOf(getCartAges), staleTime: MINUTE })
  const renew = useAction(() => call(renewDashboard), {
    outdates: [getSales, getCartAges, getMissedSearches, getPastFigures, getQuietClients],
  })
  return (
    <section className={styles.root} aria-labelledby="tablero">
      <header className={`${styles.wide} ${styles.head}`}>
        <h2 id="tablero">Tablero</h2>
        <button
          type="button"
          className="button button--plain button--small"
          aria-disabled={renew.busy}
          onClick={() => !renew.busy && void renew.run()}
        >
          <IconRefresh size={17} aria-hidden />
          {renew.busy ? 'Calculando…' : 'Actualizar'}
        </button>
      </header>
      <SalesPanels />
      <ChartPanel
        title="Carritos pendientes"
        note="Por los días que esperan."
        data={carts}
        isEmpty={([all]) => all?.carts === 0}
        empty="No hay carritos pendientes."
        chart={(ages) => (
          <BarList
            label="Carritos pendientes por los días que esperan"
            bars={ages.map((age) => ({
              key: age.days,
              name: ageName(age),
              value: age.carts,
              said: `${formatCount(age.carts)} · ${formatMoney(age.amount)}`,
            }))}
          />
        )}
        table={(ages) => (
          <DataTable
            label="Carritos pendientes"
            columns={cartColumns}
            rows={ages}
            keyOf={({ days }) => days}
            nameOf={ageInWords}
            dense
          />
        )}
      />
      <MissedSearches />
      <PastFigures />
      <QuietClients />
    </section>
  )
}
