/** The catalogue every reader uses: one snapshot in memory, rebuilt when the catalogue's version changes. */
import * as z from 'zod/mini'
import { brand, type Product, product, suggestion, type TreeRow, treeRow } from '../../../contract/catalogue.ts'
import { filterOption } from '../../../contract/filter-options.ts'
import { wireWriter } from '../../../contract/wire-writer.ts'
import type { SearchFilter } from '../../../engine/buyer-filters.ts'
import { countedRows, treeRows } from '../../../engine/tree.ts'
import { readVersion } from '../../db/catalogue-version.ts'
import type { Db, Log } from '../../db/open.ts'
import type { Changes } from '../snapshot/changes.ts'
import { type Built, beginRebuild } from '../snapshot/rebuild.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import type { Whole } from '../snapshot/whole.ts'
import { listBrands, listCategories, readItems } from './catalogue.queries.ts'
import { BASE_TERMS, type NamedTerms, type PriceBook, type PricesOf, readPriceBook } from './price-book.service.ts'
import { raiseAtTurn, watchPriceTurns } from './price-turns.service.ts'
import { listSynonyms } from './synonyms.queries.ts'

export { readQueryText } from '../../../engine/normalise.ts'

/** Articles a piece of a rebuild holds: small enough that passing it on never holds the event loop. */
const PIECE = 500
const RETRY_MS = 1_000

/** The catalogue at one version, as some terms price it. */
export interface CatalogueState {
  readonly version: number
  /** When its snapshot was finished. */
  readonly builtAt: Date
  readonly snapshot: Snapshot
  /** Names the snapshot's prices: equal names stand for equal prices; '' for those of the base list. */
  readonly prices: string
  readonly book: PriceBook
  /** The changes that devices with an older catalogue are told of (R224). */
  readonly changes: Changes
  /** The whole catalogue for devices, of this version or a slightly older one, once a thread has made it. */
  whole(): Promise<Whole>
  /** As `whole`, but of this version; made for who asks. */
  wholeNow(): Promise<Whole>
  /** The brands and the tree as the wire carries them: written once, asked for with every page. */
  readonly brands: Buffer
  readonly tree: Buffer
  readonly treeRows: readonly TreeRow[]
}

/** The catalogue in memory, for all readers. */
export interface Catalogue {
  /** The newest state. An answer takes it once, so that all of the answer is of one version. */
  current(whose: PricesOf): CatalogueState
  /** An article on sale, or undefined. */
  find(articleId: number, whose: PricesOf): Product | undefined
  /** Waits until what was committed before the call is in the snapshot. */
  refresh(): Promise<void>
  close(): Promise<void>
}

/**
 * Builds the first snapshot and keeps it up to date, also with changes of other instances. All changes that
 * come while a snapshot is being built go into the next one together.
 */
export async function createCatalogue(db: Db, log: Pick<Log, 'warn'>): Promise<Catalogue> {
  await raiseAtTurn(db)
  const began = performance.now()
  let state = await buildState(db)
  const turns = watchPriceTurns(db, log)
  turns.look(performance.now() - began)
  /** The version of the whole catalogue that devices get, once it is made. */
  let whole: number | undefined
  const follow = (made: BuiltState): BuiltState => {
    const logFailure = (error: unknown) => {
      if (!closed) log.warn({ err: error }, 'the catalogue for devices could not be made; the next version tries again')
    }
    made.whole().then(({ version }) => {
      whole = version
    }, logFailure)
    return made
  }
  let running: Promise<void> | undefined
  let stale = false
  let closed = false
  let retry: NodeJS.Timeout | undefined
  follow(state)

  const rebuild = async () => {
    do {
      stale = false
      if ((await readVersion(db.kysely)) === state.version) continue
      const reading = performance.now()
      state = follow(await buildState(db, { state, whole }))
      turns.look(performance.now() - reading)
    } while (stale && !closed)
  }
  const refresh = (): Promise<void> => {
    stale = true
    running ??= rebuild().finally(() => {
      running = undefined
    })
    return running
  }
  const refreshUntilDone = () => {
    clearTimeout(retry)
    refresh().catch((error: unknown) => {
      if (closed) return
      log.warn({ err: error }, 'the catalogue could not be rebuilt; the one in memory goes on')
      retry = setTimeout(refreshUntilDone, RETRY_MS).unref()
    })
  }
  const unsubscribe = db.on('catalogue', refreshUntilDone)

  return {
    current: (whose) => state.shownTo(whose),
    find(articleId, whose) {
      const { snapshot } = state.shownTo(whose)
      const row = snapshot.rowByArticle(articleId)
      return row === undefined ? undefined : z.decode(product, JSON.parse(snapshot.rowJson(row)))
    },
    refresh,
    async close() {
      closed = true
      unsubscribe()
      clearTimeout(retry)
      turns.close()
      await running?.catch(() => {})
      state.cancel()
    },
  }
}

/** A state whose thread may still be making the whole catalogue for devices. */
interface BuiltState extends CatalogueState {
  shownTo(whose: PricesOf): CatalogueState
  cancel(): void
}

/** Terms whose prices are kept open at once: what is kept of each is small until somebody orders by price. */
const OPEN_TERMS = 200

/** Whole catalogues by terms that are kept, of nearly a megabyte each: a client's devices ask at about the same time. */
const KEPT_WHOLES = 8

/** Makes whole catalogues by terms, and keeps the last ones; one that could not be made is made anew when it is asked for again. */
function keptWholes(make: Built['pricedWhole']): (named: NamedTerms) => Promise<Whole> {
  const kept = new Map<string, Promise<Whole>>()
  return ({ name, terms }) => {
    const known = kept.get(name)
    if (known) return known
    const [oldest] = kept.keys()
    if (oldest !== undefined && kept.size >= KEPT_WHOLES) kept.delete(oldest)
    const made = make(terms)
    kept.set(name, made)
    made.catch(() => kept.delete(name))
    return made
  }
}

/** The state as each terms price it. */
function pricedStates(base: CatalogueState, wholeOf: (named: NamedTerms) => Promise<Whole>): BuiltState['shownTo'] {
  const { book } = base
  const opened = new Map<string, CatalogueState>()
  return (whose) => {
    const named = book.termsOf(whose)
    if (!named) return base
    const known = opened.get(named.name)
    if (known) return known
    if (opened.size >= OPEN_TERMS) opened.clear()
    const whole = () => wholeOf(named)
    const snapshot = base.snapshot.shownBy(named.terms)
    const state: CatalogueState = { ...base, snapshot, prices: named.name, whole, wholeNow: whole }
    opened.set(named.name, state)
    return state
  }
}

/** Reads the catalogue as one version has it and builds its snapshot beside the event loop. */
async function buildState(
  db: Db,
  before?: { readonly state: CatalogueState; readonly whole: number | undefined },
): Promise<BuiltState> {
  const rebuild = beginRebuild()
  try {
    // One transaction that reads one moment: pieces of two versions must never stand in one snapshot.
    const read = await db.kysely
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (t) => {
        const version = await readVersion(t)
        const brands = await listBrands(t)
        const categories = await listCategories(t)
        for (let piece = await readItems(t, 0, PIECE); piece; piece = await readItems(t, piece.lastId, PIECE)) {
          rebuild.add(piece.json)
        }
        rebuild.addSynonyms(await listSynonyms(t))
        const book = await readPriceBook(t, version, before?.state.book, rebuild.addList)
        return { version, brands, categories, book }
      })
    const built = await rebuild.build(read.version, before && { changes: before.state.changes, whole: before.whole })
    // Without one of its own, the one before still serves.
    const whole = built.whole.then((made) => made ?? (before as NonNullable<typeof before>).state.whole())
    return stateOf(read, built, whole, rebuild.cancel)
  } catch (error) {
    rebuild.cancel()
    throw error
  }
}

/** What a snapshot is not made of, read at the same moment. */
interface ReadBeside {
  readonly version: number
  readonly brands: Awaited<ReturnType<typeof listBrands>>
  readonly categories: Awaited<ReturnType<typeof listCategories>>
  readonly book: PriceBook
}

/** The state; its functions hold nothing of the state before, which would hold the one before that, and so on. */
function stateOf(
  { version, brands, categories, book }: ReadBeside,
  { snapshot, changes, pricedWhole }: Built,
  whole: Promise<Whole>,
  cancel: () => void,
): BuiltState {
  const tree = treeRows(brands, categories, snapshot.places)
  const wholeOf = keptWholes(pricedWhole)
  const state: CatalogueState = {
    version,
    builtAt: new Date(),
    snapshot,
    prices: '',
    book,
    changes,
    whole: () => whole,
    wholeNow: () => wholeOf({ name: '', terms: BASE_TERMS }),
    brands: wireBytes(z.array(brand), brands),
    tree: wireBytes(z.array(treeRow), tree),
    treeRows: tree,
  }
  return { ...state, shownTo: pricedStates(state, wholeOf), cancel }
}

const wireBytes = <T>(schema: z.ZodMiniType<T>, clean: T): Buffer =>
  Buffer.from(JSON.stringify(z.encode(schema, clean)))

const writeTreeRow = wireWriter(treeRow)

/** The places of the tree that hold articles of a search, with how many, as the wire carries them (R221). */
export function countedTree({ snapshot, treeRows: rows }: CatalogueState, filter: SearchFilter): Buffer {
  return Buffer.from(`[${countedRows(rows, snapshot.placesOf(filter)).map(writeTreeRow).join()}]`)
}

/** What the text of a search may have been meant as (R245), as the wire carries it. */
export function suggestions({ snapshot }: CatalogueState, filter: SearchFilter): Buffer {
  const describe = (row: number): string => z.decode(product, JSON.parse(snapshot.rowJson(row))).description
  return wireBytes(z.array(suggestion), snapshot.suggest(filter, describe))
}

/** What a search may be narrowed by further (R365), as the wire carries it. */
export const options = ({ snapshot }: CatalogueState, filter: SearchFilter): Buffer =>
  wireBytes(z.array(filterOption), snapshot.optionsOf(filter))
