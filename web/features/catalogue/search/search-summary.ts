/** The words of the 'Busqueda actual' line, and the change that removes each. */
import { buyerNames, type CataloguePlace } from '../../../../contract/address.ts'
import { formatBound } from '../../../lib/format.ts'
import { buyerWords } from './buyer-words.ts'
import { type Branch, branchNames, type TreeNode } from './tree.ts'

export interface ActiveFilter {
  readonly words: string
  /** The change that removes this filter and what hangs from it, and leaves the others. */
  readonly without: CataloguePlace
}

/** The change that removes each level of a branch. The levels below it go with it. */
const withoutBranch: readonly Branch[] = [
  { marca: undefined, categoria: undefined, subcategoria: undefined },
  { categoria: undefined, subcategoria: undefined },
  { subcategoria: undefined },
]

/** The filters of a place, outermost first, e.g. 'Rayuela', 'Vehículos', '«auto»', 'desde $ 1.000'. */
export function searchSummary(place: CataloguePlace, tree: readonly TreeNode[]): ActiveFilter[] {
  const { buscar, desde, hasta } = place
  const buyer = buyerNames.flatMap((name) => {
    const value = place[name]
    return value === undefined ? [] : [{ words: buyerWords(name, value), without: { [name]: undefined } }]
  })
  return [
    ...branchNames(tree, place).map((words, level) => ({ words, without: withoutBranch[level] ?? {} })),
    ...(buscar === undefined ? [] : [{ words: `«${buscar}»`, without: { buscar: undefined } }]),
    ...(desde === undefined ? [] : [{ words: `desde ${formatBound(desde * 100)}`, without: { desde: undefined } }]),
    ...(hasta === undefined ? [] : [{ words: `hasta ${formatBound(hasta * 100)}`, without: { hasta: undefined } }]),
    ...buyer,
  ]
}
