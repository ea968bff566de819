/** The tree as the screen shows it: branches, what hangs below a node, what a search finds. Pure. */
import type { Node } from '../../../../contract/category-manager.ts'
import { formatCount } from '../../../lib/format.ts'

/** What is ordered among itself: brands, a brand's categories, a category's subcategories. */
export interface Branch {
  readonly brandId: number | null
  readonly parentId: number | null
}
export const brands: Branch = { brandId: null, parentId: null }

export const branchKey = ({ brandId, parentId }: Branch): string => `${brandId}/${parentId}`
/** Brands and categories have ids of their own. */
export const nodeKey = ({ id, brandId }: Pick<Node, 'id' | 'brandId'>): string =>
  `${brandId === null ? 'm' : 'c'}${id}`

export const branchOf = ({ brandId, parentId }: Node): Branch => ({ brandId, parentId })
/** The branch that hangs below a node; a subcategory has none. */
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
export const nodesOf = (tree: Tree, branch: Branch | null): readonly Node[] =>
  (branch && tree.get(branchKey(branch))) ?? []

/** All nodes as they are read: each above what hangs below it. */
export const inReadingOrder = (tree: Tree, branch: Branch | null = brands): Node[] =>
  nodesOf(tree, branch).flatMap((node) => {
    const below = branchBelow(node)
    return below ? [node, ...inReadingOrder(tree, below)] : [node]
  })

/** What hangs below a node, level by level. */
export interface Totals {
  readonly categories: number
  readonly subcategories: number
  readonly articles: number
}

/** Articles and nodes below a node, without its own. */
export function totalsBelow(tree: Tree, node: Node): Totals {
  return nodesOf(tree, branchBelow(node)).reduce<Totals>(
    (sum, one) => {
      const below = totalsBelow(tree, one)
      const level = levelOf(one)
      return {
        categories: sum.categories + Number(level === 'category'),
        subcategories: sum.subcategories + Number(level === 'subcategory') + below.subcategories,
        articles: sum.articles + one.count + below.articles,
      }
    },
    { categories: 0, subcategories: 0, articles: 0 },
  )
}

const counted = (count: number, one: string): string[] =>
  count === 0 ? [] : [`${formatCount(count)} ${one}${count === 1 ? '' : 's'}`]

/** '7 categorías y 17 subcategorías, 120 artículos'; '' where nothing hangs below. */
export function totalsText({ categories, subcategories, articles }: Totals): string {
  const nodes = [...counted(categories, 'categoría'), ...counted(subcategories, 'subcategoría')]
  if (nodes.length === 0) return ''
  return `${nodes.join(' y ')}, ${counted(articles, 'artículo')[0] ?? 'sin artículos'}`
}

/** The names from the brand down to what contains a node. */
export function pathOf(nodes: readonly Node[], { brandId, parentId }: Node): string[] {
  const brand = nodes.find((one) => one.id === brandId && one.brandId === null)
  const parent = nodes.find((one) => one.id === parentId && one.brandId !== null)
  return [brand, parent].flatMap((one) => (one ? [one.name] : []))
}

const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()

/** What has all the words in its name, whatever their accents and case. */
export function matching<T>(list: readonly T[], text: string, nameOf: (one: T) => string): T[] {
  const words = fold(text).split(/\s+/).filter(Boolean)
  return list.filter((one) => {
    const name = fold(nameOf(one))
    return words.every((word) => name.includes(word))
  })
}
