/** The mails about a new order: enqueued when it is made, rendered and sent by the worker of the outbox. */

import { isEmail } from '../../../contract/email.ts'
import { deliveryInWords } from '../../../contract/order-text.ts'
import { roles } from '../../../contract/roles.ts'
import type { Db } from '../../db/open.ts'
import { PermanentFailure } from '../../jobs/failure.ts'
import type { Handler } from '../../jobs/kinds.ts'
import { deliver } from '../../mail/deliver.ts'
import type { Shop } from '../../mail/layout.ts'
import { type Audience, type OrderToMail, renderNewOrderMail } from '../../mail/new-order.ts'
import type { Mailer } from '../../ports/mail/mail.ts'
import { findMailedOrder, type MailedOrder, type StoredRecipients } from './orders.mail.queries.ts'

/** Each address once; one of both the client and the shop gets the client's copy. Texts that are no address are left out. */
export function recipientsOf({ client, shop }: StoredRecipients): { to: string; audience: Audience }[] {
  const recipients = new Map<string, { to: string; audience: Audience }>()
  for (const [list, audience] of [
    [client, 'client'],
    [shop, 'shop'],
  ] as const) {
    for (const to of list.split(/[;,\s]+/)) {
      const key = to.toLowerCase()
      if (isEmail(to) && !recipients.has(key)) recipients.set(key, { to, audience })
    }
  }
  return [...recipients.values()]
}

/** Makes the handler of the jobs about new orders. */
export function newOrderMailHandler({
  db,
  mailer,
  shop,
}: {
  db: Db
  mailer: Mailer
  shop: Pick<Shop, 'name' | 'url'>
}): Handler<'newOrderMail'> {
  return async ({ orderId, to, audience }, job) => {
    const stored = await findMailedOrder(db.kysely, orderId)
    if (!stored) throw new PermanentFailure(`there is no order ${orderId}`)
    const { contactMail, contactPhone } = stored
    const contact = { contactMail, contactPhone }
    const order = toMail(stored)
    const mail = renderNewOrderMail(order, audience, { ...shop, ...contact })
    await deliver(mailer, job, { to, replyTo: audience === 'shop' ? order.email : contact.contactMail, mail })
  }
}

function toMail(stored: MailedOrder): OrderToMail {
  const byClient = !roles[stored.type].isStaff
  const maker = [stored.first_name, stored.last_name].filter(Boolean).join(' ') || stored.maker_name
  return {
    id: stored.id,
    erpNumber: stored.erp_number,
    createdAt: stored.created_at,
    businessName: stored.business_name,
    cuit: stored.client_cuit || (byClient ? stored.cuit : ''),
    email: byClient ? stored.email : (stored.client_email ?? ''),
    phone: byClient ? stored.mobile || stored.phone : '',
    orderedBy: roles[stored.maker_type].isStaff ? maker : '',
    delivery: deliveryInWords({ addressId: stored.address_id, address: stored.address }),
    saleLine: stored.sale_line,
    saleCondition: stored.sale_condition,
    note: stored.note,
    total: stored.total,
    lines: stored.lines,
  }
}
