import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withBothDatabases } from '../test/test-database.ts'

withBothDatabases('statements that come often', (database) => {
  const often = 12
  const numbers = Array.from({ length: often }, (_, n) => n)

  test('are prepared, but for those that answer all columns of a table', async () => {
    const { db } = database()
    const prepared = await db.kysely.connection().execute(async (connection) => {
      for (const n of numbers) {
        const { rows } = await sql<{ n: number }>`select ${n}::int as n`.execute(connection)
        expect(rows).toEqual([{ n }])
        await sql`select * from setting where key = ${`clave ${n}`}`.execute(connection)
      }
      const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(
        connection,
      )
      return rows.map(({ statement }) => statement)
    })
    expect(prepared).toContain('select $1::int as n')
    expect(prepared.filter((statement) => statement.includes('select * from setting'))).toEqual([])
  })

  test('are sent again where the server has forgotten them', async () => {
    const { db } = database()
    const ask = (n: number) => db.tx((t) => sql<{ n: number }>`select ${n}::int + 1 as n`.execute(t))
    for (const n of numbers) await ask(n)
    await sql`deallocate all`.execute(db.kysely)
    for (const n of numbers) expect((await ask(n)).rows).toEqual([{ n: n + 1 }])
  })

  test('answer what they should after a column was added', async () => {
    const { db } = database()
    await sql`create table shelf (id int, name text)`.execute(db.kysely)
    const add = (n: number) =>
      db.tx((t) => sql`insert into shelf (id, name) values (${n}, 'x') returning id, name`.execute(t))
    for (const n of numbers) await add(n)
    await sql`alter table shelf add column height int default 7`.execute(db.kysely)
    await sql`alter table shelf alter column id type bigint`.execute(db.kysely)
    expect((await add(99)).rows).toEqual([{ id: 99, name: 'x' }])
    await sql`drop table shelf`.execute(db.kysely)
  })
})
