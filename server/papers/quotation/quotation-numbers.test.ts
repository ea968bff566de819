import { expect, test } from 'vitest'
import { withDatabases } from '../../test/test-database.ts'
import { quotationNumber } from './quotation-numbers.queries.ts'

withDatabases('numbers of quotations', (database) => {
  test('ten who ask for one content at once get one number, another content the next one (R312)', async () => {
    const { kysely } = database().db
    for (const content of ['a', 'b', 'c', 'd', 'e']) {
      const numbers = await Promise.all(Array.from({ length: 10 }, () => quotationNumber(kysely, content)))
      expect(new Set(numbers).size).toBe(1)
      expect(await quotationNumber(kysely, content)).toBe(numbers[0])
    }
    const stored = await kysely.selectFrom('quotation').select('number').execute()
    expect(new Set(stored.map(({ number }) => number)).size).toBe(5)
  })
})
