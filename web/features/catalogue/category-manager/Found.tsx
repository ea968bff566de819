import type { Node } from '../../../../contract/category-manager.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { PositionBox } from '../../../ui/sortable/PositionBox.tsx'
import type { TreeView } from './BranchList.tsx'
import styles from './categories.module.css'
import { NodeRow } from './NodeRow.tsx'
import { branchKey, branchOf, inReadingOrder, matching, nodeKey, nodesOf, pathOf } from './tree.ts'

interface FoundProps extends TreeView {
  nodes: readonly Node[]
  text: string
}

/** The nodes that a search finds, each with its position among its siblings. */
export function Found({ nodes, text, ...view }: FoundProps) {
  const { tree, orders } = view
  const found = matching(inReadingOrder(tree), text, ({ name }) => name)
  if (found.length === 0) return <EmptyState text="No hay marcas ni categorías con ese nombre" />
  return (
    <ul className={`panel ${styles.found}`} aria-label="Marcas y categorías encontradas">
      {found.map((node) => {
        const branch = branchOf(node)
        const siblings = nodesOf(tree, branch)
        const pending = orders.pending.get(branchKey(branch))
        const ids = pending?.ids ?? siblings.map(({ id }) => id)
        const { id, name } = node
        return (
          <li key={nodeKey(node)}>
            <PositionBox
              position={ids.indexOf(id) + 1}
              count={ids.length}
              name={name}
              onMove={(position) => orders.move({ branch, id, name, position })}
            />
            <NodeRow
              {...view}
              node={node}
              path={pathOf(nodes, node)}
              state={pending?.last.id === id ? 'saving' : orders.saved === nodeKey(node) ? 'saved' : undefined}
            />
          </li>
        )
      })}
    </ul>
  )
}
