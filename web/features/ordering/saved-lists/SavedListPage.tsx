import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { NO_CLIENT } from '../../../../contract/rules.ts'
import {
  changeSavedList,
  deleteSavedList,
  getSavedList,
  listSavedLists,
  loadSavedList,
  type SavedLine,
  type SavedList,
} from '../../../../contract/saved-lists.ts'
import { useAction } from '../../../lib/action.ts'
import { call, messageOf } from '../../../lib/api.ts'
import { exportList } from '../../../lib/download.ts'
import { formatTime } from '../../../lib/format.ts'
import { navigate } from '../../../lib/navigation.ts'
import { outdate, queryOf } from '../../../lib/query.ts'
import { paths } from '../../../paths.ts'
import { BackLink } from '../../../shop/BackLink.tsx'
import type { CartOwner } from '../../../shop/book/device-store.ts'
import { useCart, usePendingLines } from '../../../shop/cart.ts'
import { FillQuestion } from '../../../shop/orders/FillQuestion.tsx'
import { fillWords } from '../../../shop/orders/fill-words.ts'
import { useFillCart } from '../../../shop/orders/use-fill-cart.ts'
import { PriceMovesNote } from '../../../shop/PriceSince.tsx'
import { ReviewTable } from '../../../shop/review/ReviewTable.tsx'
import type { OpenRow } from '../../../shop/review/review-rows.ts'
import { StoredLines } from '../../../shop/review/StoredLines.tsx'
import { useReview } from '../../../shop/review/use-review.ts'
import { ListNameDialog } from '../../../shop/saved-lists/ListNameDialog.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { Waiting } from '../../../ui/Waiting.tsx'
import styles from './saved-lists.module.css'
import { hasChanged, linesToSave, movesSinceSaved, newRow, savedRows } from './saved-rows.ts'

interface SavedListPageProps {
  readonly owner: CartOwner
  readonly id: number
}

/** One list: what it holds, at today's prices, to be filled in and added to the cart whole or in part (R368). */
export function SavedListPage({ owner, id }: SavedListPageProps) {
  const saved = useQuery(queryOf(getSavedList, { params: { id }, query: { clientId: owner.clientId } }))
  const cart = useCart()
  return (
    <div className="page">
      <BackLink to={paths.savedLists}>Mis listas</BackLink>
      <Waiting for={saved} rows={8} height={56}>
        {({ list, lines }) =>
          // The key: what somebody changed since is reviewed anew.
          cart.isPending ? null : <OneList key={list.version} owner={owner} list={list} lines={lines} />
        }
      </Waiting>
    </div>
  )
}

function OneList({ owner, list, lines }: { owner: CartOwner; list: SavedList; lines: readonly SavedLine[] }) {
  const { clientId } = owner
  const { id, kind, version } = list
  const cart = useCart()
  const pending = usePendingLines()
  const review = useReview(owner, () =>
    savedRows(lines, (articleId) => pending.get(articleId)?.quantity ?? cart.lines.get(articleId)?.quantity ?? 0),
  )
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const [asks, setAsks] = useState<'name' | 'delete' | null>(null)
  const filling = useFillCart()
  const outdates = [listSavedLists, getSavedList]
  const change = useAction(
    (changes: { archived?: boolean; lines?: ReturnType<typeof linesToSave> }) =>
      call(changeSavedList, { params: { id }, body: { clientId, version, ...changes } }),
    { outdates, success: 'Lista guardada' },
  )
  const remove = useAction(() => call(deleteSavedList, { params: { id }, query: { clientId, version } }), {
    outdates: [listSavedLists],
    success: `Se borró «${list.name}»`,
    onDone: () => navigate(paths.savedLists, { replace: true }),
  })
  const exporting = useAction(() => exportList(getSavedList, { params: { id }, query: { clientId } }, 'lista.xlsx'))
  const add = async (some: readonly OpenRow[]): Promise<void> => {
    setBusy(true)
    setFailure('')
    await review.store(some).catch((error: unknown) => setFailure(messageOf(error)))
    setBusy(false)
  }
  const isAside = kind === 'aside'
  const moves = movesSinceSaved(review.rows, lines)
  // What was added left the rows, and is no change of the list.
  const isChanged = review.stored.length === 0 && hasChanged(review.rows, lines)
  const facts = [
    isAside ? 'Carrito aparte' : list.shared ? 'Lista compartida' : 'Lista',
    list.madeBy && `de ${list.madeBy}`,
    `cambiada el ${formatTime(list.changedAt)}`,
  ].filter(Boolean)
  return (
    <>
      <div className={`page__head ${styles.head}`}>
        <div>
          <h1>{list.name}</h1>
          <p className={styles.facts}>{facts.join(' · ')}</p>
        </div>
        <div className={styles.ways}>
          {isAside && (
            <button
              type="button"
              className="button"
              aria-disabled={filling.busy}
              onClick={() =>
                filling.start({
                  by: kind,
                  clientId,
                  fill: (clearCart) => call(loadSavedList, { params: { id }, body: { clientId, clearCart } }),
                  onFilled: () => void outdate(listSavedLists),
                })
              }
            >
              Retomar
            </button>
          )}
          <button type="button" className="button button--plain" onClick={() => setAsks('name')}>
            {clientId === NO_CLIENT ? 'Cambiar el nombre' : 'Nombre y compartir'}
          </button>
          <button
            type="button"
            className="button button--plain"
            aria-disabled={exporting.busy}
            onClick={() => void exporting.run()}
          >
            {exporting.busy ? 'Preparando…' : 'Descargar'}
          </button>
          {!isAside && (
            <button
              type="button"
              className="button button--plain"
              onClick={() => void change.run({ archived: !list.archived })}
            >
              {list.archived ? 'Recuperar' : 'Archivar'}
            </button>
          )}
          <button type="button" className="button button--danger" onClick={() => setAsks('delete')}>
            Borrar
          </button>
        </div>
      </div>
      <div className={styles.list}>
        <ReviewTable
          review={review}
          label="Artículos de la lista"
          heading="Guardado"
          verb="Agregar"
          busy={busy}
          onAdd={(some) => void add(some)}
          failure={failure}
          saves={false}
        >
          <button
            type="button"
            className="button button--plain"
            onClick={() => review.startAgain([newRow(), ...review.rows])}
          >
            <IconPlus size={18} aria-hidden />
            Otro artículo
          </button>
          {isChanged && (
            <button
              type="button"
              className="button button--plain"
              aria-disabled={change.busy}
              onClick={() => void change.run({ lines: linesToSave(review.rows) })}
            >
              Guardar los cambios en la lista
            </button>
          )}
        </ReviewTable>
        {moves && (
          <div className={`panel ${styles.moves}`}>
            <PriceMovesNote moves={moves} then={fillWords[kind].pricesThen} />
          </div>
        )}
        <StoredLines lines={review.stored} />
      </div>
      {asks === 'name' && (
        <ListNameDialog
          title="Nombre y compartir"
          confirm="Guardar"
          clientId={clientId}
          first={list}
          save={(named) => call(changeSavedList, { params: { id }, body: { clientId, version, ...named } })}
          onSaved={() => {
            for (const endpoint of outdates) void outdate(endpoint)
            setAsks(null)
          }}
          onClose={() => setAsks(null)}
        />
      )}
      {asks === 'delete' && (
        <ConfirmDialog
          title={isAside ? 'Borrar el carrito aparte' : 'Borrar la lista'}
          text={`«${list.name}» se borra${list.shared ? ' para todos los que compran para este cliente' : ''}.`}
          confirm="Borrar"
          busy={remove.busy}
          onConfirm={() => void remove.run()}
          onCancel={() => setAsks(null)}
        />
      )}
      <FillQuestion filling={filling} />
    </>
  )
}
