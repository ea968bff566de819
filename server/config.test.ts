import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { keys } from './config-keys.ts'

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

const problemsOf = (env: NodeJS.ProcessEnv): readonly string[] => {
  try {
    readConfig(env)
    return []
  } catch (error) {
    return (error as ConfigError).problems
  }
}

test('.env.example explains every key that is read, and no other', () => {
  const explained = readFileSync('.env.example', 'utf8').matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm)
  expect([...new Set([...explained].map(([, name]) => name))].sort()).toEqual([...keys].sort())
})

test.each(['ERP_PUSH', 'HSTS_SUBDOMAINS'])('%s is 1 or 0, and no other word is taken for either', (key) => {
  for (const word of ['si', 'sí', 'true', 'yes', 'on', 'no', '2'])
    expect(problemsOf({ [key]: word })).toEqual([`${key} debe ser un número de 0 a 1 (vino «${word}»)`])
  for (const word of ['1', '0', ' 1 ', '']) expect(problemsOf({ [key]: word })).toEqual([])
  expect(readConfig({ ERP_PUSH: '1' }).erp.kind).toBe('push')
  expect(readConfig({ ERP_PUSH: '0' }).erp.kind).toBe('none')
})

const WITH_ODOO = { ERP_FOLDER: '/srv/x', ODOO_URL: 'https://e.odoo.com/', ODOO_KEY: 'a1b2' }

test('orders go to Odoo beside a folder; the key is never repeated', () => {
  expect(readConfig(WITH_ODOO).erp).toMatchObject({
    kind: 'folder',
    interface: { kind: 'odoo', url: 'https://e.odoo.com', key: 'a1b2', database: undefined, readMs: undefined },
  })
  expect(readConfig({ ...WITH_ODOO, ODOO_READ_MINUTES: '60' }).erp).toMatchObject({ interface: { readMs: 3_600_000 } })
  expect(readConfig({ ERP_FOLDER: '/srv/x' }).erp).toMatchObject({ interface: undefined })
  const wrong = problemsOf({ ...WITH_ODOO, ODOO_KEY: 'una clave' })
  expect(wrong).toEqual(['ODOO_KEY tiene signos que no son de una clave'])
})

test.each([
  [{ NODE_ENV: 'produccion' }, 'NODE_ENV debe ser development, production, test (vino «produccion»)'],
  [{ MAIL_FROM: 'nadie' }, 'MAIL_FROM debe ser una dirección de correo'],
  [{ MAIL_FROM: 'Tienda <>' }, 'MAIL_FROM debe ser una dirección de correo'],
  [{ ERP_TOKEN: 'x' }, 'ERP_TOKEN está sin ERP_URL, ERP_FOLDER ni ERP_PUSH'],
  [{ ERP_SECONDS: '0' }, 'ERP_SECONDS está sin ERP_URL'],
  [{ ERP_FOLDER_GROUP: 'bulto-erp' }, 'ERP_FOLDER_GROUP está sin ERP_URL'],
  [{ ERP_FOLDER: '/srv/x', ERP_SETTLE_SECONDS: '0' }, 'ERP_SETTLE_SECONDS debe ser un número de 1 a 3600'],
  [{ ERP_FOLDER: '/srv/x', ERP_SECONDS: '0' }, 'ERP_SECONDS debe ser un número de 1 a 3600 (vino «0»)'],
  [{ ODOO_KEY: 'x' }, 'ODOO_KEY está sin ODOO_URL'],
  [{ ODOO_DATABASE: 'x' }, 'ODOO_DATABASE está sin ODOO_URL'],
  [{ ...WITH_ODOO, ODOO_READ_MINUTES: '0' }, 'ODOO_READ_MINUTES debe ser un número de 5 a 1440 (vino «0»)'],
  [{ ODOO_URL: 'https://e.odoo.com', ODOO_KEY: 'x' }, 'ODOO_URL está sin ERP_FOLDER'],
  [{ ...WITH_ODOO, ODOO_KEY: '' }, 'ODOO_KEY falta: ODOO_URL la necesita'],
  [{ ...WITH_ODOO, ODOO_URL: 'https://e.odoo.com/odoo' }, 'ODOO_URL debe ser la dirección de Odoo, sin nada más'],
  [{ ...WITH_ODOO, ODOO_DATABASE: 'una base' }, 'ODOO_DATABASE debe ser el nombre de una base'],
])('%j is refused', (env, problem) => {
  expect(problemsOf(env)).toEqual([expect.stringContaining(problem)])
})

test('senders are taken alone and with a name', () => {
  for (const MAIL_FROM of ['ventas@tienda.example', 'Tienda <ventas@tienda.example>', '"Don Pepe" <a@localhost>'])
    expect(readConfig({ MAIL_FROM }).mailFrom).toBe(MAIL_FROM)
})

test.each([
  [{ DATBASE_URL: 'x' }, ['DATBASE_URL no es una variable de la tienda: ¿es DATABASE_URL?']],
  [{ smtp_url: 'x' }, ['smtp_url no es una variable de la tienda: ¿es SMTP_URL?']],
  [{ ERP_PASSWORD: 'x' }, ['ERP_PASSWORD no es una variable de la tienda, y nadie la lee']],
  [{ ERP_PUSH: '1', ERP_TOKEN: 'x' }, ['ERP_TOKEN no tiene efecto sin ERP_URL']],
  [{ ARCA_CUIT: '30-71234567-1' }, ['ARCA_CUIT no tiene efecto sin PADRON_PROVIDER=arca']],
  // Of a shell, a container, compose.yaml and other programs.
  [{ HOME: '/', PATH: '/bin', HOSTNAME: 'x', NODE_OPTIONS: '', NODE_VERSION: '24', TERM: 'x', MAIL: '/x' }, []],
  [{ ERP_SHARE: '/srv', DATABASE_MEMORY: '2g', BULTO_PASSWORD: 'x', DATBASE_URL: ' ' }, []],
])('of %j the shop remarks %j', (env, remarks) => {
  expect(readConfig(env).remarks).toEqual(remarks)
})

test('NOTICES=whatsapp needs a number’s id and a token, which is never repeated', () => {
  const token = 'EAAJ un-token-con-blanco'
  const wrong = problemsOf({
    NOTICES: 'whatsapp',
    WHATSAPP_TOKEN: token,
    WHATSAPP_NUMBER_ID: '+54 387',
    WHATSAPP_RECEIVED: 'Con Espacios',
  })
  expect(wrong.map((problem) => problem.split(' ')[0])).toEqual([
    'WHATSAPP_TOKEN',
    'WHATSAPP_NUMBER_ID',
    'WHATSAPP_RECEIVED',
  ])
  expect(wrong.join()).not.toContain('EAAJ')
  expect(problemsOf({ NOTICES: 'whatsapp' }).map((problem) => problem.split(' ')[0])).toEqual([
    'WHATSAPP_TOKEN',
    'WHATSAPP_NUMBER_ID',
  ])
  expect(problemsOf({ NOTICES: 'telegram' })).toHaveLength(1)
  const set = { NOTICES: 'whatsapp', WHATSAPP_TOKEN: 'EAAJ', WHATSAPP_NUMBER_ID: '106540352242922' }
  expect(readConfig(set).notices).toEqual({
    provider: 'whatsapp',
    url: 'https://graph.facebook.com',
    version: 'v23.0',
    numberId: '106540352242922',
    token: 'EAAJ',
    language: 'es_AR',
    templates: { received: 'pedido_recibido', dispatched: 'pedido_despachado' },
  })
  expect(readConfig({}).notices).toEqual({ provider: 'none' })
  expect(readConfig({ WHATSAPP_TOKEN: 'x' }).remarks).toEqual(['WHATSAPP_TOKEN no tiene efecto sin NOTICES=whatsapp'])
})

const TANGO = { ERP_FOLDER: '/srv/x', TANGO_TOKEN: 'un-token', TANGO_PRICE_LIST: '2' }
test.each([
  [{ TANGO_URL: 'https://tango.example' }, ['TANGO_URL está sin TANGO_TOKEN']],
  [
    { ...TANGO, ODOO_URL: 'https://odoo.example', ODOO_KEY: 'una-clave' },
    ['TANGO_TOKEN y ODOO_URL no van juntas: elija una'],
  ],
  [{ TANGO_PRICE_LIST: '2' }, ['TANGO_PRICE_LIST está sin TANGO_TOKEN']],
  [{ ...TANGO, ERP_FOLDER: '' }, ['TANGO_TOKEN está sin ERP_FOLDER, por donde entran artículos y clientes']],
  [{ ...TANGO, TANGO_PRICE_LIST: '' }, ['TANGO_PRICE_LIST falta: con ella Tango sabe si los precios tienen IVA']],
  [{ ...TANGO, TANGO_PRICE_LIST: 'dos' }, ['TANGO_PRICE_LIST debe ser un número de 1 a 9999 (vino «dos»)']],
  [{ ...TANGO, TANGO_SALE_CONDITION: '-1' }, ['TANGO_SALE_CONDITION debe ser un número de 0 a 9999 (vino «-1»)']],
  [{ ...TANGO, TANGO_TOKEN: 'un token' }, ['TANGO_TOKEN tiene signos que no son de un token']],
  [
    { ...TANGO, TANGO_URL: 'https://u:c@tango.example' },
    ['TANGO_URL debe ser una dirección sin nada más: https://tiendas.axoft.com/api/Aperture'],
  ],
  [TANGO, []],
])('of %j Tango’s problems are %j', (env, problems) => {
  expect(problemsOf(env)).toEqual(problems)
})

test('orders go to Tango where its token is set beside the folder', () => {
  expect(readConfig(TANGO).erp).toMatchObject({
    kind: 'folder',
    interface: {
      ...{ kind: 'tango', url: 'https://tiendas.axoft.com/api/Aperture', token: 'un-token' },
      ...{ priceList: 2, saleCondition: undefined },
    },
  })
  const own = { ...TANGO, TANGO_URL: 'https://tango.example/api/', TANGO_SALE_CONDITION: '3' }
  expect(readConfig(own).erp).toMatchObject({ interface: { url: 'https://tango.example/api', saleCondition: 3 } })
  expect(readConfig({ ERP_FOLDER: '/srv/x' }).erp).toMatchObject({ interface: undefined })
})
