import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { changeSavedList, listSavedLists, type SavedList } from '../../../../contract/saved-lists.ts'
import { wireObject } from '../../../../contract/wire.ts'
import { useAction } from '../../../lib/action.ts'
import { idInAddress, useAddressState } from '../../../lib/address-state.ts'
import { call } from '../../../lib/api.ts'
import { formatCount, formatTime } from '../../../lib/format.ts'
import { queryOf } from '../../../lib/query.ts'
import { Link } from '../../../lib/router.tsx'
import { paths } from '../../../paths.ts'
import { ChooseClientFirst } from '../../../shop/ChooseClientFirst.tsx'
import { useCartOwner } from '../../../shop/cart.ts'
import { useOnBehalf } from '../../../shop/chosen-client.ts'
import { FillQuestion } from '../../../shop/orders/FillQuestion.tsx'
import { useFillCart } from '../../../shop/orders/use-fill-cart.ts'
import { listFilling } from '../../../shop/saved-lists/list-filling.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { RowButton } from '../../../ui/table/RowButton.tsx'
import { Waiting } from '../../../ui/Waiting.tsx'
import { AwaitedNotices } from './AwaitedNotices.tsx'
import { SavedListPage } from './SavedListPage.tsx'
import { SentOffers } from './SentOffers.tsx'
import styles from './saved-lists.module.css'
import { isToDecide } from './saved-rows.ts'

const TITLE = 'Mis listas'
const address = wireObject({ open: ['lista', idInAddress] })

const linesText = (count: number) => `${formatCount(count)} ${count === 1 ? 'artículo' : 'artículos'}`
const hrefOf = ({ id }: SavedList) => `${paths.savedLists}?lista=${id}`

/** 'De Lola Paz', 'Espera que lo confirmen', 'Devuelto por Ana Sosa'. */
const sentWords = ({ state, decidedBy }: NonNullable<SavedList['sent']>, madeBy: string) =>
  madeBy ? `De ${madeBy}` : state === 'waiting' ? 'Espera que lo confirmen' : `Devuelto por ${decidedBy}`

const columns: readonly Column<SavedList>[] = [
  { name: 'name', label: 'Nombre', kind: 'long', phone: 'title', show: ({ name }) => name },
  { name: 'lines', label: 'Artículos', kind: 'figure', phone: 'second', show: ({ lineCount }) => linesText(lineCount) },
  {
    name: 'by',
    label: 'De quién',
    phone: 'second',
    show: ({ madeBy, shared, sent }) =>
      sent
        ? sentWords(sent, madeBy)
        : shared
          ? ['Compartida', madeBy && `de ${madeBy}`].filter(Boolean).join(' ')
          : 'Suya',
  },
  { name: 'at', label: 'Cambiada', kind: 'short', phone: 'end', show: ({ changedAt }) => formatTime(changedAt) },
]

/** The client's saved lists and the carts that were put aside (R368, R369); the address opens one. */
export function SavedListsPage() {
  const { missing } = useOnBehalf()
  const owner = useCartOwner()
  const { open } = useAddressState(address).value
  if (missing) return <ChooseClientFirst title={TITLE} />
  return open === null ? (
    <Lists key={owner.clientId} clientId={owner.clientId} />
  ) : (
    <SavedListPage key={`${owner.clientId} ${open}`} owner={owner} id={open} />
  )
}

function Lists({ clientId }: { clientId: number }) {
  const { isStaff } = useOnBehalf()
  const lists = useQuery(queryOf(listSavedLists, { query: { clientId } }))
  const filling = useFillCart()
  const [showsArchived, setShowsArchived] = useState(false)
  const unarchive = useAction(
    ({ id }: SavedList) => call(changeSavedList, { params: { id }, body: { clientId, archived: false } }),
    { outdates: [listSavedLists], success: ({ name }) => `Volvió la lista «${name}»` },
  )
  const table = (label: string, rows: readonly SavedList[]) =>
    rows.length > 0 && (
      <section className={styles.kind} aria-label={label}>
        <h2>{label}</h2>
        <DataTable
          label={label}
          columns={columns}
          rows={rows}
          keyOf={({ id }) => id}
          nameOf={({ name }) => name}
          hrefOf={hrefOf}
          actionsLast
          actions={(list) =>
            list.archived ? (
              <RowButton
                label="Recuperar"
                of={list.name}
                kind="plain"
                busy={unarchive.busyWith === list}
                onClick={() => void unarchive.run(list)}
              />
            ) : isToDecide(list) ? null : (
              <RowButton
                label={list.kind === 'aside' ? 'Retomar' : 'Cargar en el carrito'}
                of={list.name}
                kind="plain"
                busy={filling.busy}
                onClick={() => filling.start(listFilling(list, clientId))}
              />
            )
          }
        />
      </section>
    )
  return (
    <div className="page">
      <div className="page__head">
        <h1>{TITLE}</h1>
        <Link to={paths.cart} className="button button--plain">
          Ver el carrito
        </Link>
      </div>
      <Waiting for={lists} rows={4} height={48}>
        {(all) => {
          const archived = all.filter((list) => list.archived)
          const shown = all.filter((list) => !list.archived)
          return (
            <>
              {shown.length === 0 && (
                <EmptyState text="Guarde como lista un carrito, un pedido o lo que pegó o cargó de una planilla, y vuelva a pedirlo de una vez. También puede dejar aparte un carrito y retomarlo después.">
                  <Link to={paths.cart} className="button">
                    Ir al carrito
                  </Link>
                </EmptyState>
              )}
              {isStaff && <SentOffers clientId={clientId} />}
              {table('Por confirmar', shown.filter(isToDecide))}
              {table(
                'Enviados a confirmar',
                shown.filter((list) => list.sent && !isToDecide(list)),
              )}
              {table(
                'Carritos aparte',
                shown.filter(({ kind, sent }) => kind === 'aside' && !sent),
              )}
              {table(
                'Listas',
                shown.filter(({ kind }) => kind === 'list'),
              )}
              <AwaitedNotices lists={all} />
              {archived.length > 0 && (
                <button
                  type="button"
                  className="button button--quiet"
                  aria-expanded={showsArchived}
                  onClick={() => setShowsArchived(!showsArchived)}
                >
                  {showsArchived ? 'Ocultar las archivadas' : `Ver las archivadas (${archived.length})`}
                </button>
              )}
              {showsArchived && table('Archivadas', archived)}
            </>
          )
        }}
      </Waiting>
      <FillQuestion filling={filling} />
    </div>
  )
}
