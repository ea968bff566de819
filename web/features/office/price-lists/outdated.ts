import { getOwnList, listOwnPrices } from '../../../../contract/own-lists.ts'
import { getArticlePrices, getClientTerms, listPriceLists } from '../../../../contract/price-lists.ts'
import { listDayPrices } from '../../../../contract/prices-ahead.ts'

/** What a change of a list of the shop's own puts out of date on its screen. */
export const outdatedByPrices = [
  getOwnList,
  listOwnPrices,
  listPriceLists,
  getArticlePrices,
  getClientTerms,
  listDayPrices,
]
