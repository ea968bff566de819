/** The states of an order's course as the ERP writes them (R304). Pure. */
import { type CourseState, courseStates, courseWords } from '../../../contract/course-state.ts'
import { foldText } from '../../lib/search-text.ts'

const byWord = new Map(
  courseStates.filter((state) => state !== 'other').map((state) => [foldText(courseWords[state]), state]),
)

/** The state of a word, whatever its case and accents; `other` for a word that the shop does not know. */
export const stateOf = (word: string): CourseState => byWord.get(foldText(word)) ?? 'other'

/** The kind of a paper in the shop's words, as far as it knows it; else as the ERP wrote it. */
export const paperKind = (written: string): string => {
  const folded = foldText(written)
  if (folded.startsWith('factura')) return 'factura'
  if (folded.startsWith('remito')) return 'remito'
  return folded.startsWith('nota de credito') ? 'nota de crédito' : written
}
