/** One sequence on a real shop: the run that its steps work with, and the comparisons at its end. */
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Browser, Page } from '@playwright/test'
import { createSavedList } from '../../contract/saved-lists.ts'
import type { Client } from '../client.ts'
import type { FilledClient } from '../fill-shop.ts'
import {
  cartRows,
  createDevice,
  type Device,
  type Difference,
  differences,
  keptTexts,
  type Path,
  type ShownLine,
  whatWaits,
} from './device.ts'
import { type Confirmed, createModel, isSame, type Model, textOf } from './model.ts'
import { createSecondBuyer, type SecondBuyer } from './second-buyer.ts'
import { createShelf, listText, type Shelf, type ShownList } from './shelf.ts'
import {
  type Article,
  type Line,
  type Shop,
  type StoredOrder,
  secondBuyerOf,
  startShop,
  type Template,
} from './shop.ts'

const DEVICES = 2
/** With signal and server, nothing may still wait after this time, in milliseconds. */
const CALM = 45_000
/** After this time a screen shows what the server has, in milliseconds. */
const AGREED = 30_000
/** Pause between two polls of a condition, in milliseconds. */
const POLL_MS = 25

/** A fault of the shop, in Spanish. Any other error is one of the test itself, and is reported as well. */
export class Fault extends Error {}

export interface Run {
  readonly shop: Shop
  readonly devices: readonly Device[]
  readonly model: Model
  readonly shelf: Shelf
  readonly second: SecondBuyer
  /** How many lists were named. */
  names: number
  /** What nobody was answered: each is told all lists, as the two buyers see them, and tells the models what became of it. */
  readonly unsure: ((lists: { readonly first: readonly ShownList[]; readonly second: readonly ShownList[] }) => void)[]
  /** The server's cart had these lines: a screen that nobody loaded since may still show them. */
  seen(lines: readonly { readonly code: string; readonly quantity: number }[]): void
  /** Asks the server what became of all that. @throws Fault */
  resolve(): Promise<void>
  /** The second buyer does something while the next step runs. */
  beside(acted: Promise<unknown>): void
  /** Waits for what runs beside. */
  joined(): Promise<void>
  /** Stores a first list, a cart put aside and one that waits, and lines in both carts. */
  stock(): Promise<void>
  /** The article with this index; indexes beyond the list begin again. */
  article(at: number): Article
  /** Checks that the server has a quantity that the screen of a device shows as saved. @throws Fault if it does not */
  mustBeStored(device: number, code: string, quantity: number): Promise<void>
  /** Kills the server. */
  kill(): Promise<void>
  /** Starts the server again, then does the comparisons that waited for it. */
  start(): Promise<void>
  /** A device loses its signal. */
  goOff(device: number): Promise<void>
  /** A device has signal again. */
  goOn(device: number): Promise<void>
  /** Answers the dialog 'Su pedido cambió' on a page; null where it is not open or another tab answered it. */
  decide(device: number, page: Page, accept: boolean): Promise<'accepted' | 'withdrawn' | null>
  /** Waits for the comparisons that ticks began. @throws Fault for the first that failed */
  compared(): Promise<void>
  /** Brings signal, server and session back, waits until nothing waits, then compares everything. @throws Fault */
  settle(): Promise<void>
}

/** A shop and its devices, used for one sequence after the other. */
export interface World {
  /** Begins a sequence with a new client and the first prices. */
  begin(): Promise<Run>
  /** Saves a screenshot of every tab, to find the reason of a fault. */
  photograph(folder: string): Promise<void>
  /** Ends the sequence: closes all tabs. */
  end(): Promise<void>
  /** Closes the browser contexts and stops the shop. */
  stop(): Promise<void>
}

/** Starts a shop on a copy of the template, and opens its devices. `clients`: users for the sequences, one each. */
export async function createWorld(browser: Browser, template: Template, clients: FilledClient[]): Promise<World> {
  const shop = await startShop(template, clients)
  let run: (Run & Witness) | undefined
  const devices: Device[] = []
  for (let at = 0; at < DEVICES; at++)
    devices.push(
      // One device of each view: both save lines, each in its way.
      await createDevice(browser, shop, at === 0 ? 'tarjetas' : 'lista', {
        onTick: (code, quantity, tab) => run?.onTick(at, tab, code, quantity),
        onNumber: (number) => run?.onNumber(number),
      }),
    )
  return {
    async begin() {
      if (!shop.isUp()) await shop.start()
      await shop.resetArticles()
      const client = shop.nextClient()
      const user = shop.client(client)
      for (const device of devices) await device.begin(client)
      run = createRun(shop, devices, client, user)
      return run
    },
    async photograph(folder) {
      for (const [at, device] of devices.entries())
        for (const [tab, page] of openTabs(device))
          await page.screenshot({ path: join(folder, `equipo-${at}-${tab}.png`) }).catch(() => undefined)
    },
    async end() {
      run = undefined
      for (const device of devices) await device.end()
    },
    async stop() {
      for (const { context } of devices) await context.close()
      await shop.stop()
    },
  }
}

/** Compares what a screen begins to show with the server, at once. */
interface Witness {
  onTick(device: number, tab: number, code: string, quantity: number): void
  onNumber(number: number): void
}

function createRun(shop: Shop, devices: readonly Device[], client: FilledClient, user: Client): Run & Witness {
  const { articles } = shop
  const model = createModel(
    articles.map(({ code }) => code),
    devices.length,
  )
  const priceOf = (code: string): number => {
    const article = articles.find((one) => one.code === code)
    if (!article) throw new Fault(`La pantalla muestra un artículo que nadie pidió: ${code}`)
    return shop.priceOf(article)
  }
  /** 'code:quantity' of every line that the server's cart ever had: a screen without signal may show an earlier one. */
  const seenLines = new Set<string>()
  /** Comparisons of what was shown while the server was away; they are done when it is back. */
  const lateComparisons: (() => Promise<void>)[] = []
  let kills = 0
  const comparisons: Promise<unknown>[] = []
  const faults: unknown[] = []

  const cart = async () => {
    const lines = await shop.cart(user, client.clientId)
    seen(lines)
    return lines
  }
  const seen: Run['seen'] = (lines) => {
    for (const { code, quantity } of lines) seenLines.add(`${code}:${quantity}`)
  }
  const orders = async () => {
    knownOrders = await shop.orders(user)
    return knownOrders
  }
  /** The server's orders as they were read last. */
  let knownOrders: readonly StoredOrder[] = []

  const mustBeStored = async (
    device: number,
    code: string,
    quantity: number,
    where = 'al terminar un paso',
  ): Promise<void> => {
    const countBefore = model.count(code)
    const isSeen = () => seenLines.has(`${code}:${quantity}`)
    // Without signal, and while another tab or device has stored something newer, a screen may show what was stored before.
    const isShared = model.isShared(code) || devices[device]!.used.size > 1
    const mayBeOlder = !shop.isUp() || !model.devices[device]!.online || isShared
    if (!shop.isUp() && isSeen()) return
    const lines = await whileUp(cart, () => mustBeStored(device, code, quantity, where))
    if (!lines) return
    const storedQuantity = lines.find((line) => line.code === code)?.quantity ?? 0
    if (storedQuantity === quantity) return model.saved(device, code, quantity)
    if (mayBeOlder && isSeen()) return
    // Another tab may have ordered the line between the tick and this reading of the cart.
    if (storedQuantity === 0 && model.isBeingOrdered(code, quantity)) return
    if (model.isMoving(code)) return
    // A change that was made during the call may have reached the server first.
    if (model.count(code) !== countBefore || (model.isShared(code) && model.isPending(code))) return
    const claim = `El equipo ${device} (${where}) mostró ${code} × ${quantity} como guardado`
    throw new Fault(`${claim}; el servidor tiene ${storedQuantity}`)
  }
  const mustBeOrdered = async (number: number): Promise<void> => {
    const stored = await whileUp(orders, () => mustBeOrdered(number))
    if (!stored) return
    const found = stored.find((order) => order.number === number)
    if (!found) throw new Fault(`La pantalla mostró el pedido ${number}; el servidor no lo tiene`)
    const confirmed = model.orders.find(({ fate, lines }) => fate === 'kept' && isSame(lines, found.lines))
    if (confirmed) model.numbered(confirmed)
  }
  /** The server's answer to `ask`; undefined when the server is away: then `again` is called when it is back. */
  const whileUp = async <T>(ask: () => Promise<T>, again: () => Promise<void>): Promise<T | undefined> => {
    const killsBefore = kills
    try {
      if (shop.isUp()) return await ask()
    } catch (error) {
      if (shop.isUp() && kills === killsBefore) throw error
    }
    // A busy machine may report a broken call only when the server is back.
    if (shop.isUp()) await again()
    else lateComparisons.push(again)
    return undefined
  }
  const begin = (comparison: Promise<void>) => {
    comparisons.push(comparison.catch((error: unknown) => faults.push(error)))
  }

  const { clientId } = client
  const secondUser = shop.client(secondBuyerOf(client))
  const shelf = createShelf()
  const second = createSecondBuyer(shop, secondUser, clientId, shelf)
  let underWay: Promise<unknown> = Promise.resolve()
  const lists = async () => ({
    first: await shop.lists(user, clientId),
    second: await shop.lists(secondUser, clientId),
  })

  const run: Run = {
    shop,
    devices,
    model,
    shelf,
    second,
    names: 0,
    unsure: [],
    seen,
    beside(acted) {
      // Whoever waits for it hears of a fault.
      acted.catch(() => undefined)
      underWay = acted
    },
    async joined() {
      await underWay
      underWay = Promise.resolve()
    },
    async resolve() {
      if (run.unsure.length === 0) return
      await run.joined()
      const now = await lists()
      for (const tell of run.unsure.splice(0)) tell(now)
    },
    async stock() {
      const [one, two, three] = [run.article(0), run.article(1), run.article(2)]
      const lineOf = ({ code, multiple }: Article, note: string) => ({ code, quantity: 6 * multiple, note })
      const body = { clientId, name: 'Vidriera', shared: true }
      const lines = [one, two].map((article) => ({ ...lineOf(article, 'azul'), articleId: article.articleId }))
      await user.call(createSavedList, { body: { ...body, lines } })
      await user.saveLines(clientId, [{ item: three, quantity: 6 * three.multiple }])
      await user.call(createSavedList, { body: { ...body, name: 'Para el lunes' } })
      for (const list of await shop.lists(user, clientId)) shelf.add('first', list)
      await second.act('type', one, 4, 0)
      await second.act('type', two, 8, 0)
      await second.act('send', one, 4, 0)
      await second.act('type', three, 10, 0)
    },
    article: (at) => articles[at % articles.length]!,
    mustBeStored,
    async compared() {
      await Promise.all(comparisons.splice(0))
      if (faults.length > 0) throw faults[0]
    },
    async kill() {
      model.isUp = false
      model.wasKilled = true
      kills += 1
      await shop.kill()
    },
    async start() {
      await shop.start()
      model.isUp = true
      for (const compare of lateComparisons.splice(0)) await compare()
    },
    async goOff(device) {
      model.devices[device]!.online = false
      await devices[device]!.context.setOffline(true)
    },
    async goOn(device) {
      model.devices[device]!.online = true
      await devices[device]!.context.setOffline(false)
    },
    async decide(device, page, accept) {
      const shown = await differences(page)
      if (!shown) return null
      const order = await stoppedOrder(device, page, shown)
      if (!order) return null
      const dialog = page.getByRole('dialog', { name: 'Su pedido cambió' })
      const acceptButton = dialog.getByRole('button', { name: 'Aceptar y enviar' })
      const isAccepted = accept && (await acceptButton.isVisible())
      const isDone = await (isAccepted ? acceptButton : dialog.getByRole('button', { name: 'Volver' })).click().then(
        () => true,
        () => false,
      )
      // Another tab of the device has answered the dialog.
      if (!isDone) return null
      if (isAccepted) model.accept(order, linesAsShown(order.lines, shown))
      else model.withdraw(order)
      return isAccepted ? 'accepted' : 'withdrawn'
    },
    async settle() {
      if (!shop.isUp()) await run.start()
      for (const device of devices.keys()) await run.goOn(device)
      await run.joined()
      await run.resolve()
      await calm()
      const { stored, made } = await compareServer()
      for (const at of devices.keys()) await compareScreens(at, stored, made.length)
      // Nothing reached the server twice while the screens were read.
      await compareServer()
      await run.compared()
    },
  }

  /**
   * The order of a device that a dialog is about: the first that the server does not have and that has these lines. Undefined
   * where another tab answered the dialog, and the order was made before this tab closed its own.
   */
  const stoppedOrder = async (device: number, page: Page, shown: readonly Difference[]) => {
    let found: Confirmed | undefined
    const isFoundOrGone = async () => {
      const waiting = model.missing(shop.isUp() ? await orders() : knownOrders, device)
      found = waiting.find(({ lines }) =>
        shown.every(({ code, before }) => {
          const line = lines.find((one) => one.code === code)
          if (!before || before.quantity === 0) return !line
          return line?.quantity === before.quantity && line.unit === before.unit
        }),
      )
      return found !== undefined || JSON.stringify(await differences(page)) !== JSON.stringify(shown)
    }
    if (!(await within(AGREED, isFoundOrGone)))
      throw new Fault(`Nadie confirmó el pedido que cambió: ${JSON.stringify(shown)}`)
    return found
  }
  const linesAsShown = (lines: readonly Line[], shown: readonly Difference[]): Line[] =>
    lines.flatMap((line) => {
      const difference = shown.find(({ code }) => code === line.code)
      if (!difference) return [line]
      const { now } = difference
      if (now && now.unit !== priceOf(line.code))
        throw new Fault(`El aviso muestra ${line.code} a ${now.unit}; hoy cuesta ${priceOf(line.code)}`)
      return now ? [{ ...line, ...now }] : []
    })

  /** What is wrong with the lists, and with the second buyer's cart. */
  const faultsOfLists = async (): Promise<string[]> => {
    if (shelf.isUnused()) return []
    const now = await lists()
    const ownCart = listText((await shop.cart(secondUser, clientId)).map(({ unit: _, ...line }) => line))
    const wrong = [...shelf.faults('first', now.first), ...shelf.faults('second', now.second)]
    if (ownCart !== listText(second.cart()))
      wrong.push(`el carrito de quien arma tiene ${ownCart}; cargó ${listText(second.cart())}`)
    return [...new Set(wrong)]
  }

  /** Checks the server's cart, lists and orders once nothing waits any more. @throws Fault */
  const compareServer = async () => {
    const stored = await cart()
    const made = await orders()
    const wrong = [...model.faultsOfCart(stored), ...model.faultsOfOrders(made), ...(await faultsOfLists())]
    if (wrong.length > 0) throw new Fault(`${wrong.join('; ')}. ${ordersText(made)}`)
    return { stored, made }
  }

  /** Waits until no screen has anything left for the server, and the server lacks nothing. It answers what screens ask, and speeds nothing up. */
  const calm = async () => {
    // A used device without a tab gets one; a device that nobody used stays as it is.
    for (const [at, device] of devices.entries())
      if (model.wasUsed(at) && openTabs(device).length === 0) await device.at(0, '/carrito')
    const until = performance.now() + CALM
    let waiting: string[] = []
    const isCalm = async () => {
      waiting = []
      for (const [at, device] of devices.entries())
        for (const [, page] of openTabs(device)) {
          const notices = await whatWaits(page)
          if (notices.length === 0) continue
          waiting.push(`equipo ${at}: ${notices.join(' · ')}`)
          if (await device.signIn(page)) continue
          if (await run.decide(at, page, true)) continue
          // A line that nobody may order is the person's to decide: the article comes back, and it is saved by hand.
          const save = page.getByRole('button', { name: 'Guardar ahora' }).first()
          if (notices.some((notice) => notice.includes('ya no está a la venta')) && (await save.isVisible())) {
            for (const article of articles) if (!shop.isOnSale(article)) await shop.setOnSale(article, true)
            await save.click().catch(() => undefined)
          }
          const review = page.getByRole('link', { name: 'Revisar el pedido' }).first()
          if (await review.isVisible()) await review.click().catch(() => undefined)
        }
      if (waiting.length > 0) return false
      // No screen tells yet of a waiting order whose notice is still loading, nor of the line of a tab that has just closed:
      // the next tab hears of it a moment later.
      const made = await orders()
      waiting.push(...model.lacking(await cart(), made))
      return waiting.length === 0
    }
    if (await within(until - performance.now(), isCalm)) return
    const kept = openTabs(devices[0]!)
      .slice(0, 1)
      .map(([, page]) => keptTexts(page))
    throw new Fault(
      [
        `Sigue esperando con señal: ${waiting.join('; ')}`,
        ordersText(await orders()),
        `Carrito: ${textOf(await cart())}`,
        `Guardado en el equipo 0: ${(await Promise.all(kept)).flat().join(' ') || 'nada'}`,
      ].join('. '),
    )
  }

  /** Checks that each tab shows the server's cart and orders, as it is and after loading it anew. @throws Fault */
  const compareScreens = async (at: number, stored: readonly Line[], made: number) => {
    const device = devices[at]!
    const withoutPrice = (lines: readonly Omit<Line, 'unit'>[]) =>
      lines.map(({ code, quantity, note }) => ({ code, quantity, note, unit: 0 }))
    const compare = async (tab: number, how: string) => {
      let shown: ShownLine[] = []
      const isRight = async () => {
        const page = await screen(device, tab, '/carrito')
        const quantityOf = (of: string) => stored.find(({ code }) => code === of)?.quantity ?? 0
        // What is not sold any more has no box with a quantity.
        shown = (page ? await cartRows(page) : []).map((row) =>
          Number.isNaN(row.quantity) ? { ...row, quantity: quantityOf(row.code) } : row,
        )
        return isSame(withoutPrice(shown), withoutPrice(stored)) && shown.every(({ unsaved }) => !unsaved)
      }
      if (await within(AGREED, isRight)) return
      const words = `${textOf(withoutPrice(shown))}; el servidor tiene ${textOf(withoutPrice(stored))}`
      throw new Fault(`El carrito del equipo ${at} (pestaña ${tab}) muestra ${how} ${words}`)
    }
    const isAlone = devices.every((other) => other === device || other.used.size === 0)
    for (const [tab] of openTabs(device)) {
      // Tabs of one device tell each other about lines and orders. What a list did to the cart, and another device's changes, show
      // when a screen is loaded.
      if (isAlone && (shelf.isUnused() || device.used.size === 1)) await compare(tab, 'sin abrirlo de nuevo')
      await device.close(tab)
      await compare(tab, 'al abrirlo')
    }
    const [last] = openTabs(device)
    if (!last) return
    await device.close(last[0])
    let rows = 0
    const isRight = async () => {
      const page = await screen(device, last[0], '/mis-pedidos')
      rows = page ? await page.locator('main tbody tr').count() : 0
      return rows === made
    }
    if (!(await within(AGREED, isRight)))
      throw new Fault(`El equipo ${at} muestra ${rows} pedidos; el servidor tiene ${made}`)
  }
  const screen = async (device: Device, tab: number, path: Path) => {
    const page = await device.at(tab, path)
    const login = device.tabs[tab]
    if (page || !login) return page
    await device.signIn(login)
    return device.at(tab, path)
  }

  return {
    ...run,
    onTick: (device, tab, code, quantity) => begin(mustBeStored(device, code, quantity, `pestaña ${tab}`)),
    onNumber: (number) => begin(mustBeOrdered(number)),
  }
}

const ordersText = (made: readonly StoredOrder[]): string =>
  `Pedidos: ${made.map(({ lines }) => textOf(lines)).join(' | ') || 'ninguno'}`

const openTabs = ({ tabs }: Device): [number, Page][] =>
  [...tabs.entries()].flatMap(([at, page]) => (page && !page.isClosed() ? [[at, page]] : []))

/** Polls until a condition holds; false when it does not hold within the time. */
export async function within(milliseconds: number, isSo: () => Promise<boolean>): Promise<boolean> {
  const until = performance.now() + milliseconds
  while (!(await isSo())) {
    if (performance.now() > until) return false
    await delay(POLL_MS)
  }
  return true
}
