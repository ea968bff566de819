/** What a store of the largest provider checks of a request: its signature of version 4, worked out from the outside. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

export interface SignedRequest {
  readonly method: string
  /** As it came: path and query, still encoded. */
  readonly url: string
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

const ALGORITHM = 'AWS4-HMAC-SHA256'
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
/** As the protocol encodes: everything but letters, digits and these four. */
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** What is wrong with a request's signature; undefined when it is the one that the secret makes. */
export function faultOfSignature(request: SignedRequest, secret: string): string | undefined {
  const { headers } = request
  const header = (name: string) => String(headers[name] ?? '')
  const parts =
    /^AWS4-HMAC-SHA256 Credential=[^/]+\/(\d{8})\/([^/]+)\/(s3)\/aws4_request,\s*SignedHeaders=([^,]+),\s*Signature=([0-9a-f]{64})$/.exec(
      header('authorization'),
    )
  if (!parts) return 'no authorization of version 4'
  const [, day = '', region = '', service = '', signedHeaders = '', signature = ''] = parts
  const time = header('x-amz-date')
  if (!time.startsWith(day)) return 'another day in the scope'
  const names = signedHeaders.split(';')
  const mustBeSigned = Object.keys(headers).filter((name) => name === 'host' || name.startsWith('x-amz-'))
  const unsigned = mustBeSigned.find((name) => !names.includes(name))
  if (unsigned) return `${unsigned} is not signed`
  if (names.join() !== [...names].sort().join()) return 'the names of the headers are in no order'
  const payload = header('x-amz-content-sha256')
  if (!payload) return 'nothing is said of the payload'
  const canonical = [
    request.method,
    pathOf(request.url),
    queryOf(request.url),
    ...names.map((name) => `${name}:${header(name).trim().replace(/ +/g, ' ')}`),
    '',
    signedHeaders,
    payload,
  ].join('\n')
  const scope = [day, region, service, 'aws4_request'].join('/')
  const key = [day, region, service, 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secret}`)
  const right = hmac(key, [ALGORITHM, time, scope, sha256(canonical)].join('\n'))
  return timingSafeEqual(right, Buffer.from(signature, 'hex')) ? undefined : 'the signature does not match'
}

/** Each part decoded and encoded again, so that another way of writing it makes the same signature. */
const pathOf = (url: string) =>
  (url.split('?')[0] ?? '')
    .split('/')
    .map((part) => encoded(decodeURIComponent(part)))
    .join('/')

function queryOf(url: string): string {
  const [, query = ''] = url.split('?')
  return query
    .split('&')
    .filter(Boolean)
    .map((pair) => pair.split('='))
    .map(([name = '', ...value]) => [name, value.join('=')].map((part) => encoded(decodeURIComponent(part))))
    .sort(([a = ''], [b = '']) => (a < b ? -1 : 1))
    .map((pair) => pair.join('='))
    .join('&')
}
