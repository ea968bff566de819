import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { folderExports } from '../ports/erp/mapping/erp-exports.ts'
import { type AuditWorld, auditTable, makeAuditWorld } from './audit-table.ts'
import { openTestApp, type TestApp } from './test-app.ts'
import { withDatabase } from './test-database.ts'

describe('every change leaves its line in the audit', () => {
  withDatabase('embedded', (database) => {
    let app: TestApp
    let root: string
    let world: AuditWorld
    beforeAll(async () => {
      // Files of another program whose columns are all certain.
      root = await mkdtemp(join(tmpdir(), 'bulto-audit-'))
      for (const folder of ['entrada', 'ensayo']) await mkdir(join(root, folder))
      await writeFile(join(root, 'ensayo', 'a.csv'), 'Código;Descripción;Marca;Precio\n01;Oso;Tuki;10,00\n')
      const { db } = database()
      app = await openTestApp(db, { erpExports: folderExports(root, db.kysely) })
      world = await makeAuditWorld(database().db, app)
    })
    afterAll(async () => {
      await app.close()
      await rm(root, { recursive: true })
    })

    const written = () => database().db.kysely.selectFrom('audit').selectAll().orderBy('id').execute()

    test('every writing call of the application stands in the table, and every line of it is a call', () => {
      const writing = app.endpoints.filter(({ method }) => method !== 'GET')
      const calls = writing.map(({ method, path }) => `${method} ${path}`)
      expect(Object.keys(auditTable).sort()).toEqual([...new Set(calls)].sort())
    })

    const lines = Object.entries(auditTable).flatMap(([call, line]) => ('make' in line ? [[call, line] as const] : []))
    test.each(lines)('%s', async (call, { leaves, by, prepare, make }) => {
      await prepare?.(world)
      const before = (await written()).length
      const { status, json } = await make(world)
      expect(status, JSON.stringify(json)).toBe(200)
      const rows = (await written()).slice(before)
      expect([...new Set(rows.map(({ action, entity }) => `${action} ${entity}`))].sort()).toEqual([...leaves])
      for (const row of rows) {
        expect(row.user_id).toBe(call === 'POST /api/auth/' ? null : by ? by(world) : world.adminId)
        // Where something was and is, both are told; and never the same twice.
        expect(row.before ?? row.after).not.toBeNull()
        expect(row.before).not.toEqual(row.after)
      }
    })
  })
})
