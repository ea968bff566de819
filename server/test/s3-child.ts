/**
 * A store in a process of its own, `s3-child DIRECTORY ACCESS_KEY SECRET_KEY`, that ends with its input. s3rver speaks the
 * protocol and takes any signature of version 4; here a wrong one is refused before it gets there.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { faultOfSignature } from './s3-signature.ts'

interface Store {
  configureBuckets(): Promise<unknown>
  callback(): (request: IncomingMessage, response: ServerResponse) => void
}

const [directory = '', accessKey = '', secretKey = ''] = process.argv.slice(2)
const S3rver = createRequire(import.meta.url)('s3rver') as new (options: object) => Store
const store = new S3rver({ silent: true, directory, configureBuckets: [{ name: 'tienda' }] })
await store.configureBuckets()
const answer = store.callback()

const server = createServer((request, response) => {
  const { method = '', url = '', headers } = request
  const isKnown = headers.authorization?.includes(`Credential=${accessKey}/`)
  const fault = isKnown ? faultOfSignature({ method, url, headers }, secretKey) : undefined
  // Who is unknown is told so by the store itself.
  if (fault === undefined && headers.authorization) {
    if (isKnown) headers.authorization = headers.authorization.replace(accessKey, 'S3RVER')
    return answer(request, response)
  }
  request.resume()
  response.writeHead(403, { 'content-type': 'application/xml' })
  response.end(
    `<?xml version="1.0" encoding="UTF-8"?><Error><Code>SignatureDoesNotMatch</Code><Message>${fault}</Message></Error>`,
  )
})
server.listen(0, '127.0.0.1', () => process.stdout.write(String((server.address() as AddressInfo).port)))
process.stdin.resume().on('end', () => process.exit())
