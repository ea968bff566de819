/** A proxy that changes the shop's service worker, so that a newer version can come out in the middle of a test. */
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Released {
  readonly url: string
  /** From now on the shop has a newer version than the open pages. */
  release(): void
  stop(): void
}

/** Starts the proxy in front of a shop. */
export async function withNewerVersion(shopUrl: string): Promise<Released> {
  let isNewer = false
  const server = createServer((asked, answer) => {
    // Asks for uncompressed answers, so that the worker can be changed.
    const { 'accept-encoding': _, ...headers } = asked.headers
    const forward = request(new URL(asked.url ?? '/', shopUrl), { method: asked.method, headers }, (given) => {
      const { 'content-length': length, ...kept } = given.headers
      const isWorker = isNewer && asked.url === '/sw.js'
      answer.writeHead(given.statusCode ?? 502, isWorker || length === undefined ? kept : given.headers)
      if (!isWorker) return given.pipe(answer)
      const pieces: Buffer[] = []
      given.on('data', (piece: Buffer) => pieces.push(piece))
      // In the newer version the first script of every page has another name: any file that exists will do.
      given.on('end', () =>
        answer.end(
          Buffer.concat(pieces)
            .toString()
            .replace(/\/assets\/index-[\w-]+\.js/g, '/icons/icon-192.png'),
        ),
      )
    })
    forward.on('error', () => answer.destroy())
    asked.pipe(forward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    release: () => {
      isNewer = true
    },
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
