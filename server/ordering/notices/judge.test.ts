/** What is told, when, and how often (R381). */
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cases } from '../../../testkit/cases.ts'
import type { JobInfo } from '../../jobs/kinds.ts'
import { type MailMessage, MailRefused } from '../../ports/mail/mail.ts'
import { type MadeClient, makeArticle, makeClient, makeSeller, makeUser } from '../../test/make.ts'
import { withDatabases } from '../../test/test-database.ts'
import { endByLink, makeEndPath } from './end-notices.service.ts'
import { noticesHandler, tellUsers } from './judge.service.ts'
import { noticesMailHandler } from './notices.mail.ts'

const DAY = 86_400_000
/** 12:00 in Argentina. */
const NOON = new Date('2027-03-01T15:00:00Z')
const later = (ms: number) => new Date(NOON.getTime() + ms)
const HOURS = { from: 8, until: 20 }
/** A mail that waited so long for its server is given up (R381). */
const GIVEN_UP = 4 * DAY

withDatabases('the judge of notices', (database) => {
  const articles: { id: number; code: string }[] = []
  let client: MadeClient
  let userId: number

  beforeAll(async () => {
    for (const description of ['Camión', 'Muñeca', 'Pelota'])
      articles.push(await makeArticle(database().db, { description, listPrice: 0 }))
  })
  beforeEach(async () => {
    const { kysely } = database().db
    for (const table of ['job', 'notice_mail', 'notice_link', 'article_wish', 'list_watch'] as const)
      await kysely.deleteFrom(table).execute()
    for (const { id } of articles) {
      await price(id, 0)
      await stock(id, null)
    }
    client = await makeClient(database().db)
    userId = (await makeUser(database().db, 'cliente', { client_id: client.id, first_name: 'Ana' })).id
  })

  const [camion, muneca] = [() => articles[0]?.id ?? 0, () => articles[1]?.id ?? 0]
  const price = (id: number, cents: number) =>
    database().db.kysely.updateTable('price').set({ list_price: cents }).where('article_id', '=', id).execute()
  const stock = (id: number, units: number | null) =>
    database().db.kysely.updateTable('article').set({ stock: units }).where('id', '=', id).execute()
  const wish = (articleId: number, of: { user?: number; client?: number; stockThen?: number } = {}) =>
    database()
      .db.kysely.insertInto('article_wish')
      .values({
        ...{ user_id: of.user ?? userId, client_id: of.client ?? client.id, article_id: articleId },
        ...{ price_then: 0, stock_then: of.stockThen ?? null },
      })
      .onConflict((twice) => twice.doNothing())
      .execute()
  /** A list of articles that is watched from the given prices on. */
  async function watch(name: string, prices: ReadonlyMap<number, number>, by = userId): Promise<number> {
    const { kysely } = database().db
    const { id } = await kysely
      .insertInto('saved_list')
      .values({ user_id: userId, client_id: client.id, kind: 'list', name, shared: true })
      .returning('id')
      .executeTakeFirstOrThrow()
    await kysely.insertInto('list_watch').values({ user_id: by, list_id: id }).execute()
    let place = 0
    for (const [article_id, unit_price] of prices) {
      await kysely
        .insertInto('saved_list_line')
        .values({ list_id: id, place: place++, article_id, quantity: 1, note: '', shown_price: unit_price })
        .execute()
    }
    return id
  }
  const tell = (now = NOON) => tellUsers(database().db, { now })
  const wishes = () => database().db.kysely.selectFrom('article_wish').select('article_id').execute()

  /** Does the jobs of mails that are stored; answers the mails that left. */
  async function send({ now = NOON, mailer }: { now?: Date; mailer?: (mail: MailMessage) => void } = {}) {
    const { db } = database()
    const mails: MailMessage[] = []
    const handler = noticesMailHandler({
      ...{ db, hours: HOURS, now: () => now, shop: { name: 'Bulto', url: 'https://tienda.example' } },
      mailer: {
        send: async (mail) => {
          mailer?.(mail)
          mails.push(mail)
          return { accepted: [mail.to] }
        },
      },
    })
    const jobs = await db.kysely.selectFrom('job').selectAll().where('kind', '=', 'noticesMail').orderBy('id').execute()
    for (const { id, payload, created_at } of jobs) {
      const job: JobInfo = {
        ...{ id, kind: 'noticesMail', attempt: 1, createdAt: created_at },
        signal: new AbortController().signal,
      }
      const again = await handler(payload as { mailId: number }, job)
      if (!again) await db.kysely.deleteFrom('job').where('id', '=', id).execute()
    }
    return mails
  }

  describe('a mail', () => {
    test('names what has a price now with what it cost before, its stock, and a link to each', async () => {
      await wish(camion())
      await wish(muneca(), { stockThen: 0 })
      expect(await tell()).toBe(0)
      await price(camion(), 12_50)
      await price(muneca(), 20_00)
      await stock(muneca(), 40)
      expect(await tell()).toBe(1)
      const [mail] = await send()
      const [first, second] = articles
      expect(mail?.to).toMatch(/^usuario\d+@example.test$/)
      for (const part of [first?.code, 'Camión', '$ 12,50', 'antes sin precio', `articulo=${first?.code}`])
        expect(mail?.text).toContain(part)
      for (const part of [second?.code, 'Muñeca', '$ 20,00', 'hay 40', 'no había stock'])
        expect(mail?.html).toContain(part)
      expect(mail?.text).toContain('Hola Ana')
      expect(mail?.text).toContain('01/03/2027 12:00')
      expect(await wishes()).toEqual([])
    })

    test('ends with a link that ends the notices, and tells mail programs so', async () => {
      await wish(camion())
      await price(camion(), 12_50)
      await tell()
      const [mail] = await send()
      const link = mail?.endLink ?? ''
      expect(mail?.text).toContain(link)
      expect(mail?.html).toContain(link)
      await wish(muneca())
      expect(await endByLink(database().db, link.split('clave=')[1] ?? '')).toBe(true)
      expect(await wishes()).toEqual([])
    })

    test('of a list tells the prices that changed, once, and again what changes after', async () => {
      const prices = new Map([
        [camion(), 10_00],
        [muneca(), 5_00],
      ])
      await price(camion(), 10_00)
      await price(muneca(), 5_00)
      const list = await watch('Vidriera', prices)
      expect(await tell()).toBe(0)
      await price(camion(), 11_00)
      expect(await tell()).toBe(1)
      const [mail] = await send()
      expect(mail?.text).toContain('«Vidriera»')
      expect(mail?.text).toContain('$ 11,00 (antes $ 10,00)')
      expect(mail?.text).toContain(`/mis-listas?lista=${list}`)
      expect(mail?.text).not.toContain('Muñeca')
      expect(await tell(later(DAY))).toBe(0)
      await price(camion(), 0)
      expect(await tell(later(2 * DAY))).toBe(1)
      expect((await send({ now: later(2 * DAY) }))[0]?.text).toContain('Consultar (antes $ 11,00)')
    })

    test('shows the first changes of a long list, and says how many there are more', async () => {
      const { db } = database()
      const made = []
      for (let n = 0; n < 33; n++) made.push((await makeArticle(db, { listPrice: 2_00 })).id)
      await watch('Todo', new Map(made.map((id) => [id, 1_00])))
      await tell()
      const [mail] = await send()
      expect(mail?.text.match(/antes \$ 1,00/g)).toHaveLength(30)
      expect(mail?.text).toContain('Y 3 artículos más, en la lista.')
    })

    test('to staff says for which client each is', async () => {
      const { db } = database()
      const seller_id = await makeSeller(db)
      const [sol, luna] = [
        await makeClient(db, { seller_id, business_name: 'Sol SA' }),
        await makeClient(db, { seller_id, business_name: 'Luna SRL' }),
      ]
      const { id: user } = await makeUser(db, 'vendedor', { seller_id })
      await wish(camion(), { user, client: sol.id })
      await wish(muneca(), { user, client: luna.id })
      await price(camion(), 1_00)
      await price(muneca(), 1_00)
      expect(await tell()).toBe(1)
      const [mail] = await send()
      expect(mail?.text).toContain('Ya se puede pedir para Sol SA')
      expect(mail?.text).toContain('Ya se puede pedir para Luna SRL')
    })
  })

  describe('told is what is so', () => {
    test('the price is that of the client: what others pay tells nobody', async () => {
      const { kysely } = database().db
      await wish(camion())
      const other = await makeClient(database().db)
      const of = { client_id: other.id, since: '2020-01-01', until: 'infinity', list_price: 3_00 }
      await kysely
        .insertInto('client_price')
        .values({ ...of, id: 'ajeno', article_id: camion() })
        .execute()
      expect(await tell()).toBe(0)
      await kysely.updateTable('client_price').set({ client_id: client.id }).where('id', '=', 'ajeno').execute()
      expect(await tell()).toBe(1)
      expect((await send())[0]?.text).toContain('$ 3,00')
    })

    test('a price that is gone again, an article out of stock and one off sale are not told', async () => {
      await wish(camion())
      await wish(muneca(), { stockThen: 0 })
      await price(camion(), 1_00)
      await price(camion(), 0)
      await price(muneca(), 1_00)
      await stock(muneca(), 0)
      expect(await tell()).toBe(0)
      await price(camion(), 1_00)
      const { kysely } = database().db
      const list = (active: boolean) =>
        kysely.updateTable('listing').set({ active }).where('article_id', '=', camion()).execute()
      await list(false)
      expect(await tell()).toBe(0)
      await list(true)
      expect(await tell()).toBe(1)
    })

    test('a list that went up and down again has no news, nor has one that is shared no more', async () => {
      const { db } = database()
      const { id: berta } = await makeUser(db, 'cliente', { client_id: client.id })
      await price(camion(), 10_00)
      const id = await watch('Vidriera', new Map([[camion(), 10_00]]), berta)
      await price(camion(), 11_00)
      await price(camion(), 10_00)
      expect(await tell()).toBe(0)
      await price(camion(), 11_00)
      await db.kysely.updateTable('saved_list').set({ shared: false }).where('id', '=', id).execute()
      expect(await tell()).toBe(0)
      await db.kysely.updateTable('saved_list').set({ shared: true, archived: true }).where('id', '=', id).execute()
      expect(await tell()).toBe(0)
      await db.kysely.updateTable('saved_list').set({ archived: false }).where('id', '=', id).execute()
      expect(await tell()).toBe(1)
    })
  })

  describe('nobody is told', () => {
    const told: [string, () => Promise<unknown>][] = [
      ['who was disabled', () => change('app_user', { enabled: false })],
      ['a buyer who was ended', () => change('app_user', { active: false, ended_at: NOON.toISOString() })],
      ['who buys for another client by now', () => change('app_user', { client_id: null })],
      ['who buys for a client out of use', () => change('client', { active: false })],
    ]
    const change = (table: 'app_user' | 'client', set: Record<string, unknown>) =>
      sql`update ${sql.table(table)} set ${sql.join(Object.entries(set).map(([key, value]) => sql`${sql.ref(key)} = ${value}`))}
        where id = ${table === 'client' ? client.id : userId}`.execute(database().db.kysely)

    test.each(told)('%s, before the mail is made', async (_, happens) => {
      await wish(camion())
      await price(camion(), 1_00)
      await happens()
      expect(await tell()).toBe(0)
    })

    test.each(told)('%s, nor once it is made', async (_, happens) => {
      await wish(camion())
      await price(camion(), 1_00)
      expect(await tell()).toBe(1)
      await happens()
      expect(await send()).toEqual([])
    })

    test('a seller of a client that went to another one', async () => {
      const { db } = database()
      const seller_id = await makeSeller(db)
      const { id: user } = await makeUser(db, 'vendedor', { seller_id })
      await wish(camion(), { user })
      await price(camion(), 1_00)
      expect(await tell()).toBe(0)
      await db.kysely.updateTable('client').set({ seller_id }).where('id', '=', client.id).execute()
      expect(await tell()).toBe(1)
    })

    test('who ended the notices while the mail waited', async () => {
      const { db } = database()
      await wish(camion())
      await price(camion(), 1_00)
      await tell()
      const link = await makeEndPath(db.kysely, userId)
      await endByLink(db, link.split('clave=')[1] ?? '')
      expect(await send()).toEqual([])
    })
  })

  describe('one mail a day, by day', () => {
    test('what comes after today’s mail is in tomorrow’s', async () => {
      await wish(camion())
      await wish(muneca())
      await price(camion(), 1_00)
      await tell()
      expect(await send()).toHaveLength(1)
      await price(muneca(), 1_00)
      expect(await tell(later(7 * 3_600_000))).toBe(0)
      expect(await tell(later(20 * 3_600_000))).toBe(1)
    })

    test('while a mail waits for its server no other is made; it leaves by day', async () => {
      await wish(camion())
      await wish(muneca())
      await price(camion(), 1_00)
      await tell()
      await price(muneca(), 1_00)
      const night = later(12 * 3_600_000)
      expect(await send({ now: night })).toEqual([])
      const morning = later(20 * 3_600_000)
      expect(await tell(morning)).toBe(0)
      expect(await send({ now: morning })).toHaveLength(1)
      expect(await tell(morning)).toBe(0)
      expect(await tell(later(44 * 3_600_000))).toBe(1)
    })

    test('a mail that is refused for good holds up no later one', async () => {
      await wish(camion())
      await price(camion(), 1_00)
      await tell()
      const refuse = () => {
        throw new MailRefused('no such mailbox')
      }
      await expect(send({ mailer: refuse })).rejects.toThrow('no such mailbox')
      await wish(camion())
      expect(await tell(later(DAY))).toBe(1)
    })

    test('a mail that its server did not take for four days gives way to the next one, and is not sent', async () => {
      await wish(camion())
      await price(camion(), 1_00)
      await tell()
      await wish(muneca())
      await price(muneca(), 1_00)
      expect(await tell(later(GIVEN_UP - 1))).toBe(0)
      expect(await tell(later(GIVEN_UP))).toBe(1)
      const mails = await send({ now: later(GIVEN_UP) })
      expect(mails).toHaveLength(1)
      expect(mails[0]?.text).toContain('Muñeca')
    })

    test('two judges at once make one mail', async () => {
      await wish(camion())
      await price(camion(), 1_00)
      const made = await Promise.all([tell(), tell(), tell()])
      expect(made.reduce((sum, count) => sum + count, 0)).toBe(1)
      expect(await send()).toHaveLength(1)
    })

    test('many users are told in several transactions, each once', async () => {
      const { db } = database()
      for (let n = 0; n < 120; n++)
        await wish(camion(), { user: (await makeUser(db, 'cliente', { client_id: client.id })).id })
      await price(camion(), 1_00)
      expect(await tell()).toBe(120)
      expect(await tell()).toBe(0)
      const mails = await send()
      expect(new Set(mails.map(({ to }) => to)).size).toBe(120)
    })

    test('a kill before the commit leaves all as it was', async () => {
      const { db } = database()
      await wish(camion())
      await price(camion(), 1_00)
      const killed: typeof db.tx = (work) =>
        db.tx(async (t, publish) => {
          await work(t, publish)
          throw new Error('killed')
        })
      await expect(tellUsers({ ...db, tx: killed }, { now: NOON })).rejects.toThrow('killed')
      expect(await wishes()).toHaveLength(1)
      expect(await send()).toEqual([])
      expect(await tell()).toBe(1)
    })

    test('a kill between the mail and its mark sends the same mail again, which a mail program knows', async () => {
      await wish(camion())
      await price(camion(), 1_00)
      await tell()
      const ids: string[] = []
      const cut = (mail: MailMessage) => {
        ids.push(mail.id)
        if (ids.length === 1) throw new Error('killed')
      }
      await expect(send({ mailer: cut })).rejects.toThrow('killed')
      expect(await tell()).toBe(0)
      await send({ mailer: cut })
      expect(ids).toEqual([ids[0], ids[0]])
      expect(await send({ mailer: cut })).toEqual([])
    })
  })

  describe('the recurring job', () => {
    const info = { signal: new AbortController().signal } as JobInfo

    test('judges what changed once the catalogue rests, by day, and at least once a day', async () => {
      const { db } = database()
      let now = later(-8 * 3_600_000)
      const handler = noticesHandler({ db, hours: HOURS, now: () => now })
      const look = async () => ({ again: await handler({}, info), left: (await wishes()).length })
      const raise = () => sql`update catalogue_version set version = version + 1`.execute(db.kysely)
      await wish(camion())
      await price(camion(), 1_00)
      // 04:00: it sleeps until 08:00.
      expect(await look()).toEqual({ again: { againInMs: 4 * 3_600_000 }, left: 1 })
      now = NOON
      expect((await look()).left).toBe(1)
      await raise()
      expect((await look()).left).toBe(1)
      expect((await look()).left).toBe(0)
      // The same catalogue is not judged again that day.
      await db.kysely.deleteFrom('notice_mail').execute()
      await wish(camion())
      expect((await look()).left).toBe(1)
      now = later(DAY)
      expect((await look()).left).toBe(0)
    })
  })

  test('over any days of prices and stock a wish is told exactly once, by one mail a day, and only what is so', async () => {
    const { db } = database()
    const step = fc.oneof(
      fc.record({ what: fc.constant('price' as const), at: fc.nat(2), to: fc.constantFrom(0, 1_00, 2_00) }),
      fc.record({ what: fc.constant('stock' as const), at: fc.nat(2), to: fc.constantFrom(null, 0, 5) }),
      fc.record({ what: fc.constant('wish' as const), at: fc.nat(2) }),
      fc.record({ what: fc.constant('unwish' as const), at: fc.nat(2) }),
      fc.record({ what: fc.constant('judge' as const), sends: fc.boolean() }),
      fc.record({ what: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 30 }) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), async (steps) => {
        for (const table of ['job', 'notice_mail', 'article_wish', 'list_watch'] as const)
          await db.kysely.deleteFrom(table).execute()
        const facts = articles.map(() => ({ price: 0, stock: null as number | null }))
        for (const { id } of articles) {
          await price(id, 0)
          await stock(id, null)
        }
        const list = await watch('Lista', new Map(articles.map(({ id }) => [id, 0])))
        /** The model: who waits, what each article of the list cost when told last, and the days of the mails. */
        const waits = new Set<number>()
        const toldPrice = articles.map(() => 0)
        let unsentSince: Date | null = null
        const days: string[] = []
        let now = NOON
        const dayOf = (at: Date) => new Date(at.getTime() - 3 * 3_600_000).toISOString().slice(0, 10)
        const isDay = () => {
          const hour = (now.getUTCHours() + 21) % 24
          return hour >= 8 && hour < 20
        }
        for (const act of steps) {
          const at = 'at' in act ? act.at : 0
          const { id } = articles[at] ?? { id: 0 }
          const fact = facts[at]
          if (!fact) continue
          if (act.what === 'price') {
            fact.price = act.to
            await price(id, act.to)
          } else if (act.what === 'stock') {
            fact.stock = act.to
            await stock(id, act.to)
          } else if (act.what === 'wish') {
            waits.add(at)
            await wish(id)
          } else if (act.what === 'unwish') {
            waits.delete(at)
            await db.kysely.deleteFrom('article_wish').where('article_id', '=', id).execute()
          } else if (act.what === 'wait') now = new Date(now.getTime() + act.hours * 3_600_000)
          else if (isDay()) {
            const met = [...waits].filter((n) => {
              const { price: cents = 0, stock: units = null } = facts[n] ?? {}
              return cents > 0 && units !== 0
            })
            const moved = facts.flatMap(({ price: cents }, n) => (cents !== toldPrice[n] ? [n] : []))
            const waitsForServer = unsentSince !== null && now.getTime() - unsentSince.getTime() < GIVEN_UP
            const mayTell = !waitsForServer && days.at(-1) !== dayOf(now)
            const isNews = mayTell && met.length + moved.length > 0
            expect(await tell(now)).toBe(isNews ? 1 : 0)
            if (isNews) {
              for (const n of met) waits.delete(n)
              for (const n of moved) toldPrice[n] = facts[n]?.price ?? 0
              const { content } = await db.kysely
                .selectFrom('notice_mail')
                .select('content')
                .where('sent_at', 'is', null)
                .executeTakeFirstOrThrow()
              const [told] = (content as { clients: { articles: Told[]; lists: { changes: Told[] }[] }[] }).clients
              type Told = { code: string; price: number }
              const asTold = (n: number) => `${articles[n]?.code} ${facts[n]?.price}`
              const shown = (some: readonly Told[] = []) =>
                some.map(({ code, price: cents }) => `${code} ${cents}`).sort()
              expect(shown(told?.articles)).toEqual(met.map(asTold).sort())
              expect(shown(told?.lists.flatMap(({ changes }) => changes))).toEqual(moved.map(asTold).sort())
              unsentSince = now
            }
            if (act.sends) {
              const mails = await send({ now })
              expect(mails).toHaveLength(unsentSince ? 1 : 0)
              if (unsentSince) days.push(dayOf(now))
              unsentSince = null
            }
          }
          expect((await wishes()).map(({ article_id }) => article_id).sort()).toEqual(
            [...waits].map((n) => articles[n]?.id ?? 0).sort(),
          )
        }
        expect(new Set(days).size).toBe(days.length)
        await db.kysely.deleteFrom('saved_list').where('id', '=', list).execute()
      }),
      { numRuns: cases(200) },
    )
  })
})
