import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { listPriceLists, type PriceList } from '../../../../contract/price-lists.ts'
import { isOpenTo } from '../../../../contract/roles.ts'
import { wireObject } from '../../../../contract/wire.ts'
import { idInAddress, pageInAddress, useAddressState } from '../../../lib/address-state.ts'
import { beginningText } from '../../../lib/beginnings.ts'
import { formatCount } from '../../../lib/format.ts'
import { usePhone } from '../../../lib/media-query.ts'
import { queryOf } from '../../../lib/query.ts'
import { Link } from '../../../lib/router.tsx'
import { useUser } from '../../../lib/session.ts'
import { paths } from '../../../paths.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Mark } from '../../../ui/Mark.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { Waiting } from '../../../ui/Waiting.tsx'
import { ArticlePrices } from './ArticlePrices.tsx'
import { ClientPrices } from './ClientPrices.tsx'
import styles from './price-lists.module.css'

const address = wireObject({
  articleId: ['articulo', idInAddress],
  clientId: ['cliente', idInAddress],
  page: ['pag', pageInAddress],
})

/** Two bare figures on one line would not say what they count. */
const countText = (count: number, one: string, many: string) => `${formatCount(count)} ${count === 1 ? one : many}`

const columnsFor = (isPhone: boolean): readonly Column<PriceList>[] => [
  {
    name: 'name',
    label: 'Lista',
    kind: 'long',
    phone: 'title',
    show: ({ name, active }) => (
      <>
        {name}
        {!active && (
          <>
            {' '}
            <Mark>Fuera de uso</Mark>
          </>
        )}
      </>
    ),
  },
  {
    name: 'clients',
    label: 'Clientes',
    kind: 'figure',
    phone: 'second',
    show: ({ clients }) => (isPhone ? countText(clients, 'cliente', 'clientes') : formatCount(clients)),
  },
  {
    name: 'articles',
    label: 'Artículos con precio',
    kind: 'figure',
    phone: 'second',
    show: ({ articles }) => (isPhone ? countText(articles, 'artículo', 'artículos') : formatCount(articles)),
  },
  { name: 'next', label: 'Próximos precios', phone: 'second', show: ({ next }) => beginningText(next) },
]

/** The lists of prices, an article by each of them, and what a client buys by (R356). `children`: the settings of lists. */
export function PriceListsPage({ children }: { children?: ReactNode }) {
  const place = useAddressState(address)
  const { articleId, clientId, page } = place.value
  const isPhone = usePhone()
  return (
    <div className={`page ${styles.page}`}>
      <div className="page__head">
        <h1>Listas de precios</h1>
      </div>
      <Waiting for={useQuery(queryOf(listPriceLists))} rows={4} height={44}>
        {(lists) =>
          lists.length > 1 ? (
            <>
              <DataTable
                label="Listas de precios"
                columns={columnsFor(isPhone)}
                rows={lists}
                keyOf={({ id }) => id ?? 0}
                nameOf={({ name }) => name}
              />
              {children && (
                <Section title="Qué lista se usa" note="Cada cliente compra con la suya. Acá se elige para lo demás.">
                  {children}
                </Section>
              )}
            </>
          ) : (
            <NoLists />
          )
        }
      </Waiting>
      <Section
        title="Precios de un artículo"
        note="Cuánto cuesta hoy en cada lista, sin la bonificación de un cliente."
      >
        <ArticlePrices articleId={articleId} onChoose={(chosen) => place.go({ articleId: chosen })} />
      </Section>
      <Section title="Lo que paga un cliente" note="Su lista, su bonificación y sus precios especiales.">
        <ClientPrices
          clientId={clientId}
          page={page}
          onChoose={(chosen) => place.go({ clientId: chosen, page: 0 })}
          onPage={(to) => place.go({ page: to })}
        />
      </Section>
    </div>
  )
}

function NoLists() {
  const { type } = useUser()
  return (
    <EmptyState text="Una lista dice qué precios ve y paga el cliente que la tiene; las trae el ERP con sus datos, y todavía no llegó ninguna.">
      {isOpenTo(type, 'admin') && (
        <Link to={paths.adminErp} className="button button--quiet">
          ERP y tareas
        </Link>
      )}
    </EmptyState>
  )
}

function Section({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={`panel ${styles.section}`} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p className="field__help">{note}</p>
      {children}
    </section>
  )
}
