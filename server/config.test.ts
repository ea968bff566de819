import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

test('without anything set, the shop starts on its defaults', () => {
  const config = readConfig({})
  expect(config).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    databaseUrl: undefined,
    companyUrl: '/catalogo',
    videoUrl: undefined,
    publicUrl: 'http://127.0.0.1:3000',
    dataFiscalUrl: undefined,
  })
  expect(config.dataDir).toMatch(/data$/)
})

test('all problems are listed together, and no secret is repeated', () => {
  const read = () =>
    readConfig({
      PORT: 'ochenta',
      DATABASE_URL: 'mysql://bulto:clave-secreta@servidor/bulto',
      DATA_FISCAL_URL: 'https://otro.example/qr',
      LOG_LEVEL: 'mucho',
      HSTS_SUBDOMAINS: 'sí',
      DATABASE_CONNECTIONS: '0',
      DATABASE_STATEMENT_SECONDS: 'siempre',
    })
  expect(read).toThrow(ConfigError)
  try {
    read()
  } catch (error) {
    const { problems, message } = error as ConfigError
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual(
      expect.arrayContaining([
        'PORT',
        'DATABASE_URL',
        'DATA_FISCAL_URL',
        'LOG_LEVEL',
        'HSTS_SUBDOMAINS',
        'DATABASE_CONNECTIONS',
        'DATABASE_STATEMENT_SECONDS',
      ]),
    )
    expect(message).not.toContain('clave-secreta')
  }
})
