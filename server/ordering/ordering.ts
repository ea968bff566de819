/** The face of this context: what other rooms of the server may import of it. See SPEC.md. */
export { findArticles, readArticles } from './codes/articles.service.ts'
export { articlesOf, type CodeFound, type LookUp, lookUpCodes, type OnSale } from './codes/codes.service.ts'
export type { OfferedArticle } from './codes/offers.queries.ts'
export { countLines, listLines, putLinesBack } from './lines/lines.queries.ts'
export {
  type AskedLine,
  doubtful,
  dropped,
  type Find,
  noticesOf,
  type Orderable,
  type Plan,
  type PlannedLine,
  planLines,
} from './lines/lines.rules.ts'
export {
  answerOf,
  type CartPlan,
  chooseClient,
  type LineToSet,
  planCart,
  requireClient,
  type Setting,
  setLine,
  setLines,
  setLinesIn,
  shown,
} from './lines/lines.service.ts'
export { askQuantity } from './lines/unusual.rules.ts'
export { type UnusualQuantity, unusualOfMany, unusualQuantities } from './lines/unusual.service.ts'
export { textOf } from './readers/sheet/cells.rules.ts'
export { cuitDigits } from './readers/sheet/columns.rules.ts'
export { similarArticles } from './readers/sheet/proposals.service.ts'
export { readFile } from './readers/sheet/read-file.service.ts'
export { reviewListFile } from './readers/sheet/review-list.service.ts'
export {
  BESIDE_QUANTITY,
  codesOf,
  noticesOfRows,
  reviewRows,
  type SheetReviewRow,
  wireRow,
} from './readers/sheet/review-rows.service.ts'
export type { WrittenRow } from './readers/sheet/sheet.types.ts'
export { whyAsked } from './readers/text/doubts.rules.ts'
export { spacedOut } from './readers/text/names.rules.ts'
export { readOrderText } from './readers/text/read.rules.ts'
export type { Entry, KnownArticle, Shelf } from './readers/text/text.types.ts'
