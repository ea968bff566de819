import { useQuery } from '@tanstack/react-query'
import { memo, useRef, useState } from 'react'
import {
  type BranchChanged,
  listPlace,
  type Node,
  type OrderedArticle,
  orderArticles,
} from '../../../../contract/category-manager.ts'
import { isVideo } from '../../../../contract/media.ts'
import { mergedOrder, movedTo } from '../../../../contract/order.ts'
import { call, messageOf } from '../../../lib/api.ts'
import { outdate, recordQueryOf } from '../../../lib/query.ts'
import { showToast } from '../../../lib/toast.ts'
import { useUnsaved } from '../../../lib/use-unsaved.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Mark } from '../../../ui/Mark.tsx'
import { MediaView } from '../../../ui/MediaView.tsx'
import { Modal } from '../../../ui/Modal.tsx'
import { PositionBox } from '../../../ui/sortable/PositionBox.tsx'
import { SortableList } from '../../../ui/sortable/SortableList.tsx'
import { Waiting } from '../../../ui/Waiting.tsx'
import styles from './categories.module.css'
import { OrderConflictDialog } from './OrderConflictDialog.tsx'
import { matching } from './tree.ts'
import { branchChangedOf } from './use-branch-orders.ts'

interface Branch {
  brandId: number
  categoryId: number | null
  subcategoryId: number | null
}

interface ArticleOrderProps {
  nodes: readonly Node[]
  place: Branch
  onClose: () => void
}

const queryFor = ({ brandId, categoryId, subcategoryId }: Branch) => ({
  query: { brandId, categoryId: categoryId ?? undefined, subcategoryId: subcategoryId ?? undefined },
})

/** Orders the articles of one place of the tree; nothing is stored before Guardar. */
export function ArticleOrder({ nodes, place, onClose }: ArticleOrderProps) {
  const list = useQuery(recordQueryOf(listPlace, queryFor(place)))
  const names = [
    nodes.find(({ id, brandId }) => id === place.brandId && brandId === null),
    nodes.find(({ id, brandId }) => id === place.categoryId && brandId !== null),
    nodes.find(({ id, brandId }) => id === place.subcategoryId && brandId !== null),
  ].flatMap((node) => (node ? [node.name] : []))
  const title = `Orden de artículos: ${names.join(' › ')}`
  if (list.data) return <ArticleList title={title} place={place} begin={list.data} onClose={onClose} />
  return (
    <Modal title={title} size="large" onClose={onClose}>
      <Waiting for={list} rows={8} height={48}>
        {() => null}
      </Waiting>
    </Modal>
  )
}

interface ArticleListProps {
  title: string
  place: Branch
  begin: readonly OrderedArticle[]
  onClose: () => void
}

const nameOf = ({ code, description }: OrderedArticle): string => `${code} ${description}`

function ArticleList({ title, place, begin, onClose }: ArticleListProps) {
  const [stored, setStored] = useState(begin)
  const [items, setItems] = useState(begin)
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState('')
  const [changed, setChanged] = useState<{ by: BranchChanged; now: readonly OrderedArticle[] } | null>(null)
  const latest = useRef({ stored, items })
  latest.current = { stored, items }
  const isDirty = () => latest.current.items.some((item, at) => item.id !== latest.current.stored[at]?.id)
  const drop = () => {
    latest.current = { stored, items: stored }
    setItems(stored)
  }
  const unsaved = useUnsaved(isDirty, drop)
  const dirty = isDirty()

  const save = async (wanted: readonly OrderedArticle[], seen: readonly OrderedArticle[]) => {
    if (busy) return
    setBusy(true)
    setRefusal('')
    const seenPositions = new Map(seen.map(({ id, position }) => [id, position]))
    try {
      const answer = await call(orderArticles, {
        body: wanted.map(({ id }, at) => ({ id, position: at + 1, seen: seenPositions.get(id) })),
      })
      latest.current = { stored: answer, items: answer }
      setStored(answer)
      setItems(answer)
      showToast('success', 'Orden guardado')
      onClose()
    } catch (error) {
      const change = branchChangedOf(error)
      if (change) await showConflict(change)
      else setRefusal(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  const showConflict = async (by: BranchChanged) => {
    try {
      const now = await call(listPlace, queryFor(place))
      void outdate(listPlace, queryFor(place))
      setChanged({ by, now })
    } catch (error) {
      setRefusal(messageOf(error))
    }
  }
  const adopt = (now: readonly OrderedArticle[], next: readonly OrderedArticle[]) => {
    setChanged(null)
    setStored(now)
    setItems(next)
  }
  const keepMine = () => {
    if (!changed) return
    const { now } = changed
    const byId = new Map(now.map((item) => [item.id, item]))
    const ids = mergedOrder(
      items.map(({ id }) => id),
      now.map(({ id }) => id),
    )
    const mine = ids.flatMap((id) => byId.get(id) ?? [])
    adopt(now, mine)
    void save(mine, now)
  }
  const move = (item: OrderedArticle, position: number) =>
    setItems((now) =>
      movedTo(
        now,
        now.findIndex(({ id }) => id === item.id),
        position,
      ),
    )
  const found = text.trim() ? matching(items, text, nameOf) : null
  return (
    <Modal
      title={title}
      size="large"
      onClose={() => !busy && unsaved.leave(onClose)}
      footer={
        <>
          {refusal && (
            <p role="alert" className={styles.refusal}>
              No se guardó. {refusal}
            </p>
          )}
          <button type="button" className="button button--plain" onClick={() => !busy && unsaved.leave(onClose)}>
            Cancelar
          </button>
          <button
            type="button"
            className="button"
            aria-disabled={busy || !dirty}
            onClick={() => dirty && void save(items, stored)}
          >
            {busy ? 'Guardando…' : 'Guardar orden'}
          </button>
        </>
      }
    >
      <div className={styles.articleHead}>
        <input
          className="input"
          type="search"
          aria-label="Buscar artículo por código o nombre"
          placeholder="Buscar por código o nombre"
          autoComplete="off"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        {dirty ? <Mark kind="warning">Sin guardar</Mark> : <Mark>{items.length} artículos</Mark>}
      </div>
      {items.length === 0 && <EmptyState text="No hay artículos en este lugar" />}
      {found ? (
        <ul className={styles.found} aria-label="Artículos encontrados">
          {found.map((item) => (
            <li key={item.id}>
              <PositionBox
                raises
                position={items.indexOf(item) + 1}
                count={items.length}
                name={nameOf(item)}
                onMove={(position) => move(item, position)}
              />
              <Article item={item} />
            </li>
          ))}
        </ul>
      ) : (
        <SortableList label={title} items={items} keyOf={({ id }) => id} nameOf={nameOf} onMove={move} raises>
          {(item) => <Article item={item} />}
        </SortableList>
      )}
      {unsaved.asking && (
        <ConfirmDialog
          title="Hay cambios sin guardar"
          text="Si sale ahora, se pierden."
          confirm="Descartar cambios"
          cancel="Seguir ordenando"
          onConfirm={unsaved.discard}
          onCancel={unsaved.stay}
        />
      )}
      {changed && (
        <OrderConflictDialog
          changed={changed.by}
          onClose={() => setChanged(null)}
          buttons={
            <>
              <button type="button" className="button button--plain" onClick={() => setChanged(null)}>
                Volver a mi orden
              </button>
              <button type="button" className="button button--plain" onClick={() => adopt(changed.now, changed.now)}>
                Descartar lo mío
              </button>
              <button type="button" className="button" onClick={keepMine}>
                Guardar mi orden
              </button>
            </>
          }
        />
      )}
    </Modal>
  )
}

/** Memoised: a move changes only the row around it. */
const Article = memo(({ item: { image, media1, code, description, active } }: { item: OrderedArticle }) => (
  <div className={styles.article}>
    <MediaView
      source={image}
      video={media1 !== null && isVideo(media1)}
      alt=""
      width={40}
      height={40}
      className={styles.photo}
    />
    <span className={styles.code}>
      {code} {!active && <Mark kind="warning">No activo</Mark>}
    </span>
    <span className={styles.description}>{description}</span>
  </div>
))
