/**
 * `npm run bench:web [-- http://127.0.0.1:3000]` measures the shop on a slow phone: time and bytes until the first cards, at
 * the first visit and at the next, and the wait after each tap of an order of thirty pasted codes. With an address it visits
 * that shop as the demo's client. Without one it starts the built demo shop, and also measures the longest event with a thousand
 * articles.
 */
import { type BrowserContext, chromium, devices } from '@playwright/test'
import { browserArgs, browserPath } from '../scripts/lib/browser-path.mjs'
import { type Conditions, slowPhone, type Visit, visit } from '../testkit/first-visit.ts'
import { longestEvent } from '../testkit/longest-event.ts'
import { openShop } from '../testkit/shop.ts'
import { PASSWORD } from '../testkit/shop-data.ts'
import { CUITS, DEMO_PASSWORD } from '../testkit/visits.ts'
import { atMost, type Figure, printFigures, secondsText } from './report.ts'
import { measureOrder } from './web-order.ts'

const CLIENT = { username: CUITS.client, password: DEMO_PASSWORD }
const ROUNDS = 3
/** Bytes of JavaScript before the first cards of a first visit. */
const JAVASCRIPT_LIMIT = 112_640
/** A network, and the longest time to the first cards on it, in milliseconds. */
type Slow = Conditions & { readonly name: string; readonly mostToCards?: number }
/** The longest event with a thousand articles on the page, in milliseconds. */
const EVENT_LIMIT = 100
/** How many times slower the processor is then. */
const EVENT_SLOWDOWN = 4

const networks: readonly [Slow, ...Slow[]] = [
  { name: 'Teléfono lento (400 kbit/s, 400 ms, 4×)', ...slowPhone, mostToCards: 5_500 },
  { name: '3G bueno (1,6 Mbit/s, 150 ms, 4×)', bitsPerSecond: 1_600_000, latency: 150, slowdown: 4 },
]

const kinds: readonly (readonly [type: string, name: string])[] = [
  ['Document', 'página'],
  ['Script', 'JavaScript'],
  ['Stylesheet', 'estilos'],
  ['Font', 'tipografías'],
  ['Image', 'imágenes'],
]
const number = new Intl.NumberFormat('es-AR', { maximumFractionDigits: 0 })
const bytes = (value: number) => `${number.format(value)} bytes`

/** Signs a browser in; answers the session's token. */
async function signIn(
  context: BrowserContext,
  url: string,
  client: { username: string; password: string } = CLIENT,
): Promise<string> {
  const answer = await context.request.post(`${url}/api/auth/signin`, { data: client })
  if (!answer.ok()) throw new Error(`Signing in answered ${answer.status()}`)
  const user = await answer.text()
  const { id, accessToken } = JSON.parse(user) as { id: number; accessToken: string }
  await context.addInitScript(
    ([kept, signin]) => {
      localStorage.setItem('usuario', kept)
      // The news popup must not open: it counts as shown to this sign-in.
      localStorage.setItem('novedades-vistas', signin)
    },
    [user, `${id}:${accessToken.slice(-8)}`] as const,
  )
  return accessToken
}

/** The median visit by the time to the first cards. */
function middle(visits: readonly Visit[]): Visit {
  const sorted = [...visits].sort((a, b) => a.firstCards - b.firstCards)
  const found = sorted[Math.floor(sorted.length / 2)]
  if (!found) throw new Error('Nothing was measured')
  return found
}

function figuresOf(visited: Visit, limits: { script?: number; cards?: number | undefined }): Figure[] {
  const sum = Object.values(visited.bytes).reduce((total, part) => total + part, 0)
  const script = visited.bytes.Script ?? 0
  return [
    ...kinds.map(
      ([type, name]): Figure =>
        type === 'Script' && limits.script !== undefined
          ? atMost(name, script, limits.script, bytes)
          : { name, value: bytes(visited.bytes[type] ?? 0) },
    ),
    { name: 'todo lo recibido antes de los primeros artículos', value: bytes(sum) },
    { name: 'primera imagen', value: secondsText(visited.firstPaint) },
    limits.cards === undefined
      ? { name: 'primeros artículos', value: secondsText(visited.firstCards) }
      : atMost('primeros artículos', visited.firstCards, limits.cards, secondsText),
    { name: 'elemento mayor (LCP)', value: secondsText(visited.largestPaint) },
    { name: 'corrimientos (CLS)', value: visited.layoutShift.toFixed(3).replace('.', ',') },
  ]
}

/** Measures a shop on every network and prints it; answers whether every target was met. */
async function measure(url: string): Promise<boolean> {
  const browser = await chromium.launch({ executablePath: await browserPath(), args: browserArgs })
  let met = true
  try {
    for (const { name, mostToCards, ...conditions } of networks) {
      const rounds: { first: Visit; next: Visit }[] = []
      for (let round = 0; round < ROUNDS; round++) {
        const context = await browser.newContext({ ...devices['Pixel 7'], locale: 'es-AR' })
        await signIn(context, url)
        const first = await visit(context, `${url}/catalogo`, conditions)
        rounds.push({ first, next: await visit(context, `${url}/catalogo`, conditions) })
        await context.close()
      }
      const limits = { script: JAVASCRIPT_LIMIT, cards: mostToCards }
      const first = figuresOf(middle(rounds.map((round) => round.first)), limits)
      printFigures(`${name}: primera visita`, first)
      printFigures(`${name}: visita siguiente`, figuresOf(middle(rounds.map(({ next }) => next)), { cards: undefined }))
      met &&= first.every((figure) => figure.met !== false)
    }
    const [slow] = networks
    const isQuick = await measureOrder(browser, url, {
      conditions: slow,
      rounds: ROUNDS,
      signIn: (context) => signIn(context, url),
    })
    met &&= isQuick
  } finally {
    await browser.close()
  }
  return met
}

async function measureDemoShop(): Promise<boolean> {
  const shop = await openShop({ isEmpty: true })
  try {
    const { code, said } = await shop.command(['demo'])
    if (code !== 0) throw new Error(said)
    return await measure(await shop.start())
  } finally {
    await shop.close()
  }
}

/** Measures the longest event with a thousand cards and with a thousand rows, in a shop of its own as it fills a cart. */
async function measureEvents(): Promise<boolean> {
  const shop = await openShop({ articles: 2_000, clients: 1 })
  const browser = await chromium.launch({ executablePath: await browserPath(), args: browserArgs })
  try {
    const url = await shop.start()
    const figures: Figure[] = []
    for (const [view, name] of [
      ['cards', 'agregar desde una tarjeta'],
      ['rows', 'cargar un renglón de la lista'],
    ] as const) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'es-AR' })
      await signIn(context, url, { username: shop.clients[0]?.cuit ?? '', password: PASSWORD })
      const { articles, ms } = await longestEvent(context, url, { view, slowdown: EVENT_SLOWDOWN })
      figures.push(
        atMost(`${name}, con ${number.format(articles)} en la página`, ms, EVENT_LIMIT, (value) => `${value} ms`),
      )
      await context.close()
    }
    printFigures(`Evento más largo, procesador ${EVENT_SLOWDOWN}× más lento`, figures)
    return figures.every((figure) => figure.met !== false)
  } finally {
    await browser.close()
    await shop.close()
  }
}

const [given] = process.argv.slice(2)
const met =
  given === undefined
    ? [await measureDemoShop(), await measureEvents()].every(Boolean)
    : await measure(given.replace(/\/$/, ''))
process.exitCode = met ? 0 : 1
