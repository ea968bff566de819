/** The words of the 'Busqueda actual' line, and what takes each of them away. */
import type { CataloguePlace } from '../../../../contract/address.ts'
import { type Branch, branchNames, type TreeNode } from './tree.ts'

const pesos = new Intl.NumberFormat('es-AR', { minimumFractionDigits: 0, maximumFractionDigits: 2 })

export interface ActiveFilter {
  readonly words: string
  /** The change that removes this filter and what hangs from it, and leaves the others. */
  readonly without: CataloguePlace
}

/** The branch without a part of it: what stands below the part goes with it. */
const withoutBranch: readonly Branch[] = [
  { marca: undefined, categoria: undefined, subcategoria: undefined },
  { categoria: undefined, subcategoria: undefined },
  { subcategoria: undefined },
]

/** The filters of a place, outermost first, e.g. 'Rayuela', 'Vehículos', '«auto»', 'desde $ 1.000'. */
export function searchSummary(place: CataloguePlace, tree: readonly TreeNode[]): ActiveFilter[] {
  const { buscar, desde, hasta } = place
  return [
    ...branchNames(tree, place).map((words, level) => ({ words, without: withoutBranch[level] ?? {} })),
    ...(buscar === undefined ? [] : [{ words: `«${buscar}»`, without: { buscar: undefined } }]),
    ...(desde === undefined
      ? []
      : [{ words: `desde $ ${pesos.format(desde)}`, without: { desde: undefined } }]),
    ...(hasta === undefined
      ? []
      : [{ words: `hasta $ ${pesos.format(hasta)}`, without: { hasta: undefined } }]),
  ]
}
