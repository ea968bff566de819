/** Which nodes of the tree are open, and what its keys do (WAI-ARIA tree pattern). */
import type { Branch, TreeNode } from './tree.ts'

const sameBranch = (a: Branch, b: Branch): boolean =>
  a.marca === b.marca && a.categoria === b.categoria && a.subcategoria === b.subcategoria

/** The node that shows a branch as chosen; for a whole brand its 'Ver todos los productos'. */
export function chosenNode(tree: readonly TreeNode[], branch: Branch): TreeNode | undefined {
  if (branch.marca === undefined) return undefined
  const nodes = tree.flatMap((brand) => [...brand.children, ...brand.children.flatMap((child) => child.children)])
  return nodes.find((node) => sameBranch(node.branch, branch))
}

/** The nodes on the screen, top to bottom, without those below a collapsed node. */
export function visibleNodes(tree: readonly TreeNode[], collapsed: ReadonlySet<string>): TreeNode[] {
  return tree.flatMap((node) => [node, ...(collapsed.has(node.id) ? [] : visibleNodes(node.children, collapsed))])
}

/** The closed nodes after a branch was chosen: what it stands in opens, the others stay as somebody left them. */
export const withWayOpen = (
  closed: ReadonlySet<string>,
  { marca, categoria, subcategoria }: Branch,
): ReadonlySet<string> =>
  new Set(
    [...closed].filter((id) => id !== `${marca}` && (subcategoria === undefined || id !== `${marca}/${categoria}`)),
  )

/** Ids of the node that gets the focus, and of the node that opens or closes. */
export interface TreeStep {
  readonly focus?: string
  readonly toggle?: string
}

/**
 * What a key does on the node in focus (WAI-ARIA tree pattern): where the focus goes and which node opens
 * or closes; null when the tree does not handle the key.
 */
export function treeKey(
  key: string,
  current: string,
  tree: readonly TreeNode[],
  collapsed: ReadonlySet<string>,
): TreeStep | null {
  const visible = visibleNodes(tree, collapsed)
  const at = visible.findIndex((node) => node.id === current)
  const node = visible[at]
  if (!node) return null
  const parent = visible.slice(0, at).findLast((other) => other.level < node.level)
  const isOpen = node.children.length > 0 && !collapsed.has(node.id)
  switch (key) {
    case 'ArrowDown':
      return { focus: visible[at + 1]?.id }
    case 'ArrowUp':
      return { focus: visible[at - 1]?.id }
    case 'Home':
      return { focus: visible[0]?.id }
    case 'End':
      return { focus: visible.at(-1)?.id }
    case 'ArrowRight':
      if (isOpen) return { focus: node.children[0]?.id }
      return node.children.length > 0 ? { toggle: node.id } : {}
    case 'ArrowLeft':
      return isOpen ? { toggle: node.id } : { focus: parent?.id }
    default:
      return null
  }
}

/** The next visible node after `current` whose label begins with a typed letter, round the end. */
export function typeAhead(
  letter: string,
  current: string,
  tree: readonly TreeNode[],
  collapsed: ReadonlySet<string>,
): string | undefined {
  const visible = visibleNodes(tree, collapsed)
  const at = visible.findIndex((node) => node.id === current)
  const round = [...visible.slice(at + 1), ...visible.slice(0, at + 1)]
  return round.find((node) => node.label.toLowerCase().startsWith(letter.toLowerCase()))?.id
}
