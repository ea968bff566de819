/** The tree of a search, and finding one of its branches by name (R221): pure. */

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

/** What a click would find something in, and what is chosen, also where nothing is. */
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

/** 0: the name begins like that, 1: each word begins one of the names', 2: they stand somewhere in them. */
function closeness({ name, names }: Named, text: string, words: readonly string[]): number {
  if (name.startsWith(text)) return 0
  return words.every((word) => ` ${names}`.includes(` ${word}`)) ? 1 : 2
}

/**
 * The branches that are called so, accents and case aside: each word stands in the names from the brand down, one of
 * them in the branch's own. What holds nothing comes last, else the closest name first, then the tree's order.
 */
export function findBranches(tree: readonly TreeNode[], typed: string): FoundBranch[] {
  const words = fold(typed).split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const text = words.join(' ')
  return named(tree)
    .filter(
      ({ name, names }) =>
        words.every((word) => names.includes(word)) && words.some((word) => name.includes(word)),
    )
    .map((branch) => ({ branch, rank: closeness(branch, text, words) + (branch.node.count > 0 ? 0 : 10) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ branch: { node, path } }) => ({ node, path }))
}
