import { describe, expect, it } from 'vitest'
import type { TreeRow } from '../../../../contract/catalogue.ts'
import { ALL_OF_BRAND, branchNames, buildTree, type TreeNode } from './tree.ts'
import { chosenNode, treeKey, typeAhead, visibleNodes, withWayOpen } from './tree-keys.ts'
import { countedTree, findBranches, withoutEmpty } from './tree-search.ts'

const row = (
  brand: [string, number],
  category: [string, number] | null,
  subcategory: [string, number] | null,
  count: number,
): TreeRow => ({
  brand: brand[0],
  brandId: brand[1],
  category: category?.[0] ?? null,
  categoryId: category?.[1] ?? null,
  subcategory: subcategory?.[0] ?? null,
  subcategoryId: subcategory?.[1] ?? null,
  categoryPosition: null,
  subcategoryPosition: null,
  count,
})

const rayuela: [string, number] = ['Rayuela', 3]
const vehicles: [string, number] = ['Vehículos', 12]
const rows = [
  row(rayuela, vehicles, ['Autos', 40], 24),
  row(rayuela, vehicles, ['Camiones', 41], 23),
  row(rayuela, vehicles, null, 2),
  row(rayuela, ['Juegos de mesa', 13], null, 60),
  row(rayuela, null, null, 5),
  row(['Tambor', 1], null, null, 7),
]
const tree = buildTree(rows)
const outline = (nodes: readonly TreeNode[]): unknown[] =>
  nodes.flatMap((node) => [[node.level, node.label, node.count], ...outline(node.children)])

describe('buildTree', () => {
  it('groups rows in their order and adds counts upward, also those of a category with subcategories', () => {
    expect(outline(tree)).toEqual([
      [1, 'Rayuela', 114],
      [2, ALL_OF_BRAND, 114],
      [2, 'Vehículos', 49],
      [3, 'Autos', 24],
      [3, 'Camiones', 23],
      [2, 'Juegos de mesa', 60],
      [2, 'Sin categoría', 5],
      [1, 'Tambor', 7],
      [2, ALL_OF_BRAND, 7],
    ])
  })

  it('gives every node an id of its own and the filter it stands for', () => {
    const nodes = visibleNodes(tree, new Set())
    expect(new Set(nodes.map((node) => node.id)).size).toBe(nodes.length)
    expect(nodes.find((node) => node.label === 'Camiones')?.branch).toEqual({
      marca: 3,
      categoria: 12,
      subcategoria: 41,
    })
    expect(nodes.find((node) => node.label === 'Sin categoría')?.branch).toEqual({ marca: 3, categoria: 99 })
  })

  it('names all three parts of a branch, so that choosing one lets go of what was chosen before', () => {
    for (const { branch } of visibleNodes(tree, new Set())) {
      expect(Object.keys(branch).sort()).toEqual(['categoria', 'marca', 'subcategoria'])
    }
  })

  it('says of every node which of how many it is', () => {
    const nodes = visibleNodes(tree, new Set())
    expect(nodes.filter((node) => node.level === 1).map((node) => [node.place, node.siblings])).toEqual([
      [1, 2],
      [2, 2],
    ])
    expect(nodes.find((node) => node.label === 'Camiones')).toMatchObject({ place: 2, siblings: 2 })
  })

  it('shows no "Sin categoría" where every article has one, and is empty without rows', () => {
    expect(outline(buildTree(rows.slice(0, 4)))).not.toContainEqual([2, 'Sin categoría', expect.anything()])
    expect(buildTree([])).toEqual([])
  })
})

describe('the chosen branch', () => {
  it('is "Ver todos los productos" for a brand, else the node itself', () => {
    expect(chosenNode(tree, { marca: 3 })?.label).toBe(ALL_OF_BRAND)
    expect(chosenNode(tree, { marca: 3, categoria: 12 })?.label).toBe('Vehículos')
    expect(chosenNode(tree, { marca: 3, categoria: 12, subcategoria: 40 })?.label).toBe('Autos')
    expect(chosenNode(tree, {})).toBeUndefined()
    expect(chosenNode(tree, { marca: 77 })).toBeUndefined()
  })

  it('is named from the brand down', () => {
    expect(branchNames(tree, { marca: 3, categoria: 12, subcategoria: 41 })).toEqual([
      'Rayuela',
      'Vehículos',
      'Camiones',
    ])
    expect(branchNames(tree, { marca: 3 })).toEqual(['Rayuela'])
    expect(branchNames(tree, { marca: 3, categoria: 99 })).toEqual(['Rayuela', 'Sin categoría'])
    expect(branchNames(tree, { categoria: 12 })).toEqual([])
  })
})

describe('keys in the tree', () => {
  const open: ReadonlySet<string> = new Set()
  const closed: ReadonlySet<string> = new Set(['3/12'])

  it('moves up and down what is visible, and stops at both ends', () => {
    expect(treeKey('ArrowDown', '3/12', tree, open)).toEqual({ focus: '3/12/40' })
    expect(treeKey('ArrowDown', '3/12', tree, closed)).toEqual({ focus: '3/13' })
    expect(treeKey('ArrowUp', '3', tree, open)).toEqual({ focus: undefined })
    expect(treeKey('End', '3', tree, open)).toEqual({ focus: '1/*' })
    expect(treeKey('Home', '1', tree, open)).toEqual({ focus: '3' })
  })

  it('opens, enters, closes and leaves with the side arrows', () => {
    expect(treeKey('ArrowRight', '3/12', tree, closed)).toEqual({ toggle: '3/12' })
    expect(treeKey('ArrowRight', '3/12', tree, open)).toEqual({ focus: '3/12/40' })
    expect(treeKey('ArrowRight', '3/12/40', tree, open)).toEqual({})
    expect(treeKey('ArrowLeft', '3/12', tree, open)).toEqual({ toggle: '3/12' })
    expect(treeKey('ArrowLeft', '3/12', tree, closed)).toEqual({ focus: '3' })
    expect(treeKey('ArrowLeft', '3/12/41', tree, open)).toEqual({ focus: '3/12' })
  })

  it('leaves other keys alone and finds a node by its first letter, round the end', () => {
    expect(treeKey('a', '3', tree, open)).toBeNull()
    expect(typeAhead('c', '3', tree, open)).toBe('3/12/41')
    expect(typeAhead('r', '3/12/41', tree, open)).toBe('3')
    expect(typeAhead('z', '3', tree, open)).toBeUndefined()
  })
})

describe('what somebody closed (R45)', () => {
  const closed = new Set(['3', '3/12', '3/13', '30', '30/12'])
  const closedOnceChosen = (marca?: number, categoria?: number, subcategoria?: number) => [
    ...withWayOpen(closed, { marca, categoria, subcategoria }),
  ]

  it('stays closed but for what the chosen branch stands in', () => {
    expect(closedOnceChosen()).toEqual([...closed])
    expect(closedOnceChosen(3)).toEqual(['3/12', '3/13', '30', '30/12'])
    expect(closedOnceChosen(3, 12)).toEqual(['3/12', '3/13', '30', '30/12'])
    expect(closedOnceChosen(3, 12, 40)).toEqual(['3/13', '30', '30/12'])
  })
})

describe('the tree of a search (R221)', () => {
  const chosen = { marca: 3, categoria: 13 }
  const found = [row(rayuela, vehicles, ['Camiones', 41], 4), row(rayuela, null, null, 1)]

  it('counts what the search would show at each place, and leaves out what would be empty', () => {
    const counted = countedTree(rows, found)
    expect(outline(counted)).toContainEqual([3, 'Autos', 0])
    expect(outline(withoutEmpty(counted, {}))).toEqual([
      [1, 'Rayuela', 5],
      [2, ALL_OF_BRAND, 5],
      [2, 'Vehículos', 4],
      [3, 'Camiones', 4],
      [2, 'Sin categoría', 1],
    ])
    expect(outline(withoutEmpty(countedTree(rows, []), {}))).toEqual([])
  })

  it('keeps what is chosen and the way to it, also where nothing is left', () => {
    expect(outline(withoutEmpty(countedTree(rows, []), chosen))).toEqual([
      [1, 'Rayuela', 0],
      [2, ALL_OF_BRAND, 0],
      [2, 'Juegos de mesa', 0],
    ])
    const [brand] = withoutEmpty(countedTree(rows, found), {})
    expect(brand).toMatchObject({ place: 1, siblings: 1 })
    expect(brand!.children.map(({ place, siblings }) => [place, siblings])).toEqual([
      [1, 3],
      [2, 3],
      [3, 3],
    ])
  })
})

describe('finding a branch', () => {
  const find = (typed: string, of = tree) =>
    findBranches(of, typed).map(({ node, path }) => [...path, node.label].join(' › '))

  it('takes words in any order, accents and case aside, one of them from the branch itself', () => {
    expect(find('VEHICULOS')).toEqual(['Rayuela › Vehículos'])
    expect(find('cam ray')).toEqual(['Rayuela › Vehículos › Camiones'])
    expect(find('rayuela')).toEqual(['Rayuela'])
    expect(find('mesa juegos')).toEqual(['Rayuela › Juegos de mesa'])
    expect(find('tambor autos')).toEqual([])
    expect(find('  ')).toEqual([])
  })

  it('shows the closest name first, and what the search would leave empty last', () => {
    const near = buildTree([
      row(rayuela, ['Para autos', 1], null, 1),
      row(rayuela, ['Miniautos', 2], null, 1),
      row(rayuela, ['Autos', 3], null, 1),
    ])
    expect(find('autos', near)).toEqual(['Rayuela › Autos', 'Rayuela › Para autos', 'Rayuela › Miniautos'])
    const numbered = buildTree([
      row(['Marca 1', 1], ['Rubro 102', 102], null, 1),
      row(['Marca 2', 2], ['Rubro 7', 107], null, 1),
    ])
    expect(find('rubro marca 2', numbered)[0]).toBe('Marca 2 › Rubro 7')
    const counted = countedTree(rows, [row(rayuela, vehicles, ['Camiones', 41], 4)])
    expect(find('a', counted)[0]).toBe('Rayuela')
    expect(find('autos', counted)).toEqual(['Rayuela › Vehículos › Autos'])
    expect(findBranches(counted, 'autos')[0]!.node.count).toBe(0)
    expect(find('m', counted)).toEqual(['Rayuela › Vehículos › Camiones', 'Rayuela › Juegos de mesa', 'Tambor'])
  })
})
