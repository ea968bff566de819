import { IconEdit, IconListDetails, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { getOwnList } from '../../../../contract/own-lists.ts'
import { listPriceLists, type PriceList } from '../../../../contract/price-lists.ts'
import { isOpenTo } from '../../../../contract/roles.ts'
import { wireObject } from '../../../../contract/wire.ts'
import { dayInAddress, idInAddress, pageInAddress, useAddressState, yesInAddress } from '../../../lib/address-state.ts'
import { beginningText } from '../../../lib/beginnings.ts'
import { formatCount } from '../../../lib/format.ts'
import { usePhone } from '../../../lib/media-query.ts'
import { queryOf } from '../../../lib/query.ts'
import { Link } from '../../../lib/router.tsx'
import { useUser } from '../../../lib/session.ts'
import { paths } from '../../../paths.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FormDrawer } from '../../../ui/form/FormDrawer.tsx'
import { Mark } from '../../../ui/Mark.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { RowButton } from '../../../ui/table/RowButton.tsx'
import { Waiting } from '../../../ui/Waiting.tsx'
import { ArticlePrices } from './ArticlePrices.tsx'
import { ClientPrices } from './ClientPrices.tsx'
import { DayPrices } from './DayPrices.tsx'
import { OwnListForm } from './OwnListForm.tsx'
import { OwnListPrices } from './OwnListPrices.tsx'
import styles from './price-lists.module.css'

const address = wireObject({
  /** The list of the shop's own whose prices are shown, its form, and that of a new one (R359). */
  listId: ['lista', idInAddress],
  isEdited: ['editar', yesInAddress],
  isNew: ['nueva', yesInAddress],
  listPage: ['pagLista', pageInAddress],
  articleId: ['articulo', idInAddress],
  clientId: ['cliente', idInAddress],
  page: ['pag', pageInAddress],
  /** What costs something else on a day (R360). */
  day: ['dia', dayInAddress],
  dayClient: ['clienteDia', idInAddress],
  dayPage: ['pagDia', pageInAddress],
})

/** Two bare figures on one line would not say what they count. */
const countText = (count: number, one: string, many: string) => `${formatCount(count)} ${count === 1 ? one : many}`

const columnsFor = (isPhone: boolean): readonly Column<PriceList>[] => [
  {
    name: 'name',
    label: 'Lista',
    kind: 'long',
    phone: 'title',
    show: ({ name, active, isOwn }) => (
      <>
        {name}
        {isOwn && (
          <>
            {' '}
            <Mark>De la tienda</Mark>
          </>
        )}
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

/**
 * The lists of prices, an article by each of them, and what a client buys by (R356); an admin makes lists of the shop's own here
 * (R359). `children`: the settings of lists.
 */
export function PriceListsPage({ children }: { children?: ReactNode }) {
  const place = useAddressState(address)
  const { articleId, clientId, page, day, dayClient, dayPage, listId, listPage, isEdited, isNew } = place.value
  const isPhone = usePhone()
  const isAdmin = isOpenTo(useUser().type, 'admin')
  const opened = useQuery(queryOf(getOwnList, isAdmin && listId !== null ? { params: { id: listId } } : null))
  return (
    <div className={`page ${styles.page}`}>
      <div className="page__head">
        <h1>Listas de precios</h1>
        {isAdmin && (
          <button type="button" className="button" onClick={() => place.open({ isNew: true })}>
            <IconPlus size={17} aria-hidden />
            Nueva lista
          </button>
        )}
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
                actions={
                  isAdmin && lists.some(({ isOwn }) => isOwn)
                    ? ({ id, name, isOwn }) =>
                        isOwn && (
                          <>
                            <RowButton
                              label="Precios"
                              of={name}
                              icon={<IconListDetails size={17} aria-hidden />}
                              onClick={() => place.go({ listId: id, listPage: 0 })}
                            />
                            <RowButton
                              label="Editar"
                              of={name}
                              icon={<IconEdit size={17} aria-hidden />}
                              onClick={() => place.open({ listId: id, isEdited: true })}
                            />
                          </>
                        )
                    : undefined
                }
              />
              {listId !== null && isAdmin && (
                <Waiting for={opened} rows={4} height={44}>
                  {(list) => (
                    <Section
                      title={`Precios de ${list.name}`}
                      note="Un artículo sin precio en la lista cuesta lo de la lista base."
                    >
                      <OwnListPrices
                        key={listId}
                        id={listId}
                        changes={list.changes}
                        page={listPage}
                        onPage={(to) => place.go({ listPage: to })}
                      />
                    </Section>
                  )}
                </Waiting>
              )}
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
      <Section
        title="Precios de un día"
        note="Qué artículos le van a costar otra cosa a un cliente: listas, precios especiales y promociones que empiezan o terminan."
      >
        <DayPrices
          clientId={dayClient}
          day={day}
          page={dayPage}
          onAsk={(asked) => place.go({ dayPage: 0, ...asked })}
          onPage={(to) => place.go({ dayPage: to })}
        />
      </Section>
      {isNew && (
        <FormDrawer title="Nueva lista" onClose={() => place.close({ isNew: false })}>
          {() => <OwnListForm stored={null} />}
        </FormDrawer>
      )}
      {isEdited && listId !== null && (
        <FormDrawer title="Editar lista" onClose={() => place.close({ isEdited: false })} record={opened}>
          {(stored) => <OwnListForm key={listId} stored={{ ...stored, id: listId }} />}
        </FormDrawer>
      )}
    </div>
  )
}

function NoLists() {
  const { type } = useUser()
  return (
    <EmptyState text="Una lista dice qué precios ve y paga el cliente que la tiene; las trae el ERP con sus datos o las hace la tienda, y todavía no hay ninguna.">
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
