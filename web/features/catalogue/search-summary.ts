/** The words of the 'Busqueda actual' line. */
import type { CataloguePlace } from '../../../contract/address.ts'
import { branchNames, type TreeNode } from './tree.ts'

const pesos = new Intl.NumberFormat('es-AR', { minimumFractionDigits: 0, maximumFractionDigits: 2 })

/** The filters of a place in words, outermost first, e.g. ['Rayuela', 'Vehículos', '«auto»', 'desde $ 1.000']. */
export function searchSummary(place: CataloguePlace, tree: readonly TreeNode[]): string[] {
  return [
    ...branchNames(tree, place),
    ...(place.buscar === undefined ? [] : [`«${place.buscar}»`]),
    ...(place.desde === undefined ? [] : [`desde $ ${pesos.format(place.desde)}`]),
    ...(place.hasta === undefined ? [] : [`hasta $ ${pesos.format(place.hasta)}`]),
  ]
}
