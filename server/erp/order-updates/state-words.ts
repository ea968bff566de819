/** The states of an order's fulfilment as the ERP writes them (R304). Pure. */
import { type FulfilmentState, fulfilmentStates, fulfilmentWords } from '../../../contract/fulfilment-state.ts'
import { foldText } from '../../lib/search-text.ts'

const byWord = new Map(
  fulfilmentStates.filter((state) => state !== 'other').map((state) => [foldText(fulfilmentWords[state]), state]),
)

/** The state of a word, whatever its case and accents; `other` for a word that the shop does not know. */
export const stateOf = (word: string): FulfilmentState => byWord.get(foldText(word)) ?? 'other'

/** Whether a paper is a bill, by the ERP's own words for its kind ('Factura A'): an order with one is billed. */
export const isBill = (kind: string): boolean => foldText(kind).startsWith('factura')
