import { expect, test } from 'vitest'
import { makeClient } from '../../test/make.ts'
import { withDatabases } from '../../test/test-database.ts'
import { limitsOf } from './client-account.service.ts'

withDatabases('limits that bind', (database) => {
  test('orders of one transaction count together; one beyond the limit does not count against the next (R306)', async () => {
    const { db } = database()
    const { id } = await makeClient(db)
    await db.kysely
      .insertInto('client_account')
      .values({ client_id: id, at: '2026-11-01T12:00:00Z', balance: 100_00, credit_limit: 1_000_00 })
      .execute()
    await db.kysely.insertInto('setting').values({ key: 'LIMITE_OBLIGATORIO', value: '1' }).execute()
    const beyond = await db.tx(async (t) => {
      const judge = await limitsOf(t, [id])
      return [judge(id, 600_00), judge(id, 600_00), judge(id, 300_00), judge(id, 1)]
    })
    expect(beyond).toEqual([0, 300_00, 0, 1])
  })
})
