import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ConfigError, readConfig } from './config.ts'
import type { Credentials } from './ports/tax-registry/arca/cms.ts'
import { makeCredentials } from './test/stubs/arca-credentials.ts'

const problemsOf = (env: Record<string, string>): readonly string[] => {
  try {
    readConfig(env)
    return []
  } catch (error) {
    return (error as ConfigError).problems
  }
}

let folder: string
let credentials: Credentials
let arca: Record<string, string>
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'bulto-config-'))
  credentials = makeCredentials()
  writeFileSync(join(folder, 'arca.crt'), credentials.certificate)
  writeFileSync(join(folder, 'arca.key'), credentials.key)
  arca = {
    PADRON_PROVIDER: 'arca',
    ARCA_CUIT: '30-71234567-1',
    ARCA_CERT_FILE: join(folder, 'arca.crt'),
    ARCA_KEY_FILE: join(folder, 'arca.key'),
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('without anything set, nobody outside is asked', () => {
  expect(readConfig({})).toMatchObject({
    taxRegistry: { provider: 'offline' },
    places: { provider: 'offline' },
  })
  expect(readConfig({ PADRON_PROVIDER: 'none' }).taxRegistry).toEqual({ provider: 'none' })
})

test('unknown providers are refused, both at once', () => {
  expect(problemsOf({ PADRON_PROVIDER: 'afip', PLACES_PROVIDER: 'bing' })).toEqual([
    'PADRON_PROVIDER debe ser offline, arca, none (vino «afip»)',
    'PLACES_PROVIDER debe ser offline, georef, google (vino «bing»)',
  ])
})

describe("the tax authority's registry", () => {
  test('is the testing one unless production is asked for', () => {
    expect(readConfig(arca).taxRegistry).toEqual({
      provider: 'arca',
      cuit: '30712345671',
      credentials,
      loginUrl: 'https://wsaahomo.afip.gov.ar/ws/services/LoginCms',
      registryUrl: 'https://awshomo.afip.gov.ar/sr-padron/webservices/personaServiceA13',
    })
    expect(readConfig({ ...arca, ARCA_ENV: 'produccion' }).taxRegistry).toMatchObject({
      loginUrl: 'https://wsaa.afip.gov.ar/ws/services/LoginCms',
      registryUrl: 'https://aws.afip.gov.ar/sr-padron/webservices/personaServiceA13',
    })
    const elsewhere = {
      ARCA_WSAA_URL: 'https://a.example/login',
      ARCA_PADRON_URL: 'https://a.example/padron',
    }
    expect(readConfig({ ...arca, ...elsewhere }).taxRegistry).toMatchObject({
      loginUrl: 'https://a.example/login',
      registryUrl: 'https://a.example/padron',
    })
  })

  test('needs a CUIT, a certificate and a key, and says all that is missing', () => {
    expect(problemsOf({ PADRON_PROVIDER: 'arca', ARCA_CUIT: '30-71234567-2' })).toEqual([
      'ARCA_CUIT debe ser el CUIT que representa el certificado',
      'ARCA_CERT_FILE falta: PADRON_PROVIDER=arca lo necesita',
      'ARCA_KEY_FILE falta: PADRON_PROVIDER=arca lo necesita',
    ])
  })

  test('needs files that are what they should be, and belong together', () => {
    const file = (name: string, content: string) => {
      writeFileSync(join(folder, name), content)
      return join(folder, name)
    }
    const missing = join(folder, 'nothing.pem')
    const swapped = { ARCA_CERT_FILE: missing, ARCA_KEY_FILE: file('broken.key', 'secret-material') }
    const problems = problemsOf({ ...arca, ...swapped })
    expect(problems).toEqual([
      `ARCA_CERT_FILE debe ser el archivo PEM de un certificado (vino «${missing}»)`,
      `ARCA_KEY_FILE debe ser el archivo PEM de una clave privada sin contraseña (vino «${join(folder, 'broken.key')}»)`,
    ])
    const pem = { type: 'pkcs8', format: 'pem' } as const
    const otherKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export(pem).toString()
    expect(problemsOf({ ...arca, ARCA_KEY_FILE: file('other.key', otherKey) })).toEqual([
      'ARCA_KEY_FILE no es la clave del certificado de ARCA_CERT_FILE',
    ])
    const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export(pem).toString()
    expect(problemsOf({ ...arca, ARCA_KEY_FILE: file('curve.key', curve) })).toEqual([
      'ARCA_KEY_FILE debe ser una clave RSA',
    ])
  })
})

describe('places', () => {
  test('Georef has an address of its own, which can be another one', () => {
    expect(readConfig({ PLACES_PROVIDER: 'georef' }).places).toEqual({
      provider: 'georef',
      url: 'https://apis.datos.gob.ar/georef/api',
    })
    const own = { PLACES_PROVIDER: 'georef', GEOREF_URL: 'http://10.0.0.5:5000/api/' }
    expect(readConfig(own).places).toMatchObject({ url: 'http://10.0.0.5:5000/api' })
  })

  test('Google needs its key', () => {
    expect(readConfig({ PLACES_PROVIDER: 'google', GOOGLE_PLACES_KEY: 'k' }).places).toEqual({
      provider: 'google',
      key: 'k',
    })
    expect(problemsOf({ PLACES_PROVIDER: 'google' })).toEqual([
      'GOOGLE_PLACES_KEY falta: PLACES_PROVIDER=google la necesita',
    ])
  })
})
