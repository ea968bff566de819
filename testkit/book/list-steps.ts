/**
 * The steps of a sequence in which the first buyer saves lists, puts carts aside and decides on what the second one sent, on the
 * screens (R368, R369, R372). A step knows what the server answered to the press; where no answer came, `Run.resolve` finds out.
 */
import type { Page, Request, Response } from '@playwright/test'
import * as z from 'zod/mini'
import type { Endpoint, ResponseOf } from '../../contract/endpoint.ts'
import {
  changeSavedList,
  confirmSentCart,
  createSavedList,
  loadSavedList,
  returnSentCart,
} from '../../contract/saved-lists.ts'
import { soldQuantity } from '../sold-quantity.ts'
import { cartRows, PATIENCE } from './device.ts'
import type { Move } from './model.ts'
import { type During, deviceOf, type OnTab, open, whatHappens } from './on-tab.ts'
import { Fault, type Run, within } from './run.ts'
import { type Attempt, type ListLine, listText, type ShownList } from './shelf.ts'

interface OnList extends OnTab {
  /** Which of the lists that are offered. */
  readonly pick: number
  readonly during: During
}
/** What becomes of the lines that are in the cart already. */
type Before = 'stays' | 'goes' | 'aside'
export type ListStep =
  | ({ readonly do: 'aside'; readonly shared: boolean; readonly during: During } & OnTab)
  | ({ readonly do: 'saveList'; readonly shared: boolean; readonly during: During } & OnTab)
  | ({ readonly do: 'load'; readonly before: Before } & OnList)
  | ({ readonly do: 'addRows'; readonly part: boolean } & OnList)
  | ({ readonly do: 'changeList'; readonly quantity: number } & OnList)
  | ({ readonly do: 'nameList'; readonly what: 'rename' | 'share' | 'archive' } & OnList)
  | ({ readonly do: 'confirmSent' } & OnList)
  | ({ readonly do: 'returnSent' } & OnList)

/** unsent: it never reached the server. lost: nobody knows. */
type Outcome<T> =
  | { readonly is: 'done'; readonly answer: T }
  | { readonly is: 'refused'; readonly status: number }
  | { readonly is: 'unsent' | 'lost' | 'untried' }

const isCallOf = ({ method, path }: Endpoint, request: Request): boolean =>
  request.method() === method &&
  new RegExp(`^${path.replaceAll(/:\w+/g, '\\d+')}$`).test(new URL(request.url()).pathname)

interface Answered<T> {
  readonly outcome: Promise<Outcome<T>>
  isSent(): boolean
  /** Waits no longer. */
  giveUp(): void
}

/**
 * Waits for a call that a press makes.
 * @param onRequest is told the body as it is sent
 */
function answered<E extends Endpoint>(
  page: Page,
  endpoint: E,
  onRequest: (body: Record<string, unknown>) => void = () => undefined,
): Answered<ResponseOf<E>> {
  let resolve: (outcome: Outcome<ResponseOf<E>>) => void = () => undefined
  const promise = new Promise<Outcome<ResponseOf<E>>>((settle) => {
    resolve = settle
  })
  let isSent = false
  const onSent = (request: Request) => {
    if (!isCallOf(endpoint, request)) return
    isSent = true
    onRequest(request.postDataJSON() ?? {})
  }
  const onFailed = (request: Request) => isCallOf(endpoint, request) && resolve({ is: 'lost' })
  const onResponse = async (response: Response) => {
    if (!isCallOf(endpoint, response.request())) return
    const status = response.status()
    // The app waits and asks again by itself.
    if (status === 503) return
    if (status >= 400) return resolve({ is: 'refused', status })
    try {
      const answer = z.decode(endpoint.response as z.core.$ZodType, (await response.json()) as never)
      resolve({ is: 'done', answer: answer as ResponseOf<E> })
    } catch {
      resolve({ is: 'lost' })
    }
  }
  const onClose = () => resolve({ is: 'lost' })
  page.on('request', onSent).on('requestfailed', onFailed).on('response', onResponse).on('close', onClose)
  const timer = setTimeout(() => resolve({ is: 'lost' }), 2 * PATIENCE)
  const outcome = promise.finally(() => {
    clearTimeout(timer)
    page.off('request', onSent).off('requestfailed', onFailed).off('response', onResponse).off('close', onClose)
  })
  return { outcome, isSent: () => isSent, giveUp: () => resolve({ is: isSent ? 'lost' : 'untried' }) }
}

/** Waits until the screen has gone on after an answer, as a person does; a tab that was closed or went away shows nothing. */
const goesTo = (path: RegExp) => (page: Page) => page.waitForURL(path, { waitUntil: 'commit' }).catch(unlessGone(page))
const closesDialog = (page: Page) =>
  page.getByRole('dialog').waitFor({ state: 'hidden', timeout: PATIENCE }).catch(unlessGone(page))
const unlessGone = (page: Page) => (error: unknown) => {
  if (!page.isClosed()) throw error
}

/**
 * Presses a button of a screen, and answers what became of its call; what is to happen meanwhile happens.
 * @param shown waits for what the screen shows once it is done
 */
async function press<E extends Endpoint>(
  run: Run,
  { tab, during }: OnTab & { during: During },
  page: Page,
  endpoint: E,
  act: () => Promise<void>,
  shown: (page: Page) => Promise<unknown>,
  onRequest?: (body: Record<string, unknown>) => void,
): Promise<Outcome<ResponseOf<E>>> {
  const isReachable = run.model.isUp && run.model.devices[deviceOf(tab).device]!.online
  const failure = failureOn(page)
  // One of an earlier press goes by itself.
  const isClear = await within(TOAST, async () => (await failure.count()) === 0)
  const call = answered(page, endpoint, onRequest)
  await act()
  if (isReachable) await whatHappens(run, tab, during)
  // A reason on the screen, and no call.
  const reason = failure.first().waitFor({ timeout: PATIENCE })
  if (isClear) void reason.then(() => call.isSent() || call.giveUp()).catch(() => undefined)
  else void reason.catch(() => undefined)
  const found = await call.outcome
  // Where it was not done the question stays open, with the reason; one whose late answer came just now closes by itself.
  const cancel = page.getByRole('dialog').getByRole('button', { name: 'Cancelar' })
  if (found.is !== 'done' && !page.isClosed() && (await cancel.isVisible()))
    await cancel.click().catch(async (error) => {
      if (await cancel.isVisible()) throw error
    })
  if (found.is === 'done') await shown(page)
  if (found.is === 'lost' && !isReachable) return { is: 'unsent' }
  return found
}

/** Why a press was not taken, as the screens tell it. */
const failureOn = (page: Page) =>
  page.locator('[data-kind="failure"], main [role="alert"] .notice--error, dialog [role="alert"]')
/** A short message stays for two seconds, in milliseconds. */
const TOAST = 3_000

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name })

/** The lists of the first buyer's that are on no model yet. */
const unknownOwn = (run: Run, lists: readonly ShownList[]): ShownList[] =>
  lists.filter(({ id, isOwn }) => isOwn && !run.shelf.isKnown(id))

/** Tells the model that a cart was put aside, or not, once the server is asked: with the lines that it holds then. */
function asideAsked(run: Run, move: Move, { is }: Outcome<unknown>): void {
  if (is !== 'done' && is !== 'lost') {
    run.model.moved(move, 'undone')
    return
  }
  run.unsure.push(({ first }) => {
    const [list, more] = unknownOwn(run, first).filter(({ kind }) => kind === 'aside')
    if (more) throw new Fault(`El carrito quedó aparte dos veces: ${listText(list!.lines)}; ${listText(more.lines)}`)
    if (!list && is === 'done') throw new Fault('Un carrito quedó aparte y el servidor no lo tiene')
    run.model.moved(move, list ? 'done' : 'undone')
    if (!list) return
    const wrong = run.model.faultsOfTaken(move, list.lines)
    if (wrong.length > 0) throw new Fault(wrong.join('; '))
    run.seen(list.lines)
    run.shelf.add('first', list)
  })
}

const emptied = ({ shop }: Run) => shop.articles.map(({ code }) => ({ code, quantity: 0, note: '' }))

async function aside(step: ListStep & { do: 'aside' }, run: Run): Promise<boolean> {
  const page = await open(run, step.tab, '/carrito')
  const button = page?.getByRole('button', { name: 'Dejar aparte', exact: true })
  if (!page || !button || !(await button.isVisible())) return false
  const dialog = dialogOf(page, 'Dejar aparte el carrito')
  const why = page.getByRole('region', { name: 'Guardar el carrito' }).getByRole('alert')
  const isAsked = await within(PATIENCE, async () => {
    if ((await dialog.isVisible()) || (await why.isVisible())) return true
    await button.click().catch(() => undefined)
    return false
  })
  if (!isAsked || !(await dialog.isVisible())) return false
  if (step.shared) await dialog.getByRole('checkbox').check()
  const move = run.model.move(deviceOf(step.tab).device, emptied(run))
  const go = dialog.getByRole('button', { name: 'Dejar aparte' })
  asideAsked(run, move, await press(run, step, page, createSavedList, () => go.click(), closesDialog))
  return true
}

async function saveList(step: ListStep & { do: 'saveList' }, run: Run): Promise<boolean> {
  const page = await open(run, step.tab, '/carrito')
  const button = page?.getByRole('button', { name: 'Guardar como lista' })
  if (!page || !button || !(await button.isVisible())) return false
  await button.click()
  const dialog = dialogOf(page, 'Guardar como lista')
  const name = `Lista ${++run.names}`
  await dialog.getByRole('textbox').fill(name)
  if (step.shared) await dialog.getByRole('checkbox').check()
  const shownLines = async () => {
    const rows = await cartRows(page)
    // What is not sold any more has no box with a quantity; it is saved too.
    const hidden = rows.some(({ quantity }) => Number.isNaN(quantity))
    return hidden ? null : listText(rows.filter(({ quantity }) => quantity > 0).map(({ unsaved: _, ...line }) => line))
  }
  // A line whose saving ends meanwhile may be shown rounded before or after.
  const shown = [await shownLines()]
  const go = dialog.getByRole('button', { name: 'Guardar' })
  const { is } = await press(run, step, page, createSavedList, () => go.click(), closesDialog)
  if (!page.isClosed()) shown.push(await shownLines())
  if (is !== 'done' && is !== 'lost') return true
  run.unsure.push(({ first }) => {
    const list = unknownOwn(run, first).find((one) => one.name === name)
    if (!list && is === 'done') throw new Fault(`La lista «${name}» se guardó y el servidor no la tiene`)
    if (!list) return
    if (is === 'done' && !shown.includes(null) && !shown.includes(listText(list.lines)))
      throw new Fault(`La lista «${name}» tiene ${listText(list.lines)}; el carrito mostraba ${shown.join(' o ')}`)
    run.shelf.add('first', list)
  })
  return true
}

/** Opens 'Mis listas' and reads which lists it offers to load. */
async function offered(page: Page): Promise<number[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main button[aria-label]')].flatMap((button) => {
      if (!/^(Retomar|Cargar en el carrito) /.test(button.ariaLabel ?? '')) return []
      const link = button.closest('tr, li')?.querySelector('a[href*="lista="]')
      return link ? [Number(/lista=(\d+)/.exec(link.getAttribute('href') ?? '')?.[1])] : []
    }),
  )
}

async function load(step: ListStep & { do: 'load' }, run: Run): Promise<boolean> {
  const { device } = deviceOf(step.tab)
  const { model, shelf, shop } = run
  const page = await open(run, step.tab, '/mis-listas')
  if (!page) return false
  const ids = (await offered(page)).filter((one) => shelf.isKnown(one))
  const id = ids[step.pick % Math.max(1, ids.length)]
  if (id === undefined) return false
  const kind = shelf.kindOf(id)
  const row = page.locator('main tr, main li').filter({ has: page.locator(`a[href$="lista=${id}"]`) })
  const question = page.getByRole('dialog', { name: kind === 'aside' ? 'Retomar el carrito' : 'Cargar la lista' })
  // Without a question the press itself fills the cart, so that the model knows of it before.
  const inList = shelf.newest(id).lines
  const setLines = (before: Before) => {
    const filled = inList.filter(({ code }) => shop.isOnSale(shop.articles.find((one) => one.code === code)!))
    const named = new Set(filled.map(({ code }) => code))
    return [...filled, ...(before === 'goes' ? emptied(run).filter(({ code }) => !named.has(code)) : [])]
  }
  await within(TOAST, async () => (await failureOn(page).count()) === 0)
  let move = model.move(device, setLines('stays'))
  const straight = answered(page, loadSavedList)
  await row.getByRole('button', { name: /^(Retomar|Cargar en el carrito) / }).click()
  const told = [question, failureOn(page).first()].map((one) =>
    one.waitFor({ timeout: PATIENCE }).catch(() => undefined),
  )
  await Promise.race([straight.outcome, ...told])
  let outcome: Outcome<ResponseOf<typeof loadSavedList>>
  let { before } = step
  if (await question.isVisible()) {
    model.moved(move, 'undone')
    straight.giveUp()
    const asideButton = question.getByRole('button', { name: 'Dejar aparte el de ahora' })
    if (before === 'aside' && !(await asideButton.isVisible())) before = 'stays'
    const buttons = {
      stays: question.getByRole('button', { name: 'Sumar al carrito' }),
      aside: asideButton,
      goes: question.getByRole('button', { name: /^Borrar artículos y/ }),
    }
    const taken = before === 'aside' ? model.move(device, emptied(run)) : undefined
    move = model.move(device, setLines(before))
    const put = taken && answered(page, createSavedList)
    outcome = await press(run, step, page, loadSavedList, () => buttons[before].click(), goesTo(/\/carrito/))
    if (taken && put) {
      put.giveUp()
      asideAsked(run, taken, await put.outcome)
    }
  } else {
    straight.giveUp()
    outcome = await straight.outcome
    if (outcome.is === 'done') await goesTo(/\/carrito/)(page)
    before = 'stays'
    if (outcome.is === 'lost' && !(model.isUp && model.devices[device]!.online)) outcome = { is: 'unsent' }
  }
  loadAsked(run, { id, device, move, inList }, outcome, before)
  return true
}

interface Loading {
  readonly id: number
  readonly device: number
  readonly move: Move
  /** The lines of the list as they stood before. */
  readonly inList: readonly ListLine[]
}

function loadAsked(
  run: Run,
  { id, device, move, inList }: Loading,
  outcome: Outcome<ResponseOf<typeof loadSavedList>>,
  before: Before,
): void {
  const { model, shelf } = run
  if (outcome.is === 'done' || outcome.is === 'lost') run.seen(inList)
  if (outcome.is === 'done') {
    model.moved(move, 'undone')
    const noteOf = (code: string) => inList.find((line) => line.code === code)?.note ?? ''
    const { answer } = outcome
    const filled = answer.map(({ code, quantity }) => ({ code, quantity, note: noteOf(code) }))
    run.seen(filled)
    const named = new Set(filled.filter(({ quantity }) => quantity > 0).map(({ code }) => code))
    const others = before === 'goes' ? emptied(run).filter(({ code }) => !named.has(code)) : []
    model.moved(model.move(device, [...filled.filter(({ quantity }) => quantity > 0), ...others]), 'done')
    const loaded = answer.map(({ code, askedQuantity }) => ({ code, quantity: askedQuantity, note: noteOf(code) }))
    shelf.loaded(id, 'quien confirma', loaded)
    return
  }
  if (outcome.is !== 'lost') {
    if (outcome.is === 'refused' && outcome.status === 404) shelf.gone(id, 'first')
    model.moved(move, 'undone')
    return
  }
  if (shelf.kindOf(id) === 'list') {
    model.moved(move, 'unsure')
    return
  }
  run.unsure.push(({ first }) => {
    const stands = first.some((list) => list.id === id) || !shelf.ids().includes(id)
    model.moved(move, stands ? 'undone' : 'done')
    if (!stands) shelf.loaded(id, 'quien confirma', inList)
  })
}

interface OpenList {
  readonly id: number
  readonly page: Page
  readonly rows: readonly ListLine[]
}

const table = (page: Page) => page.getByRole('region', { name: 'Artículos de la lista' })
const boxOf = (page: Page, code: string) =>
  table(page).getByRole('textbox', { name: `Cantidad de ${code}`, exact: true })

/** Opens one of the lists that the first buyer sees; null where it is not there. */
async function openList(step: OnList, run: Run, isWanted: (id: number) => boolean): Promise<OpenList | null> {
  const { shelf } = run
  const ids = shelf.ids().filter((one) => shelf.isVisible(one, 'first') && isWanted(one))
  const id = ids[step.pick % Math.max(1, ids.length)]
  if (id === undefined) return null
  const page = await open(run, step.tab, `/mis-listas?lista=${id}`)
  if (!page || !(await table(page).isVisible())) return null
  const lines = shelf.newest(id).lines
  const rows: ListLine[] = []
  for (const line of lines) {
    const box = boxOf(page, line.code)
    if ((await box.count()) > 0) rows.push({ ...line, quantity: Number((await box.inputValue()).replaceAll('.', '')) })
  }
  return { id, page, rows }
}

async function addRows(step: ListStep & { do: 'addRows' }, run: Run): Promise<boolean> {
  const opened = await openList(step, run, (id) => !['waiting', 'returned'].includes(run.shelf.sentOf(id) ?? ''))
  if (!opened) return false
  const { page } = opened
  let { rows } = opened
  const { device } = deviceOf(step.tab)
  if (step.part && rows.length > 1) {
    await table(page)
      .getByRole('button', { name: new RegExp(`^Descartar ${rows[0]!.code}`) })
      .click()
    rows = rows.slice(1)
  }
  const add = table(page).getByRole('button', { name: /^Agregar \d+ renglon/ })
  if (rows.length === 0 || !(await add.isVisible()) || (await add.getAttribute('aria-disabled')) === 'true')
    return false
  const offeredCount = Number(/\d+/.exec(await add.innerText())?.[0])
  const onSale = rows.filter(({ code }) => run.shop.isOnSale(run.shop.articles.find((one) => one.code === code)!))
  if (offeredCount !== onSale.length) return false
  const isReachable = run.model.isUp && run.model.devices[device]!.online
  const lines = onSale.map(({ code, quantity, note }) => {
    const { multiple } = run.shop.articles.find((one) => one.code === code)!
    return { code, quantity: soldQuantity(quantity, multiple), note: note || undefined }
  })
  const move = run.model.move(device, lines)
  run.seen(lines)
  await add.click()
  if (isReachable) await whatHappens(run, step.tab, step.during)
  if (page.isClosed()) {
    run.model.moved(move, 'unsure')
    return true
  }
  const done = page.getByRole('heading', { name: 'Agregado al carrito' })
  const failed = table(page).getByRole('alert').locator('.notice--error')
  await done
    .or(failed)
    .first()
    .waitFor({ timeout: 2 * PATIENCE })
  if (await done.isVisible()) run.model.moved(move, 'done')
  else run.model.moved(move, isReachable ? 'unsure' : 'undone')
  return true
}

/** Presses what changes a list; `made` is what the list holds then. */
async function change(
  run: Run,
  step: OnList,
  { id, page }: OpenList,
  made: Parameters<Run['shelf']['change']>[2],
  act: () => Promise<void>,
): Promise<boolean> {
  let attempt: Attempt | undefined
  const onRequest = ({ version }: Record<string, unknown>) => {
    attempt ??= run.shelf.change(id, Number(version), made)
  }
  const outcome = await press(run, step, page, changeSavedList, act, closesDialog, onRequest)
  if (outcome.is === 'done') attempt?.done(outcome.answer.version)
  else if (outcome.is !== 'lost') attempt?.refused()
  if (outcome.is === 'refused' && outcome.status === 404) run.shelf.gone(id, 'first')
  return true
}

async function changeList(step: ListStep & { do: 'changeList' }, run: Run): Promise<boolean> {
  const opened = await openList(step, run, () => true)
  const [row] = opened?.rows ?? []
  if (!opened || !row) return false
  const { page, id, rows } = opened
  const { multiple } = run.shop.articles.find(({ code }) => code === row.code)!
  await boxOf(page, row.code).fill(String(step.quantity))
  await boxOf(page, row.code).press('Enter')
  const save = table(page).getByRole('button', { name: 'Guardar los cambios en la lista' })
  if (!(await save.isVisible())) return false
  const quantity = soldQuantity(step.quantity, multiple)
  // Rows that the screen has no box for are articles that are not sold: they stay as they were.
  const stored = run.shelf.newest(id).lines
  const lines = stored.map(
    (line) => (line.code === row.code ? { ...line, quantity } : rows.find(({ code }) => code === line.code)) ?? line,
  )
  return change(run, step, opened, { lines }, () => save.click())
}

async function nameList(step: ListStep & { do: 'nameList' }, run: Run): Promise<boolean> {
  const opened = await openList(step, run, () => true)
  if (!opened) return false
  const { page, id } = opened
  const now = run.shelf.newest(id)
  if (step.what === 'archive') {
    const archive = page.getByRole('button', { name: /^(Archivar|Recuperar)$/ })
    if (!(await archive.isVisible())) return false
    const archived = (await archive.innerText()) === 'Archivar'
    return change(run, step, opened, { archived }, () => archive.click())
  }
  const button = page.getByRole('button', { name: 'Nombre y quién la ve' })
  if (!(await button.isVisible())) return false
  await button.click()
  const dialog = dialogOf(page, 'Nombre y quién la ve')
  const name = step.what === 'rename' ? `Lista ${++run.names}` : await dialog.getByRole('textbox').inputValue()
  if (step.what === 'rename') await dialog.getByRole('textbox').fill(name)
  const box = dialog.getByRole('checkbox')
  if (step.what === 'share') await box.setChecked(!now.shared)
  const shared = await box.isChecked()
  return change(run, step, opened, { name, shared }, () => dialog.getByRole('button', { name: 'Guardar' }).click())
}

const waits = (run: Run) => (id: number) => run.shelf.sentOf(id) === 'waiting'

async function confirmSent(step: ListStep & { do: 'confirmSent' }, run: Run): Promise<boolean> {
  const { model, shelf, shop } = run
  const opened = await openList(step, run, waits(run))
  if (!opened) return false
  const { id, page, rows } = opened
  const button = table(page).getByRole('button', { name: 'Confirmar pedido' })
  if (!(await button.isVisible())) return false
  const lines = rows.map((row) => ({
    ...row,
    unit: shop.priceOf(shop.articles.find(({ code }) => code === row.code)!),
  }))
  const order = model.orderApart(lines)
  const outcome = await press(run, step, page, confirmSentCart, () => button.click(), goesTo(/\/pedido\//))
  if (outcome.is === 'done') shelf.confirmed(id, 'quien confirma', rows)
  else if (outcome.is !== 'lost') model.withdraw(order)
  else
    run.unsure.push(({ first }) => {
      const isMade = shelf.ids().includes(id) && !first.some((list) => list.id === id)
      if (isMade) shelf.confirmed(id, 'quien confirma', rows)
      else model.withdraw(order)
    })
  if (outcome.is === 'refused' && outcome.status === 404) shelf.gone(id, 'first')
  return true
}

async function returnSent(step: ListStep & { do: 'returnSent' }, run: Run): Promise<boolean> {
  const { shelf } = run
  const opened = await openList(step, run, waits(run))
  if (!opened) return false
  const { id, page } = opened
  const button = page.getByRole('button', { name: 'Devolver', exact: true })
  if (!(await button.isVisible())) return false
  await button.click()
  const dialog = dialogOf(page, 'Devolver el pedido')
  await dialog.getByRole('textbox').fill('Falta algo')
  const go = dialog.getByRole('button', { name: 'Devolver' })
  const outcome = await press(run, step, page, returnSentCart, () => go.click(), goesTo(/\/mis-listas$/))
  if (outcome.is === 'done') shelf.returned(id)
  else if (outcome.is === 'lost')
    run.unsure.push(({ second }) => {
      if (second.some((list) => list.id === id && list.sent === 'returned')) shelf.returned(id)
    })
  else if (outcome.is === 'refused' && outcome.status === 404) shelf.gone(id, 'first')
  return true
}

/** Does a step; false where the screen does not offer it at the moment. */
export async function executeOnLists(step: ListStep, run: Run): Promise<boolean> {
  if (run.model.isUp) await run.resolve()
  const done = await doStep(step, run)
  if (run.model.isUp && run.model.devices[deviceOf(step.tab).device]!.online) await run.resolve()
  return done
}

function doStep(step: ListStep, run: Run): Promise<boolean> {
  switch (step.do) {
    case 'aside':
      return aside(step, run)
    case 'saveList':
      return saveList(step, run)
    case 'load':
      return load(step, run)
    case 'addRows':
      return addRows(step, run)
    case 'changeList':
      return changeList(step, run)
    case 'nameList':
      return nameList(step, run)
    case 'confirmSent':
      return confirmSent(step, run)
    case 'returnSent':
      return returnSent(step, run)
  }
}
