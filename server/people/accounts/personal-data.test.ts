import fs from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuditedEntity } from '../../../contract/audit.ts'
import { type Db, openDatabase } from '../../db/open.ts'
import { makeArticle, makeClient, makeUser } from '../../test/make.ts'
import { createDatabase, type DatabasePlace, databaseKinds } from '../../test/test-database.ts'
import { ErasureRefused, erasePersonalData, exportPersonalData } from './personal-data.service.ts'

const CUIT = '27234567891'
/** Every value of a person that the shop could store, each different from all other values. */
const personal = {
  email: 'persona.unica@example.test',
  firstName: 'Zulemaunica',
  lastName: 'Quirogaunica',
  phone: '387-555-0001',
  mobile: '387-555-0002',
  notes: 'timbre roto en la casa unica',
  street: 'Pasaje Zorzal 12',
  addressNotes: 'portón verde unico',
  orderNote: 'dejar con la vecina unica',
  lineNote: 'para el nieto unico',
  clientStreet: 'Galpón Zorzal 14',
  clientMail: 'compras.unicas@example.test',
  userAgent: 'Navegador Unico/1.0 (Zorzal)',
  cuit: CUIT,
  written: '27-23456789-1',
} as const
const business = `${personal.firstName} ${personal.lastName}`

describe.each(databaseKinds)('personal data (%s database)', (kind) => {
  let place: DatabasePlace
  let db: Db
  let made: Awaited<ReturnType<typeof makePerson>>
  beforeAll(async () => {
    place = await createDatabase(kind)
    db = await openDatabase(place.options)
    made = await makePerson()
  })
  afterAll(async () => {
    await db.close()
    await place.remove()
  })

  /** The person with all that the shop can keep of one, beside somebody whose data must not be touched. */
  async function makePerson() {
    const { kysely } = db
    const shopClient = await makeClient(db, {
      id: 1_000_000_000,
      business_name: business,
      contact_name: business,
      cuit: CUIT,
      email: personal.clientMail,
      search_text: business.toLowerCase(),
      from_erp: false,
      addresses: 0,
    })
    await kysely
      .insertInto('client_address')
      .values({ id: 1_000_000_000, client_id: shopClient.id, street: personal.clientStreet, from_erp: false })
      .execute()
    const { email, phone, mobile, notes } = personal
    const user = await makeUser(db, 'cliente', {
      email,
      phone,
      mobile,
      notes,
      cuit: CUIT,
      business_name: business,
      client_id: shopClient.id,
      first_name: personal.firstName,
      last_name: personal.lastName,
    })
    const seller = await makeUser(db, 'vendedor')
    const other = await makeUser(db, 'cliente', { email: `otra.${email}`, first_name: 'Berta' })
    const article = await makeArticle(db)
    const address = await kysely
      .insertInto('user_address')
      .values({ user_id: user.id, street: personal.street, notes: personal.addressNotes })
      .returning('id')
      .executeTakeFirstOrThrow()
    await kysely.insertInto('user_address').values({ user_id: other.id, street: 'Mitre 1' }).execute()
    for (const { id } of [user, other]) {
      const expires_at = new Date(Date.now() + 86_400_000)
      const session = { user_id: id, token_hash: Buffer.alloc(32, id), expires_at }
      const user_agent = id === user.id ? personal.userAgent : 'Otro navegador'
      await kysely
        .insertInto('session')
        .values({ ...session, user_agent })
        .execute()
      await kysely
        .insertInto('known_browser')
        .values({ user_id: id, mark_hash: Buffer.alloc(32, id) })
        .execute()
    }
    for (const { id } of [user, other])
      await kysely
        .insertInto('device_key')
        .values({ user_id: id, key: Buffer.alloc(32, id) })
        .execute()

    const line = { article_id: article.id, quantity: 1, channel: 'web' as const, note: personal.lineNote }
    for (const by of [user.id, seller.id])
      await kysely
        .insertInto('cart_line')
        .values({ ...line, user_id: by, created_by: by, client_id: shopClient.id })
        .execute()
    const order = async (by: number, clientId: number, given: object = {}, note: string = personal.lineNote) => {
      const { id } = await kysely
        .insertInto('sales_order')
        .values({
          user_id: by,
          created_by: by,
          client_id: clientId,
          business_name: business,
          address_id: 1,
          address: personal.street,
          note: personal.orderNote,
          sale_condition: 1,
          total: 100_00,
          line_count: 1,
          channel: 'web' as const,
          ...given,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const { id: article_id, code } = article
      await kysely
        .insertInto('sales_order_line')
        .values({
          order_id: id,
          article_id,
          code,
          description: 'Trompo',
          list_price: 100_00,
          discount: 0,
          unit_price: 100_00,
          multiple: 1,
          quantity: 1,
          note,
          created_by: by,
          channel: 'web' as const,
        })
        .execute()
      return id
    }
    const imported = { import_cuit: CUIT, import_number: '7', import_copy: 0, channel: 'import' as const }
    const orders = [
      await order(user.id, -1),
      await order(user.id, shopClient.id),
      await order(seller.id, shopClient.id, imported),
    ]
    const foreign = { business_name: 'Comercio de Berta', address: 'Mitre 1', note: 'nota de Berta' }
    const others = await order(seller.id, (await makeClient(db)).id, foreign, 'otra nota')

    const auditRow = (entity: AuditedEntity, entityId: number | string, after: object, by: number | null = null) =>
      kysely
        .insertInto('audit')
        .values({
          user_id: by,
          action: 'update',
          entity,
          entity_id: String(entityId),
          after: JSON.stringify(after),
        })
        .execute()
    await auditRow('user', user.id, { ...personal }, seller.id)
    await auditRow('user-address', address.id, { street: personal.street, notes: personal.addressNotes }, user.id)
    await auditRow('client', shopClient.id, { business_name: business })
    const lines = [{ note: personal.lineNote }]
    await auditRow('cart', `${user.id}/-1`, { lines })
    await auditRow('cart', `${seller.id}/${shopClient.id}`, { lines })
    await auditRow('user', other.id, { first_name: 'Berta', email: `otra.${email}` }, seller.id)
    const notified = `jefa@example.test;${email.toUpperCase()};otra.${email}`
    await auditRow('setting', 'NOTIF_PED', { key: 'NOTIF_PED', value: notified })
    await kysely.insertInto('setting').values({ key: 'NOTIF_PED', value: notified }).execute()
    for (const to of [email, personal.clientMail])
      await kysely
        .insertInto('job')
        .values({ kind: 'newOrderMail', payload: JSON.stringify({ orderId: 1, to, audience: 'client' }) })
        .execute()
    await kysely
      .insertInto('job')
      .values({ kind: 'receivedMail', payload: JSON.stringify({ userId: user.id }), error: `550 <${email}>` })
      .execute()
    return { user, seller, other, orders, others, shopClient }
  }

  /** Every text of every table, as a dump has it. */
  async function dump(): Promise<string> {
    const tables = await sql<{ name: string }>`
      select quote_ident(table_name) as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db.kysely)
    const texts: string[] = []
    for (const { name } of tables.rows) {
      const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.raw(name)} t`.execute(db.kysely)
      texts.push(...rows.map(({ row }) => `${name}: ${row}`))
    }
    return texts.join('\n')
  }
  /** Which of the person's values stand in which file of the database. */
  const leftInFiles = () =>
    fs
      .readdirSync(path.join(place.dataDir, 'db'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .flatMap((file) => leftOf(fs.readFileSync(file, 'utf8')).map(([name]) => `${name} in ${file}`))
  /** Another's mail may end like the person's. */
  const withoutOthers = (text: string) => text.replaceAll(`otra.${personal.email}`, 'otra')
  const leftOf = (text: string) =>
    Object.entries({ ...personal, business }).filter(([, value]) =>
      withoutOthers(text).toLowerCase().includes(value.toLowerCase()),
    )

  test('the export has all of the person, also what a seller imported, and no secret', async () => {
    const { orders } = made
    const exported = await exportPersonalData(db, CUIT)
    const text = JSON.stringify(exported)
    expect(leftOf(text).map(([name]) => name)).toEqual(Object.keys({ ...personal, business }))
    expect(exported?.orders).toMatchObject(orders.map((id) => ({ id })))
    expect(exported?.orders).toHaveLength(orders.length)
    expect(exported).toMatchObject({ sessions: [{}], knownBrowsers: [{}] })
    expect(text).not.toContain('argon2')
    expect(text).not.toContain('Berta')
  })

  test('a staff member’s export says what was done and when, and nothing of others', async () => {
    const { seller } = made
    const exported = await exportPersonalData(db, seller.cuit)
    const text = JSON.stringify(exported)
    expect(leftOf(text)).toEqual([])
    expect(text).not.toContain('Berta')
    expect(exported).toMatchObject({
      acts: [
        { action: 'update', entity: 'user' },
        { action: 'update', entity: 'user' },
      ],
      workForOthers: { orders: [{}, {}], cart: [{ quantity: 1 }] },
    })
  })

  test('the client of the ERP stays the ERP’s: its orders keep the name, not the notes', async () => {
    const ERP_CUIT = '27345678904'
    const client = await makeClient(db, { cuit: ERP_CUIT, business_name: 'Del ERP' })
    const user = await makeUser(db, 'cliente', { cuit: ERP_CUIT, client_id: client.id })
    await db.kysely
      .insertInto('sales_order')
      .values({
        user_id: user.id,
        created_by: user.id,
        client_id: client.id,
        business_name: 'Del ERP',
        address_id: 1,
        address: 'Calle 1',
        note: 'una nota',
        sale_condition: 1,
        total: 1,
        line_count: 1,
        channel: 'web',
      })
      .execute()
    await erasePersonalData(db, ERP_CUIT)
    const order = db.kysely
      .selectFrom('sales_order')
      .select(['business_name', 'address', 'note'])
      .where('user_id', '=', user.id)
    expect(await order.execute()).toEqual([{ business_name: 'Del ERP', address: 'Calle 1', note: '' }])
    const kept = db.kysely.selectFrom('client').select('business_name').where('id', '=', client.id)
    expect(await kept.execute()).toEqual([{ business_name: 'Del ERP' }])
  })

  test('the only admin is not erased', async () => {
    const admin = await makeUser(db, 'admin')
    await expect(erasePersonalData(db, admin.cuit)).rejects.toThrow(ErasureRefused)
  })

  test('two admins erased at once leave one', async () => {
    const admins = [await makeUser(db, 'admin'), await makeUser(db, 'admin')]
    await db.kysely
      .updateTable('app_user')
      .set({ active: false })
      .where('type', '=', 'admin')
      .where(
        'id',
        'not in',
        admins.map(({ id }) => id),
      )
      .execute()
    const outcomes = await Promise.allSettled(admins.map(({ cuit }) => erasePersonalData(db, cuit)))
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('after erasing nothing of the person stands in any table, and nothing of anybody else is lost', async () => {
    const { user, orders, others, other } = made
    expect(leftOf(await dump()).map(([name]) => name)).toEqual(Object.keys({ ...personal, business }))
    expect(await erasePersonalData(db, CUIT)).toBe(true)
    expect(leftOf(await dump())).toEqual([])

    const kept = await db.kysely
      .selectFrom('sales_order')
      .select(['id', 'total', 'business_name', 'note'])
      .where('id', 'in', [...orders, others])
      .orderBy('id')
      .execute()
    expect(kept).toEqual([
      ...orders.map((id) => ({ id, total: 100_00, business_name: '', note: '' })),
      { id: others, total: 100_00, business_name: 'Comercio de Berta', note: 'nota de Berta' },
    ])
    const account = await db.kysely
      .selectFrom('app_user')
      .select(['enabled', 'active'])
      .where('id', '=', user.id)
      .executeTakeFirst()
    expect(account).toEqual({ enabled: false, active: false })
    const keys = await db.kysely.selectFrom('device_key').select('user_id').execute()
    expect(keys).toEqual([{ user_id: other.id }])
    for (const table of ['session', 'known_browser'] as const)
      expect(await db.kysely.selectFrom(table).select('user_id').execute()).toEqual([{ user_id: other.id }])
    const erasures = db.kysely.selectFrom('audit').select('user_id').where('action', '=', 'erase')
    expect(await erasures.where('entity_id', '=', String(user.id)).execute()).toEqual([{ user_id: null }])
    const notified = await db.kysely.selectFrom('setting').select('value').where('key', '=', 'NOTIF_PED').execute()
    expect(notified).toEqual([{ value: `jefa@example.test;otra.${personal.email}` }])
    expect(JSON.stringify(await exportPersonalData(db, other.cuit))).toContain('Mitre 1')
    expect(JSON.stringify(await exportPersonalData(db, other.cuit))).toContain('Berta')
  })

  test('it may be run again: for the same person, and for what an earlier run left', async () => {
    const { user } = made
    // The state that an erasure by an earlier version would have left.
    await db.kysely
      .insertInto('audit')
      .values({
        action: 'create',
        entity: 'user-address',
        entity_id: '999999',
        after: '{"street":"Pasaje Zorzal 12"}',
      })
      .execute()
    await db.kysely
      .updateTable('sales_order')
      .set({ note: personal.orderNote })
      .where('user_id', '=', user.id)
      .execute()
    expect(await erasePersonalData(db, CUIT)).toBe(false)
    expect(leftOf(await dump())).toEqual([])
    expect(await exportPersonalData(db, CUIT)).toBeUndefined()
  })

  test('a run that was cut off before the files were rewritten is finished by the next', async () => {
    const cutOff: Db = {
      ...db,
      get kysely(): never {
        throw new Error('cut off')
      },
    }
    await expect(erasePersonalData(cutOff, CUIT)).rejects.toThrow('cut off')
    expect(await erasePersonalData(db, CUIT)).toBe(false)
    if (kind === 'embedded') {
      await db.close()
      expect(leftInFiles()).toEqual([])
    }
  })
})
