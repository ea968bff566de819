/** Who is told of what the office does with a user: the user by mail, and the webhooks that listen. */
import type { Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { announceEnabled } from '../../erp/erp.ts'
import { enqueue, enqueueAll } from '../../jobs/outbox.ts'

/** Enqueues the mail and the notices; the caller publishes 'job' in the same transaction. */
export async function tellEnabled(t: Transaction<Tables>, userId: number): Promise<void> {
  await enqueue(t, { kind: 'enabledMail', payload: { userId } })
  await announceEnabled(t, userId)
}

/** Enqueues the mails to both addresses of a user whose address was changed (R268); the caller publishes 'job'. */
export async function tellNewEmail(
  t: Transaction<Tables>,
  userId: number,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const mailTo = (address: string, isNew: boolean) =>
    ({ kind: 'emailChangedMail', payload: { userId, to: address, isNew } }) as const
  await enqueueAll(t, [mailTo(from, false), mailTo(to, true)])
}
