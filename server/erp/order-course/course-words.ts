/** The states of an order's course as the ERP writes them (R304). Pure. */
import { type CourseState, courseStates, courseWords } from '../../../contract/course-state.ts'
import { foldText } from '../../lib/search-text.ts'

const byWord = new Map(
  courseStates.filter((state) => state !== 'other').map((state) => [foldText(courseWords[state]), state]),
)

/** The state of a word, whatever its case and accents; `other` for a word that the shop does not know. */
export const stateOf = (word: string): CourseState => byWord.get(foldText(word)) ?? 'other'

/** Whether a paper is a bill, by the ERP's own words for its kind ('Factura A'): an order with one is billed. */
export const isBill = (kind: string): boolean => foldText(kind).startsWith('factura')
