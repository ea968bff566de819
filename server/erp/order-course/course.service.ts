/** What follows a change of orders' present states (R304): notices to webhooks. */
import type { Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { announceStates } from '../webhooks/notices.service.ts'
import type { ChangedState } from './course.queries.ts'

/** Tells of orders whose present state changed; the caller publishes 'job'. */
export async function courseChanged(t: Transaction<Tables>, changed: readonly ChangedState[]): Promise<void> {
  if (changed.length === 0) return
  await announceStates(
    t,
    changed.map(({ id }) => id),
  )
}
