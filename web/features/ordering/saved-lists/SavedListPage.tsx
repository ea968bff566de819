import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { BodyOf, ResponseOf } from '../../../../contract/endpoint.ts'
import { NO_CLIENT } from '../../../../contract/rules.ts'
import {
  changeSavedList,
  deleteSavedList,
  getSavedList,
  listSavedLists,
  type SavedList,
} from '../../../../contract/saved-lists.ts'
import { savedListPdf } from '../../../../contract/shared-papers.ts'
import { useAction } from '../../../lib/action.ts'
import { call } from '../../../lib/api.ts'
import { exportList, fetchFile } from '../../../lib/download.ts'
import { formatTime } from '../../../lib/format.ts'
import { navigate } from '../../../lib/navigation.ts'
import { outdate, queryOf } from '../../../lib/query.ts'
import { showToast } from '../../../lib/toast.ts'
import { paths } from '../../../paths.ts'
import { BackLink } from '../../../shop/BackLink.tsx'
import type { CartOwner } from '../../../shop/book/device-store.ts'
import { useCart, usePendingLines } from '../../../shop/cart.ts'
import { useOnBehalf } from '../../../shop/chosen-client.ts'
import { WatchButton } from '../../../shop/notices/NoticeButton.tsx'
import { SendOffer } from '../../../shop/offers/SendOffer.tsx'
import { FillQuestion } from '../../../shop/orders/FillQuestion.tsx'
import { fillWords } from '../../../shop/orders/fill-words.ts'
import { useFillCart } from '../../../shop/orders/use-fill-cart.ts'
import { PriceMovesNote } from '../../../shop/PriceSince.tsx'
import { ReviewTable } from '../../../shop/review/ReviewTable.tsx'
import { StoredLines } from '../../../shop/review/StoredLines.tsx'
import { useAdding, useReview } from '../../../shop/review/use-review.ts'
import { ListNameDialog } from '../../../shop/saved-lists/ListNameDialog.tsx'
import { listFilling } from '../../../shop/saved-lists/list-filling.ts'
import { ShareButton } from '../../../shop/share/ShareButton.tsx'
import { SharedLinks } from '../../../shop/share/SharedLinks.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { Waiting } from '../../../ui/Waiting.tsx'
import { SentCartForm, SentNote, SentVat, useDecision } from './SentCart.tsx'
import styles from './saved-lists.module.css'
import {
  atTodaysPrices,
  hasChanged,
  incomplete,
  isIncomplete,
  isToDecide,
  linesToSave,
  movesSinceSaved,
  newRow,
  savedRows,
} from './saved-rows.ts'

type Saved = ResponseOf<typeof getSavedList>

const CONFIRM = ['Confirmar pedido', 'Confirmando…'] as const

interface SavedListPageProps {
  readonly owner: CartOwner
  readonly id: number
}

/** One list: what it holds, at today's prices, to be filled in and added to the cart whole or in part (R368). */
export function SavedListPage({ owner, id }: SavedListPageProps) {
  const saved = useQuery(queryOf(getSavedList, { params: { id }, query: { clientId: owner.clientId } }))
  const cart = useCart()
  /** Counts how often the rows were made of the list: as a key it makes them anew. */
  const [round, setRound] = useState(0)
  return (
    <div className="page">
      <BackLink to={paths.savedLists}>Mis listas</BackLink>
      <Waiting for={saved} rows={8} height={56}>
        {(answer) =>
          cart.isPending ? null : (
            <OneList key={round} owner={owner} saved={answer} onAgain={() => setRound((before) => before + 1)} />
          )
        }
      </Waiting>
    </div>
  )
}

interface OneListProps {
  readonly owner: CartOwner
  /** The list as it was read last. */
  readonly saved: Saved
  /** Makes the rows anew of the list as it was read last. */
  readonly onAgain: () => void
}

function OneList({ owner, saved, onAgain }: OneListProps) {
  const { clientId } = owner
  /** What the rows were made of. Whatever is read later does not take what was typed into them. */
  const [begun, setBegun] = useState(saved)
  const isNewer = saved.list.version > begun.list.version
  const { list } = isNewer ? saved : begun
  const { lines } = begun
  const { id, kind } = list
  const { version } = begun.list
  const cart = useCart()
  const pending = usePendingLines()
  const review = useReview(owner, () =>
    savedRows(lines, (articleId) => pending.get(articleId)?.quantity ?? cart.lines.get(articleId)?.quantity ?? 0),
  )
  const adding = useAdding(review)
  const decides = isToDecide(list)
  // What was added left the rows, and is no change of the list.
  const isChanged = review.stored.length === 0 && hasChanged(review.rows, lines)
  // Read again, the list has today's prices. One that changed since is shown at once where nobody has touched its rows: the page
  // may have begun with what was kept. What waits to be confirmed stays as it was read.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows count as they are when the list is read.
  useEffect(() => {
    if (saved === begun) return
    if (saved.list.version === version) {
      setBegun(saved)
      review.startAgain(atTodaysPrices(review.rows, saved.lines))
    } else if (isNewer && !list.sent && review.stored.length === 0 && !isChanged && !review.rows.some(isIncomplete))
      onAgain()
  }, [saved])
  const { isStaff } = useOnBehalf()
  const decision = useDecision({ list, version, clientId })
  const [asks, setAsks] = useState<'name' | 'send' | 'delete' | null>(null)
  const filling = useFillCart()
  /** Changes the list, and reads it again, also where the change is refused: somebody else may have changed it. */
  const put = async (changes: Omit<BodyOf<typeof changeSavedList>, 'clientId' | 'version'>): Promise<SavedList> => {
    try {
      const changed = await call(changeSavedList, { params: { id }, body: { clientId, version, ...changes } })
      setBegun((now) => ({ ...now, list: changed }))
      return changed
    } finally {
      await Promise.all([outdate(listSavedLists), outdate(getSavedList)])
    }
  }
  const archive = useAction(put, { success: 'Lista guardada' })
  const saving = useAction(put, { success: 'Lista guardada', onDone: onAgain })
  const saveRows = () => {
    if (review.rows.some(isIncomplete)) showToast('failure', incomplete)
    else void saving.run({ lines: linesToSave(review.rows) })
  }
  const remove = useAction(() => call(deleteSavedList, { params: { id }, query: { clientId, version } }), {
    outdates: [listSavedLists],
    success: `Se borró «${list.name}»`,
    onDone: () => navigate(paths.savedLists, { replace: true }),
  })
  const exporting = useAction(() => exportList(getSavedList, { params: { id }, query: { clientId } }, 'lista.xlsx'))
  const isAside = kind === 'aside'
  const moves = movesSinceSaved(review.rows, lines)
  const facts = [
    list.sent?.state === 'waiting'
      ? 'Pedido por confirmar'
      : isAside
        ? 'Carrito aparte'
        : list.shared
          ? 'Lista compartida'
          : 'Lista',
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
          {isAside && !decides && (
            <button
              type="button"
              className="button"
              aria-disabled={filling.busy}
              onClick={() => filling.start(listFilling(list, clientId))}
            >
              Retomar
            </button>
          )}
          {isAside && isStaff && !list.sent && clientId !== NO_CLIENT && (
            <button type="button" className="button button--plain" onClick={() => setAsks('send')}>
              Enviar para que lo acepten
            </button>
          )}
          {!list.sent && (
            <button type="button" className="button button--plain" onClick={() => setAsks('name')}>
              {clientId === NO_CLIENT ? 'Cambiar el nombre' : 'Nombre y quién la ve'}
            </button>
          )}
          <button
            type="button"
            className="button button--plain"
            aria-disabled={exporting.busy}
            onClick={() => void exporting.run()}
          >
            {exporting.busy ? 'Preparando…' : 'Descargar'}
          </button>
          <ShareButton
            paper={{
              title: `Lista «${list.name}»`,
              file: () => fetchFile(savedListPdf, { params: { id }, query: { clientId }, otherwise: 'lista.pdf' }),
              link: { opens: 'list', opensId: id, clientId },
            }}
          />
          {!isAside && !list.archived && <WatchButton listId={id} name={list.name} className="button button--plain" />}
          {!isAside && (
            <button
              type="button"
              className="button button--plain"
              onClick={() => void archive.run({ archived: !list.archived })}
            >
              {list.archived ? 'Recuperar' : 'Archivar'}
            </button>
          )}
          {!decides && (
            <button type="button" className="button button--danger" onClick={() => setAsks('delete')}>
              Borrar
            </button>
          )}
        </div>
      </div>
      <div className={styles.list}>
        {isNewer && (
          <p className="notice" role="status">
            Otra persona cambió la lista mientras usted la miraba.{' '}
            <button type="button" className="button button--quiet" onClick={onAgain}>
              Ver cómo quedó
            </button>
          </p>
        )}
        {list.sent && !decides && <SentNote sent={list.sent} />}
        {decides && <SentCartForm list={list} clientId={clientId} decision={decision} />}
        <ReviewTable
          review={review}
          label="Artículos de la lista"
          heading="Guardado"
          verb="Agregar"
          {...(decides
            ? { busy: decision.busy, failure: decision.failure, onAdd: decision.onAdd, action: CONFIRM }
            : adding)}
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
            <button type="button" className="button button--plain" aria-disabled={saving.busy} onClick={saveRows}>
              Guardar los cambios en la lista
            </button>
          )}
        </ReviewTable>
        {decides && <SentVat rows={review.rows} />}
        {moves && (
          <div className={`panel ${styles.moves}`}>
            <PriceMovesNote moves={moves} then={fillWords[kind].pricesThen} />
          </div>
        )}
        <StoredLines lines={review.stored} />
        <SharedLinks clientId={clientId} opens="list" opensId={id} />
      </div>
      {asks === 'name' && (
        <ListNameDialog
          title="Nombre y quién la ve"
          confirm="Guardar"
          clientId={clientId}
          first={list}
          save={put}
          onSaved={() => setAsks(null)}
          onClose={() => setAsks(null)}
        />
      )}
      {asks === 'send' && <SendOffer clientId={clientId} listId={id} onClose={() => setAsks(null)} />}
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
