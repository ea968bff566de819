/** The mail about an order that was changed before anybody took it (R383): the same for client, seller and office. */
import { formatPesos } from '../../contract/amounts.ts'
import { screens } from '../../contract/screens.ts'
import { formatInstant } from '../lib/dates.ts'
import { type RenderedMail, renderMail, type Shop } from './layout.ts'
import { inParagraphs } from './paragraphs.ts'

/** Changes that the mail names; of more it tells how many. */
const MOST_NAMED = 20

export interface ChangedOrderToMail {
  orderId: number
  businessName: string
  version: number
  /** ISO 8601. */
  at: string
  by: string
  /** Cents. */
  total: number
  totalBefore: number
  /** What became of each article that changed, in words. */
  changes: readonly string[]
}

export function renderChangedOrderMail(order: ChangedOrderToMail, shop: Shop): RenderedMail {
  const { orderId, businessName, version, at, by, total, totalBefore, changes } = order
  const subject = `Cambió el pedido web ${orderId}: versión ${version}`
  const more = changes.length - MOST_NAMED
  const sums =
    total === totalBefore
      ? `Suma ${formatPesos(total)}, como antes.`
      : `Suma ${formatPesos(total)}; antes ${formatPesos(totalBefore)}.`
  const paragraphs = [
    `${by} cambió el pedido web ${orderId} de ${businessName} el ${formatInstant(at)}. Vale la versión ${version}.`,
    sums,
    ...(changes.length === 0 ? ['Cambiaron las observaciones.'] : changes.slice(0, MOST_NAMED)),
    more > 0 ? `Y ${more} ${more === 1 ? 'artículo más' : 'artículos más'}: los ve en el pedido.` : '',
  ].filter(Boolean)
  return renderMail({
    ...{ shop, subject: `${subject} - ${shop.name}`, heading: subject, summary: paragraphs[0] ?? '' },
    ...inParagraphs({ name: '', paragraphs }),
    action: { label: 'Ver el pedido', path: screens.order.path.replace(':id', String(orderId)) },
  })
}
