/** personal-columns.ts names every column that names a person, and what it says comes about (Ley 25.326). */
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type PersonalEntry, personalEntries } from '../../db/personal-columns.ts'
import { type MarkedWorld, makeMarkedWorld } from '../../test/marked-world.ts'
import { withDatabase } from '../../test/test-database.ts'
import { erasePersonalData, exportPersonalData } from './personal-data.service.ts'

const nameOf = ({ table, column }: Pick<PersonalEntry, 'table' | 'column'>) => `${table}.${column}`

describe('the table of personal columns', () => {
  withDatabase('server', (database) => {
    let world: MarkedWorld
    let exported: Record<string, unknown>
    let leftBefore: string[]

    const rowsNaming = async (entry: PersonalEntry, who: 'A1' | 'B1'): Promise<Record<string, unknown>[]> => {
      const { id: clientId, orderId } = world.clients[who]
      const id = { user: world.users[who], client: clientId, order: orderId }[entry.names]
      const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(entry.table)}
        where ${sql.ref(entry.column)} = ${id}`.execute(database().db.kysely)
      return rows
    }
    /** 'table.column' of the texts that hold A1's marker. */
    const textsOfPerson = async (): Promise<string[]> => {
      const found: string[] = []
      for (const name of world.marked) {
        const [table = '', column = ''] = name.split('.')
        const { rows } = await sql`select from ${sql.table(table)}
          where ${sql.ref(column)} like ${`%${world.markers.A1}%`} limit 1`.execute(database().db.kysely)
        if (rows.length > 0) found.push(name)
      }
      return found
    }
    const before = new Map<string, number>()

    beforeAll(async () => {
      const { db } = database()
      world = await makeMarkedWorld(db)
      const { id, cuit } = world.clients.A1
      // One that registered in the shop: its client is the shop's, and nobody else has it.
      await db.kysely.updateTable('client').set({ from_erp: false }).where('id', '=', id).execute()
      await db.kysely.updateTable('app_user').set({ cuit }).where('id', '=', world.users.A1).execute()
      for (const client of [id, world.clients.B1.id])
        await db.kysely
          .insertInto('sheet_columns')
          .values({ kind: 'list', user_id: null, client_id: client, headings: world.markers.A1, roles: ['code'] })
          .execute()
      await db.kysely
        .updateTable('sheet_columns')
        .set({ headings: 'x' })
        .where('client_id', '=', world.clients.B1.id)
        .execute()
      for (const entry of personalEntries) before.set(nameOf(entry), (await rowsNaming(entry, 'A1')).length)
      exported = (await exportPersonalData(db, cuit)) ?? {}
      leftBefore = await textsOfPerson()
      await erasePersonalData(db, cuit)
    })

    test('has a line for every column that names a user, a client or an order, and for no other', async () => {
      // `replaced_by` names an article.
      const { rows } = await sql<{ table: string; column: string }>`
        select table_name::text as "table", column_name::text as "column" from information_schema.columns
        join information_schema.tables using (table_schema, table_name)
        where table_schema = 'public' and table_type = 'BASE TABLE'
          and column_name ~ '(^|_)(user|client|order)_id$|_by$' and data_type = 'integer' and column_name <> 'replaced_by'
        union
        select conrelid::regclass::text, attname::text from pg_constraint
        join pg_attribute on attrelid = conrelid and attnum = any(conkey)
        where contype = 'f' and confrelid in ('app_user'::regclass, 'client'::regclass, 'sales_order'::regclass)
        order by 1, 2`.execute(database().db.kysely)
      const own = ['app_user.id', 'client.id', 'sales_order.id']
      expect(personalEntries.map(nameOf).toSorted()).toEqual([...rows.map(nameOf), ...own].toSorted())
    })

    test('what it calls exported stands in the export, with these columns, and nothing else does', async () => {
      const byHand = ['account', 'clients', 'orders', 'mails', 'notifiedOfOrders', 'audit']
      const told = personalEntries.flatMap(({ exported }) => (exported instanceof Object ? exported.as : []))
      expect(Object.keys(exported).toSorted()).toEqual([...byHand, ...told].toSorted())
      for (const { exported: said } of personalEntries) {
        if (!(said instanceof Object) || said.as === 'acts') continue
        const rows = exported[said.as] as Record<string, unknown>[]
        expect(rows.length, said.as).toBeGreaterThan(0)
        if (said.columns) expect(Object.keys(rows[0] ?? {}), said.as).toEqual(said.columns)
      }
    })

    test('nobody else stands in the export', () => {
      const text = JSON.stringify(exported)
      const { A1: _, ...others } = world.needles
      expect(Object.entries(others).filter(([, needles]) => needles.some((needle) => text.includes(needle)))).toEqual(
        [],
      )
    })

    test('rows that it calls erased are gone, and another person’s stand', async () => {
      const erased = personalEntries.filter((entry) => entry.erased === 'row')
      for (const entry of erased) {
        expect(before.get(nameOf(entry)), nameOf(entry)).toBeGreaterThan(0)
        expect(await rowsNaming(entry, 'A1'), nameOf(entry)).toEqual([])
        expect((await rowsNaming(entry, 'B1')).length, nameOf(entry)).toBeGreaterThan(0)
      }
    })

    test('of what the person and the ERP wrote, the texts stay that it says stay, and no others', async () => {
      const stays = personalEntries.flatMap(({ table, stays = [] }) => stays.map((column) => `${table}.${column}`))
      expect((await textsOfPerson()).toSorted()).toEqual(stays.toSorted())
      expect(leftBefore.filter((name) => !stays.includes(name)).length).toBeGreaterThan(20)
    })
  })
})
