/** Sends each call its heavy inputs: how long each holds the event loop, and which calls any of them reaches. */
import { smallPdf } from '../small-pdf.ts'
import type { AbuseShop } from './abuse-shop.ts'
import { type Answer, type Call, type Input, nameOf } from './calls.ts'
import { type Bounds, type HeavyInput, heavyInputs, inputOf } from './heavy-inputs.ts'
import { faultOf } from './judge.ts'
import { unreachable } from './unreachable.ts'

const TRIES = 5
/** What a quiet machine takes for the piece of work that tells how busy this one is, in milliseconds. */
const QUIET_WORK = 30
/** Bytes that a body may have in some call; each call takes the largest of these that it does not refuse as too large. */
const BODY_SIZES = [8, 4, 2, 1].map((mebibytes) => mebibytes * 2 ** 20)
const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const FILES = [
  Buffer.from('codigo;cantidad\n00005;2\n'),
  Buffer.from('codigo;descuento\n00005;5\n'),
  smallPdf('certificado'),
  Buffer.from(PICTURE, 'base64'),
].map((bytes) => new Uint8Array(bytes))
/** Statuses of what never came past access, limits and schema. */
const KEPT_OUT = new Set([0, 400, 401, 403, 405, 408, 411, 413, 414, 415, 422, 429, 431, 503])

interface Row {
  readonly name: string
  readonly heavy: Omit<HeavyInput, 'input'>
  readonly status: number
  readonly held: number
  readonly limit: number
  readonly ms: number
}

interface HeavyPass {
  readonly send: (call: Call, input: Input) => Promise<Answer>
  /** Milliseconds for which an input may hold the loop of a quiet machine. */
  readonly longest: number
  /** Bytes that each text or list is filled with in all. */
  readonly share: number
  readonly say: (line: string) => void
}

/** Prints what was reached and the ten slowest; answers the faults. */
export async function sendHeavy(shop: AbuseShop, calls: readonly Call[], pass: HeavyPass): Promise<string[]> {
  const rows: Row[] = []
  const faults: string[] = []
  for (const [nth, call] of calls.entries()) {
    const bounds = await boundsOf(call, pass)
    for (const { input, ...heavy } of heavyInputs(call, bounds, pass.share)) {
      const { answer, held, limit } = await shortestOf(shop, () => pass.send(call, input), pass.longest)
      const what = `${nameOf(call)}, ${heavy.place}, ${heavy.kind}`
      const fault = faultOf(answer, '', call.isPage)
      if (fault) faults.push(`${what}: ${fault}`)
      if (held > limit) faults.push(`${what}, ${heavy.size} bytes: ${Math.round(held)} ms sin atender a otros`)
      rows.push({ name: nameOf(call), heavy, held, limit, status: answer.status, ms: answer.ms })
    }
    if (nth % 20 === 19) pass.say(`${nth + 1}/${calls.length} llamadas con lo más pesado`)
  }
  printSlowest(rows, calls.length)
  return [...faults, ...neverReached(rows)]
}

/** Tries how large a body may be, and which file it may be. */
async function boundsOf(call: Call, { send }: HeavyPass): Promise<Bounds> {
  const { body: declared } = call
  const [csv = new Uint8Array()] = FILES
  if (!declared) return { body: 0, file: csv }
  if (declared.type.startsWith('multipart')) {
    for (const file of FILES)
      if (!KEPT_OUT.has((await send(call, inputOf(call, file))).status)) return { body: 0, file }
    return { body: 0, file: csv }
  }
  for (const size of BODY_SIZES) {
    const bytes = new TextEncoder().encode(' '.repeat(size))
    const { status } = await send(call, { ...inputOf(call, csv), body: { type: declared.type, bytes } })
    if (status !== 413) return { body: size, file: csv }
  }
  return { body: 100_000, file: csv }
}

/** Sends it again while the loop was held too long: a neighbour's work makes one time long, not five. */
async function shortestOf(shop: AbuseShop, send: () => Promise<Answer>, longest: number) {
  const once = async (limit: number) => {
    await shop.held()
    const answer = await send()
    return { answer, held: await shop.held(), limit }
  }
  let best = await once(longest)
  for (let again = 1; again < TRIES && best.held > best.limit; again++) {
    const next = await once(longest * busyness())
    if (next.held / next.limit < best.held / best.limit) best = next
  }
  return best
}

/** How much slower this machine is at the moment than a quiet one: at least 1. */
function busyness(): number {
  const since = performance.now()
  let sum = 0
  for (let at = 0; at < 30_000_000; at++) sum = (sum + at * 31) | 0
  const took = performance.now() - since
  return sum === 0.5 ? 0 : Math.max(1, took / QUIET_WORK)
}

function printSlowest(rows: readonly Row[], calls: number): void {
  console.log(`\n${rows.length} entradas pesadas a ${calls} llamadas; las diez que más retienen:\n`)
  console.log('| llamada | entrada | bytes | estado | retiene, ms | límite, ms | respuesta, ms |')
  console.log('|---|---|---|---|---|---|---|')
  for (const { name, heavy, status, ...times } of rows.toSorted((a, b) => b.held - a.held).slice(0, 10)) {
    const [held, limit, ms] = [times.held, times.limit, times.ms].map(Math.round)
    console.log(`| ${name} | ${heavy.place}, ${heavy.kind} | ${heavy.size} | ${status} | ${held} | ${limit} | ${ms} |`)
  }
}

/** Prints how many calls a heavy input of theirs came into; those that none did, without a reason for it, are faults. */
function neverReached(rows: readonly Row[]): string[] {
  const tried = rows.filter(({ heavy }) => heavy.mayPass)
  const passed = tried.filter(({ status }) => !KEPT_OUT.has(status))
  const namesOf = (some: readonly Row[]) => new Set(some.map(({ name }) => name))
  const placesOf = (some: readonly Row[]) => new Set(some.map(({ name, heavy }) => `${name} ${heavy.place}`))
  const never = [...namesOf(tried)].filter((name) => !namesOf(passed).has(name))
  console.log(`\nAlcanzadas: ${namesOf(passed).size} de ${namesOf(tried).size} llamadas con textos o listas,`)
  console.log(`${placesOf(passed).size} de ${placesOf(tried).size} textos y listas de ellas.`)
  const reasonOf = (name: string) => unreachable[name] ?? 'FALTA una razón'
  for (const name of never) console.log(`Nunca alcanzada: ${name}: ${reasonOf(name)}`)
  return never
    .filter((name) => !(name in unreachable))
    .map((name) => `${name}: ninguna entrada pesada pasó de su esquema (${statusesOf(tried, name)})`)
}

const statusesOf = (rows: readonly Row[], name: string) =>
  [...new Set(rows.filter((row) => row.name === name).map(({ status }) => status))].join(', ')
