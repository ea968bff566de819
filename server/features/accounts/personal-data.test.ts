import { expect, test } from 'vitest'
import { makeArticle, makeUser } from '../../test/make.ts'
import { withDatabases } from '../../test/test-database.ts'
import { erasePersonalData, exportPersonalData } from './personal-data.service.ts'

withDatabases('personal data', (database) => {
  test('everything of a person comes out, and nothing is left after erasing but nameless orders', async () => {
    const { db } = database()
    const email = 'persona.unica@example.test'
    const person = { email, first_name: 'Zulema', last_name: 'Quiroga', business_name: 'Zulema Quiroga' }
    const user = await makeUser(db, 'cliente', { ...person, cuit: '27234567891', phone: '387-555-0001' })
    const other = await makeUser(db)
    const article = await makeArticle(db)
    const owned = { user_id: user.id, created_by: user.id, client_id: -1, channel: 'web' as const }
    await db.kysely
      .insertInto('cart_line')
      .values({ ...owned, article_id: article.id, quantity: 1 })
      .execute()
    await db.kysely
      .insertInto('user_address')
      .values({ user_id: user.id, street: 'Pasaje Zorzal 12' })
      .execute()
    await db.kysely
      .insertInto('sales_order')
      .values({
        ...owned,
        business_name: 'Zulema Quiroga',
        address_id: 1,
        address: 'Pasaje Zorzal 12',
        sale_condition: 1,
        total: 100_00,
        line_count: 1,
      })
      .execute()
    await db.kysely
      .insertInto('audit')
      .values({ action: 'update', entity: 'user', entity_id: String(user.id), after: JSON.stringify(person) })
      .execute()
    const job = {
      kind: 'newOrderMail',
      payload: JSON.stringify({ orderId: 1, to: email, audience: 'client' }),
    }
    await db.kysely.insertInto('job').values(job).execute()

    const exported = JSON.stringify(await exportPersonalData(db, user.cuit))
    for (const part of [email, 'Quiroga', 'Pasaje Zorzal 12', '387-555-0001'])
      expect(exported).toContain(part)
    expect(exported).not.toContain('argon2')

    expect(await erasePersonalData(db, user.cuit)).toBe(true)
    for (const table of ['app_user', 'user_address', 'cart_line', 'sales_order', 'audit', 'job'] as const) {
      const rows = JSON.stringify(await db.kysely.selectFrom(table).selectAll().execute())
      for (const part of [email, 'Quiroga', 'Zorzal', '387-555-0001', '27234567891'])
        expect(rows, table).not.toContain(part)
    }
    const orders = await db.kysely.selectFrom('sales_order').select('total').execute()
    expect(orders).toEqual([{ total: 100_00 }])
    expect(await exportPersonalData(db, user.cuit)).toBeUndefined()
    expect(await erasePersonalData(db, user.cuit)).toBe(false)
    expect(await exportPersonalData(db, other.cuit)).toBeDefined()
  })
})
