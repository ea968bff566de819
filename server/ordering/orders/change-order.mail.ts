/** Sends the mails about an order that was changed before anybody took it (R383). */
import type { Handler } from '../../jobs/kinds.ts'
import { renderChangedOrderMail } from '../../mail/changed-order.ts'
import { type MailParts, sendFromShop } from '../../mail/from-shop.ts'
import { findChangedToMail, listVersionLines } from './change-order.queries.ts'
import { differencesInWords } from './versions.rules.ts'

/** Makes the handler. */
export const changedOrderMailHandler =
  (parts: MailParts): Handler<'changedOrderMail'> =>
  async ({ orderId, version, to }, job) => {
    const { kysely } = parts.db
    const changed = await findChangedToMail(kysely, orderId, version)
    if (!changed) return
    const before = await listVersionLines(kysely, orderId, version - 1)
    const changes = differencesInWords(before, await listVersionLines(kysely, orderId, version))
    await sendFromShop(parts, job, {
      to,
      render: (shop) => renderChangedOrderMail({ ...changed, version, changes }, shop),
    })
  }
