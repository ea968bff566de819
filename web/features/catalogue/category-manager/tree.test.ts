import { expect, test } from 'vitest'
import type { Node } from '../../../../contract/category-manager.ts'
import { brands, inReadingOrder, matching, nodesOf, pathOf, totalsOf, totalsText, treeOf } from './tree.ts'

const node = (id: number, name: string, brandId: number | null, parentId: number | null, count = 0): Node => ({
  id,
  name,
  brandId,
  parentId,
  count,
  position: 1,
  wholePacks: false,
  version: 1,
})
// A brand and a category may have the same id: here 100.
const nodes = [
  node(100, 'Rayuela', null, null, 1),
  node(2, 'Tambor', null, null),
  node(100, 'Muñecas', 100, null, 2),
  node(101, 'Autos', 100, null, 4),
  node(102, 'Bebotes', 100, 100, 8),
  node(103, 'Autos', 2, null, 16),
]
const tree = treeOf(nodes)
const names = (list: readonly Node[]) => list.map(({ name }) => name)

test('what hangs where, and how much a node holds, with the articles that stand in none of its categories', () => {
  expect(names(nodesOf(tree, brands))).toEqual(['Rayuela', 'Tambor'])
  expect(names(nodesOf(tree, { brandId: 100, parentId: null }))).toEqual(['Muñecas', 'Autos'])
  const whole = totalsOf(tree, nodes[0] as Node)
  expect(whole).toEqual({ categories: 2, subcategories: 1, articles: 15 })
  expect(totalsText(whole)).toBe('2 categorías y 1 subcategoría, 15 artículos')
  const leaf = totalsOf(tree, nodes[4] as Node)
  expect(leaf).toEqual({ categories: 0, subcategories: 0, articles: 8 })
  expect(totalsText(leaf)).toBe('')
  expect(pathOf(nodes, nodes[4] as Node)).toEqual(['Rayuela', 'Muñecas'])
})

test('a search finds all words, accents and case aside, in the order in which the tree is read', () => {
  expect(names(inReadingOrder(tree))).toEqual(['Rayuela', 'Muñecas', 'Bebotes', 'Autos', 'Tambor', 'Autos'])
  const found = (text: string) => names(matching(inReadingOrder(tree), text, ({ name }) => name))
  expect(found('munec')).toEqual(['Muñecas'])
  expect(found('AUTOS')).toEqual(['Autos', 'Autos'])
  expect(found('autos bebotes')).toEqual([])
})
