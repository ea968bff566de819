/**
 * Tests the offline book, saved lists and two buyers of one client by random sequences (R33, R37, R225, R228, R368 to R372), with a
 * real browser, a real server and fast-check.
 *
 * `npm run test:book [-- --runs 300] [--seed N]` runs 40 sequences by default and prints the seed.
 * `npm run test:book -- --steps '[…]' [--runs 20]` runs the sequence of a printed failure up to so many times, as a race does
 * not fail each time. Screenshots of all tabs go to test-results/book.
 * `npm run test:book -- --day` runs only a seller's day (testkit/book/sellers-day.ts), which otherwise runs beside the sequences.
 * `npm run test:book -- --only lists --seed N --path P --replay R` has fast-check repeat a failure, shrinking included; `--only book`
 * or `--only lists` alone runs only such sequences.
 *
 * A sequence is up to 12 steps (testkit/book/steps.ts) of a client user whom no other sequence has used. It has two devices, the
 * first with two tabs. Steps are: lines typed, changed and removed, notes, 'Enviar' (also with signal, server or tab lost before
 * its answer), signal lost and back, tabs closed, the server killed and started, a session ended, prices changed. Half of the
 * steps on lines do not wait for their outcome. A step that the screen does not offer is left out; the number of done steps of
 * each kind is printed at the end.
 *
 * Half of the sequences, beside those, are about lists (testkit/book/list-steps.ts). The first buyer, on the devices, saves a list,
 * puts the cart aside and takes it up with each answer about the cart that is there, adds a list's rows, changes, names, shares and
 * archives it, confirms what the second buyer sent or sends it back. The second buyer (testkit/book/second-buyer.ts) fills a cart,
 * sends it, takes back, loads and changes lists, by the calls of the screens, half of the times while the first one's step runs;
 * articles end and come back. Each begins with a shared list, a shared cart put aside, one that waits, and lines in the second cart.
 *
 * These must hold (testkit/book/model.ts knows only what people did and what screens showed, not how the book works):
 * - At the moment a screen shows a line's ✓ or an order's number, the server has it. Each is compared as it appears.
 * - With signal, server and session back, everything is sent by itself. The end of a sequence waits, answers the dialog that
 *   shows what differs, and presses no button that sends.
 * - Then the server's cart has what was typed last. Its orders are exactly the confirmed ones, once each, with the lines, notes
 *   and prices that were shown or, where something differed, accepted. The dialog shows today's prices.
 * - Lines of a cart that is put aside or sent stand there and nowhere else; taken up or confirmed it ends once, with the lines that
 *   stood in it last. A change of a list is made of the version that was on the screen. A confirmed cart is one order; who prepares
 *   orders makes none, and neither buyer changes the other's cart (testkit/book/shelf.ts).
 * - Every tab shows the server's cart and orders, both as it is and loaded anew.
 *
 * Two shops with two devices each run side by side in one browser, one for each half. No result depends on timing, with one exception: of two
 * devices that were without signal at the same time, either may send last.
 */
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import fc from 'fast-check'
import { browserArgs, browserPath } from '../scripts/lib/browser-path.mjs'
import type { Model } from '../testkit/book/model.ts'
import { createWorld, type Run, type World } from '../testkit/book/run.ts'
import { sellersDay } from '../testkit/book/sellers-day.ts'
import { makeTemplate } from '../testkit/book/shop.ts'
import { type About, commandOf, isOnLists, type Step, sequences } from '../testkit/book/steps.ts'

const LONGEST = 12
const PARALLEL = 2
/** What the sequences of each shop are about. */
const ABOUT: readonly About[] = ['book', 'lists']
const PICTURES = fileURLToPath(new URL('../test-results/book/', import.meta.url))
/** For how long a failure is shrunk, in milliseconds. */
const SHRINKING = 180_000
/** A sequence that takes longer, in milliseconds, hangs: that is a fault as any other. */
const HANGS = 300_000

const { values } = parseArgs({
  options: {
    runs: { type: 'string' },
    seed: { type: 'string' },
    path: { type: 'string' },
    replay: { type: 'string' },
    steps: { type: 'string' },
    day: { type: 'boolean' },
    only: { type: 'string' },
  },
})
const runs = Number(values.runs ?? (values.steps ? 1 : 40))
const seed = values.seed === undefined ? Date.now() % 2 ** 31 : Number(values.seed)
const say = (line: string) => console.error(`[libro] ${line}`)

/** How often each kind of step was done; steps that a screen did not offer are not counted. */
const tally = new Map<string, number>()
const onDone = (step: Step) => {
  const act = step.do === 'buyer' ? `-${step.act}` : ''
  const kind = 'during' in step && step.during !== 'nothing' ? `${step.do}+${step.during}` : step.do + act
  tally.set(kind, (tally.get(kind) ?? 0) + 1)
}

const template = await makeTemplate()
const codes = template.articles.map(({ code }) => code)
const browser = await chromium.launch({ executablePath: await browserPath(), args: browserArgs })
const worlds: World[] = []
try {
  if (values.steps) process.exitCode = await once(values.steps)
  else {
    const parts = values.day
      ? [day()]
      : [many(), ...(values.path === undefined && values.only !== 'lists' ? [day()] : [])]
    process.exitCode = Math.max(...(await Promise.all(parts)))
  }
} finally {
  for (const world of worlds) await world.stop()
  await browser.close()
  await template.shop.close()
}

async function day(): Promise<number> {
  const started = performance.now()
  try {
    await sellersDay(browser, template)
    console.log(`un día de vendedor: bien, en ${Math.round((performance.now() - started) / 1000)} s`)
    return 0
  } catch (error) {
    console.log(`FALTA en el día de un vendedor: ${String(error)}`)
    return 1
  }
}

async function startWorld(at: number): Promise<World> {
  const share = Math.floor(template.shop.clients.length / PARALLEL)
  const world = await createWorld(browser, template, template.shop.clients.slice(at * share, (at + 1) * share))
  worlds.push(world)
  return world
}

async function sequence(world: World, about: About, commands: Iterable<fc.AsyncCommand<Model, Run>>): Promise<void> {
  const run = await world.begin()
  try {
    if (about === 'lists') await run.stock()
    await fc.asyncModelRun(() => ({ model: run.model, real: run }), commands)
    await run.settle()
  } catch (error) {
    if (values.steps) await world.photograph(PICTURES)
    throw error
  } finally {
    await world.end()
  }
}

/** Repeats the printed sequence of a failure, up to `runs` times, until it fails. Answers the exit code. */
async function once(text: string): Promise<number> {
  const world = await startWorld(0)
  const steps: Step[] = JSON.parse(text)
  try {
    for (let run = 0; run < runs; run++)
      await sequence(
        world,
        steps.some(isOnLists) ? 'lists' : 'book',
        steps.map((step) => commandOf(step, codes, onDone)),
      )
    console.log('bien')
    return 0
  } catch (error) {
    console.log(`FALTA: ${String(error)}\nimágenes en ${PICTURES}`)
    return 1
  }
}

async function many(): Promise<number> {
  const started = performance.now()
  let done = 0
  const parts = ABOUT.flatMap((about, at) => ((values.only ?? about) === about ? [[about, at] as const] : []))
  const results = await Promise.all(
    parts.map(async ([about, at]) => {
      const world = await startWorld(at)
      let failedAt: number | undefined
      const property = fc.asyncProperty(sequences(about, codes, LONGEST, onDone, values.replay), async (commands) => {
        // After that time, shrinking ends: further sequences count as passed.
        if (failedAt !== undefined && performance.now() > failedAt + SHRINKING) return
        try {
          await sequence(world, about, commands)
        } catch (error) {
          if (failedAt === undefined) say(`falta: ${String(error)} en [${String(commands)}]; se busca la más corta`)
          failedAt ??= performance.now()
          throw error
        }
        if (failedAt === undefined) done += 1
        if (done % 10 === 0) say(`${done}/${runs}, ${Math.round((performance.now() - started) / 1000)} s`)
      })
      const result = await fc.check(property, {
        seed: values.path === undefined ? seed + at : seed,
        numRuns: Math.ceil(runs / parts.length),
        timeout: HANGS,
        ...(values.path !== undefined && { path: values.path }),
      })
      return { ...result, about }
    }),
  )
  for (const { about, failed, counterexample, seed: partSeed, counterexamplePath, errorInstance } of results) {
    if (!failed) continue
    const [commands] = counterexample ?? []
    const steps = [...((commands ?? []) as Iterable<{ toString(): string }>)].join(',')
    const replay = /replayPath="([^"]*)"/.exec(String(commands))?.[1]
    console.log(`FALTA: ${String(errorInstance)}`)
    console.log(`otra vez: npm run test:book -- --steps '[${steps}]'`)
    const again = `--only ${about} --seed ${partSeed} --path ${counterexamplePath}`
    console.log(`o: npm run test:book -- ${again} --replay '${replay ?? ''}'`)
  }
  const kinds = [...tally].toSorted(([, a], [, b]) => b - a).map(([kind, count]) => `${count} ${kind}`)
  console.log(`pasos hechos: ${kinds.join(', ')}`)
  const seconds = Math.round((performance.now() - started) / 1000)
  console.log(
    `${done} secuencias en ${seconds} s, semilla ${seed}: ${results.filter(({ failed }) => failed).length} faltas`,
  )
  return results.some(({ failed }) => failed) ? 1 : 0
}
