import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { categoryTexts, listNodes, type Node } from '../../../../contract/category-manager.ts'
import { wireObject } from '../../../../contract/wire.ts'
import { idInAddress, useAddressState } from '../../../lib/address-state.ts'
import { queryOf } from '../../../lib/query.ts'
import type { Refusal } from '../../../lib/refusal.ts'
import { showToast } from '../../../lib/toast.ts'
import { paths } from '../../../paths.ts'
import { BackLink } from '../../../shop/BackLink.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Waiting } from '../../../ui/Waiting.tsx'
import { BranchList } from './BranchList.tsx'
import styles from './categories.module.css'
import { remove } from './category-manager.api.ts'
import { Found } from './Found.tsx'
import { OrderConflictDialog } from './OrderConflictDialog.tsx'
import { branchBelow, branchKey, brands, nodeKey, placeOf, treeOf } from './tree.ts'
import { useBranchOrders } from './use-branch-orders.ts'

const ExportDialog = lazy(() => import('./ExportDialog.tsx').then((m) => ({ default: m.ExportDialog })))
const ArticleOrder = lazy(() => import('./ArticleOrder.tsx').then((m) => ({ default: m.ArticleOrder })))

/** The place in the tree whose articles are being ordered; all null for none. */
const address = wireObject({
  brandId: ['marca', idInAddress],
  categoryId: ['cat', idInAddress],
  subcategoryId: ['sub', idInAddress],
})
const closed = { brandId: null, categoryId: null, subcategoryId: null }
/** A tree of more nodes than this begins closed: each row here is one to drag and has its buttons. */
const ALL_OPEN = 150

/** Brands, categories and subcategories: their names, their order, the order of the articles in each (R202). */
export const CategoriesPage = () => {
  const list = useQuery(queryOf(listNodes))
  return (
    <div className="page">
      <BackLink to={paths.adminProducts}>Productos</BackLink>
      <Waiting for={list} rows={8} height={48}>
        {(nodes) => <CategoryTree nodes={nodes} />}
      </Waiting>
    </div>
  )
}

function CategoryTree({ nodes }: { nodes: readonly Node[] }) {
  const place = useAddressState(address)
  const orders = useBranchOrders()
  const [text, setText] = useState('')
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () => new Set(nodes.length <= ALL_OPEN ? nodes.filter(branchBelow).map(nodeKey) : []),
  )
  const [adding, setAdding] = useState<string | null>(null)
  const [deleting, setDeleting] = useState<Node | null>(null)
  const [exporting, setExporting] = useState<Node | null>(null)
  const tree = treeOf(nodes)

  const setOpenOf = (node: Node, wanted: boolean) => {
    const next = new Set(open)
    if (wanted) next.add(nodeKey(node))
    else next.delete(nodeKey(node))
    setOpen(next)
  }
  const view = {
    tree,
    orders,
    opened: open,
    adding,
    setAdding,
    toggle: (node: Node) => setOpenOf(node, !open.has(nodeKey(node))),
    onDelete: setDeleting,
    onAdd: (node: Node) => {
      const below = branchBelow(node)
      if (!below) return
      setText('')
      setOpen(new Set([...open, nodeKey(node), ...(node.brandId === null ? [] : [`m${node.brandId}`])]))
      setAdding(branchKey(below))
    },
    onArticles: (node: Node) => place.open(placeOf(node)),
    onExport: setExporting,
  }
  const { brandId, ...levels } = place.value
  return (
    <>
      <div className="page__head">
        <h1>Categorías</h1>
        <div className={styles.head}>
          <input
            className="input"
            type="search"
            aria-label="Buscar marca, categoría o subcategoría"
            placeholder="Buscar marca o categoría"
            autoComplete="off"
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <button
            type="button"
            className="button"
            onClick={() => {
              setText('')
              setAdding(branchKey(brands))
            }}
          >
            <IconPlus size={18} aria-hidden />
            Nueva marca
          </button>
        </div>
      </div>
      {orders.refusal && (
        <Notice>
          <p role="alert">
            No se guardó el orden de {orders.refusal.move.name}. {orders.refusal.message}
          </p>
          <button type="button" className="button button--plain" onClick={orders.dismiss}>
            Entendido
          </button>
          <button type="button" className="button" onClick={() => orders.refusal && orders.move(orders.refusal.move)}>
            Volver a intentar
          </button>
        </Notice>
      )}
      {text.trim() ? (
        <Found {...view} nodes={nodes} text={text} />
      ) : (
        <div className={`panel ${styles.tree}`}>
          <BranchList {...view} branch={brands} label="Marcas" />
        </div>
      )}
      {deleting && <DeleteQuestion node={deleting} onClose={() => setDeleting(null)} />}
      {orders.conflict && (
        <OrderConflictDialog
          changed={orders.conflict.changed}
          onClose={orders.dismiss}
          buttons={<ConflictButtons orders={orders} />}
        />
      )}
      <Suspense>
        {exporting && <ExportDialog node={exporting} onClose={() => setExporting(null)} />}
        {brandId !== null && (
          <ArticleOrder
            key={JSON.stringify(place.value)}
            nodes={nodes}
            place={{ brandId, ...levels }}
            onClose={() => place.close(closed)}
          />
        )}
      </Suspense>
    </>
  )
}

function ConflictButtons({ orders }: { orders: ReturnType<typeof useBranchOrders> }) {
  if (!orders.conflict) return null
  const { move, changed } = orders.conflict
  const isInBranch = changed.branch.some(({ id }) => id === move.id)
  return (
    <>
      <button type="button" className={`button ${isInBranch ? 'button--plain' : ''}`} onClick={orders.dismiss}>
        Dejarlo así
      </button>
      {isInBranch && (
        <button type="button" className="button" onClick={() => orders.move(move)}>
          Llevar {move.name} a la posición {Math.min(move.position, changed.branch.length)}
        </button>
      )}
    </>
  )
}

/** Asks before a deletion. A node that somebody else has just changed is not deleted: a toast tells who changed it. */
function DeleteQuestion({ node, onClose }: { node: Node; onClose: () => void }) {
  const [busy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    const refused: Refusal | null = await remove(node)
    setBusy(false)
    onClose()
    if (!refused) return
    const { changed, message } = refused
    showToast('failure', changed ? `${changed.by || 'Otra persona'} lo cambió recién. No se borró` : message)
  }
  return (
    <ConfirmDialog
      title={`Borrar ${node.name}`}
      text={categoryTexts.deletion(node.name)}
      confirm="Borrar"
      busy={busy}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    />
  )
}
