/** An HTTP server on a free port whose answers the test decides; it records what it was asked. */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface StubRequest {
  readonly method: string
  /** Path with query. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}
export interface StubAnswer {
  status?: number
  contentType?: string
  body: string | Buffer
}
/** 'silence' never answers. */
type Response = StubAnswer | 'silence'
export type Respond = (request: StubRequest) => Response | Promise<Response>

export interface HttpStub {
  readonly url: string
  readonly requests: StubRequest[]
  close(): Promise<void>
}

export async function httpStub(respond: Respond): Promise<HttpStub> {
  const requests: StubRequest[] = []
  const server = createServer(async (incoming, outgoing) => {
    const parts: Buffer[] = []
    for await (const part of incoming) parts.push(part)
    const request: StubRequest = {
      method: incoming.method ?? '',
      url: incoming.url ?? '',
      headers: incoming.headers,
      body: Buffer.concat(parts).toString('utf8'),
    }
    requests.push(request)
    const answer = await respond(request)
    if (answer === 'silence') return
    outgoing.writeHead(answer.status ?? 200, {
      'content-type': answer.contentType ?? 'text/xml; charset=utf-8',
    })
    outgoing.end(answer.body)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

/** An address at which nobody listens. */
export async function deadUrl(): Promise<string> {
  const stub = await httpStub(() => 'silence')
  await stub.close()
  return stub.url
}
