/**
 * The least that a Node server can do: it answers ready bytes from a table by address. Other servers are compared with it.
 * `node --import tsx bench/bare-server.ts ANSWERS`: a JSON file of [address, body] pairs; prints its port.
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const [file = ''] = process.argv.slice(2)
const pairs = JSON.parse(readFileSync(file, 'utf8')) as [string, string][]
const answers = new Map(pairs.map(([address, body]) => [address, Buffer.from(body)]))

const server = createServer((request, response) => {
  const body = answers.get(request.url ?? '')
  if (!body) {
    response.writeHead(404).end()
    return
  }
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.byteLength,
  })
  response.end(body)
})
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
