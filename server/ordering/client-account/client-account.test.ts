import { expect, test } from 'vitest'
import { makeClient } from '../../test/make.ts'
import { withDatabases } from '../../test/test-database.ts'
import { rulesAtTheGate } from './client-account.service.ts'

withDatabases('limits that bind', (database) => {
  test('orders of one transaction count together; one beyond the limit does not count against the next (R306)', async () => {
    const { db } = database()
    const { id } = await makeClient(db)
    await db.kysely
      .insertInto('client_account')
      .values({ client_id: id, at: '2026-11-01T12:00:00Z', balance: 100_00, credit_limit: 1_000_00 })
      .execute()
    await db.kysely.insertInto('setting').values({ key: 'LIMITE_OBLIGATORIO', value: '1' }).execute()
    const judged = await db.tx(async (t) => {
      const judge = await rulesAtTheGate(t, [id])
      return [judge(id, 600_00), judge(id, 600_00), judge(id, 300_00), judge(id, 1)].map((broken) =>
        broken.map(({ action, text }) => [action, text]),
      )
    })
    const beyond = (pesos: string) => [['rechazar', `El pedido supera el límite de crédito en $ ${pesos}`]]
    expect(judged).toEqual([[], beyond('300,00'), [], beyond('0,01')])
  })

  test('a held order counts against the next, so that ten of them do not pass the limit one by one (R390)', async () => {
    const { db } = database()
    const { id } = await makeClient(db)
    await db.kysely
      .insertInto('client_account')
      .values({ client_id: id, at: '2026-11-01T12:00:00Z', balance: 0, credit_limit: 1_000_00 })
      .execute()
    await db.kysely.insertInto('setting').values({ key: 'LIMITE_RETIENE', value: '1' }).execute()
    const judged = await db.tx(async (t) => {
      const judge = await rulesAtTheGate(t, [id])
      return [judge(id, 1_200_00), judge(id, 300_00)].map((broken) => broken.map(({ action, text }) => [action, text]))
    })
    const beyond = (pesos: string) => [['retener', `El pedido supera el límite de crédito en $ ${pesos}`]]
    expect(judged).toEqual([beyond('200,00'), beyond('500,00')])
  })
})
