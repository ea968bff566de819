/**
 * What is exported is held to the database's own catalogue, and docs/export.md to what is exported. To write the page anew:
 * npm test -- export-page -u
 */
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { formatOf } from '../ports/erp/erp.ts'
import { withDatabases } from '../test/test-database.ts'
import { exportPage } from './export-page.ts'
import { columnsOfExport, exportedFiles, exportedTables, feedFiles, pathOf } from './export-tables.headings.ts'
import { exportWords } from './export-words.headings.ts'

const headings = [
  ...feedFiles.flatMap((table) => Object.values(formatOf(table).columns)),
  ...exportedFiles.flatMap(([, table]) => columnsOfExport(table)),
].map(({ heading }) => heading)

test('docs/export.md says what is exported', async () => {
  await expect(exportPage()).toMatchFileSnapshot(join(import.meta.dirname, '../../docs/export.md'))
})

test('every heading is explained, and no other', () => {
  expect([...new Set(headings)].toSorted()).toEqual(Object.keys(exportWords).toSorted())
})

test('no two tables share a file, and no two columns of a file a heading', () => {
  const paths = exportedFiles.map(([, table]) => pathOf(table))
  expect(new Set(paths).size).toBe(paths.length)
  for (const [name, table] of exportedFiles) {
    const own = columnsOfExport(table).map(({ heading }) => heading)
    expect(new Set(own).size, name).toBe(own.length)
  }
})

describe('the tables of an export', () => {
  withDatabases('export', (database) => {
    test('are all that the database has, with all their columns, exported or left out with a reason', async () => {
      const { rows } = await sql<{ name: string; columns: string[] }>`
        select table_name::text as name, array_agg(column_name::text order by column_name) as columns
        from information_schema.columns where table_schema = current_schema() and table_name not like 'schema_migration%'
        group by table_name`.execute(database().db.kysely)
      expect(Object.keys(exportedTables).toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
      const columns = new Map(rows.map((row) => [row.name, row.columns.toSorted()]))
      for (const [name, table] of exportedFiles)
        expect(Object.keys(table.columns).toSorted(), name).toEqual(columns.get(name))
    })
  })
})
