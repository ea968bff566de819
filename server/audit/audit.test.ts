import { expect, test } from 'vitest'
import { makeUser } from '../test/make.ts'
import { withDatabases } from '../test/test-database.ts'
import { audit, auditedUpdate, lockRecord, refuseStale } from './audit.service.ts'

withDatabases('versions of records (R41)', (database) => {
  const versionOf = async (id: number) =>
    (await database().db.kysely.selectFrom('app_user').select('version').where('id', '=', id).executeTakeFirstOrThrow())
      .version
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

  test('a record is changed and told about as one: what became different, and nothing when nothing did', async () => {
    const { db } = database()
    const boss = await makeUser(db, 'admin')
    const { id } = await makeUser(db, 'cliente', { first_name: 'Ana', phone: '387 1' })
    const change = (changes: Parameters<typeof auditedUpdate<'user'>>[1]['changes'], given?: number) =>
      db.tx(async (t) => {
        const before = await lockRecord(t, 'user', id, given)
        const record = { userId: boss.id, entity: 'user', entityId: id, before } as const
        return auditedUpdate(t, { ...record, changes })
      })
    const read = await versionOf(id)
    const changed = await change({ first_name: 'Ana', phone: '387 2', password_hash: 'otra' }, read)
    expect(changed).toMatchObject({ id, first_name: 'Ana', phone: '387 2', version: read + 1 })
    await change({ phone: '387 2', notes: undefined })
    const logged = await db.kysely
      .selectFrom('audit')
      .select(['user_id', 'action', 'before', 'after'])
      .where('entity', '=', 'user')
      .where('entity_id', '=', String(id))
      .execute()
    expect(logged).toEqual([
      {
        user_id: boss.id,
        action: 'update',
        before: { phone: '387 1', password_hash: '[secret]' },
        after: { phone: '387 2', password_hash: '[secret]' },
      },
    ])
    await expect(change({ phone: '387 3' }, read)).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(db.tx((t) => lockRecord(t, 'brand', 987_654))).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
