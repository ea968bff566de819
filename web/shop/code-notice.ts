/** The notice above the results of a text that asks for codes (R32). */
import type { CatalogueRow } from '../../contract/catalogue.ts'
import { codesAsked } from '../../contract/codes.ts'

const missing = (codes: string): string =>
  codes.includes(', ') ? `No existen los códigos ${codes}.` : `No existe el código ${codes}.`

/** What was searched, and whether that is all that narrows the list. */
export interface Sought {
  readonly text: string
  readonly alone: boolean
}

/**
 * The sentence about codes that nothing has, from the first row of the answer; undefined when all is well.
 * An empty answer has no row to say so: then only a text without other filters is known to name no article.
 */
export function codeNotice(
  first: Pick<CatalogueRow, 'found' | 'missingCodes'> | undefined,
  { text, alone }: Sought,
): string | undefined {
  if (first) {
    if (!first.missingCodes) return undefined
    return first.found === 'near' ? `${missing(first.missingCodes)} Parecidos:` : missing(first.missingCodes)
  }
  const codes = alone ? codesAsked(text) : []
  return codes.length > 0 ? missing(codes.join(', ')) : undefined
}
