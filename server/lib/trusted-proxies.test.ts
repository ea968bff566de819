import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { readTrustedProxies } from './trusted-proxies.ts'

/** The address that the shop takes for the visitor's. */
async function visitor(setting: string, remoteAddress: string, forwarded: string): Promise<string> {
  const trustProxy = readTrustedProxies(setting)
  if (trustProxy === null) throw new Error('not understood')
  const app = Fastify({ trustProxy })
  app.get('/', (request) => request.ip)
  const answer = await app.inject({ url: '/', remoteAddress, headers: { 'x-forwarded-for': forwarded } })
  return answer.body
}

test.each([
  ['nobody is trusted', '0', '127.0.0.1', '203.0.113.7', '127.0.0.1'],
  ['a proxy on this machine', '1', '127.0.0.1', '203.0.113.7', '203.0.113.7'],
  ['a proxy in a private network', '1', '::ffff:10.1.2.3', '203.0.113.7', '203.0.113.7'],
  ['a visitor who comes past the proxy', '1', '198.51.100.9', '203.0.113.7', '198.51.100.9'],
  ['a visitor of the private network who lies', '1', '127.0.0.1', '203.0.113.7, 192.168.1.5', '192.168.1.5'],
  ['the proxy that is named', '198.51.100.9', '198.51.100.9', '203.0.113.7', '203.0.113.7'],
  ['another than the one that is named', '198.51.100.9', '127.0.0.1', '203.0.113.7', '127.0.0.1'],
  [
    'two named ones in a row',
    '10.0.0.0/8, 198.51.100.9',
    '10.0.0.1',
    '1.2.3.4, 203.0.113.7, 198.51.100.9',
    '203.0.113.7',
  ],
  ['one of the newer addresses', '2001:db8::/32', '2001:db8::5', '203.0.113.7', '203.0.113.7'],
])('%s', async (_what, setting, remote, forwarded, expected) => {
  expect(await visitor(setting, remote, forwarded)).toBe(expected)
})

test.each(['', 'si', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0/8', '10.0.0.1,', '::1/129'])('%j is no setting', (text) => {
  expect(readTrustedProxies(text)).toBeNull()
})
