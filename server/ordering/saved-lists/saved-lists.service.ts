/** Saved lists and carts put aside (R368, R369): made, changed, shown at today's prices, and loaded into the cart. */
import type { RepeatedLine } from '../../../contract/orders.ts'
import { hasPrice } from '../../../contract/price.ts'
import type { ReviewArticle } from '../../../contract/review.ts'
import { MOST_LISTS, type SavedLine, type SavedList, savedListTexts } from '../../../contract/saved-lists.ts'
import { audit, auditedUpdate, lockRecord } from '../../audit/audit.ts'
import { type Caller, isStaff } from '../../caller.ts'
import type { Db, Queryable } from '../../db/open.ts'
import type { CartKey } from '../../db/tables.ts'
import { conflict, forbidden, notFound, wrongField } from '../../refusal.ts'
import { takeLines } from '../cart/cart.queries.ts'
import { clearCart } from '../cart/delete-carts.service.ts'
import { fillCart, withSubstitutes } from '../cart/fill-cart.service.ts'
import { findOffers } from '../codes/offers.queries.ts'
import { words } from '../lines/lines.rules.ts'
import { requireClient, type Setting } from '../lines/lines.service.ts'
import { shownArticle } from '../readers/sheet/shown-article.rules.ts'
import { substitutesFor } from '../substitutes/substitutes.service.ts'
import * as queries from './saved-lists.queries.ts'

/** A line as somebody saves it. */
interface LineToSave {
  readonly articleId: number
  readonly quantity: number
  readonly note: string
}

export const ownerOf = ({ caller, clientId }: Pick<Setting, 'caller' | 'clientId'>): queries.Reader => ({
  userId: caller.userId,
  clientId,
  confirms: !isStaff(caller) && !caller.preparesOnly,
})

/** The lists that the caller sees for a client. */
export const savedLists = (db: Queryable, setting: Pick<Setting, 'caller' | 'clientId'>): Promise<SavedList[]> =>
  queries.listLists(db, ownerOf(setting))

/** @throws Refusal 404 for a list that is not there, or not for the caller to see */
export async function requireList(db: Queryable, id: number, owner: queries.Reader): Promise<SavedList> {
  const list = await queries.findList(db, id, owner)
  if (!list) throw notFound(savedListTexts.gone)
  return list
}

/** A list with its lines at today's prices; what can't be ordered today comes with why, and with what is like it. */
export async function savedList(
  db: Queryable,
  setting: Setting,
  id: number,
): Promise<{ list: SavedList; lines: SavedLine[] }> {
  const { clientId } = setting
  const list = await requireList(db, id, ownerOf(setting))
  const stored = await queries.listListLines(db, id)
  const ids = stored.map(({ articleId }) => articleId)
  const offers = await findOffers(db, clientId, { ids, keys: [] })
  const today = new Map(offers.map((offer) => [offer.articleId, offer]))
  const lines = stored.map((line): SavedLine => {
    const offer = today.get(line.articleId)
    const shown: ReviewArticle = offer ? shownArticle(offer) : { ...line, unitPrice: 0, multiple: 1, unitsPerPack: 1 }
    const reason = !offer?.listed ? words.notSold : hasPrice(offer) ? undefined : words.noPrice
    return { ...shown, ...line, ...(reason && { reason }) }
  })
  const gone = lines.filter(({ reason }) => reason)
  const found = await substitutesFor(db, setting, gone)
  const substitutesOf = new Map(gone.map((line, at) => [line, found[at]]))
  return {
    list,
    lines: lines.map((line) => {
      const of = substitutesOf.get(line)
      return of ? { ...line, proposals: of.proposals, ...(of.decided && { substitute: of.decided }) } : line
    }),
  }
}

/** Refuses a name that another of the user's lists for the client has, and one too many. Carts put aside may share a name. */
export async function requireRoom(
  t: Queryable,
  owner: CartKey,
  { kind, name, but = null }: { kind: SavedList['kind']; name: string; but?: number | null },
): Promise<void> {
  const { count, isTaken } = await queries.findOwn(t, owner, name, but)
  if (kind === 'list' && isTaken) throw wrongField('name', savedListTexts.nameTaken)
  if (but === null && count >= MOST_LISTS) throw conflict(savedListTexts.tooMany)
}

/** Lines with what a unit costs the client today; of an article that is written twice, the last one counts. */
async function linesToStore(t: Queryable, clientId: number, lines: readonly LineToSave[]) {
  const asked = new Map(lines.map((line) => [line.articleId, line]))
  const offers = await findOffers(t, clientId, { ids: [...asked.keys()], keys: [] })
  const today = new Map(offers.map((offer) => [offer.articleId, shownArticle(offer).unitPrice]))
  return [...asked.values()].map((line) => {
    const unitPriceBefore = today.get(line.articleId)
    if (unitPriceBefore === undefined) throw wrongField('lines', savedListTexts.unknown)
    return { ...line, unitPriceBefore }
  })
}

/** Takes all lines out of a cart, each with the price that was seen with it. @throws Refusal 409 for an empty cart */
export async function takeCart(t: Queryable, owner: CartKey) {
  const lines = await takeLines(t, owner)
  if (lines.length === 0) throw conflict(savedListTexts.emptyCart)
  return lines
}

/** What the audit tells of lines: 'A1 × 12'. */
const told = (lines: readonly { code: string; quantity: number }[]): string[] =>
  lines.map(({ code, quantity }) => `${code} × ${quantity}`)

interface ListToStore {
  readonly row: Parameters<typeof queries.insertList>[1]
  readonly lines: Parameters<typeof queries.storeListLines>[2]
  readonly action: 'create' | 'send'
  /** What the audit tells beside row and lines. */
  readonly more?: { readonly note: string }
}

/** Stores a new list with what the audit tells of it; answers its id. */
export async function storeList(
  t: Queryable,
  caller: Caller,
  { row, lines, action, more }: ListToStore,
): Promise<number> {
  const id = await queries.insertList(t, row)
  await queries.storeListLines(t, id, lines)
  const after = { ...row, ...more, lines: told(await queries.listListLines(t, id)) }
  await audit(t, { userId: caller.userId, action, entity: 'saved-list', entityId: id, after })
  return id
}

/**
 * Saves lines as a list; without lines it puts the caller's cart aside, which is empty then.
 * @throws Refusal 400 for a name that is taken and for an unknown article, 403 for staff without a client, 409 for an empty
 *   cart and for a list too many
 */
export function createSavedList(
  db: Db,
  setting: Setting,
  { name, shared, lines }: { name: string; shared: boolean; lines?: readonly LineToSave[] | undefined },
): Promise<SavedList> {
  const { caller, clientId } = setting
  requireClient(caller, clientId)
  const owner = ownerOf(setting)
  return db.tx(async (t) => {
    const kind = lines ? 'list' : 'aside'
    await requireRoom(t, owner, { kind, name })
    const toStore = lines ? await linesToStore(t, clientId, lines) : await takeCart(t, owner)
    const row = { user_id: owner.userId, client_id: clientId, kind, name, shared } as const
    return requireList(t, await storeList(t, caller, { row, lines: toStore, action: 'create' }), owner)
  })
}

interface Change {
  readonly name?: string | undefined
  readonly shared?: boolean | undefined
  readonly archived?: boolean | undefined
  readonly lines?: readonly LineToSave[] | undefined
  readonly version?: number | undefined
}

/**
 * Changes a list; what is not given stays.
 * @throws Refusal 400 for a name that is taken and for an unknown article, 403 for another's list that would not be shared any
 *   more, 404, 409 when somebody else changed it (R41)
 */
export function changeSavedList(
  db: Db,
  setting: Setting,
  id: number,
  { lines, version, ...changes }: Change,
): Promise<SavedList> {
  const { caller, clientId } = setting
  const owner = ownerOf(setting)
  return db.tx(async (t) => {
    const list = await requireList(t, id, owner)
    const before = await lockRecord(t, 'saved-list', id, version)
    // Sent to be confirmed, it is its lines that may still be changed.
    if (list.sent && (changes.shared || changes.archived || changes.name !== undefined))
      throw conflict(savedListTexts.isSent)
    // Another would take it from the others, and from itself.
    if (changes.shared === false && before.shared && before.user_id !== caller.userId)
      throw forbidden(savedListTexts.notOwn)
    if (changes.name !== undefined)
      await requireRoom(
        t,
        { userId: before.user_id, clientId: before.client_id },
        { kind: before.kind, name: changes.name, but: id },
      )
    if (lines) await changeLines(t, { id, clientId, userId: caller.userId }, lines)
    await auditedUpdate(t, {
      ...{ userId: caller.userId, entity: 'saved-list', entityId: id, before },
      changes: { ...changes, changed_at: new Date().toISOString() },
    })
    return requireList(t, id, owner)
  })
}

/** Stores other lines, and tells the audit those that came, went or changed. */
async function changeLines(
  t: Queryable,
  { id, clientId, userId }: { id: number; clientId: number; userId: number },
  lines: readonly LineToSave[],
): Promise<void> {
  const was = told(await queries.listListLines(t, id))
  await queries.storeListLines(t, id, await linesToStore(t, clientId, lines))
  const is = told(await queries.listListLines(t, id))
  const without = (some: readonly string[], others: readonly string[]) => {
    const known = new Set(others)
    return some.filter((text) => !known.has(text))
  }
  const [before, after] = [{ lines: without(was, is) }, { lines: without(is, was) }]
  if (before.lines.length + after.lines.length === 0) return
  await audit(t, { userId, action: 'update', entity: 'saved-list', entityId: id, before, after })
}

/** Deletes a list; the audit keeps its lines. @throws Refusal 404, 409 when somebody else changed it (R41) */
export function deleteSavedList(db: Db, setting: Setting, id: number, version: number | undefined) {
  return db.tx(async (t) => {
    requireMaker(await requireList(t, id, ownerOf(setting)))
    await endList(t, setting, { id, version, action: 'delete' })
    return { id }
  })
}

/** Who confirms sends back what is not to be ordered; its maker alone takes it back. @throws Refusal 403 */
function requireMaker({ sent, madeBy }: SavedList): void {
  if (sent && madeBy !== '') throw forbidden(savedListTexts.notYours)
}

/**
 * Ends a list, with what the audit keeps of it, and answers its lines. Without a caller a client accepted it by link.
 * @throws Refusal 404, 409 when somebody changed it (R41)
 */
export async function endList(
  t: Queryable,
  { caller }: { readonly caller: Pick<Caller, 'userId'> | null },
  { id, version, action }: { id: number; version?: number | undefined; action: 'delete' | 'load' | 'confirm' },
) {
  // Before the list is locked, as who confirms or accepts does it (R372, R388): two never wait for each other.
  if (action !== 'confirm') {
    await queries.deleteSent(t, id)
    await queries.withdrawOffers(t, id)
  }
  const row = await lockRecord(t, 'saved-list', id, version)
  const lines = await queries.listListLines(t, id)
  await queries.deleteList(t, id)
  const before = { ...row, lines: told(lines) }
  await audit(t, { userId: caller?.userId ?? null, action, entity: 'saved-list', entityId: id, before })
  return lines
}

/**
 * Loads a list into the caller's cart, at today's prices and multiples, and reports on every line. A cart that was put aside ends
 * with it, so that two who take it up at once do not both have it.
 * @throws Refusal 403 for staff without a client, 404 for a list that is not there any more
 */
export async function loadSavedList(
  db: Db,
  setting: Setting,
  request: { id: number; clearCart: boolean },
): Promise<RepeatedLine[]> {
  const owner = ownerOf(setting)
  requireClient(setting.caller, setting.clientId)
  const loaded = await db.tx(async (t) => {
    const list = await requireList(t, request.id, owner)
    requireMaker(list)
    const { id, kind } = list
    const lines =
      kind === 'aside' ? await endList(t, setting, { id, action: 'load' }) : await queries.listListLines(t, id)
    if (request.clearCart) await clearCart(t, owner)
    return fillCart(t, setting, lines, kind === 'aside' ? 'web' : 'repeat')
  })
  return withSubstitutes(db.kysely, setting, loaded)
}
