/** The tree as the screen shows it: its branches, the totals below a node, and the search. Pure. */
import type { Node } from '../../../../contract/category-manager.ts'
import { formatCount } from '../../../lib/format.ts'

/** Siblings that share an order: all brands, a brand's categories, or a category's subcategories. */
export interface Branch {
  readonly brandId: number | null
  readonly parentId: number | null
}
/** The branch of all brands. */
export const brands: Branch = { brandId: null, parentId: null }

export const branchKey = ({ brandId, parentId }: Branch): string => `${brandId}/${parentId}`
/** A key of its own for every node: a brand and a category may have the same id. */
export const nodeKey = ({ id, brandId }: Pick<Node, 'id' | 'brandId'>): string => `${brandId === null ? 'm' : 'c'}${id}`

export const branchOf = ({ brandId, parentId }: Node): Branch => ({ brandId, parentId })
/** The branch below a node; a subcategory has none. */
export const branchBelow = ({ id, brandId, parentId }: Node): Branch | null =>
  brandId === null ? { brandId: id, parentId: null } : parentId === null ? { brandId, parentId: id } : null

/** A node's place in the catalogue, from the brand down. */
export function placeOf({ id, brandId, parentId }: Node) {
  if (brandId === null) return { brandId: id, categoryId: null, subcategoryId: null }
  return { brandId, categoryId: parentId ?? id, subcategoryId: parentId === null ? null : id }
}

export type Level = 'brand' | 'category' | 'subcategory'
export const levelOf = ({ brandId, parentId }: Branch): Level =>
  brandId === null ? 'brand' : parentId === null ? 'category' : 'subcategory'

export const levelWords: Record<Level, { one: string; of: string; new: string }> = {
  brand: { one: 'marca', of: 'la marca', new: 'Nueva marca' },
  category: { one: 'categoría', of: 'la categoría', new: 'Agregar categoría' },
  subcategory: { one: 'subcategoría', of: 'la subcategoría', new: 'Agregar subcategoría' },
}

/** The tree's nodes by their branch, each in its order. */
export type Tree = ReadonlyMap<string, readonly Node[]>

/** Groups the nodes by branch; within a branch they keep their order. */
export function treeOf(nodes: readonly Node[]): Tree {
  const tree = new Map<string, Node[]>()
  for (const node of nodes) {
    const key = branchKey(node)
    const branch = tree.get(key)
    if (branch) branch.push(node)
    else tree.set(key, [node])
  }
  return tree
}
/** The nodes of a branch; none for null. */
export const nodesOf = (tree: Tree, branch: Branch | null): readonly Node[] =>
  (branch && tree.get(branchKey(branch))) ?? []

/** All nodes in reading order: each before the nodes below it. */
export const inReadingOrder = (tree: Tree, branch: Branch | null = brands): Node[] =>
  nodesOf(tree, branch).flatMap((node) => {
    const below = branchBelow(node)
    return below ? [node, ...inReadingOrder(tree, below)] : [node]
  })

/** Counts of a node. */
export interface Totals {
  readonly categories: number
  readonly subcategories: number
  readonly articles: number
}

/** Counts the nodes below a node, and its articles as the catalogue does: those that stand in none of these nodes too. */
export function totalsOf(tree: Tree, node: Node): Totals {
  return nodesOf(tree, branchBelow(node)).reduce<Totals>(
    (sum, child) => {
      const below = totalsOf(tree, child)
      const level = levelOf(child)
      return {
        categories: sum.categories + Number(level === 'category'),
        subcategories: sum.subcategories + Number(level === 'subcategory') + below.subcategories,
        articles: sum.articles + below.articles,
      }
    },
    { categories: 0, subcategories: 0, articles: node.count },
  )
}

const counted = (count: number, singular: string): string[] =>
  count === 0 ? [] : [`${formatCount(count)} ${singular}${count === 1 ? '' : 's'}`]

/** '7 categorías y 17 subcategorías, 120 artículos'; '' where there are no nodes. */
export function totalsText({ categories, subcategories, articles }: Totals): string {
  const nodes = [...counted(categories, 'categoría'), ...counted(subcategories, 'subcategoría')]
  if (nodes.length === 0) return ''
  return `${nodes.join(' y ')}, ${counted(articles, 'artículo')[0] ?? 'sin artículos'}`
}

/** The names of the nodes above a node, the brand first. */
export function pathOf(nodes: readonly Node[], { brandId, parentId }: Node): string[] {
  const brand = nodes.find((node) => node.id === brandId && node.brandId === null)
  const parent = nodes.find((node) => node.id === parentId && node.brandId !== null)
  return [brand, parent].flatMap((node) => (node ? [node.name] : []))
}

const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()

/** The items whose name has all the words, whatever their accents and case. */
export function matching<T>(list: readonly T[], text: string, nameOf: (item: T) => string): T[] {
  const words = fold(text).split(/\s+/).filter(Boolean)
  return list.filter((item) => {
    const name = fold(nameOf(item))
    return words.every((word) => name.includes(word))
  })
}
