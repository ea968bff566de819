/**
 * Half-sent requests beside people who buy (R277, R279): addresses that begin sign-ins and uploads and do not end them, or send a
 * byte a second, while buyers make the calls of the screens. No buyer may be refused for it, nor wait noticeably longer, and
 * the memory has a bound.
 */
import { connect, type Socket } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { connect as connectSafely } from 'node:tls'
import { signin } from '../../contract/auth.ts'
import { reviewList } from '../../contract/filled-list.ts'
import { USUAL_UNDER_WAY } from '../../server/http/load-shedding.ts'
import { USUAL_REQUESTS } from '../../server/http/request-limit.ts'
import { type ProxyName, startDeployProxy } from '../deploy-proxies.ts'
import { live, type Person } from '../load/people.ts'
import { p95, Tally } from '../load/times.ts'
import { openShop } from '../shop.ts'
import { memoryOf } from '../shop-process.ts'

/** Buyers whose sessions the attackers have, too: a list is uploaded by somebody signed in. */
const UPLOADERS = 4
const ARTICLES = 2_000
/** Milliseconds to think between two actions, as in the test of load. */
const THINK = [3_000, 8_000] as const
/** Addresses that attack, and the connections that each keeps open: few with many, and many with few. */
const STAGES = [
  { addresses: 2, each: 100 },
  { addresses: 20, each: 20 },
  { addresses: 200, each: 4 },
] as const
/** Ways to send half of a request, in turn. */
const KINDS = 5
/** A connection that the shop closed is opened again after so many milliseconds. */
const AGAIN_MS = 500
/** The file of an upload, of which all is sent that the shop takes but the last byte. */
const FILE_BYTES = 15_000_000
const PIECE = Buffer.alloc(64 * 1024, 'x')
/** Bytes a second of all uploads together: the attackers' line, 160 Mbit/s. The machine's own loop would carry gigabytes. */
const LINE = 20_000_000
/**
 * How much later than before a buyer may be answered at p95, in milliseconds: a call needs three turns of the event loop at most,
 * and each may be full to its limit of 250 (R277). What the machine kept this process waiting is not the shop's; and where it is
 * slow by itself, three times as late is no more than that.
 */
const boundFor = (before: number, own: number): number => Math.max(before + 3 * 250 + own, 3 * before)
/** Megabytes that the shop may grow by: six uploads of 20, 128 of bodies that arrive, and as much again for what is read of them. */
const GROWTH = 500

export interface HalfSentOptions {
  /** Of each stage. */
  readonly seconds: number
  readonly buyers: number
  /** The proxy of deploy/ by which buyers and attackers come; without one they come to the shop itself. */
  readonly through?: ProxyName | undefined
  readonly say: (line: string) => void
}

/** Runs all stages and prints a line of each. Answers what went wrong, in Spanish. */
export async function sendHalves({ seconds, buyers: count, through, say }: HalfSentOptions): Promise<string[]> {
  const faults: string[] = []
  const shop = await openShop({
    articles: ARTICLES,
    clients: count,
    // With the limits of a shop that nobody set.
    env: {
      REQUESTS_PER_USER: String(USUAL_REQUESTS),
      REQUESTS_UNDER_WAY: String(USUAL_UNDER_WAY),
      ...(through && { TRUST_PROXY: '1' }),
    },
  })
  // Nobody signed the proxy's certificate.
  if (through) process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
  let proxy: Awaited<ReturnType<typeof startDeployProxy>> | undefined
  try {
    await shop.start()
    proxy = through && (await startDeployProxy(through, Number(new URL(shop.url).port)))
    const url = proxy ? `https://localhost:${proxy.https}` : shop.url
    const tally = new Stages()
    let goesOn = true
    const pace = { think: THINK, goOn: () => goesOn }
    const buyers = shop.clients.map(({ cuit, clientId }): Person => ({ role: 'buyer', cuit, clientId }))
    say(`${count} compradores ingresan…`)
    const lives = buyers.map((buyer, at) =>
      delay(at * 100).then(() => live({ url, items: shop.items }, buyer, 1_000 + at, tally, pace)),
    )
    const sessions = await Promise.all(
      shop.clients
        .slice(0, UPLOADERS)
        .map(async (person) => ({ ...person, token: await shop.client(person).at(url).token() })),
    )
    while (tally.signedIn < count && tally.faults.length === 0) await delay(200)

    const stage = async (name: string) => {
      tally.begin()
      let most = 0
      const own = monitorEventLoopDelay({ resolution: 20 })
      own.enable()
      const watch = setInterval(() => {
        most = Math.max(most, memoryOf(shop.process.pid))
      }, 250)
      await delay(seconds * 1_000)
      clearInterval(watch)
      own.disable()
      const { times, refused } = tally.read()
      const late = p95(times)
      say(
        `${name}: ${times.length} respuestas, p95 ${Math.round(late)} ms, ${refused.length} rechazos, ${Math.round(most)} MB; el probador se atrasó hasta ${Math.round(own.max / 1e6)} ms`,
      )
      faults.push(...refused.slice(0, 5).map((what) => `${name}: un comprador recibió ${what}`))
      if (times.length === 0) faults.push(`${name}: ningún comprador recibió respuesta`)
      return { late, most, own: own.max / 1e6 }
    }
    const before = await stage('sin ataque')
    if (faults.length > 0)
      return [...faults, 'Sin ataque ya se los rechaza: la máquina está ocupada. Repita con menos --buyers']
    for (const { addresses, each } of STAGES) {
      const name = `${addresses} direcciones, ${addresses * each} conexiones`
      const attack = beginAttack(url, addresses, each, sessions)
      const during = await stage(name)
      say(`  los atacantes: ${attack.end()}; abiertas ${attack.open()}`)
      if (during.late > boundFor(before.late, during.own))
        faults.push(`${name}: p95 ${Math.round(during.late)} ms, antes ${Math.round(before.late)} ms`)
      if (during.most > before.most + GROWTH)
        faults.push(`${name}: ${Math.round(during.most)} MB, antes ${Math.round(before.most)} MB`)
    }
    await delay(5_000)
    say(`cinco segundos después: ${Math.round(memoryOf(shop.process.pid))} MB`)
    goesOn = false
    await Promise.all(lives)
    return faults
  } finally {
    await proxy?.stop()
    await shop.close()
  }
}

/** What the buyers met since the stage began. */
class Stages extends Tally {
  signedIn = 0
  #times: number[] = []
  #faultsBefore = 0
  #putOffBefore = 0
  override note(action: string, ms: number): void {
    if (action === 'ingreso') this.signedIn++
    else this.#times.push(ms)
  }
  begin(): void {
    this.#times = []
    this.#faultsBefore = this.faults.length
    this.#putOffBefore = this.putOff
  }
  read(): { times: readonly number[]; refused: string[] } {
    const putOff = Array.from({ length: this.putOff - this.#putOffBefore }, () => 'un 503 o 429')
    return { times: this.#times, refused: [...putOff, ...this.faults.slice(this.#faultsBefore)] }
  }
}

interface Attack {
  /** Ends it; answers in words what the shop answered. */
  end(): string
  /** Connections open when it ended. */
  open(): number
}

function beginAttack(
  url: string,
  addresses: number,
  each: number,
  sessions: readonly { readonly token: string; readonly clientId: number }[],
): Attack {
  const { port: text, protocol, hostname } = new URL(url)
  const port = Number(text)
  const isSafe = protocol === 'https:'
  const answers = new Map<string, number>()
  const sockets = new Set<Socket>()
  const uploads = Math.ceil((addresses * each) / KINDS)
  let isOver = false
  let open = 0
  const begin = (address: string, nth: number): void => {
    if (isOver) return
    const place = { host: '127.0.0.1', port, localAddress: address }
    const socket = isSafe
      ? connectSafely({ ...place, servername: hostname, rejectUnauthorized: false })
      : connect(place)
    sockets.add(socket)
    let timer: NodeJS.Timeout | undefined
    socket.on('error', () => {})
    socket.once('data', (answer) => {
      const status = /^HTTP\/1\.1 (\d{3})/.exec(answer.toString('latin1'))?.[1] ?? '?'
      answers.set(status, (answers.get(status) ?? 0) + 1)
      socket.destroy()
    })
    socket.once('close', () => {
      clearInterval(timer)
      sockets.delete(socket)
      setTimeout(begin, AGAIN_MS, address, nth).unref()
    })
    socket.once(isSafe ? 'secureConnect' : 'connect', () => {
      const session = sessions[nth % sessions.length]
      const kind = nth % KINDS
      if (kind === 4 && session) {
        timer = upload(socket, hostname, session, (PIECE.length / LINE) * 1_000 * uploads)
        return
      }
      const body = JSON.stringify({ username: `20${String(10_000_000 + nth)}9`, password: 'no es la contraseña' })
      const head = headOf(hostname, signin.path, Buffer.byteLength(body), 'application/json')
      // Headers that never end; a body that never goes on; one that goes on by a byte; one that is whole after five seconds.
      if (kind === 0) return void socket.write(head.slice(0, -4))
      socket.write(head + body.slice(0, 6))
      if (kind === 1) return
      let at = 6
      const step = kind === 2 ? 1 : Math.ceil((body.length - at) / 5)
      timer = setInterval(() => {
        socket.write(body.slice(at, at + step))
        at += step
        if (at >= body.length) clearInterval(timer)
      }, 1_000)
    })
  }
  for (let at = 0; at < addresses; at++)
    // Sixteen addresses in each network of 256.
    for (let nth = 0; nth < each; nth++) begin(`127.1.${at >> 4}.${2 + (at % 16)}`, at * each + nth)
  return {
    end() {
      isOver = true
      open = sockets.size
      for (const socket of sockets) socket.destroy()
      const counted = [...answers].toSorted().map(([status, count]) => `${count} × ${status}`)
      return counted.length > 0 ? counted.join(', ') : 'ninguna respuesta'
    },
    open: () => open,
  }
}

const headOf = (host: string, path: string, length: number, type: string, more: readonly string[] = []): string => {
  const lines = [
    `POST ${path} HTTP/1.1`,
    `Host: ${host}`,
    `Content-Type: ${type}`,
    `Content-Length: ${length}`,
    ...more,
  ]
  return `${lines.join('\r\n')}\r\n\r\n`
}

/** Sends all but the end of a large list, a piece every so many milliseconds; answers the timer. */
function upload(
  socket: Socket,
  host: string,
  { token, clientId }: { token: string; clientId: number },
  everyMs: number,
): NodeJS.Timeout {
  const path = `${reviewList.path}?idcli=${clientId}`
  const type = 'multipart/form-data; boundary=x'
  socket.write(headOf(host, path, FILE_BYTES + 1_000, type, [`Authorization: Bearer ${token}`]))
  socket.write('--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n')
  let left = FILE_BYTES
  return setInterval(() => {
    if (left <= 0 || socket.writableNeedDrain) return
    left -= PIECE.length
    socket.write(PIECE)
  }, everyMs)
}
