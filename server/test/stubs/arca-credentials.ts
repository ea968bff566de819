/** A key and a self-signed certificate as the tax authority hands them out, made for one test run. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Credentials } from '../../ports/tax-registry/arca/cms.ts'

/** Runs in a folder of its own, which is gone afterwards. */
export function inFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'bulto-arca-'))
  try {
    return work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Runs the openssl command in a folder and answers what it prints. */
export const openssl = (folder: string, ...args: string[]): string =>
  execFileSync('openssl', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

/** `bits` of the key; a short one signs faster. */
export const makeCredentials = (bits = 2048): Credentials =>
  inFolder((folder) => {
    const subject = '/C=AR/O=Bulto/CN=bulto/serialNumber=CUIT 30710000007'
    const form = ['-newkey', `rsa:${bits}`, '-nodes', '-days', '30', '-subj', subject]
    openssl(folder, 'req', '-x509', ...form, '-keyout', 'key.pem', '-out', 'certificate.pem')
    const read = (file: string) => readFileSync(join(folder, file), 'utf8')
    return { certificate: read('certificate.pem'), key: read('key.pem') }
  })
