import { expect, test } from 'vitest'
import { withDatabases } from '../../../test/test-database.ts'
import { claimLogin, storeTicket } from './tickets.queries.ts'

withDatabases('the ticket that instances share', (database) => {
  test('is fetched by who has seen the newest one: the service gives no second ticket while one is valid', async () => {
    const { kysely } = database().db
    const claim = (by: string, seen: string | null) => claimLogin(kysely, { key: 'a', by, leaseMs: 60_000, seen })
    expect(await claim('one', null)).toBe(true)
    expect(await claim('other', null)).toBe(false)
    await storeTicket(kysely, 'a', { token: 'first', sign: 's', expiresAt: new Date(Date.now() + 60_000) })
    // The other read the row before the first one stored its ticket.
    expect(await claim('other', null)).toBe(false)
    expect(await claim('other', 'first')).toBe(true)
  })
})
