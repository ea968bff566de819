/**
 * How a command reaches the running shop that holds the embedded database: through a server for this machine alone. Its
 * port and secret stand in the data folder, which only the shop's own user may read. It has nothing to do with the shop's
 * public port, so no proxy can lead to it.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import { createServer, type IncomingMessage, request as openRequest, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod/mini'
import type { Log } from '../db/open.ts'
import { WholeShopError } from './frames.ts'

/** The calls that a running shop answers for a command, by name; each may get JSON and gives its answer as bytes. */
export type ControlCalls = Readonly<Record<string, (given: unknown) => AsyncIterable<Buffer>>>
/** Bytes of what a command may send along. */
const LONGEST_GIVEN = 64 * 1024

const controlAddress = z.object({ port: z.int(), secret: z.string() })
/** Each side shows that it knows the secret without telling it: the port may be somebody else's after a crash. */
const proofOf = (secret: string, side: 'command' | 'shop') =>
  createHmac('sha256', secret).update(side).digest('base64url')
const placeOf = (dataDir: string) => path.join(dataDir, 'control.json')

/** Answers commands until it is closed; closing breaks off the answers under way. */
export async function startControl(
  dataDir: string,
  calls: ControlCalls,
  log: Log,
): Promise<{ close(): Promise<void> }> {
  const secret = randomBytes(32).toString('base64url')
  const server = createServer((request, response) => {
    answer(request, response, { secret, calls }).catch((error: unknown) => {
      log.error({ err: error }, 'a command was not answered to its end')
      response.destroy()
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const unfinished = `${placeOf(dataDir)}.${port}`
  fs.writeFileSync(unfinished, JSON.stringify({ port, secret }), { mode: 0o600 })
  fs.renameSync(unfinished, placeOf(dataDir))
  return {
    async close() {
      fs.rmSync(placeOf(dataDir), { force: true })
      const closed = once(server.close(), 'close')
      server.closeAllConnections()
      await closed
    },
  }
}

interface Control {
  readonly secret: string
  readonly calls: ControlCalls
}

async function answer(request: IncomingMessage, response: ServerResponse, { secret, calls }: Control) {
  if (!isSame(request.headers.authorization, proofOf(secret, 'command'))) return void response.writeHead(401).end()
  const call = request.url?.slice(1) ?? ''
  const run = Object.hasOwn(calls, call) ? calls[call] : undefined
  if (!run) return void response.writeHead(404).end()
  response.setHeader('x-shop', proofOf(secret, 'shop'))
  await pipeline(Readable.from(run(await given(request))), response)
}

async function given(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length
    if (size > LONGEST_GIVEN) throw new Error('a command sent too much')
    parts.push(part)
  }
  return size === 0 ? undefined : JSON.parse(Buffer.concat(parts).toString())
}

function isSame(given: unknown, expected: string): boolean {
  const [a, b] = [Buffer.from(String(given)), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/**
 * Asks the shop that runs on `dataDir`, and sends `given` along as JSON. The stream fails with a WholeShopError when that shop stops in the middle.
 *
 * @returns null when no shop runs there
 */
export async function askRunningShop(
  dataDir: string,
  call: string,
  given?: object,
): Promise<AsyncIterable<Buffer> | null> {
  const file = placeOf(dataDir)
  if (!fs.existsSync(file)) return null
  const { port, secret } = z.parse(controlAddress, JSON.parse(fs.readFileSync(file, 'utf8')))
  return new Promise((resolve, reject) => {
    const headers = { authorization: proofOf(secret, 'command') }
    const place = { host: '127.0.0.1', port, path: `/${call}`, method: given ? 'POST' : 'GET', headers }
    const asked = openRequest(place, (response) => {
      if (response.statusCode === 200 && isSame(response.headers['x-shop'], proofOf(secret, 'shop')))
        return resolve(untilItBreaks(response))
      response.destroy()
      resolve(null)
    }).once('error', (error: NodeJS.ErrnoException) => {
      // The shop was killed, and left its control.json behind.
      if (error.code === 'ECONNREFUSED' || error.code === 'ECONNRESET') resolve(null)
      else reject(error)
    })
    asked.end(given && JSON.stringify(given))
  })
}

async function* untilItBreaks(response: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    yield* response as AsyncIterable<Buffer>
  } catch (error) {
    throw new WholeShopError('La tienda en marcha se detuvo, o no pudo terminar; su registro dice por qué.', {
      cause: error,
    })
  }
}
