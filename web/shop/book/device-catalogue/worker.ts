/** The worker with the catalogue of one user: fetches it, keeps it on the device, searches it (R224). */
import * as z from 'zod/mini'
import { addressOf } from '../../../../contract/address.ts'
import {
  columnsOf,
  type DeviceAnswer,
  deviceCatalogue,
  deviceFormat,
  productsOf,
} from '../../../../contract/device-catalogue.ts'
import { type DevicePrices, devicePrices } from '../../../../contract/device-prices.ts'
import { dayInArgentina } from '../../../../engine/buyer-filters.ts'
import { openPrices } from '../../../../engine/device-prices.ts'
import { type DeviceDatabase, deviceDatabase } from '../../../lib/device/device-database.ts'
import type { Answer, Asked, FromWorker, ToWorker } from './messages.ts'
import { type KeptCatalogue, openCatalogue, type ShownTo, takeAnswer } from './searchable.ts'

/** The catalogue as the device's database has it. */
interface Stored extends Pick<DeviceAnswer, 'version' | 'columns'> {
  /** The user's client then. */
  readonly clientId: number
  readonly format: string
  readonly at: number
  readonly levels: KeptCatalogue['levels']
}
const KEY = 'catalogo'

/** What clients pay, as the device's database has it. */
interface StoredPrices {
  readonly etag: string
  readonly prices: DevicePrices
}
const PRICES_KEY = 'precios'

/** How long the catalogue counts as up to date after the server has confirmed it, in milliseconds. */
const FRESH = 10 * 60_000
/** Calls of one update: a whole catalogue may be some versions old, and another change may come while it is read. */
const MOST_ANSWERS = 3

let openedFor: Extract<ToWorker, { type: 'open' }> | undefined
let database: DeviceDatabase | undefined
let kept: KeptCatalogue | undefined
let shownTo: ShownTo | undefined
/** What the clients of somebody of the staff pay; a cliente's catalogue has the own prices. */
let prices: StoredPrices | undefined
/** When the server last confirmed `kept`, in milliseconds since 1970. */
let at = 0

const tell = (message: FromWorker): void => postMessage(message)

async function readKept(): Promise<void> {
  const stored = (await database?.get('catalogue', KEY)) as Stored | undefined
  // Changes bring only changed articles: added to a catalogue with another client's prices, they would leave these in the rest.
  if (stored?.format !== deviceFormat || stored.clientId !== openedFor?.clientId) return
  kept = { version: stored.version, products: productsOf(stored), levels: stored.levels }
  at = stored.at
  if (openedFor.isStaff) prices = (await database?.get('catalogue', PRICES_KEY)) as StoredPrices | undefined
  show()
}

function show(): void {
  // Without what a client pays, the staff's device would show everybody the base list.
  if (!kept || (openedFor?.isStaff && !prices)) return
  shownTo = openCatalogue(kept, prices && openPrices(prices.prices))
  tell({ type: 'ready' })
}

async function store({ version, products, levels }: KeptCatalogue, clientId: number): Promise<void> {
  const stored: Stored = { format: deviceFormat, clientId, at, version, columns: columnsOf(products), levels }
  await database?.change('catalogue', { put: { [KEY]: stored } })
}

/**
 * Asks for the changes since a version, or for the whole catalogue.
 * @throws what a failed call throws, and for an answer that can't be read
 */
async function ask(token: string, since: number | undefined): Promise<{ answer: DeviceAnswer; at: number }> {
  const response = await fetch(addressOf(deviceCatalogue, { query: { since } }), {
    headers: { authorization: `Bearer ${token}` },
    priority: 'low',
  })
  if (!response.ok) throw new Error(`${response.status}`)
  const answer = z.decode(deviceCatalogue.response.schema, await response.json())
  return { answer, at: Date.parse(response.headers.get('date') ?? '') || Date.now() }
}

/** Brings up to date what clients pay. Answers whether anything changed. */
async function updatePrices(token: string): Promise<boolean> {
  const response = await fetch(addressOf(devicePrices, {}), {
    headers: { authorization: `Bearer ${token}`, ...(prices && { 'if-none-match': prices.etag }) },
    priority: 'low',
  })
  if (response.status === 304) return false
  if (!response.ok) throw new Error(`${response.status}`)
  const answer = z.decode(devicePrices.response.schema, await response.json())
  prices = { etag: response.headers.get('etag') ?? '', prices: answer }
  await database?.change('catalogue', { put: { [PRICES_KEY]: prices } })
  return true
}

/** Brings the kept catalogue up to date. Where the server does not answer, the kept one stays. */
async function update({ token, clientId, mayTakeAll, isStaff }: Extract<ToWorker, { type: 'open' }>): Promise<void> {
  const isWhole = !isStaff || prices !== undefined
  if ((Date.now() - at < FRESH && isWhole) || (!kept && !mayTakeAll)) return
  const before = { version: kept?.version, at }
  let isRepriced = false
  try {
    for (let i = 0; i < MOST_ANSWERS; i++) {
      const asked = await ask(token, kept?.version)
      const changed = asked.answer.columns.articleId.length + asked.answer.removed.length > 0
      kept = takeAnswer(kept, asked.answer)
      at = asked.at
      if (!changed) break
    }
    // After the catalogue: an article that is new in it has its prices here, too.
    isRepriced = isStaff && (await updatePrices(token))
  } finally {
    // An answer is kept even if the next call fails. It is stored before the index is built, which may take seconds.
    if (kept && at !== before.at) await store(kept, clientId)
    if (kept?.version !== before.version || isRepriced) show()
  }
}

function answerOf(catalogueOf: ShownTo, asked: Asked): Answer {
  const { what } = asked
  if (what === 'article') return { what, data: catalogueOf(asked.clientId).findExact(asked.code) }
  const today = dayInArgentina()
  const catalogue = catalogueOf(asked.filter.clientId)
  if (what === 'page') return { what, data: catalogue.search({ ...asked.filter, today }) }
  const filter = { ...asked.filter, today }
  if (what === 'places') return { what, data: catalogue.placesOf(filter) }
  if (what === 'meant') return { what, data: catalogue.suggest(filter) }
  return { what, data: catalogue.optionsOf(filter) }
}

let lastWork: Promise<void> = Promise.resolve()
/** Runs one work after the other; a failure is ignored. */
function inTurn(work: () => Promise<void>): void {
  lastWork = lastWork.then(work).catch(() => undefined)
}

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.type === 'search') {
    if (!shownTo) return
    tell({ type: 'answer', id: data.id, at, ...answerOf(shownTo, data.asked) })
    return
  }
  if (data.type === 'open') {
    openedFor = data
    inTurn(async () => {
      database = await deviceDatabase(data.userId)
      await readKept()
    })
  }
  inTurn(async () => {
    if (openedFor) await update(openedFor)
  })
})
