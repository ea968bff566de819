/** The filter tree as data, built from the wire's flat rows. */
import type { CataloguePlace } from '../../../../contract/address.ts'
import type { TreeRow } from '../../../../contract/catalogue.ts'
import { WITHOUT_CATEGORY } from '../../../../contract/rules.ts'

/** The part of a place that the tree chooses; a choice sets all three parts, so that the former ones are cleared. */
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
  /** Articles of this node and of those below it. */
  readonly count: number
  readonly branch: Branch
  readonly children: readonly TreeNode[]
  /** Which of its parent's children it is, from 1, and how many those are. */
  readonly place: number
  readonly siblings: number
}

type Fresh = Pick<TreeNode, 'id' | 'label' | 'level' | 'branch'>
type Growing = Fresh & { count: number; children: Growing[] }

/** The label of the first node of each brand, which chooses the whole brand. */
export const ALL_OF_BRAND = 'Ver todos los productos'

/**
 * Groups the rows brand > category > subcategory in the order they come, adding counts upward. Each brand
 * begins with 'Ver todos los productos' (R102). Articles of a brand with categories that have no category
 * themselves are under 'Sin categoría'.
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
  const uncategorised = count - children.reduce((sum, category) => sum + category.count, 0)
  const hasNode = children.some((category) => category.branch.categoria === WITHOUT_CATEGORY)
  if (children.length === 0 || uncategorised === 0 || hasNode) return { ...brand, children: [all, ...children] }
  const without: Growing = {
    id: `${id}/-`,
    label: 'Sin categoría',
    level: 2,
    count: uncategorised,
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

/** The brands' names by their ids. */
export const brandNames = (tree: readonly TreeNode[]): ReadonlyMap<number | null | undefined, string> =>
  new Map(tree.map(({ branch, label }) => [branch.marca, label]))

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
