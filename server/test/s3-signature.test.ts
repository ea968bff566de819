import { expect, test } from 'vitest'
import { faultOfSignature } from './s3-signature.ts'

/** The requests that the largest provider works through in its description of the protocol, with its own results. */
const SECRET = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'
const NOTHING = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const published = [
  {
    what: 'a part of an object',
    method: 'GET',
    url: '/test.txt',
    headers: { range: 'bytes=0-9', 'x-amz-content-sha256': NOTHING },
    signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  },
  {
    what: 'an object that is stored',
    method: 'PUT',
    url: '/test%24file.text',
    headers: {
      date: 'Fri, 24 May 2013 00:00:00 GMT',
      'x-amz-storage-class': 'REDUCED_REDUNDANCY',
      'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
    },
    signature: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  },
  {
    what: 'a question without a value',
    method: 'GET',
    url: '/?lifecycle',
    headers: { 'x-amz-content-sha256': NOTHING },
    signature: 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  },
  {
    what: 'a list',
    method: 'GET',
    url: '/?max-keys=2&prefix=J',
    headers: { 'x-amz-content-sha256': NOTHING },
    signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  },
].map(({ what, method, url, headers, signature }) => {
  const all = { ...headers, host: 'examplebucket.s3.amazonaws.com', 'x-amz-date': '20130524T000000Z' }
  const names = Object.keys(all).sort().join(';')
  const scope = 'AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request'
  const authorization = `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=${names}, Signature=${signature}`
  return { what, request: { method, url, headers: { ...all, authorization } } }
})

test.each(published)('a published signature is right: $what', ({ request }) => {
  expect(faultOfSignature(request, SECRET)).toBeUndefined()
})

test.each(published)('and wrong with any other secret, path or header: $what', ({ request }) => {
  expect(faultOfSignature(request, `${SECRET}x`)).toBe('the signature does not match')
  expect(faultOfSignature({ ...request, url: `/x${request.url}` }, SECRET)).toBe('the signature does not match')
  const later = { ...request.headers, 'x-amz-date': '20130524T000001Z' }
  expect(faultOfSignature({ ...request, headers: later }, SECRET)).toBe('the signature does not match')
  const more = { ...request.headers, 'x-amz-acl': 'public-read' }
  expect(faultOfSignature({ ...request, headers: more }, SECRET)).toBe('x-amz-acl is not signed')
})
