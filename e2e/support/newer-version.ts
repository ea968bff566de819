/** A shop of which a newer version can come out in the middle of a test: a proxy that changes the service worker. */
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Released {
  readonly url: string
  /** From now on the shop's code is another one than the pages that are open have. */
  release(): void
  stop(): void
}

/** Starts it before a shop's address. */
export async function withNewerVersion(shopUrl: string): Promise<Released> {
  let isNewer = false
  const server = createServer((asked, answer) => {
    // Uncompressed, so that the worker can be changed.
    const { 'accept-encoding': _, ...headers } = asked.headers
    const forward = request(
      new URL(asked.url ?? '/', shopUrl),
      { method: asked.method, headers },
      (given) => {
        const { 'content-length': length, ...kept } = given.headers
        const isWorker = isNewer && asked.url === '/sw.js'
        answer.writeHead(given.statusCode ?? 502, isWorker || length === undefined ? kept : given.headers)
        if (!isWorker) return given.pipe(answer)
        const pieces: Buffer[] = []
        given.on('data', (piece: Buffer) => pieces.push(piece))
        // The first script of every page has another name in the newer version; any file that is there will do.
        given.on('end', () =>
          answer.end(
            Buffer.concat(pieces)
              .toString()
              .replace(/\/assets\/index-[\w-]+\.js/g, '/icons/icon-192.png'),
          ),
        )
      },
    )
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
