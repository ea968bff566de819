import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { inFolder, makeCredentials, openssl } from '../../../test/stubs/arca-credentials.ts'
import { type Credentials, signCms } from './cms.ts'
import { loginRequest } from './login.ts'
import { elementAt, parseXml, textOf } from './xml.ts'

const NOW = new Date('2026-03-02T10:00:00.500Z')
let credentials: Credentials
beforeAll(() => {
  credentials = makeCredentials()
})

/** What openssl makes of a signed text: the content when the signature is the certificate's own. */
const verify = (base64: string, { certificate }: Credentials): string =>
  inFolder((folder) => {
    writeFileSync(join(folder, 'signed.der'), Buffer.from(base64, 'base64'))
    writeFileSync(join(folder, 'certificate.pem'), certificate)
    const trust = ['-CAfile', 'certificate.pem', '-purpose', 'any', '-binary']
    return openssl(folder, 'cms', '-verify', '-inform', 'DER', '-in', 'signed.der', ...trust)
  })

test('openssl verifies the signature and finds the text inside', () => {
  const text = loginRequest('ws_sr_padron_a13', NOW)
  expect(verify(signCms(text, credentials, NOW), credentials)).toBe(text)
  expect(verify(signCms('<año/>', credentials, NOW), credentials)).toBe('<año/>')
})

test('openssl refuses the signature of another key', () => {
  const other = makeCredentials()
  expect(() => verify(signCms('x', credentials, NOW), other)).toThrow()
})

test('the signature is SHA-256 over signed attributes with the instant of signing', () => {
  const printed = inFolder((folder) => {
    writeFileSync(join(folder, 'signed.der'), Buffer.from(signCms('x', credentials, NOW), 'base64'))
    return openssl(folder, 'cms', '-cmsout', '-print', '-inform', 'DER', '-in', 'signed.der')
  })
  expect(printed).toMatch(/algorithm: sha256/)
  expect(printed).toMatch(/object: signingTime[\s\S]*Mar {2}2 10:00:00 2026 GMT/)
})

test('a login request is valid from ten minutes before to ten minutes after', () => {
  const request = elementAt(parseXml(loginRequest('ws_sr_padron_a13', NOW)), 'loginTicketRequest')
  const header = elementAt(request, 'header')
  expect(textOf(request, 'service')).toBe('ws_sr_padron_a13')
  expect(textOf(header, 'generationTime')).toBe('2026-03-02T09:50:00Z')
  expect(textOf(header, 'expirationTime')).toBe('2026-03-02T10:10:00Z')
  // An unsigned 32-bit number on the other side.
  expect(Number(textOf(header, 'uniqueId'))).toBe(Math.floor(NOW.getTime() / 1000))
})
