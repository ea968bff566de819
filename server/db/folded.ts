/** Text folded by the database as `foldText` folds it in the program, whatever language the database speaks. */
import { type RawBuilder, sql } from 'kysely'
import { foldText } from '../lib/search-text.ts'

/** Latin letters with an accent, or in capitals beyond ASCII, and what each of them is folded to. */
const letters = Array.from({ length: 0x100 - 0xc0 }, (_, nth) => String.fromCharCode(0xc0 + nth)).filter(
  (letter) => foldText(letter) !== letter,
)
const accentedLetters = letters.join('')
const plainLetters = letters.map(foldText).join('')

/**
 * Lower case without accents. By code points: the rules of a language take ten times as long, and in the embedded
 * database they leave accented capitals alone.
 */
export const folded = (text: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`lower(translate(${text}, ${sql.lit(accentedLetters)}, ${sql.lit(plainLetters)}) collate "C")`
