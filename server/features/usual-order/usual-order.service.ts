/** What a client took last, what is due by the own rhythm, and what changed meanwhile (R223). */
import type { Product } from '../../../contract/catalogue.ts'
import { hasPrice, NO_CLIENT, roundToMultiple, unitPrice } from '../../../contract/rules.ts'
import {
  NAMED_CHANGES,
  type Taken,
  type UsualChange,
  type UsualLine,
  type UsualOrder,
} from '../../../contract/usual-order.ts'
import { type Caller, isStaff } from '../../caller.ts'
import type { Queryable } from '../../db/open.ts'
import type { Catalogue } from '../catalogue/catalogue.service.ts'
import { type Habit, habitsOf, proposalsOf } from './habits.rules.ts'
import { listNames, listNewArticles, listTakings } from './usual-order.queries.ts'

/** What changes is told of articles that were taken within this many days. */
const RECENT_DAYS = 400
const DAY_MS = 86_400_000

const dayText = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

/** Staff without a chosen client has no client whose orders could be looked at. */
async function readHabits(db: Queryable, caller: Caller, clientId: number) {
  if (isStaff(caller) && clientId === NO_CLIENT) return { habits: [], today: 0, orders: 0, lastAt: null }
  const { takings, ...rest } = await listTakings(db, { userId: caller.userId, clientId })
  return { ...rest, habits: habitsOf(takings) }
}

/** What the client took of each article the last time. */
export async function takenOf(db: Queryable, caller: Caller, clientId: number): Promise<Taken[]> {
  const { habits } = await readHabits(db, caller, clientId)
  return habits.map(({ articleId, lastQuantity, lastDay }) => ({
    articleId,
    quantity: lastQuantity,
    day: dayText(lastDay),
  }))
}

/** The proposal for today, and what is not as it was; articles that nobody can order are never proposed. */
export async function usualOrderOf(
  db: Queryable,
  catalogue: Catalogue,
  caller: Caller,
  clientId: number,
): Promise<UsualOrder> {
  const { habits, today, orders, lastAt } = await readHabits(db, caller, clientId)
  const lines = proposalsOf(habits, today).flatMap(({ habit, due }): UsualLine[] => {
    const article = catalogue.find(habit.articleId)
    if (!article || !hasPrice(article.listPrice)) return []
    return [
      {
        ...shown(article),
        unitPrice: unitPrice(article.listPrice, article.discount),
        quantity: roundToMultiple(habit.usualQuantity, article.multiple),
        due,
        everyDays: habit.everyDays,
        times: habit.times,
        lastDay: dayText(habit.lastDay),
        daysAgo: today - habit.lastDay,
        lastQuantity: habit.lastQuantity,
      },
    ]
  })
  const recent = habits.filter(({ lastDay }) => today - lastDay <= RECENT_DAYS)
  const changes = [
    ...pricesThatMoved(recent, catalogue),
    ...(await goneArticles(db, recent, catalogue)),
    ...(await newArticles(db, habits, lastAt, catalogue)),
  ]
  const kinds = ['up', 'down', 'gone', 'new'] as const
  const ofKind = (kind: (typeof kinds)[number]) => changes.filter((change) => change.kind === kind)
  return {
    orders,
    lastDay: habits.length > 0 ? dayText(Math.max(...habits.map(({ lastDay }) => lastDay))) : null,
    lines,
    changes: kinds.flatMap((kind) => ofKind(kind).slice(0, NAMED_CHANGES)),
    counts: kinds.map((kind) => ({ kind, count: ofKind(kind).length })),
  }
}

const shown = ({ articleId, code, description, image, multiple }: Product) => ({
  articleId,
  code,
  description,
  image,
  multiple,
})

/** What costs the client more or less than the last time, the largest part first. */
function pricesThatMoved(habits: readonly Habit[], catalogue: Catalogue): UsualChange[] {
  const moved = habits.flatMap((habit) => {
    const article = catalogue.find(habit.articleId)
    if (!article || !hasPrice(article.listPrice)) return []
    const [before, now] = [habit.lastUnitPrice, unitPrice(article.listPrice, article.discount)]
    if (before === now || before <= 0) return []
    const change: UsualChange = {
      ...shown(article),
      kind: now > before ? 'up' : 'down',
      before,
      lastDay: dayText(habit.lastDay),
      now,
    }
    return [{ change, part: Math.abs(now - before) / before }]
  })
  return moved.sort((a, b) => b.part - a.part).map(({ change }) => change)
}

/** What was taken and cannot be had any more, the latest first. */
async function goneArticles(
  db: Queryable,
  habits: readonly Habit[],
  catalogue: Catalogue,
): Promise<UsualChange[]> {
  const gone = habits.filter(({ articleId }) => !catalogue.find(articleId))
  if (gone.length === 0) return []
  const names = new Map(
    (
      await listNames(
        db,
        gone.map(({ articleId }) => articleId),
      )
    ).map((article) => [article.id, article]),
  )
  return gone
    .toSorted((a, b) => b.lastDay - a.lastDay || a.articleId - b.articleId)
    .flatMap(({ articleId, lastUnitPrice, lastDay }): UsualChange[] => {
      const article = names.get(articleId)
      if (!article) return []
      const { code, description, multiple } = article
      const change = { articleId, code, description, image: null, multiple }
      return [{ ...change, kind: 'gone', before: lastUnitPrice, lastDay: dayText(lastDay), now: null }]
    })
}

/** What came since the last order into the brands this client takes. */
async function newArticles(
  db: Queryable,
  habits: readonly Habit[],
  lastAt: string | null,
  catalogue: Catalogue,
): Promise<UsualChange[]> {
  const brands = new Set(habits.flatMap(({ articleId }) => catalogue.find(articleId)?.brandId ?? []))
  if (lastAt === null || brands.size === 0) return []
  const known = new Set(habits.map(({ articleId }) => articleId))
  return (await listNewArticles(db, [...brands], lastAt)).flatMap((articleId): UsualChange[] => {
    const article = known.has(articleId) ? undefined : catalogue.find(articleId)
    if (!article || !hasPrice(article.listPrice)) return []
    const now = unitPrice(article.listPrice, article.discount)
    return [{ ...shown(article), kind: 'new', before: null, lastDay: null, now }]
  })
}
