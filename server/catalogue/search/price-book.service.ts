/** Who buys by which prices (R352): read with the catalogue, of the same moment. */
import { createHash } from 'node:crypto'
import {
  BASE_LIST_ID,
  type OwnPrice,
  type Promoted,
  promotedIn,
  type RunningPromotion,
  type SteppedInList,
} from '../../../contract/price-terms.ts'
import { NO_CLIENT } from '../../../contract/rules.ts'
import type { PricedTerms } from '../../../engine/price-view.ts'
import type { Queryable } from '../../db/open.ts'
import {
  listNames,
  listOwnPrices,
  listRunningPromotions,
  listSteppedInLists,
  listTerms,
  readList,
  readTermSettings,
} from './terms.queries.ts'

/** Own prices that are read at once: few enough that reading them never holds the event loop. */
const PIECE = 5_000

/** Whose prices an answer shows: a client's (NO_CLIENT: of a user without one), the base list's, or the public inventories'. */
export type PricesOf = number | 'base' | 'inventory'

/** Terms with prices of their own, and a name for them: the same name at the same version stands for the same prices. */
export interface NamedTerms {
  readonly name: string
  readonly terms: PricedTerms
}

/** The terms of all clients at one version of the catalogue. */
export interface PriceBook {
  /** The oldest version that changes are known from. */
  readonly from: number
  /** The promotions that run, in the order of their ids. */
  readonly promotions: readonly (RunningPromotion & { readonly id: number })[]
  /** Undefined: those of the base list. */
  termsOf(whose: PricesOf): NamedTerms | undefined
  /** The clients, of those named (undefined: all), that have a list, a bonus or prices of their own, NO_CLIENT among them. */
  withTerms(clientIds: ReadonlySet<number> | undefined): ReadonlyMap<number, PricedTerms>
  /** Whether the prices of a client are the same as at a version, but for changes of the base list; false when nobody knows. */
  isSameSince(whose: PricesOf, version: number): boolean
  /** For the next book: since which version each thing is as it is, by a name and with a fingerprint. */
  readonly seen: Seen
}
type Seen = ReadonlyMap<string, { readonly print: string; readonly since: number }>

/**
 * Reads the terms, and hands the prices of each list to `addList` as the text of a ListedPrices.
 * @param before the book of the version before; undefined for the first one
 */
export async function readPriceBook(
  db: Queryable,
  version: number,
  before: PriceBook | undefined,
  addList: (json: string) => void,
): Promise<PriceBook> {
  const settings = await readTermSettings(db)
  const names = await listNames(db)
  const terms = await listTerms(db)
  const own = await readOwnPrices(db)
  const promotions = await listRunningPromotions(db)
  const stepped = new Map<number, Map<number, SteppedInList>>()
  if (names.size > 0)
    for (const { list, articleId, ...made } of await listSteppedInLists(db)) put(stepped, list, articleId, made)

  const prints = new Map<string, string>([['settings', JSON.stringify(settings)]])
  if (promotions.length > 0) prints.set('promotions', printOf(promotions))
  for (const [list, name] of names) {
    const json = await readList(db, list)
    addList(json)
    prints.set(`list ${list}`, printOf(json, name, [...(stepped.get(list) ?? [])]))
  }
  for (const [client, { list, bonus }] of terms) prints.set(`client ${client}`, `${list} ${bonus}`)
  for (const [client, prices] of own) {
    const name = `client ${client}`
    prints.set(name, `${prints.get(name) ?? ''} ${printOf([...prices])}`)
  }
  const seen = seenSince(prints, version, before?.seen)

  const listOf = (id: string): number | null => (id !== '' && names.has(Number(id)) ? Number(id) : null)
  function soldBy(whose: Exclude<PricesOf, 'base'>): { list: number | null; bonus: number } {
    if (whose === 'inventory') return { list: listOf(settings.LISTA_INVENTARIOS), bonus: 0 }
    if (whose === NO_CLIENT) return { list: listOf(settings.LISTA_SIN_CLIENTE), bonus: 0 }
    const { list = null, bonus = 0 } = terms.get(whose) ?? {}
    return { list, bonus: settings.BONIF_EN_PRECIOS === '1' ? bonus : 0 }
  }
  const from = before?.from ?? version
  const promotedByList = new Map<number, ReadonlyMap<number, Promoted>>()
  const promotedOf = (list: number | null): ReadonlyMap<number, Promoted> => {
    const id = promotions.some(({ lists }) => lists) ? (list ?? BASE_LIST_ID) : BASE_LIST_ID
    const promoted = promotedByList.get(id) ?? promotedIn(promotions, list)
    promotedByList.set(id, promoted)
    return promoted
  }

  const termsOf = (whose: PricesOf): NamedTerms | undefined => {
    if (whose === 'base') return undefined
    const { list, bonus } = soldBy(whose)
    const ownPrices = whose === 'inventory' ? undefined : own.get(whose)
    const promoted = promotedOf(list)
    if (list === null && bonus === 0 && !ownPrices && promoted.size === 0) return undefined
    return {
      name: ownPrices ? `c${whose}` : `l${list ?? ''}b${bonus}`,
      terms: {
        listId: list,
        list: list === null ? null : (names.get(list) ?? ''),
        isListWhole: settings.LISTA_INCOMPLETA === 'consultar',
        bonus,
        own: ownPrices ?? NOTHING,
        stepped: (list === null ? undefined : stepped.get(list)) ?? NOTHING,
        promoted,
      },
    }
  }
  return {
    from,
    promotions,
    seen,
    termsOf,
    withTerms(clientIds) {
      const found = new Map<number, PricedTerms>()
      for (const id of new Set([NO_CLIENT, ...terms.keys(), ...own.keys()])) {
        const named = id === NO_CLIENT || !clientIds || clientIds.has(id) ? termsOf(id) : undefined
        if (named) found.set(id, named.terms)
      }
      return found
    },
    isSameSince(whose, asked) {
      if (asked < from) return false
      const parts = ['settings', `client ${whose}`]
      if (whose !== 'base') parts.push('promotions', `list ${soldBy(whose).list}`)
      return parts.every((part) => (seen.get(part)?.since ?? 0) <= asked)
    },
  }
}

const NOTHING: ReadonlyMap<number, never> = new Map<number, never>()
/** The base list and nothing else. */
export const BASE_TERMS: PricedTerms = {
  listId: null,
  list: null,
  isListWhole: false,
  bonus: 0,
  own: NOTHING,
  stepped: NOTHING,
  promoted: NOTHING,
}

const printOf = (...parts: readonly unknown[]): string =>
  createHash('sha1').update(JSON.stringify(parts)).digest('base64')

/** Since which version each print is as it is; what has gone has the print '' since it is gone. */
function seenSince(prints: ReadonlyMap<string, string>, version: number, before: Seen | undefined): Seen {
  const seen = new Map<string, { print: string; since: number }>()
  for (const name of new Set([...(before?.keys() ?? []), ...prints.keys()])) {
    const print = prints.get(name) ?? ''
    const known = before?.get(name)
    seen.set(name, known?.print === print ? known : { print, since: version })
  }
  return seen
}

function put<T>(maps: Map<number, Map<number, T>>, first: number, second: number, value: T): void {
  const inner = maps.get(first) ?? new Map<number, T>()
  maps.set(first, inner.set(second, value))
}

/** By client, the own prices of articles. */
async function readOwnPrices(db: Queryable): Promise<ReadonlyMap<number, ReadonlyMap<number, OwnPrice>>> {
  const own = new Map<number, Map<number, OwnPrice>>()
  let last = { clientId: 0, articleId: 0 }
  for (;;) {
    const piece = await listOwnPrices(db, last, PIECE)
    for (const { clientId, articleId, ...price } of piece) put(own, clientId, articleId, price)
    const end = piece.at(-1)
    if (!end || piece.length < PIECE) return own
    last = end
  }
}
