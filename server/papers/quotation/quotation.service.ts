/** A cart as a quotation: what it holds, for whom, at today's prices. */
import { formatCuit } from '../../../contract/cuit.ts'
import { isVideo } from '../../../contract/media.ts'
import { hasPrice, lineAmount, NO_CLIENT, unitPrice } from '../../../contract/rules.ts'
import type { Queryable } from '../../db/open.ts'
import type { CartKey } from '../../db/tables.ts'
import { dayText } from '../../lib/dates.ts'
import { documentVariant } from '../../media/media.ts'
import { detailedCart } from '../../ordering/ordering.ts'
import { notFound } from '../../refusal.ts'
import { findClient, findUser } from './documents.queries.ts'
import type { Quotation, QuotationLine } from './quotation.types.ts'

/**
 * Reads a cart for a document, its lines in the order they were added.
 *
 * @throws Refusal NOT_FOUND when there is no such client or user
 */
export async function quotationOf(
  db: Queryable,
  cart: CartKey,
  { shopName, withPrices }: { shopName: string; withPrices: boolean },
): Promise<Quotation> {
  const recipient =
    cart.clientId === NO_CLIENT ? await findUser(db, cart.userId) : await findClient(db, cart.clientId)
  if (!recipient) throw notFound()
  const lines = (await detailedCart(db, cart)).map((line): QuotationLine => {
    const media = [line.media1, line.media2, line.media3, line.media4, line.media5]
    const picture = media.find((file) => file !== null && !isVideo(file)) ?? null
    const isOrderable = line.sold && hasPrice(line.listPrice)
    return {
      code: line.code,
      description: line.description,
      quantity: line.quantity,
      note: line.note,
      unitPrice: isOrderable ? unitPrice(line.listPrice, line.discount) : null,
      picture: picture && documentVariant(picture),
    }
  })
  return {
    shopName,
    client: recipient.name,
    cuit: formatCuit(recipient.cuit),
    date: dayText(new Date()),
    withPrices,
    lines,
    total: lines.reduce((sum, line) => sum + lineAmount(line.unitPrice ?? 0, line.quantity), 0),
  }
}
