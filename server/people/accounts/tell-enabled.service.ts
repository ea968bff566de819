/** Who is told when an admin enables a user: the user by mail, and the webhooks that listen. */
import type { Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { announceEnabled } from '../../erp/erp.ts'
import { enqueue } from '../../jobs/outbox.ts'

/** Enqueues the mail and the notices; the caller publishes 'job' in the same transaction. */
export async function tellEnabled(t: Transaction<Tables>, userId: number): Promise<void> {
  await enqueue(t, { kind: 'enabledMail', payload: { userId } })
  await announceEnabled(t, userId)
}
