/** Rules of orders of the demo shop (R361): a least amount for all, and what is told of a zone's deliveries. */
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { zones } from './clients.ts'
import { insertAll } from './demo.queries.ts'

export async function fillOrderRules(t: Transaction<Tables>): Promise<void> {
  await insertAll(t, 'order_rule', [
    { scope: 'all' as const, target_id: null, least_amount: 50_000_00, free_from: null, days: [] },
    {
      scope: 'zone' as const,
      target_id: zones.indexOf('AMBA') + 1,
      least_amount: null,
      free_from: 400_000_00,
      days: [2, 4],
    },
  ])
}
