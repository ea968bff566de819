import { beforeEach, expect, test } from 'vitest'
import { createLog } from './log.ts'
import { makeUser } from './test/make.ts'
import { openTestApp } from './test/test-app.ts'
import { withDatabases } from './test/test-database.ts'

let lines: string[] = []
const log = createLog('info', { write: (line: string) => void lines.push(line) })
beforeEach(() => {
  lines = []
})

withDatabases('the log', (database) => {
  test("tells a database's refusal without the row that it is about", async () => {
    const { db } = database()
    const first = await makeUser(db, 'cliente', { email: 'secreta@example.test' })
    await db
      .tx((t) => {
        const user = {
          cuit: first.cuit,
          email: 'otra@example.test',
          password_hash: 'x',
          type: 'cliente' as const,
        }
        return t.insertInto('app_user').values(user).execute()
      })
      .catch((error: unknown) => log.error({ err: error }, 'unexpected error'))
    const [line = ''] = lines
    expect(JSON.parse(line).err).toMatchObject({
      code: '23505',
      message: expect.stringContaining('duplicate key'),
    })
    expect(line).not.toContain(first.cuit)
    expect(line).not.toContain('otra@example.test')
  })

  test('calls only what is a fault of the shop an error: not a 501, not a 503', async () => {
    const { db } = database()
    const app = await openTestApp(db, { log })
    const admin = await app.as(await makeUser(db, 'admin'))
    await db.kysely.insertInto('carrier').values({ id: 1, name: 'A convenir' }).execute()
    await db.kysely.insertInto('zone').values({ id: 1, name: 'Norte' }).execute()
    await makeUser(db, 'cliente', { cuit: '30712345671' })
    const person = {
      nombre: 'Ana',
      razonSocial: 'Ana',
      contra: 'tres tristes tigres',
      email: 'a@example.test',
    }
    const place = { idexp: 1, zona: 1, direccion: 'Mitre 1', provincia: 9, ciudad: 'Salta' }
    const user = { ...person, ...place, cuit: '30712345671', tipo: 'cliente', habilitado: 0, activo: 1 }
    expect((await admin.request('POST', '/api/usuarios', user)).status).toBe(501)
    // The offline registry knows a few CUITs and is down for all others.
    expect((await admin.request('GET', '/api/auth/padron?cuit=27234567891')).status).toBe(503)
    await app.close()
    const levels = lines.map((line) => JSON.parse(line)).filter(({ status }) => status >= 500)
    expect(levels).toMatchObject([
      { level: 30, status: 501 },
      { level: 30, status: 503 },
    ])
  })
})
