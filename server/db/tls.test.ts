import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import forge from 'node-forge'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PostgresServer, startPostgres } from '../test/postgres.ts'
import { openDatabase } from './open.ts'

/** A certificate that signs itself, for one name. */
function selfSigned(name: string): { certificate: string; key: string } {
  const { publicKey, privateKey } = forge.pki.rsa.generateKeyPair(2048)
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = publicKey
  certificate.serialNumber = '01'
  certificate.validity.notAfter.setFullYear(certificate.validity.notBefore.getFullYear() + 1)
  const subject = [{ name: 'commonName', value: name }]
  certificate.setSubject(subject)
  certificate.setIssuer(subject)
  certificate.setExtensions([
    { name: 'basicConstraints', cA: true },
    { name: 'subjectAltName', altNames: [{ type: 2, value: name }] },
  ])
  certificate.sign(privateKey, forge.md.sha256.create())
  return { certificate: forge.pki.certificateToPem(certificate), key: forge.pki.privateKeyToPem(privateKey) }
}

const folder = mkdtempSync(join(tmpdir(), 'bulto-tls-'))
const own = join(folder, 'own.pem')
const otherAuthority = join(folder, 'other.pem')
let server: PostgresServer

beforeAll(async () => {
  const tls = selfSigned('localhost')
  writeFileSync(own, tls.certificate)
  writeFileSync(otherAuthority, selfSigned('localhost').certificate)
  server = await startPostgres({ tls })
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

const address = (host: string, parameters: Record<string, string>) => {
  const url = new URL(server.url)
  url.hostname = host
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}
const open = (host: string, parameters: Record<string, string>) =>
  openDatabase({ url: address(host, parameters), dataDir: '' })

test.each([
  ['verify-full with its authority and name', 'localhost', { sslmode: 'verify-full', sslrootcert: own }],
  ['verify-ca with its authority, whatever the name', '127.0.0.1', { sslmode: 'verify-ca', sslrootcert: own }],
  ['require without an authority', '127.0.0.1', { sslmode: 'require' }],
])('the connections are encrypted: %s', async (_what, host, parameters) => {
  const db = await open(host, parameters)
  try {
    const { rows } = await sql`select bool_and(ssl) as all, count(*)::int as connections from pg_stat_ssl
      join pg_stat_activity using (pid) where application_name like 'bulto%'`.execute(db.kysely)
    // The pool's and the one that listens.
    expect(rows).toEqual([{ all: true, connections: 2 }])
  } finally {
    await db.close()
  }
})

test.each([
  ['an unknown authority', 'localhost', { sslmode: 'verify-full' }, 'no está firmado'],
  ['another authority', 'localhost', { sslmode: 'verify-full', sslrootcert: otherAuthority }, 'no está firmado'],
  ['another name', '127.0.0.1', { sslmode: 'verify-full', sslrootcert: own }, 'es de otro nombre'],
  ['a file that is not there', 'localhost', { sslmode: 'verify-full', sslrootcert: '/no.pem' }, 'No se puede leer'],
  ['a mode that falls back to none', 'localhost', { sslmode: 'prefer' }, 'El sslmode de DATABASE_URL debe ser'],
  ['an authority that nothing would use', 'localhost', { sslrootcert: own }, 'agregue sslmode=verify-full'],
  ['verify-ca without an authority', 'localhost', { sslmode: 'verify-ca' }, 'necesita sslrootcert'],
])('no connection to %s', async (_what, host, parameters, reason) => {
  await expect(open(host, parameters as Record<string, string>)).rejects.toMatchObject({
    name: 'DatabaseOpenError',
    message: expect.stringContaining(reason),
  })
})
