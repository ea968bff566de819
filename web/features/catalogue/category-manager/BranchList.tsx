import type { Node } from '../../../../contract/category-manager.ts'
import { SortableList } from '../../../ui/sortable/SortableList.tsx'
import styles from './categories.module.css'
import { create } from './category-manager.api.ts'
import { NameForm } from './NameForm.tsx'
import { type NodeActions, NodeRow } from './NodeRow.tsx'
import {
  type Branch,
  branchBelow,
  branchKey,
  levelOf,
  levelWords,
  nodeKey,
  nodesOf,
  type Tree,
  totalsOf,
} from './tree.ts'
import type { BranchOrders } from './use-branch-orders.ts'

export interface TreeView extends NodeActions {
  readonly tree: Tree
  readonly orders: BranchOrders
  /** Nodes that are open, by `nodeKey`. */
  readonly opened: ReadonlySet<string>
  readonly toggle: (node: Node) => void
  /** The branch that a new node is being added to, by `branchKey`; null for none. */
  readonly adding: string | null
  readonly setAdding: (key: string | null) => void
}

interface BranchListProps extends TreeView {
  branch: Branch
  label: string
}

/** One branch in its order, and below each open node its own branch. */
export function BranchList({ branch, label, ...view }: BranchListProps) {
  const { tree, orders, opened, toggle, adding, setAdding } = view
  const key = branchKey(branch)
  const stored = nodesOf(tree, branch)
  const pending = orders.pending.get(key)
  const nodes = pending ? inOrderOf(stored, pending.ids) : stored
  const words = levelWords[levelOf(branch)]
  return (
    <div className={styles.branch}>
      {nodes.length > 0 && (
        <SortableList
          label={label}
          items={nodes}
          keyOf={nodeKey}
          nameOf={({ name }) => name}
          onMove={({ id, name }, position) => orders.move({ branch, id, name, position })}
          below={(node) => {
            const below = branchBelow(node)
            return below && opened.has(nodeKey(node)) ? (
              <BranchList
                {...view}
                branch={below}
                label={`${levelOf(below) === 'category' ? 'Categorías' : 'Subcategorías'} de ${node.name}`}
              />
            ) : null
          }}
        >
          {(node) => {
            const below = branchBelow(node)
            const isOpen = opened.has(nodeKey(node))
            const hasBelow = nodesOf(tree, below).length > 0 || isOpen
            const isMoving = pending?.last.id === node.id
            return (
              <NodeRow
                {...view}
                node={node}
                totals={below ? totalsOf(tree, node) : undefined}
                {...(below && hasBelow && { open: isOpen, onToggle: () => toggle(node) })}
                state={isMoving ? 'saving' : orders.saved === nodeKey(node) ? 'saved' : undefined}
              />
            )
          }}
        </SortableList>
      )}
      {adding === key ? (
        <div className={styles.add}>
          <NameForm
            label={words.new}
            submit="Agregar"
            several
            save={(name) => create(branch, name)}
            onClose={() => setAdding(null)}
          />
        </div>
      ) : (
        levelOf(branch) !== 'brand' &&
        nodes.length === 0 && (
          <p className={styles.none}>Sin {words.one === 'categoría' ? 'categorías' : 'subcategorías'}.</p>
        )
      )}
    </div>
  )
}

const inOrderOf = (nodes: readonly Node[], ids: readonly number[]): Node[] => {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
