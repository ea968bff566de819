/** A client's usual order: the last quantities, the articles that are due by the client's rhythm, and changes since (R223). */
import { unitAt } from '../../../contract/price.ts'
import { NO_CLIENT, roundToMultiple } from '../../../contract/rules.ts'
import {
  type GoneLine,
  NAMED_CHANGES,
  type Taken,
  type UsualChange,
  type UsualLine,
  type UsualOrder,
} from '../../../contract/usual-order.ts'
import { type Caller, isStaff } from '../../caller.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { Db } from '../../db/open.ts'
import type { CartKey } from '../../db/tables.ts'
import { substitutesFor } from '../substitutes/substitutes.service.ts'
import { type Habit, habitsOf, proposalsOf } from './habits.rules.ts'
import {
  findOrders,
  listNewArticles,
  listOffers,
  listPurchases,
  type OfferNow,
  type OrdersOf,
} from './usual-order.queries.ts'

/** Changes are told of articles that were taken within this many days. */
const RECENT_DAYS = 400
const DAY_MS = 86_400_000
/** Habits that are kept in memory for all clients together, some 120 bytes each. */
const MOST_KEPT = 200_000

const dayText = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

interface Known extends OrdersOf {
  readonly habits: readonly Habit[]
}
type Offers = ReadonlyMap<number, OfferNow>
const NO_OFFERS: Offers = new Map()
const NOTHING: Known = { orders: 0, lastId: null, lastAt: null, past: '', today: 0, habits: [] }

/**
 * Reads clients' habits when they are first asked for, and keeps them in memory until the client has another order, or the ERP tells
 * other ones of the past. The number of a client's orders, the id of the last one and what is said of those of the past
 * tell whether kept habits are still right.
 */
export function createHabits({ kysely }: Pick<Db, 'kysely'>) {
  const kept = new Map<string, Pick<Known, 'orders' | 'lastId' | 'past' | 'habits'>>()
  let size = 0
  const keep = (name: string, known: Known) => {
    size += known.habits.length - (kept.get(name)?.habits.length ?? 0)
    kept.delete(name)
    const { orders, lastId, past, habits: own } = known
    kept.set(name, { orders, lastId, past, habits: own })
    for (const [oldest, { habits }] of kept) {
      if (size <= MOST_KEPT) break
      kept.delete(oldest)
      size -= habits.length
    }
  }
  return {
    async of(caller: Caller, clientId: number): Promise<Known> {
      // Staff without a chosen client has no client whose orders could be read.
      if (isStaff(caller) && clientId === NO_CLIENT) return NOTHING
      const owner: CartKey = { userId: caller.userId, clientId }
      const orders = (await findOrders(kysely, owner)) ?? NOTHING
      const name = clientId === NO_CLIENT ? `user ${caller.userId}` : `client ${clientId}`
      const before = kept.get(name)
      if (before?.orders === orders.orders && before.lastId === orders.lastId && before.past === orders.past)
        return { ...orders, habits: before.habits }
      const known = { ...orders, habits: habitsOf(await listPurchases(kysely, owner)) }
      keep(name, known)
      return known
    },
  }
}

export type Habits = ReturnType<typeof createHabits>

/**
 * The ids of what a client took, by a name that changes with its orders: one client's is never another's. The set is the same
 * while the habits are.
 */
export function createTakenIds(habits: Habits) {
  const sets = new WeakMap<readonly Habit[], ReadonlySet<number>>()
  return async (caller: Caller, clientId: number) => {
    const { orders, lastId, past, habits: own } = await habits.of(caller, clientId)
    const ids = sets.get(own) ?? new Set(own.map(({ articleId }) => articleId))
    sets.set(own, ids)
    const name = clientId === NO_CLIENT ? `u${caller.userId}` : `c${clientId}`
    return { name: `${name}.${orders}.${lastId ?? 0}.${past}`, ids }
  }
}

/** The last quantity, day and price of each article that the client took. */
export const takenOf = ({ habits }: Known): Taken[] =>
  habits.map(({ articleId, lastQuantity, lastDay, lastUnitPrice }) => ({
    articleId,
    quantity: lastQuantity,
    day: dayText(lastDay),
    unitPrice: lastUnitPrice,
  }))

/**
 * A client's proposal for today, and the changes since the last order. Articles that nobody can order are never proposed; for
 * those that are due it names similar ones.
 */
export async function usualOrderOf(
  { kysely }: Pick<Db, 'kysely'>,
  catalogue: Catalogue,
  clientId: number,
  { habits, today, orders, lastAt }: Known,
): Promise<UsualOrder> {
  const ids = habits.map(({ articleId }) => articleId)
  const now = await listOffers(kysely, clientId, ids)
  const lines: UsualLine[] = []
  const gone: Omit<GoneLine, 'proposals'>[] = []
  for (const { habit, due } of proposalsOf(habits, today)) {
    const article = now.get(habit.articleId)
    if (!article) continue
    const { multiple, unitPrice, unitsPerPack } = article
    const steps = article.steps ?? undefined
    const quantity = roundToMultiple(habit.usualQuantity, multiple)
    const line = { ...named(article), ...taken(habit, today), quantity, due }
    if (article.sold) lines.push({ ...line, multiple, unitPrice, steps, unitsPerPack })
    else if (due) gone.push(line)
  }
  const substitutes = await substitutesFor(
    kysely,
    { catalogue, clientId },
    gone.map(({ articleId, lastUnitPrice }) => ({ articleId, unitPriceBefore: lastUnitPrice })),
  )
  const recent = habits.filter(({ lastDay }) => today - lastDay <= RECENT_DAYS)
  const moved = movedPrices(recent, now)
  const notSold = goneArticles(recent, now)
  const brands = new Set([...now.values()].flatMap(({ brandId }) => brandId ?? []))
  const fresh = lastAt === null ? [] : await listNewArticles(kysely, [...brands], ids, lastAt, NAMED_CHANGES + 1)
  const freshNow = fresh.length === 0 ? NO_OFFERS : await listOffers(kysely, clientId, fresh)
  const news = fresh.flatMap((id): UsualChange[] => {
    const article = freshNow.get(id)
    // Those that have a price in the base list may have none for this client.
    return article?.sold
      ? [{ ...named(article), kind: 'new', before: null, lastDay: null, now: article.unitPrice }]
      : []
  })
  const up = moved.filter(({ kind }) => kind === 'up')
  const down = moved.filter(({ kind }) => kind === 'down')
  return {
    orders,
    lastDay: habits.length > 0 ? dayText(Math.max(...habits.map(({ lastDay }) => lastDay))) : null,
    lines,
    gone: gone.flatMap((line, at) => {
      const { decided: substitute, proposals = [] } = substitutes[at] ?? {}
      return proposals.length > 0 ? [{ ...line, proposals, ...(substitute && { substitute }) }] : []
    }),
    changes: [up, down, notSold, news].flatMap((some) => some.slice(0, NAMED_CHANGES)),
    counts: [
      { kind: 'up', count: up.length },
      { kind: 'down', count: down.length },
      { kind: 'gone', count: notSold.length },
      { kind: 'new', count: news.length },
    ],
  }
}

const named = ({ articleId, code, description }: OfferNow) => ({ articleId, code, description })

const taken = ({ everyDays, times, lastDay, lastQuantity, lastUnitPrice }: Habit, today: number) => ({
  everyDays,
  times,
  lastQuantity,
  lastUnitPrice,
  lastDay: dayText(lastDay),
  daysAgo: today - lastDay,
})

/** Articles of which the last quantity costs the client more or less today, the largest share first. */
function movedPrices(habits: readonly Habit[], offers: Offers): UsualChange[] {
  const moved = habits.flatMap(({ articleId, lastUnitPrice: before, lastDay, lastQuantity }) => {
    const article = offers.get(articleId)
    if (!article?.sold || before <= 0) return []
    const now = unitAt(article, lastQuantity)
    if (now === before) return []
    const kind = now > before ? ('up' as const) : ('down' as const)
    const change: UsualChange = { ...named(article), kind, before, lastDay: dayText(lastDay), now }
    return [{ change, part: Math.abs(now - before) / before }]
  })
  return moved.sort((a, b) => b.part - a.part).map(({ change }) => change)
}

/** Articles that the client took and that are not listed any more, the last taken first. */
const goneArticles = (habits: readonly Habit[], offers: Offers): UsualChange[] =>
  habits
    .toSorted((a, b) => b.lastDay - a.lastDay || a.articleId - b.articleId)
    .flatMap(({ articleId, lastUnitPrice: before, lastDay }): UsualChange[] => {
      const article = offers.get(articleId)
      if (!article || article.listed) return []
      return [{ ...named(article), kind: 'gone', before, lastDay: dayText(lastDay), now: null }]
    })
