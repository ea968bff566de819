/** The mails about a new order: enqueued when it is made, rendered and sent by the worker of the outbox. */

import { isEmail } from '../../../contract/email.ts'
import { deliveryInWords } from '../../../contract/order-text.ts'
import { PICKUP } from '../../../contract/orders.ts'
import { roles } from '../../../contract/roles.ts'
import { lineAmount } from '../../../contract/rules.ts'
import { vatOf } from '../../../contract/vat.ts'
import { shownCuit } from '../../db/cuit.ts'
import { PermanentFailure } from '../../jobs/failure.ts'
import type { Handler } from '../../jobs/kinds.ts'
import { type MailParts, sendFromShop } from '../../mail/from-shop.ts'
import type { Shop } from '../../mail/layout.ts'
import { type Audience, type OrderToMail, renderNewOrderMail } from '../../mail/new-order.ts'
import { findMailedOrder, type MailedOrder, type StoredRecipients } from './orders.mail.queries.ts'

/** Each address once: the client's copy goes before the seller's, and that before the shop's. Texts that are no address are left out. */
export function recipientsOf({ client, seller, shop }: StoredRecipients): { to: string; audience: Audience }[] {
  const recipients = new Map<string, { to: string; audience: Audience }>()
  for (const [list, audience] of [
    [client, 'client'],
    [seller, 'seller'],
    [shop, 'shop'],
  ] as const) {
    for (const to of list.split(/[;,\s]+/)) {
      const key = to.toLowerCase()
      if (isEmail(to) && !recipients.has(key)) recipients.set(key, { to, audience })
    }
  }
  return [...recipients.values()]
}

/** Makes an order's PDF for a reader; for the same order it is the same at every attempt, but for the state. */
export type OrderPdf = (orderId: number, reader: 'client' | 'office') => Promise<Uint8Array>

/** Bytes of an attachment: most mail systems take 10 MB, of which base64 takes a third. */
export const MOST_ATTACHED = 4 * 1024 * 1024
/** PDFs that the mails of one order share: the office's addresses follow each other in the outbox. */
const SHARED_PDFS = 4

/**
 * Makes the handler of the jobs about new orders. The mail carries the order's PDF (decision 0141). Where making it fails,
 * the job is tried once more; then the mail goes without. So does one whose PDF is too large.
 */
export function newOrderMailHandler({
  orderPdf,
  ...parts
}: MailParts & {
  /** Without it no mail carries a PDF. */
  readonly orderPdf?: OrderPdf
}): Handler<'newOrderMail'> {
  const shared = new Map<string, Promise<Uint8Array>>()
  const pdfOf = async (
    make: OrderPdf,
    { id: orderId, version }: Pick<MailedOrder, 'id' | 'version'>,
    reader: 'client' | 'office',
    attempt: number,
  ) => {
    const key = `${reader}:${orderId}:${version}`
    const made = shared.get(key) ?? make(orderId, reader)
    shared.set(key, made)
    for (const old of [...shared.keys()].slice(0, -SHARED_PDFS)) shared.delete(old)
    try {
      return await made
    } catch (error) {
      shared.delete(key)
      if (attempt === 1) throw error
      return null
    }
  }
  return async ({ orderId, to, audience }, job) => {
    const stored = await findMailedOrder(parts.db.kysely, orderId)
    if (!stored) throw new PermanentFailure(`there is no order ${orderId}`)
    const reader = audience === 'client' ? 'client' : 'office'
    const pdf = orderPdf ? await pdfOf(orderPdf, stored, reader, job.attempt) : null
    const attachments =
      pdf !== null && pdf.length <= MOST_ATTACHED
        ? [{ filename: `pedido-${orderId}.pdf`, contentType: 'application/pdf', content: pdf }]
        : []
    const isOwn = stored.maker_email.toLowerCase() === to.toLowerCase()
    const order = { ...toMail(stored), isOwn, attached: attachments[0]?.filename ?? '' }
    const replyTo = audience === 'client' ? undefined : order.email
    const render = (shop: Shop) => renderNewOrderMail(order, audience, shop)
    await sendFromShop(parts, job, { to, render, replyTo, attachments })
  }
}

/** The VAT of an order in its mail; null where nothing is said of it (R357). */
function vatOfMail({ lines, prices_with_vat: pricesWithVat }: MailedOrder): OrderToMail['vat'] {
  if (pricesWithVat === null) return null
  const amounts = lines.map(({ unitPrice, quantity, vatRate }) => ({
    amount: lineAmount(unitPrice, quantity),
    vatRate,
  }))
  const sums = vatOf(amounts, pricesWithVat)
  return sums && { sums, pricesWithVat }
}

function toMail(stored: MailedOrder): Omit<OrderToMail, 'isOwn' | 'attached'> {
  const byClient = !roles[stored.type].isStaff
  const maker = [stored.first_name, stored.last_name].filter(Boolean).join(' ') || stored.maker_name
  return {
    id: stored.id,
    erpNumber: stored.erp_number,
    clientNumber: stored.import_number ?? '',
    createdAt: stored.created_at,
    businessName: stored.business_name,
    cuit: stored.client_cuit || (byClient ? shownCuit(stored.cuit) : ''),
    email: byClient ? stored.email : (stored.client_email ?? ''),
    phone: byClient ? stored.mobile || stored.phone : '',
    orderedBy: stored.wasSent ? stored.madeBy : roles[stored.maker_type].isStaff ? maker : '',
    delivery: deliveryInWords({ addressId: stored.address_id, address: stored.address }),
    carrier: stored.address_id === PICKUP ? '' : stored.carrier,
    saleLine: stored.sale_line,
    saleCondition: stored.sale_condition,
    note: stored.note,
    total: stored.total,
    vat: vatOfMail(stored),
    lines: stored.lines,
    held: stored.heldReason ?? '',
  }
}
