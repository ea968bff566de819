/** What is said above the list of a text that asks for codes (R32). */
import type { CataloguePlace } from '../../../contract/address.ts'
import type { CatalogueRow } from '../../../contract/catalogue.ts'
import { codesAsked } from '../../../contract/rules.ts'
import { isFiltered } from './place.ts'

const missing = (codes: string): string =>
  codes.includes(', ') ? `No existen los códigos ${codes}.` : `No existe el código ${codes}.`

/**
 * The sentence about codes that nothing has, from the first row of the answer; undefined when all is well.
 * An empty answer has no row to say so: then only a text without other filters is known to name no article.
 */
export function codeNotice(
  first: Pick<CatalogueRow, 'found' | 'missingCodes'> | undefined,
  place: CataloguePlace,
): string | undefined {
  if (first) {
    if (!first.missingCodes) return undefined
    return first.found === 'near' ? `${missing(first.missingCodes)} Parecidos:` : missing(first.missingCodes)
  }
  const codes = isFiltered({ ...place, buscar: undefined }) ? [] : codesAsked(place.buscar ?? '')
  return codes.length > 0 ? missing(codes.join(', ')) : undefined
}
