/** Measures the making of catalogues and price lists: time, size, memory, and how quickly the shop answers searches meanwhile. */
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import sharp from 'sharp'
import { addressOf } from '../contract/address.ts'
import { searchProducts } from '../contract/catalogue.ts'
import { cataloguePdf, type Density, priceList } from '../contract/documents.ts'
import { IMAGE_WIDTHS } from '../contract/media.ts'
import { orderPdf } from '../contract/order-documents.ts'
import { unitPrice } from '../contract/rules.ts'
import type { CatalogueItem } from '../engine/item.ts'
import { migrate } from '../server/db/migrate.ts'
import { type Db, openDatabase } from '../server/db/open.ts'
import { documentVariant, PAGE_WIDTH, pageVariant } from '../server/media/files/media.rules.ts'
import { createSessions } from '../server/people/auth/sessions.service.ts'
import { diskFiles } from '../server/ports/files/disk.ts'
import { makeUser } from '../server/test/make.ts'
import { startSession } from '../server/test/test-app.ts'
import { fillCatalogue, shopCatalogue } from '../testkit/fill-shop.ts'
import { launchShop } from '../testkit/shop-process.ts'
import { generateQueries } from './generate-queries.ts'
import { at, searchDuring } from './load.ts'
import { loopWatch } from './watch-loop.ts'

const ARTICLES = 10_000
const [CARD_WIDTH] = IMAGE_WIDTHS
const ORDER_LINES = 40
/** How often the order's PDF is made; the median counts. */
const ORDER_PDFS = 9
/** A brand of a thousand articles, and ten of a hundred. */
const LARGE = 101
const LARGE_SIZE = 1_000
const SMALL = Array.from({ length: 10 }, (_, n) => LARGE + 1 + n)
const SMALL_SIZE = 100
const CATEGORIES = 12
const WITH_PHOTO = LARGE_SIZE + SMALL.length * SMALL_SIZE

export interface DocumentFigures {
  /** Of a catalogue that was never made before, by articles on a page: milliseconds until its first byte and until its last. */
  catalogues: {
    perPage: Density
    firstByte: number
    whole: number
    /** Bytes of the file. */
    size: number
    /** Bytes by which the process's memory rose at most. */
    raised: number
  }[]
  /** Milliseconds until the last byte of the first catalogue, asked for again. */
  again: number
  /** Milliseconds until the last byte of the same catalogue without photos, and of an order's PDF. */
  withoutPhotos: number
  order: number
  /** Searches while another catalogue was made; milliseconds. */
  searches: { p95: number; count: number }
  /** Milliseconds until the last byte of the price list. */
  priceList: number
  /**
   * Ten catalogues at once: milliseconds until all had arrived, bytes by which memory rose, and the longest turn of the main
   * thread's loop in milliseconds, by processor time (`held`) and by the clock.
   */
  ten: { whole: number; raised: number; held: number; heldByClock: number }
}

/** Fills an embedded database, starts the built shop on it and measures. Linux only: it reads /proc. */
export async function measureDocuments(): Promise<DocumentFigures> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bulto-bench-'))
  const items = withPlaces(shopCatalogue(ARTICLES))
  try {
    const { token, orderId } = await fill(dataDir, items)
    const loop = loopWatch(dataDir)
    const shop = launchShop({
      dataDir,
      logFile: join(dataDir, 'shop.log'),
      nodeArgs: loop.nodeArgs,
      env: { LOG_LEVEL: 'warn' },
    })
    try {
      const url = await shop.ready
      const headers = { authorization: `Bearer ${token}` }
      const pid = shop.pid ?? 0
      const get = (path: string) => take(url + path, headers)
      const paths = generateQueries(items, { count: 2_000 }).map((query) =>
        addressOf(searchProducts, { query: { ...query, page: 0 } }),
      )
      const search = (path: string) => fetch(url + path, { headers })
      // Searches warm the server up. The first counted document is the first that is made.
      await searchDuring(search, paths, () => delay(2_000))

      const catalogues: DocumentFigures['catalogues'] = []
      for (const perPage of [12, 20, 6] as const) {
        const memory = watchMemory(pid)
        const made = await get(catalogueOf(LARGE, { perPage }))
        catalogues.push({ perPage, ...made, raised: memory() })
      }
      const again = await get(catalogueOf(LARGE, { perPage: 12 }))
      if (again.size !== catalogues[0]?.size) throw new Error('The same catalogue had another size')
      const withoutPhotos = await get(catalogueOf(LARGE, { withImages: false }))
      const papers: number[] = []
      for (let n = 0; n < ORDER_PDFS; n++)
        papers.push((await get(addressOf(orderPdf, { params: { id: orderId } }))).whole)
      const { times } = await searchDuring(search, paths, () => get(catalogueOf(LARGE, { withPrices: false })))
      const list = await get(addressOf(priceList, { query: {} }))

      const tenMemory = watchMemory(pid)
      await loop.hold(pid)
      const since = performance.now()
      await Promise.all(SMALL.map((brandId) => get(catalogueOf(brandId))))
      const whole = performance.now() - since
      const hold = await loop.hold(pid)
      return {
        catalogues,
        again: again.whole,
        withoutPhotos: withoutPhotos.whole,
        order: at(papers, 0.5),
        searches: { p95: at(times, 0.95), count: times.length },
        priceList: list.whole,
        ten: { whole, raised: tenMemory(), held: hold.ran, heldByClock: hold.wall },
      }
    } finally {
      await shop.stop()
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const catalogueOf = (
  brandId: number,
  shown: { withPrices?: boolean; withImages?: boolean; perPage?: Density } = {},
): string =>
  addressOf(cataloguePdf, {
    query: { brandId, withPrices: true, withLogo: true, withImages: true, ...shown },
  })

/** Puts the first articles into brands and categories of the benchmark's own, with one photo each; the others get none. */
function withPlaces(items: CatalogueItem[]): CatalogueItem[] {
  return items.map((item, n) => {
    if (n >= WITH_PHOTO) return { ...item, media: [null, null, null, null, null] }
    const brandId = n < LARGE_SIZE ? LARGE : LARGE + 1 + Math.floor((n - LARGE_SIZE) / SMALL_SIZE)
    const category = n % CATEGORIES
    return {
      ...item,
      brandId,
      brandPosition: brandId,
      subcategoryId: null,
      subcategoryPosition: 0,
      categoryId: 100_000 + brandId * CATEGORIES + category,
      categoryPosition: category,
      media: [photoName(n), null, null, null, null],
    }
  })
}
const photoName = (n: number): string => `${createHash('sha256').update(`foto ${n}`).digest('hex').slice(0, 40)}.webp`

/** Fills the shop; answers the token of an admin, and the id of an order that the admin made. */
async function fill(dataDir: string, items: readonly CatalogueItem[]): Promise<{ token: string; orderId: number }> {
  const files = diskFiles(join(dataDir, 'files'))
  // Each photo is different. Blurred noise takes about as many bytes as a toy on white.
  for (let n = 0; n < WITH_PHOTO; n++) {
    await files.put(documentVariant(photoName(n)), await photo(n, CARD_WIDTH))
    await files.put(pageVariant(photoName(n)), await photo(n, PAGE_WIDTH))
  }
  const db = await openDatabase({ dataDir })
  try {
    await migrate(db)
    await fillCatalogue(db, items, { withMedia: true })
    const sessions = createSessions(db)
    const { id } = await makeUser(db, 'admin')
    const token = await startSession(db, sessions, id)
    sessions.close()
    return { token, orderId: await makeOrder(db, id, items) }
  } finally {
    await db.close()
  }
}

async function makeOrder({ kysely }: Db, userId: number, items: readonly CatalogueItem[]): Promise<number> {
  const lines = items
    .filter(({ listPrice }) => listPrice > 0)
    .slice(0, ORDER_LINES)
    .map(({ articleId, code, description, listPrice, discount, multiple }, n) => ({
      article_id: articleId,
      code,
      description,
      list_price: listPrice,
      discount,
      multiple,
      unit_price: unitPrice(listPrice, discount),
      quantity: multiple * (n + 1),
      created_by: userId,
      note: n % 5 === 0 ? 'Surtir los colores' : '',
      channel: 'web' as const,
    }))
  const { id } = await kysely
    .insertInto('sales_order')
    .values({
      user_id: userId,
      created_by: userId,
      client_id: -1,
      business_name: 'Juguetería',
      address_id: 0,
      address: '',
      sale_condition: 1,
      line_count: lines.length,
      channel: 'web',
      total: lines.reduce((sum, line) => sum + line.unit_price * line.quantity, 0),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await kysely
    .insertInto('sales_order_line')
    .values(lines.map((line) => ({ ...line, order_id: id })))
    .execute()
  return id
}

/** A square JPEG, as wide as those that documents embed. */
function photo(n: number, width: number): Promise<Buffer> {
  const grain = createHash('shake256', { outputLength: 60 * 60 * 3 })
    .update(`grano ${n}`)
    .digest()
  return sharp(grain, { raw: { width: 60, height: 60, channels: 3 } })
    .resize(width, width, { kernel: 'lanczos3' })
    .jpeg({ quality: 80 })
    .toBuffer()
}

/** Downloads a file as a browser does; times in milliseconds, size in bytes. @throws when it is refused */
async function take(url: string, headers: Record<string, string>) {
  const since = performance.now()
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { headers }).once('response', resolve).once('error', reject).end()
  })
  if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}`)
  let [firstByte, size] = [0, 0]
  for await (const chunk of answer) {
    firstByte ||= performance.now() - since
    size += (chunk as Buffer).length
  }
  return { firstByte, whole: performance.now() - since, size }
}

/** Begins to watch a process's memory (RSS). The answer tells the bytes by which it has risen at most since then. */
function watchMemory(pid: number): () => number {
  const bytes = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
  // 5 makes the kernel reset its high-water mark (VmHWM).
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
  const before = bytes('VmRSS')
  return () => bytes('VmHWM') - before
}
