import { expect, test } from 'vitest'
import { makeUser } from '../../test/make.ts'
import { withDatabases } from '../../test/test-database.ts'
import { audit, refuseStale } from './audit.service.ts'

withDatabases('versions of records (R41)', (database) => {
  const versionOf = async (id: number) =>
    (
      await database()
        .db.kysely.selectFrom('app_user')
        .select('version')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).version
  const setPhone = (id: number, phone: string) =>
    database().db.kysely.updateTable('app_user').set({ phone }).where('id', '=', id).execute()

  test('rise with every change of a row, whoever makes it, and with nothing else', async () => {
    const { id } = await makeUser(database().db)
    const first = await versionOf(id)
    await setPhone(id, '387 4000000')
    expect(await versionOf(id)).toBe(first + 1)
    await setPhone(id, '387 4000000')
    expect(await versionOf(id)).toBe(first + 1)
  })

  test('a change of what was read before another one is refused, naming who was faster', async () => {
    const { db } = database()
    const other = await makeUser(db, 'admin', { first_name: 'Rita', last_name: 'Paz' })
    const { id } = await makeUser(db)
    await audit(db.kysely, { userId: other.id, action: 'update', entity: 'user', entityId: id })
    const read = { entity: 'user', entityId: id, stored: 3 } as const
    await expect(refuseStale(db.kysely, { ...read, given: 2 })).rejects.toMatchObject({
      code: 'CONFLICT',
      details: [{ usuario: 'Rita Paz', version: 3 }],
    })
    await refuseStale(db.kysely, { ...read, given: 3 })
    await refuseStale(db.kysely, { ...read, given: undefined })
  })
})
