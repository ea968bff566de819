/** Saves what a search finds as a list (R368). */
import { type CataloguePlace, filterOfPlace } from '../../../../contract/address.ts'
import { searchProducts } from '../../../../contract/catalogue.ts'
import { hasPrice } from '../../../../contract/price.ts'
import { PAGE_SIZE } from '../../../../contract/rules.ts'
import { call } from '../../../lib/api.ts'
import { useCartOwner } from '../../../shop/cart.ts'
import { usePricedClient } from '../../../shop/chosen-client.ts'
import { SaveAsList } from '../../../shop/saved-lists/SaveAsList.tsx'
import styles from './catalogue.module.css'

interface SaveSearchProps {
  readonly place: CataloguePlace
  /** How many articles the search finds. */
  readonly total: number
}

/** The button that saves the articles of a search that can be ordered, each with the least that is sold of it. */
export function SaveSearch({ place, total }: SaveSearchProps) {
  const { clientId } = useCartOwner()
  const filter = filterOfPlace(place, usePricedClient())
  const linesToSave = async () => {
    const pages = Array.from({ length: Math.ceil(total / PAGE_SIZE) }, (_, page) => page)
    const found = await Promise.all(pages.map((page) => call(searchProducts, { query: { ...filter, page } })))
    const rows = new Map(found.flat().map((row) => [row.articleId, row]))
    return [...rows.values()]
      .filter(hasPrice)
      .map(({ articleId, multiple }) => ({ articleId, quantity: multiple, note: '' }))
  }
  return (
    <span className={styles.saveSearch}>
      <SaveAsList clientId={clientId} lines={linesToSave} className="button button--quiet button--small" />
    </span>
  )
}
