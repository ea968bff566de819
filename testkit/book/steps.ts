/** The steps of a sequence as commands of fast-check: people work, signals come and go, the server is killed. */

import { errors, type Page } from '@playwright/test'
import fc from 'fast-check'
import { soldQuantity } from '../sold-quantity.ts'
import {
  cartRows,
  differences,
  isOrderTaken,
  linesOf,
  orderRows,
  PATIENCE,
  pressSend,
  settled,
  takenOut,
  whatWaits,
} from './device.ts'
import { executeOnLists, type ListStep } from './list-steps.ts'
import type { Confirmed, Model } from './model.ts'
import { type During, deviceOf, isReachable, type OnTab, open, whatHappens } from './on-tab.ts'
import { type Run, within } from './run.ts'
import type { BuyerAct } from './second-buyer.ts'

/** Milliseconds: the app gives up an order's answer after 20 s, and may first have to wait for the order before it. */
const LONGEST_ANSWER = 60_000
/** Longest time until a tab shows a note that was typed in another tab of its device, in milliseconds. */
const TOLD = 5_000

interface OnLine extends OnTab {
  readonly article: number
  /** Whether the next step waits until the screen shows the outcome of this one. */
  readonly wait: boolean
}
/** A step of the second buyer; `beside`: it runs together with the next step. */
interface BuyerStep {
  readonly do: 'buyer'
  readonly act: BuyerAct
  readonly article: number
  readonly quantity: number
  readonly pick: number
  readonly beside: boolean
}
/** One step, as `--steps` takes it; `discount` in hundredths of a percent. */
export type Step =
  | ListStep
  | BuyerStep
  | { readonly do: 'sale'; readonly article: number; readonly on: boolean }
  | ({ readonly do: 'type'; readonly quantity: number } & OnLine)
  | ({ readonly do: 'change'; readonly quantity: number } & OnLine)
  | ({ readonly do: 'note'; readonly text: string } & OnLine)
  | ({ readonly do: 'remove' } & OnLine)
  | ({ readonly do: 'confirm'; readonly accept: boolean; readonly during: During } & OnTab)
  | ({ readonly do: 'close' } & OnTab)
  | { readonly do: 'off' | 'on' | 'expire' | 'signIn'; readonly device: number }
  | { readonly do: 'kill' | 'start' }
  | { readonly do: 'price'; readonly article: number; readonly discount: number }

/** Whether a step can be done in the model's present state; fast-check leaves out a step that can't. */
function isPossible(step: Step, model: Model, codes: readonly string[]): boolean {
  const { devices, isUp } = model
  switch (step.do) {
    case 'type':
    case 'close':
      return true
    case 'change':
    case 'note':
    case 'remove':
      return model.mayBeInCart(codes[step.article]!)
    case 'confirm':
      return codes.some((code) => model.mayBeInCart(code))
    case 'off':
      return devices[step.device]!.online
    case 'on':
      return !devices[step.device]!.online
    case 'expire':
      return isUp && devices[step.device]!.signedIn
    case 'signIn':
      return isReachable(model, step.device) && !devices[step.device]!.signedIn
    case 'kill':
    case 'price':
    case 'sale':
    case 'buyer':
      return isUp
    case 'start':
      return !isUp
    default:
      return true
  }
}

const quantityBox = (page: Page, code: string) =>
  page.getByRole('textbox', { name: `Cantidad de ${code}`, exact: true })

/** Tells the model of a change and makes it. A change that fails, as where the sign-in replaced the screen, is taken back. */
async function change(
  run: Run,
  step: OnLine,
  made: { quantity: number; note?: string },
  act: () => Promise<void>,
): Promise<void> {
  const { code } = run.article(step.article)
  const undo = run.model.change(deviceOf(step.tab).device, code, made.quantity, made.note)
  try {
    await act()
    run.model.taken(code)
  } catch (error) {
    undo()
    throw error
  }
}

/** Waits for a line's outcome if its step says so, and checks that the server has a line that is shown as saved. */
async function afterLine(run: Run, page: Page, step: OnLine, quantity: number): Promise<true> {
  const { code } = run.article(step.article)
  const { device } = deviceOf(step.tab)
  if (!step.wait) return true
  const state = await settled(page, code, quantity === 0)
  const isGone = state === 'gone' && quantity === 0 && (await whatWaits(page)).length === 0
  if (state === 'saved' || isGone) await run.mustBeStored(device, code, quantity)
  return true
}

/** Does a step; false where the screen does not offer it at the moment. */
async function execute(step: Step, run: Run): Promise<boolean> {
  const { model, shop, devices } = run
  switch (step.do) {
    case 'type': {
      const { code, multiple } = run.article(step.article)
      const page = await open(run, step.tab, '/catalogo')
      if (!page || (await quantityBox(page, code).count()) === 0) return false
      const quantity = soldQuantity(step.quantity, multiple)
      await quantityBox(page, code).fill(String(step.quantity))
      await change(run, step, { quantity }, () => quantityBox(page, code).press('Enter'))
      return afterLine(run, page, step, quantity)
    }
    case 'change': {
      const { code, multiple } = run.article(step.article)
      const page = await open(run, step.tab, '/carrito')
      if (!page || (await quantityBox(page, code).count()) === 0) return false
      const quantity = soldQuantity(step.quantity, multiple)
      const before = await quantityBox(page, code).inputValue()
      // The screen saves only a quantity that differs.
      if (before === String(step.quantity)) return false
      await quantityBox(page, code).fill(String(step.quantity))
      await change(run, step, { quantity }, () => quantityBox(page, code).press('Enter'))
      return afterLine(run, page, step, quantity)
    }
    case 'note': {
      const { code } = run.article(step.article)
      const page = await open(run, step.tab, '/carrito')
      if (!page) return false
      const row = (await cartRows(page)).find((line) => line.code === code)
      if (!row || row.note === step.text) return false
      const box = page.getByRole('textbox', { name: `Observación de ${code}` })
      if (!(await box.isVisible()))
        await page.getByRole('button', { name: new RegExp(`bservación (de|a) ${code}`) }).click()
      await box.fill(step.text)
      const { multiple } = run.article(step.article)
      const made = { quantity: row.quantity && soldQuantity(row.quantity, multiple), note: step.text }
      await change(run, step, made, () => box.press('Enter'))
      return afterLine(run, page, step, row.quantity)
    }
    case 'remove': {
      const { code } = run.article(step.article)
      const page = await open(run, step.tab, '/carrito')
      const button = page?.getByRole('button', { name: `Eliminar ${code}`, exact: true })
      if (!page || !button || (await button.count()) === 0) return false
      await change(run, step, { quantity: 0 }, async () => {
        await button.click()
        await takenOut(page, code)
      })
      return afterLine(run, page, step, 0)
    }
    case 'confirm':
      return confirm(step, run)
    case 'close': {
      const { device, tab } = deviceOf(step.tab)
      const isOpen = devices[device]!.tabs[tab] !== null
      await devices[device]!.close(tab)
      return isOpen
    }
    case 'off':
    case 'on':
      await (step.do === 'off' ? run.goOff(step.device) : run.goOn(step.device))
      return true
    case 'expire': {
      await shop.expire(devices[step.device]!.token())
      model.devices[step.device]!.signedIn = false
      return true
    }
    case 'signIn':
      await open(run, step.device === 0 ? 0 : 2, '/catalogo')
      return model.devices[step.device]!.signedIn
    case 'kill':
      await run.kill()
      return true
    case 'start':
      await run.start()
      return true
    case 'price':
      await shop.setDiscount(run.article(step.article), step.discount)
      return true
    case 'sale':
      await shop.setOnSale(run.article(step.article), step.on)
      return true
    case 'buyer': {
      const { act, article, quantity, pick } = step
      const acted = run.second.act(act, run.article(article), quantity, pick)
      if (step.beside) run.beside(acted)
      return step.beside || acted
    }
    default:
      return executeOnLists(step, run)
  }
}

async function confirm(step: Step & { do: 'confirm' }, run: Run): Promise<boolean> {
  const { device } = deviceOf(step.tab)
  const cartPage = await open(run, step.tab, '/carrito')
  if (!cartPage) return false
  // The screen asks to take out what is not sold any more, and sends nothing before.
  if ((await cartRows(cartPage)).some(({ quantity }) => Number.isNaN(quantity))) return false
  const notes = await notesShown(run, device, cartPage)
  const page = await open(run, step.tab, '/confirmar-pedido')
  const pickup = page?.getByLabel('Retiro en el local')
  if (!page || !pickup || !(await pickup.isVisible())) return false
  // The dialog of an earlier order may cover the form just then: it is answered first.
  const isChosen = () =>
    pickup.check().then(
      () => true,
      async (error: unknown) => {
        if (!(await differences(page))) throw error
        await run.decide(device, page, step.accept)
        return false
      },
    )
  if (!(await isChosen())) return false
  const order = await pressed(run, device, page, notes)
  if (!order) return false
  const { lines } = order
  if (!(await within(TOLD, () => isOrderTaken(page)))) throw new Error('«Enviar» no fue tomado')
  for (const { code } of lines) run.model.taken(code)
  await whatHappens(run, step.tab, step.during)
  if (step.during !== 'close') await outcomeOf(run, page, order, step.accept)
  return true
}

/** Presses 'Enviar'. Answers the order of the rows that the screen showed; undefined where there was nothing to order. */
async function pressed(
  run: Run,
  device: number,
  page: Page,
  notes: ReadonlyMap<string, string>,
): Promise<Confirmed | undefined> {
  let order: Confirmed | undefined
  await within(PATIENCE, async () => {
    const rows = await orderRows(page)
    if (rows.length === 0) return false
    const confirmed = run.model.confirm(
      device,
      linesOf(rows).map((line) => ({ ...line, note: notes.get(line.code) ?? '' })),
    )
    // The model has to know the order before the press: its number may be shown before `pressSend` answers.
    if (await pressSend(page, rows)) order = confirmed
    else run.model.withdraw(confirmed)
    return order !== undefined
  })
  return order
}

/** The notes of the cart's lines by code, once the screen shows those that this device typed last. */
async function notesShown({ model }: Run, device: number, page: Page): Promise<ReadonlyMap<string, string>> {
  let notes = new Map<string, string>()
  await within(TOLD, async () => {
    notes = new Map((await cartRows(page)).map(({ code, note }) => [code, note]))
    return [...notes].every(([code, note]) => model.isShared(code) || (model.lastNoteOf(device, code) ?? note) === note)
  })
  return notes
}

/** Waits until the screen shows the outcome of an order, and answers the dialog if something differs. */
async function outcomeOf(run: Run, page: Page, order: Confirmed, accept: boolean): Promise<void> {
  for (;;) {
    const outcome = await page.waitForFunction(
      () => {
        const text = document.querySelector('main')?.textContent ?? ''
        if (text.includes('Pedido creado correctamente!')) return 'numbered'
        if (text.includes('Se enviará cuando haya señal')) return 'waits'
        if (document.querySelector('dialog[open]')) return 'differs'
        if (document.querySelector('form .notice--error[role="alert"]')) return 'failed'
        return location.pathname === '/login' ? 'login' : null
      },
      undefined,
      { timeout: LONGEST_ANSWER },
    )
    const fate = await outcome.jsonValue()
    if (fate === 'differs' && (await run.decide(order.device, page, accept)) === 'accepted') continue
    // The shop refused the order: form and cart are as they were.
    if (fate === 'failed') run.model.withdraw(order)
    return
  }
}

/** Whether a sequence with this step is about lists, so that there are some when it begins. */
export const isOnLists = ({ do: kind }: Step): boolean => LIST_KINDS.has(kind)
const LIST_KINDS: ReadonlySet<string> = new Set<ListStep['do'] | BuyerStep['do']>([
  ...([
    'aside',
    'load',
    'saveList',
    'addRows',
    'changeList',
    'nameList',
    'confirmSent',
    'returnSent',
    'buyer',
  ] as const),
])

/** A step as fast-check runs it; its text can be given to `--steps`. `onDone` is called with each step that was done. */
export const commandOf = (
  step: Step,
  codes: readonly string[],
  onDone: (step: Step) => void,
): fc.AsyncCommand<Model, Run> => ({
  check: (now) => isPossible(step, now, codes),
  async run(_, run) {
    // Who is killed while it answers the second buyer would leave open what that buyer did.
    if (step.do === 'buyer' || step.do === 'kill' || ('during' in step && step.during === 'kill')) await run.joined()
    const isDone = await execute(step, run).catch((error: unknown) => {
      // A session that ends in the middle of a step replaces the screen by the sign-in: that is no fault.
      const pages = run.devices.flatMap(({ tabs }) => tabs)
      const isAtSignIn = pages.some((page) => page && !page.isClosed() && page.url().includes('/login'))
      if (!(error instanceof errors.TimeoutError && isAtSignIn)) throw error
      return false
    })
    if (step.do !== 'buyer') await run.joined()
    if (isDone) onDone(step)
    await run.compared()
  },
  toString: () => JSON.stringify(step),
})

const tab = fc.oneof(
  { weight: 5, arbitrary: fc.constant(0) },
  { weight: 2, arbitrary: fc.constant(1) },
  { weight: 1, arbitrary: fc.constant(2) },
)
const device = fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constant(1) })
const article = fc.nat({ max: 3 })
const wait = fc.boolean()
const during = fc.constantFrom<During>('nothing', 'nothing', 'nothing', 'kill', 'off', 'close')
/** The largest is under ten times the smallest, so that no quantity is asked about (R34); another test does that. */
const quantity = fc.integer({ min: 4, max: 30 })
const weighted = <S extends Step>(weight: number, fields: { [K in keyof S]: fc.Arbitrary<S[K]> }) => ({
  weight,
  arbitrary: fc.record(fields) as unknown as fc.Arbitrary<Step>,
})

/** Lines and orders of one buyer. */
const bookStep = () =>
  fc.oneof(
    weighted(8, { do: fc.constant('type' as const), tab, article, quantity, wait }),
    weighted(3, { do: fc.constant('change' as const), tab, article, quantity, wait }),
    weighted(2, {
      do: fc.constant('note' as const),
      tab,
      article,
      text: fc.constantFrom('azul', 'rojo', ''),
      wait,
    }),
    weighted(2, { do: fc.constant('remove' as const), tab, article, wait }),
    weighted(10, { do: fc.constant('confirm' as const), tab, accept: fc.boolean(), during }),
    weighted(3, { do: fc.constant('close' as const), tab }),
    weighted(3, { do: fc.constant('off' as const), device }),
    weighted(3, { do: fc.constant('on' as const), device }),
    weighted(2, { do: fc.constant('expire' as const), device }),
    weighted(1, { do: fc.constant('signIn' as const), device }),
    weighted(2, { do: fc.constant('kill' as const) }),
    weighted(2, { do: fc.constant('start' as const) }),
    weighted(2, { do: fc.constant('price' as const), article, discount: fc.constantFrom(1_000, 2_500, 0) }),
  )

/** Lists, carts put aside and two buyers, with lines and lost signals between. */
const listStep = () => {
  const pick = fc.nat({ max: 5 })
  const shared = fc.boolean()
  const onList = { tab, pick, during }
  return fc.oneof(
    weighted(4, { do: fc.constant('aside' as const), tab, shared, during }),
    weighted(6, {
      do: fc.constant('load' as const),
      ...onList,
      before: fc.constantFrom<'stays' | 'goes' | 'aside'>('stays', 'goes', 'aside'),
    }),
    weighted(2, { do: fc.constant('saveList' as const), tab, shared, during }),
    weighted(3, { do: fc.constant('addRows' as const), ...onList, part: fc.boolean() }),
    weighted(3, { do: fc.constant('changeList' as const), ...onList, quantity }),
    weighted(2, {
      do: fc.constant('nameList' as const),
      ...onList,
      what: fc.constantFrom<'rename' | 'share' | 'archive'>('rename', 'share', 'archive'),
    }),
    weighted(5, { do: fc.constant('confirmSent' as const), ...onList }),
    weighted(2, { do: fc.constant('returnSent' as const), ...onList }),
    weighted(14, {
      do: fc.constant('buyer' as const),
      act: fc.constantFrom<BuyerAct>(
        ...(['type', 'type', 'save', 'send', 'send', 'load', 'load', 'load'] as const),
        ...(['change', 'change', 'change', 'delete', 'order', 'confirm'] as const),
      ),
      article,
      quantity,
      pick,
      beside: fc.boolean(),
    }),
    weighted(5, { do: fc.constant('type' as const), tab, article, quantity, wait }),
    weighted(2, { do: fc.constant('confirm' as const), tab, accept: fc.boolean(), during }),
    weighted(1, { do: fc.constant('off' as const), device }),
    weighted(2, { do: fc.constant('on' as const), device }),
    weighted(1, { do: fc.constant('kill' as const) }),
    weighted(2, { do: fc.constant('start' as const) }),
    weighted(1, { do: fc.constant('price' as const), article, discount: fc.constantFrom(1_000, 2_500, 0) }),
    weighted(2, { do: fc.constant('sale' as const), article, on: fc.boolean() }),
  )
}

/** What sequences are about: the lines and orders of one buyer, or lists and two buyers. */
export type About = 'book' | 'lists'

/** Random sequences of up to `longest` steps, the commonest actions most often. `replayPath`: fast-check's, of a failure. */
export const sequences = (
  about: About,
  codes: readonly string[],
  longest: number,
  onDone: (step: Step) => void,
  replayPath?: string,
) => {
  const step = about === 'book' ? bookStep() : listStep()
  return fc.commands([step.map((value) => commandOf(value, codes, onDone))], {
    maxCommands: longest,
    size: 'max',
    ...(replayPath !== undefined && { replayPath }),
  })
}
