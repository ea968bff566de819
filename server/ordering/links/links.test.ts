/** Links that open one thing without an account (R386). */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { linkTexts, listLinks, withdrawLink } from '../../../contract/links.ts'
import { makeClient, makeSeller, makeUser } from '../../test/make.ts'
import { openTestApp, type TestApp } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'
import { type LinkToMake, makeLink } from './links.service.ts'
import { createLinkDoor, type LinkDoor } from './open-link.ts'

const MINUTE_MS = 60_000

withDatabases('links without an account', (database) => {
  let app: TestApp
  let door: LinkDoor
  let now: number
  let clientId: number
  let buyerId: number
  let sellerId: number
  let sellerUserId: number

  beforeAll(async () => {
    app = await openTestApp(database().db)
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    const { db } = database()
    now = Date.now()
    door = createLinkDoor(db, () => now)
    sellerId = await makeSeller(db)
    clientId = (await makeClient(db, { seller_id: sellerId })).id
    buyerId = (await makeUser(db, 'cliente', { client_id: clientId })).id
    sellerUserId = (await makeUser(db, 'vendedor', { seller_id: sellerId })).id
  })

  const make = (given: Partial<LinkToMake> = {}) =>
    database().db.tx((t) =>
      makeLink(t, { kind: 'paper', opens: 'order', opensId: 7, clientId, userId: buyerId, ...given }),
    )
  let visitors = 0
  const visitor = () => `visitor ${visitors++}`
  const open = (key: string, more: { kind?: 'accept' | 'paper'; visitor?: string } = {}) =>
    door.open({ kind: 'paper', key, visitor: visitor(), ...more })
  const age = (id: number, days: number) =>
    sql`update shared_link set made_at = made_at - ${days} * interval '1 day',
      ends_at = ends_at - ${days} * interval '1 day' where id = ${id}`.execute(database().db.kysely)
  const seen = async (userId: number, client = clientId) =>
    (await (await app.as({ id: userId })).call(listLinks, { query: { clientId: client } })).data
  const withdraw = async (userId: number, id: number) =>
    (await (await app.as({ id: userId })).call(withdrawLink, { params: { id } })).status

  test('a link opens what it was made for, as often as somebody likes, and its key stands nowhere', async () => {
    const { id, key } = await make({ details: { prc: 0 } })
    // 128 bits take 22 characters of this alphabet.
    expect(key).toMatch(/^[\w-]{22,}$/)
    const link = { id, opens: 'order', opensId: 7, details: { prc: 0 }, clientId, userId: buyerId }
    expect(await open(key)).toMatchObject(link)
    expect(await open(key)).toMatchObject(link)
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(l)::text as row from shared_link l where id = ${id}
      union all select to_jsonb(a)::text from audit a where entity = 'link' and entity_id = ${String(id)}`.execute(
      database().db.kysely,
    )
    expect(rows).toHaveLength(2)
    for (const { row } of rows) expect(row).not.toContain(key)
  })

  test('what ended, was withdrawn, is of another kind or never was is refused with one text', async () => {
    const [ended, withdrawn, live] = [await make(), await make(), await make()]
    await age(ended.id, 31)
    expect(await withdraw(buyerId, withdrawn.id)).toBe(200)
    const refused = { code: 'NOT_FOUND', message: linkTexts.gone }
    for (const key of [ended.key, withdrawn.key, `${live.key.slice(0, -1)}.`, '', 'x'])
      await expect(open(key)).rejects.toMatchObject(refused)
    await expect(open(live.key, { kind: 'accept' })).rejects.toMatchObject(refused)
  })

  test('it lasts 30 days, or until its day is over in Argentina; days that are past or far away are refused', async () => {
    const inDays = (days: number) => new Date(Date.now() - 3 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10)
    const usual = await make()
    expect(Math.round((Date.parse(usual.endsAt) - Date.now()) / 86_400_000)).toBe(30)
    const today = await make({ lastDay: inDays(0) })
    expect(today.endsAt).toBe(`${inDays(1)}T03:00:00.000Z`)
    expect(await open(today.key)).toMatchObject({ id: today.id })
    for (const lastDay of [inDays(-1), inDays(91)])
      await expect(make({ lastDay })).rejects.toMatchObject({
        details: [{ field: 'lastDay', message: linkTexts.lastDay }],
      })
  })

  test('an address that sends keys of no link is stopped; one that sends a right one or an ended one is not', async () => {
    const [live, ended] = [await make(), await make()]
    await age(ended.id, 31)
    const [phone, stranger] = [visitor(), visitor()]
    for (let times = 0; times < 30; times++) {
      await open(live.key, { visitor: phone })
      await open(ended.key, { visitor: phone }).catch(() => {})
    }
    const codes: string[] = []
    for (let guess = 0; guess < 25; guess++)
      await open(`${guess}`, { visitor: stranger }).catch((error: { code: string }) => codes.push(error.code))
    expect(codes).toEqual([...Array(20).fill('NOT_FOUND'), ...Array(5).fill('TOO_MANY')])
    // Not even with a right one, until a quarter of an hour is over.
    await expect(open(live.key, { visitor: stranger })).rejects.toMatchObject({ code: 'TOO_MANY' })
    now += 16 * MINUTE_MS
    expect(await open(live.key, { visitor: stranger })).toMatchObject({ id: live.id })
    expect(await open(live.key, { visitor: phone })).toMatchObject({ id: live.id })
  })

  test('its maker sees and withdraws it; the seller of the client too; nobody else', async () => {
    const { db } = database()
    const { id } = await make()
    const admin = await makeUser(db, 'admin')
    const otherBuyer = await makeUser(db, 'cliente', { client_id: clientId })
    const otherSeller = await makeUser(db, 'vendedor', { seller_id: await makeSeller(db) })
    const row = { id, kind: 'paper', opens: 'order', opensId: 7 }
    expect(await seen(buyerId)).toMatchObject([{ ...row, madeBy: '' }])
    expect(await seen(sellerUserId)).toMatchObject([row])
    expect(await seen(otherBuyer.id)).toEqual([])
    for (const { id: stranger } of [otherBuyer, otherSeller]) expect(await withdraw(stranger, id)).toBe(404)
    expect(await seen(buyerId)).toHaveLength(1)
    expect(await withdraw(sellerUserId, id)).toBe(200)
    expect(await seen(buyerId)).toEqual([])
    // Once more is the same.
    expect(await withdraw(admin.id, id)).toBe(200)
    const told = await db.kysely
      .selectFrom('audit')
      .select(['action', 'user_id'])
      .where('entity', '=', 'link')
      .where('entity_id', '=', String(id))
      .orderBy('id')
      .execute()
    expect(told).toEqual([
      { action: 'create', user_id: buyerId },
      { action: 'withdraw', user_id: sellerUserId },
    ])
  })

  test('what staff made for no client is its maker’s alone', async () => {
    const admin = await makeUser(database().db, 'admin')
    const { id } = await make({ userId: sellerUserId, clientId: -1 })
    expect(await seen(admin.id, -1)).toEqual([])
    expect(await withdraw(admin.id, id)).toBe(404)
    expect(await seen(sellerUserId, -1)).toMatchObject([{ id }])
    expect(await withdraw(sellerUserId, id)).toBe(200)
  })
})
