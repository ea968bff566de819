/** Past orders of the demo shop's clients, with totals as the shop reckons them. */
import { addressInWords } from '../../contract/address-text.ts'
import { hasPrice, priceOf } from '../../contract/price.ts'
import { lineAmount, roundToMultiple } from '../../contract/rules.ts'
import type { DemoArticle } from './catalogue.ts'
import { type DemoClient, FIRST_CLIENT, SECOND_CLIENT } from './clients.ts'
import { type Random, seededRandom } from './random.ts'

export interface DemoOrderLine {
  readonly article: DemoArticle
  readonly quantity: number
  /** Cents, as the list price was on the order's day. */
  readonly listPrice: number
  /** Cents. */
  readonly unitPrice: number
  readonly note: string
}

export interface DemoOrder {
  readonly client: DemoClient
  /** Days before the demo shop is filled. */
  readonly daysAgo: number
  /** The address's id, or 0 for pickup, −1 for a client without addresses. */
  readonly addressId: number
  readonly address: string
  readonly erpNumber: number
  readonly note: string
  readonly lines: readonly DemoOrderLine[]
  /** Cents. */
  readonly total: number
}

const FIRST_NUMBER = 4101
/** Orders of a client, by its id: the first client fills more than one page of 25. */
const ordersOf = (clientId: number): number => {
  if (clientId === FIRST_CLIENT) return 28
  if (clientId === SECOND_CLIENT) return 4
  return clientId % 5 === 0 ? 2 : 0
}

/** Orders from the oldest to the newest, of articles that are on sale. */
export function makeOrders(articles: readonly DemoArticle[], clients: readonly DemoClient[]): DemoOrder[] {
  const random = seededRandom(28)
  const sold = articles.filter(
    ({ active, listing, listPrice }) =>
      active && listing?.active && listing.brand !== null && hasPrice({ ...listing, listPrice }),
  )
  return clients
    .flatMap((client) => Array.from({ length: ordersOf(client.id) }, () => ({ client, daysAgo: random.int(2, 420) })))
    .sort((a, b) => b.daysAgo - a.daysAgo || a.client.id - b.client.id)
    .map(({ client, daysAgo }, index) => {
      const lines = linesOf(random.shuffled(sold).slice(0, random.int(3, 24)), daysAgo, random)
      return {
        client,
        daysAgo,
        ...destinationOf(client, random),
        erpNumber: FIRST_NUMBER + index,
        note: random.chance(0.2) ? 'Entregar por la mañana' : '',
        lines,
        total: lines.reduce((sum, line) => sum + lineAmount(line.unitPrice, line.quantity), 0),
      }
    })
}

function linesOf(articles: readonly DemoArticle[], daysAgo: number, random: Random): DemoOrderLine[] {
  return articles.map((article) => {
    const listPrice = listPriceOf(article, daysAgo)
    return {
      article,
      quantity: roundToMultiple(random.int(1, 30), article.multiple),
      listPrice,
      unitPrice: priceOf({ listPrice, discount: article.listing?.discount ?? 0 }),
      note: random.chance(0.06) ? 'Variar colores' : '',
    }
  })
}

/** Prices rose by 4 percent every 60 days, so that the shop has earlier prices to show (R242). */
const DAYS_OF_A_PRICE = 60
const RISE = 1.04
const listPriceOf = ({ listPrice }: DemoArticle, daysAgo: number): number =>
  Math.max(1, Math.round(listPrice / RISE ** Math.floor(daysAgo / DAYS_OF_A_PRICE)))

function destinationOf({ addresses }: DemoClient, random: Random) {
  if (addresses.length === 0) return { addressId: -1, address: '' }
  if (random.chance(0.15)) return { addressId: 0, address: 'Retiro en el local' }
  const address = random.pick(addresses)
  return { addressId: address.id, address: addressInWords(address) }
}
