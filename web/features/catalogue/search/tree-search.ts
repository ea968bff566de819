/** The tree of a search, and the search of a branch by its name (R221). Pure. */

import type { TreeRow } from '../../../../contract/catalogue.ts'
import { fold } from '../../../../contract/codes.ts'
import { ALL_OF_BRAND, type Branch, buildTree, type TreeNode } from './tree.ts'

const keyOf = ({ brandId, categoryId, subcategoryId }: TreeRow) => `${brandId}/${categoryId}/${subcategoryId}`

/** The whole tree with the counts of a search: `found` are the places that hold articles of it. */
export function countedTree(rows: readonly TreeRow[], found: readonly TreeRow[]): TreeNode[] {
  const counts = new Map(found.map((row) => [keyOf(row), row.count]))
  return buildTree(rows.map((row) => ({ ...row, count: counts.get(keyOf(row)) ?? 0 })))
}

const holds = ({ branch }: TreeNode, { marca, categoria, subcategoria }: Branch): boolean =>
  branch.marca === marca &&
  (branch.categoria === undefined || branch.categoria === categoria) &&
  (branch.subcategoria === undefined || branch.subcategoria === subcategoria)

/** The branches that hold articles of the search, and the chosen branch even where it holds none. */
export function withoutEmpty(nodes: readonly TreeNode[], chosen: Branch): TreeNode[] {
  const kept = nodes.filter((node) => node.count > 0 || holds(node, chosen))
  return kept.map((node, at) => ({
    ...node,
    children: withoutEmpty(node.children, chosen),
    place: at + 1,
    siblings: kept.length,
  }))
}

/** A branch whose name was typed. */
export interface FoundBranch {
  readonly node: TreeNode
  /** The names above it, from the brand down. */
  readonly path: readonly string[]
}

interface Named extends FoundBranch {
  readonly name: string
  readonly names: string
}

const named = (nodes: readonly TreeNode[], path: readonly string[] = []): Named[] =>
  nodes
    .filter(({ label }) => label !== ALL_OF_BRAND)
    .flatMap((node) => {
      const name = fold(node.label)
      const below = [...path, node.label]
      return [{ node, path, name, names: fold(below.join(' ')) }, ...named(node.children, below)]
    })

/** 0: the branch's name begins with the text; 1: each word begins a word of the names; 2: the words are inside the names. */
function closeness({ name, names }: Named, text: string, words: readonly string[]): number {
  if (name.startsWith(text)) return 0
  return words.every((word) => ` ${names}`.includes(` ${word}`)) ? 1 : 2
}

/**
 * The branches whose names have the typed words, accents and case aside: each word is in the names from the brand down, and one
 * of them in the branch's own. Branches without articles come last. Else the closest name comes first, then the tree's order.
 */
export function findBranches(tree: readonly TreeNode[], typed: string): FoundBranch[] {
  const words = fold(typed).split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const text = words.join(' ')
  return named(tree)
    .filter(
      ({ name, names }) => words.every((word) => names.includes(word)) && words.some((word) => name.includes(word)),
    )
    .map((branch) => ({ branch, rank: closeness(branch, text, words) + (branch.node.count > 0 ? 0 : 10) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ branch: { node, path } }) => ({ node, path }))
}
