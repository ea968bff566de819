/**
 * `npm run test:abuse` sends what no screen sends to every call of a built shop.
 *
 * First odd inputs, generated with a seed from the shop's own description: 10,000 by default, `-- --inputs 100000` for a
 * release, `-- --seed N` again. No answer may be a 5xx but 503 and the specification's 501, show a stack, or speak English.
 * Then heavy ones: each text and list of a call is made as large as its schema allows, the rest valid. The calls that none of
 * them came into are named, and the ten inputs printed that held the event loop longest. Nothing may hold it for more than 50 ms
 * on a quiet machine (R274): what holds it longer is sent again, the shortest of five times counts, and a machine that is slower
 * or busier has that much more time. `-- --held 250` is for machines that do other work at the same time: what is slow by its
 * kind takes seconds. `-- --full` fills large bodies with every brick, `-- --call TEXT` sends to the calls with this in their
 * names alone.
 *
 * Then half-sent ones: 2, 20 and 200 addresses begin sign-ins and uploads that they do not end, beside 200 buyers, a minute each
 * (`-- --seconds 10 --buyers 20` for a short run or a busy machine). A buyer who is refused or answered much later than before is a fault, and so is memory without bound.
 * `-- --through nginx` (haproxy, caddy) has all of them come by that proxy, as deploy/ has it, where it is installed.
 * `-- --only odd`, `heavy` or `half-sent` runs one of the three.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type AbuseShop, type Role, roles, startAbuseShop } from '../testkit/abuse/abuse-shop.ts'
import { type Answer, type Call, type Input, nameOf, readCalls, send } from '../testkit/abuse/calls.ts'
import { sendHalves } from '../testkit/abuse/half-sent.ts'
import { sendHeavy } from '../testkit/abuse/heavy-pass.ts'
import { faultOf } from '../testkit/abuse/judge.ts'
import { oddInput } from '../testkit/abuse/odd-inputs.ts'
import { type ProxyName, proxyPrograms } from '../testkit/deploy-proxies.ts'
import { createRandom } from '../testkit/random.ts'

/** Odd inputs under way at once. */
const AT_ONCE = 4
/** Few articles for odd inputs, so that documents of all of them are quick; the real size for heavy ones. */
const ARTICLES = { odd: 300, heavy: 10_000 }
/** Bytes that heavy inputs fill each text and list with, in all: some bricks of each, or for a release every one. */
const SHARE = 2_000_000

const { values } = parseArgs({
  options: {
    inputs: { type: 'string', default: '10000' },
    seed: { type: 'string' },
    only: { type: 'string' },
    call: { type: 'string', default: '' },
    held: { type: 'string', default: '50' },
    seconds: { type: 'string', default: '60' },
    buyers: { type: 'string', default: '200' },
    through: { type: 'string' },
    full: { type: 'boolean', default: false },
  },
})
const wanted = Number(values.inputs)
const seed = values.seed === undefined ? Date.now() % 2 ** 31 : Number(values.seed)
const say = (line: string) => console.error(`[abuso] ${line}`)
/** Milliseconds for which an input may hold the loop of a quiet machine. */
const longest = Number(values.held)
const faults: string[] = []
const runs = (part: 'odd' | 'heavy' | 'half-sent'): boolean => values.only === undefined || values.only === part

if (runs('odd')) await withShop(ARTICLES.odd, sendOdd)
if (runs('heavy'))
  await withShop(ARTICLES.heavy, async (shop, calls) => {
    let at = 0
    const send = (call: Call, input: Input) => sendAs(shop, call.isByKey ? 'key' : 'admin', call, input, at++)
    const share = values.full ? Infinity : SHARE
    faults.push(...(await sendHeavy(shop, calls, { send, longest, share, say })))
  })
if (runs('half-sent'))
  faults.push(
    ...(await sendHalves({
      seconds: Number(values.seconds),
      buyers: Number(values.buyers),
      through: proxyOf(values.through),
      say,
    })),
  )
for (const fault of faults.slice(0, 40)) console.log(`FALTA: ${fault}`)
console.log(`${faults.length} faltas, semilla ${seed}`)
process.exitCode = faults.length === 0 ? 0 : 1

function proxyOf(name: string | undefined): ProxyName | undefined {
  if (name !== undefined && !(name in proxyPrograms))
    throw new Error(`--through: ${Object.keys(proxyPrograms).join(', ')} (vino «${name}»)`)
  return name as ProxyName | undefined
}

async function withShop(articles: number, work: (shop: AbuseShop, calls: Call[]) => Promise<void>) {
  const shop = await startAbuseShop(articles)
  try {
    const calls = (await readCalls(shop.url)).filter((call) => nameOf(call).includes(values.call))
    if (calls.length === 0) throw new Error(`Ninguna llamada tiene «${values.call}» en su nombre`)
    await work(shop, calls)
    const log = readFileSync(shop.logFile, 'utf8')
    const errors = log.split('\n').filter((line) => /"level":[56]0/.test(line))
    for (const line of errors.slice(0, 10)) console.log(`En el registro: ${line.slice(0, 600)}`)
  } finally {
    await shop.close()
  }
}

/** An address of the inside for each input. */
function visitorOf(at: number): string {
  return `10.${(at >> 16) & 255}.${(at >> 8) & 255}.${at & 255}`
}

/** Sends as a role; signs in again and sends once more where the session had ended. */
async function sendAs(shop: AbuseShop, role: Role, call: Call, input: Input, at: number): Promise<Answer> {
  const visitor = visitorOf(at)
  const answer = await send(shop.url, call, input, { token: await shop.token(role), visitor })
  if (answer.status !== 401 || role === 'visitor') return answer
  return send(shop.url, call, input, { token: await shop.token(role, true), visitor })
}

async function sendOdd(shop: AbuseShop, calls: Call[]): Promise<void> {
  const statuses = new Map<number, number>()
  const slowest = { ms: 0, name: '' }
  let sent = 0
  const worker = async () => {
    while (sent < wanted) {
      const at = sent++
      const random = createRandom(seed + at)
      const call = calls[at % calls.length]
      if (!call) return
      const person = random.pick([...roles, 'admin', 'cliente'] as const)
      const role = call.isByKey && random.chance(0.8) ? 'key' : person
      const input = oddInput(call, random)
      const answer = await sendAs(shop, role, call, input, at)
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      if (answer.ms > slowest.ms) Object.assign(slowest, { ms: answer.ms, name: nameOf(call) })
      const body = input.body && new TextDecoder().decode(input.body.bytes)
      const written = JSON.stringify({ ...input, body })
      const fault = faultOf(answer, written, call.isPage)
      if (fault) faults.push(`${role}, ${nameOf(call)} (${at}): ${fault}; ${written.slice(0, 500)}`)
      if (sent % 2_000 === 0) say(`${sent}/${wanted} entradas raras`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  const counts = [...statuses].toSorted(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`)
  console.log(`${sent} entradas raras a ${calls.length} llamadas: ${counts.join(', ')}`)
  console.log(`La más lenta: ${slowest.name}, ${Math.round(slowest.ms)} ms`)
}
