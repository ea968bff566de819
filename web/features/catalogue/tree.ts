/** The filter tree as data: built from the wire's flat rows, walked by the ARIA tree keyboard pattern. */
import type { CataloguePlace } from '../../../contract/address.ts'
import type { TreeRow } from '../../../contract/catalogue.ts'
import { WITHOUT_CATEGORY } from '../../../contract/rules.ts'

/** The part of a place that the tree chooses; choosing names all three parts, so that those of before go. */
export type Branch = Pick<CataloguePlace, 'marca' | 'categoria' | 'subcategoria'>

const branchOf = (marca: number, categoria?: number, subcategoria?: number): Branch => ({
  marca,
  categoria,
  subcategoria,
})

export interface TreeNode {
  /** Unique in the tree and the same at every build, e.g. `3/12/40`. */
  readonly id: string
  readonly label: string
  readonly level: 1 | 2 | 3
  /** Articles here and below. */
  readonly count: number
  readonly branch: Branch
  readonly children: readonly TreeNode[]
  /** Which of its parent's children it is, from 1, and how many those are. */
  readonly place: number
  readonly siblings: number
}

type Fresh = Pick<TreeNode, 'id' | 'label' | 'level' | 'branch'>
type Growing = Fresh & { count: number; children: Growing[] }

export const ALL_OF_BRAND = 'Ver todos los productos'

/**
 * Groups the rows brand > category > subcategory in the order they come, adding counts upward. Each brand
 * begins with 'Ver todos los productos' (R102); articles that hang directly from a brand with
 * categories stand under 'Sin categoría'.
 */
export function buildTree(rows: readonly TreeRow[]): TreeNode[] {
  const brands: Growing[] = []
  const known = new Map<string, Growing>()
  const grow = (siblings: Growing[], fresh: Fresh): Growing => {
    let node = known.get(fresh.id)
    if (!node) {
      node = { ...fresh, count: 0, children: [] }
      known.set(fresh.id, node)
      siblings.push(node)
    }
    return node
  }

  for (const row of rows) {
    const marca = row.brandId
    const brand = grow(brands, {
      id: `${marca}`,
      label: row.brand || 'Sin marca',
      level: 1,
      branch: branchOf(marca),
    })
    brand.count += row.count
    if (row.categoryId === null) continue
    const categoria = row.categoryId
    const category = grow(brand.children, {
      id: `${marca}/${categoria}`,
      label: row.category ?? 'Sin categoría',
      level: 2,
      branch: branchOf(marca, categoria),
    })
    category.count += row.count
    if (row.subcategoryId === null) continue
    const subcategoria = row.subcategoryId
    const subcategory = grow(category.children, {
      id: `${marca}/${categoria}/${subcategoria}`,
      label: row.subcategory ?? 'Sin subcategoría',
      level: 3,
      branch: branchOf(marca, categoria, subcategoria),
    })
    subcategory.count += row.count
  }
  return numbered(brands.map(withAll))
}

/** A brand that begins with all its articles and ends with those that have no category. */
function withAll(brand: Growing): Growing {
  const { id, count, branch, children } = brand
  const all: Growing = { id: `${id}/*`, label: ALL_OF_BRAND, level: 2, count, branch, children: [] }
  const loose = count - children.reduce((sum, category) => sum + category.count, 0)
  const listed = children.some((category) => category.branch.categoria === WITHOUT_CATEGORY)
  if (children.length === 0 || loose === 0 || listed) return { ...brand, children: [all, ...children] }
  const without: Growing = {
    id: `${id}/-`,
    label: 'Sin categoría',
    level: 2,
    count: loose,
    branch: { ...branch, categoria: WITHOUT_CATEGORY },
    children: [],
  }
  return { ...brand, children: [all, ...children, without] }
}

const numbered = (nodes: readonly Growing[]): TreeNode[] =>
  nodes.map((node, at) => ({
    ...node,
    children: numbered(node.children),
    place: at + 1,
    siblings: nodes.length,
  }))

export const sameBranch = (one: Branch, other: Branch): boolean =>
  one.marca === other.marca && one.categoria === other.categoria && one.subcategoria === other.subcategoria

/** The node that shows a branch as chosen; for a whole brand its 'Ver todos los productos'. */
export function chosenNode(tree: readonly TreeNode[], branch: Branch): TreeNode | undefined {
  if (branch.marca === undefined) return undefined
  const nodes = tree.flatMap((brand) => [
    ...brand.children,
    ...brand.children.flatMap((child) => child.children),
  ])
  return nodes.find((node) => sameBranch(node.branch, branch))
}

/** The names on the way to a branch, e.g. ['Rayuela', 'Vehículos', 'Camiones']; unknown ids are left out. */
export function branchNames(tree: readonly TreeNode[], branch: Branch): string[] {
  const brand = tree.find((node) => node.branch.marca === branch.marca)
  if (!brand) return []
  const category = brand.children.find(
    (node) => branch.categoria !== undefined && node.branch.categoria === branch.categoria,
  )
  const subcategory = category?.children.find((node) => node.branch.subcategoria === branch.subcategoria)
  return [brand, category, subcategory].flatMap((node) => (node ? [node.label] : []))
}

/** The nodes on the screen, top to bottom: what stands below a collapsed node is not. */
export function visibleNodes(tree: readonly TreeNode[], collapsed: ReadonlySet<string>): TreeNode[] {
  return tree.flatMap((node) => [
    node,
    ...(collapsed.has(node.id) ? [] : visibleNodes(node.children, collapsed)),
  ])
}

/** A tree of more nodes than this opens only what is chosen (R45). */
export const MOST_EXPANDED = 100

/** The nodes with something below them, of a tree or a part of it. */
const parentsIn = (nodes: readonly TreeNode[]): TreeNode[] =>
  nodes.flatMap((node) => (node.children.length > 0 ? [node, ...parentsIn(node.children)] : []))

/** The nodes that are closed at first: none, or in a large tree all but the chosen brand's. */
export function collapsedAtFirst(tree: readonly TreeNode[], { marca }: Branch): ReadonlySet<string> {
  if (visibleNodes(tree, new Set()).length <= MOST_EXPANDED) return new Set()
  const others = tree.filter((brand) => marca === undefined || brand.branch.marca !== marca)
  return new Set(parentsIn(others).map(({ id }) => id))
}

/** What stays closed when a brand is chosen: it opens, with all below it. */
export function openBrand(
  tree: readonly TreeNode[],
  collapsed: ReadonlySet<string>,
  { marca }: Branch,
): ReadonlySet<string> {
  const opened = parentsIn(tree.filter((brand) => marca !== undefined && brand.branch.marca === marca))
  const left = new Set(collapsed)
  for (const { id } of opened) left.delete(id)
  return left
}

export interface TreeStep {
  readonly focus?: string
  readonly toggle?: string
}

/**
 * What a key does on the node in focus (WAI-ARIA tree pattern): where the focus goes and which node opens
 * or closes; null when the key is none of the tree's.
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
  const open = node.children.length > 0 && !collapsed.has(node.id)
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
      if (open) return { focus: node.children[0]?.id }
      return node.children.length > 0 ? { toggle: node.id } : {}
    case 'ArrowLeft':
      return open ? { toggle: node.id } : { focus: parent?.id }
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
