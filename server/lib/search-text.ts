/** The form in which stored text is searched, the same in JavaScript and in any database's collation. */
import { fold } from '../../contract/codes.ts'

/** Lower case, without accents, blanks made single: 'Librería  GÜEMES ' is 'libreria guemes'. */
export function foldText(text: string): string {
  return fold(text).replace(/\s+/g, ' ').trim()
}

/** The content of `client.search_text`: the client's name, code and CUIT (digits), folded. */
export function clientSearchText(client: { businessName: string; code: string; cuit: string }): string {
  return foldText(`${client.businessName} ${client.code} ${client.cuit}`)
}
