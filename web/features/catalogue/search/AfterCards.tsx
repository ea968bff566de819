import { Overdue } from './Overdue.tsx'
import { PricesWithVat } from './PricesWithVat.tsx'
import { TakenWords } from './TakenWords.tsx'

/** What is said of articles, prices and the account once the first cards are there: one small file, which they do not wait for. */
export const AfterCards = () => (
  <>
    <TakenWords />
    <PricesWithVat />
    <Overdue />
  </>
)
