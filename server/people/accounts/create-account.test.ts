import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { withDatabases } from '../../test/test-database.ts'
import { verifyPassword } from '../auth/password.ts'
import { AccountRefused, createAccount, type NewAccount } from './create-account.service.ts'

const admin: NewAccount = {
  type: 'admin',
  cuit: '20-11111111-2',
  email: ' Ana@Tienda.example ',
  firstName: 'Ana',
  password: 'una clave larga',
}

withDatabases('createAccount', (database) => {
  const db = () => database().db
  const users = () => db().kysely.selectFrom('app_user').selectAll().orderBy('id').execute()
  beforeEach(async () => {
    await sql`truncate app_user, client, seller, audit cascade`.execute(db().kysely)
    const { kysely } = db()
    await kysely.insertInto('seller').values({ id: 3, name: 'Beto' }).execute()
    await kysely
      .insertInto('client')
      .values({
        id: 7,
        code: 'C7',
        business_name: 'Bazar',
        cuit: '30712345671',
        email: 'compras@bazar.example',
      })
      .execute()
  })

  it('makes an enabled account, and writes down that it did', async () => {
    const { id } = await createAccount(db(), admin)
    const [user] = await users()
    expect(user).toMatchObject({
      id,
      cuit: '20111111112',
      email: 'ana@tienda.example',
      type: 'admin',
      first_name: 'Ana',
      enabled: true,
      active: true,
      client_id: null,
    })
    expect(await verifyPassword(user?.password_hash ?? '', admin.password)).toBe(true)
    const audit = await db().kysely.selectFrom('audit').select(['action', 'entity_id', 'after']).execute()
    expect(audit).toMatchObject([{ action: 'create', entity_id: String(id), after: { type: 'admin' } }])
    expect(JSON.stringify(audit)).not.toContain('clave')
  })

  it('takes CUIT, mail and name of a cliente from the client', async () => {
    await createAccount(db(), { type: 'cliente', clientId: 7, password: 'ocho-letras' })
    expect(await users()).toMatchObject([
      { cuit: '30712345671', email: 'compras@bazar.example', business_name: 'Bazar', client_id: 7 },
    ])
  })

  it('binds a vendedor to the seller', async () => {
    await createAccount(db(), { ...admin, type: 'vendedor', sellerId: 3 })
    expect(await users()).toMatchObject([{ type: 'vendedor', seller_id: 3 }])
  })

  it.each<[string, Partial<NewAccount>, string]>([
    ['a short password', { password: 'solo once c' }, 'al menos 12 caracteres'],
    ['a short password of a client', { type: 'cliente', password: 'siete 7' }, 'al menos 8 caracteres'],
    ['a common password', { password: 'Password1234' }, 'demasiado fácil'],
    ['a password of hardly any letters', { password: 'ababababababab' }, 'demasiado fácil'],
    ['a wrong check digit', { cuit: '20-11111111-3' }, 'CUIT válido'],
    ['a wrong mail', { email: 'ana' }, 'email válido'],
    ['an unknown client', { type: 'cliente', clientId: 9 }, 'No existe el cliente 9'],
    ['a client for somebody else', { clientId: 7 }, 'Solo un cliente'],
    ['an unknown seller', { type: 'vendedor', sellerId: 9 }, 'No existe el vendedor 9'],
    ['a vendedor without seller', { type: 'vendedor' }, 'necesita su vendedor'],
  ])('refuses %s', async (_, change, message) => {
    const attempt = createAccount(db(), { ...admin, ...change })
    await expect(attempt).rejects.toThrow(AccountRefused)
    await expect(attempt).rejects.toThrow(message)
    expect(await users()).toEqual([])
  })

  it('refuses a CUIT or a mail that another account has, also at the same moment', async () => {
    const sameMail = { ...admin, cuit: '20-22222222-3', email: 'ANA@tienda.example' }
    const results = await Promise.allSettled([admin, admin, sameMail].map((account) => createAccount(db(), account)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results) {
      if (result.status === 'rejected') expect(String(result.reason)).toContain('ya estan en uso')
    }
    expect(await users()).toHaveLength(1)
  })
})
