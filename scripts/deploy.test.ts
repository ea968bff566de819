/** The files of deploy/ say the same as the program, the documents and each other; where their own program is there, it reads them. */
import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../server/config.ts'

const read = (file: string) => fs.readFileSync(file, 'utf8')
let folder: string
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bulto-deploy-'))
})
afterAll(() => fs.rmSync(folder, { recursive: true }))

/** Whether a program is on this machine. Where it is not, its tests are skipped: `apt-get install` brings it. */
const has = (program: string) =>
  ['/usr/bin', '/usr/sbin', '/usr/local/bin', '/usr/local/sbin'].some((place) =>
    fs.existsSync(path.join(place, program)),
  )
const said = (program: string, args: string[], env: NodeJS.ProcessEnv = {}) => {
  const done = spawnSync(program, args, { encoding: 'utf8', env: { ...process.env, ...env } })
  return { code: done.status, text: `${done.stdout}${done.stderr}` }
}

describe('the alerts', () => {
  const MINUTES: Record<string, string> = {
    'a minute': '1m',
    'two minutes': '2m',
    'five minutes': '5m',
    'an hour': '1h',
  }
  /** The conditions in the table of docs/operations.md, in its order, as the rules write them. */
  const documented = () =>
    [...read('docs/operations.md').matchAll(/^\| `([^`]+)`(?: for ([a-z ]+))? \|/gm)]
      .map(([, expr = '', time]) => ({ expr, for: time === undefined ? undefined : (MINUTES[time] ?? time) }))
      .filter(({ expr }) => /bulto_|nodejs_/.test(expr) && / (==|!=|>) /.test(expr))
  const rules = () =>
    [...read('deploy/prometheus-rules.yml').matchAll(/ {8}expr: (.+)\n(?: {8}for: (.+)\n)?/g)].map(
      ([, expr = '', time]) => ({ expr, for: time }),
    )

  test('are those of the table, and every figure in them is one that the shop tells', () => {
    expect(documented().length).toBeGreaterThan(10)
    expect(rules()).toEqual(documented())
    const told = read('server/office/metrics/metrics.routes.ts')
    for (const { expr } of rules())
      for (const [, name = ''] of expr.matchAll(/\bbulto_([a-z_]+)/g))
        expect(told, name).toContain(
          name.replace(/^http_request_duration_seconds_count$/, 'http_request_duration_seconds'),
        )
  })

  test.skipIf(!has('promtool'))('are taken by Prometheus (promtool)', () => {
    expect(said('promtool', ['check', 'rules', 'deploy/prometheus-rules.yml'])).toMatchObject({ code: 0 })
  })
})

describe('compose.yaml', () => {
  const compose = read('deploy/compose.yaml')
  /** The lines of one service or part. */
  const part = (name: string) => new RegExp(`^( {0,2})${name}:.*\n(?:\\1 +.*\n|\n)*`, 'm').exec(compose)?.[0] ?? ''

  test('hands every setting of .env on, and overrides only what the containers themselves decide', () => {
    const shop = part('x-shop')
    expect(shop).toContain('env_file: [.env]')
    const decided = [
      ...(/environment: &settings\n((?: {4}.*\n)+)/.exec(shop)?.[1] ?? '').matchAll(/^ {4}([A-Z_0-9]+):/gm),
    ].map(([, name]) => name)
    expect(decided.sort()).toEqual(
      [
        ...['DATABASE_URL', 'DATA_DIR', 'DRAIN_SECONDS', 'HOST', 'NODE_ENV', 'PORT', 'PUBLIC_URL', 'TRUST_PROXY'],
        ...['S3_ACCESS_KEY', 'S3_REGION', 'S3_SECRET_KEY', 'S3_URL'],
      ].sort(),
    )
    const documented = [...read('.env.example').matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name)
    for (const name of decided) expect(documented).toContain(name)
  })

  test('names a version of each image, and bounds the memory and the log of each service', () => {
    const images = [...compose.matchAll(/^ +image: (\S+)$/gm)].map(([, image = '']) => image)
    expect(images.filter((image) => !/:.*\d/.test(image))).toEqual(['bulto'])
    for (const service of ['x-shop', 'proxy', 'postgres', 's3', 'bucket']) {
      expect(part(service), service).toContain('mem_limit:')
      expect(part(service), service).toContain('logging: *logs')
    }
    expect(part('backup')).toContain('bulto.js backup "/backups/')
  })

  // Debian's 1.29 is older than `name`; it needs no engine to read a file.
  test.skipIf(!has('docker-compose'))('is read by docker-compose, with what .env sets in each shop', () => {
    for (const file of fs.readdirSync('deploy')) fs.copyFileSync(path.join('deploy', file), path.join(folder, file))
    fs.writeFileSync(path.join(folder, 'compose.yaml'), compose.replace(/^name: .*\n/m, ''))
    fs.writeFileSync(
      path.join(folder, '.env'),
      'SHOP_HOST=tienda.example\nPOSTGRES_PASSWORD=x\nS3_ACCESS_KEY=k\nS3_SECRET_KEY=s\nWEBHOOK_HOSTS=avisos.local\nPORT=9\n',
    )
    const { code, text } = said('docker-compose', ['-f', path.join(folder, 'compose.yaml'), 'config'])
    expect(code, text).toBe(0)
    expect(text.match(/WEBHOOK_HOSTS: avisos\.local/g)).toHaveLength(3)
    expect(text.match(/PORT: '3000'/g)).toHaveLength(3)
  })
})

describe('the units of systemd', () => {
  test('for a second instance is that of the first, but for its name, its settings and its folder', () => {
    const lines = (file: string) =>
      read(file)
        .split('\n')
        .filter((line) => !line.startsWith('#'))
    const [first, second] = [lines('deploy/bulto.service'), lines('deploy/bulto@.service')]
    expect(second.filter((line) => !first.includes(line))).toEqual([
      'Description=Bulto %i',
      'EnvironmentFile=/opt/bulto/%i.env',
      'StateDirectory=bulto-%i',
    ])
    expect(first.filter((line) => !second.includes(line))).toEqual(['Description=Bulto', 'StateDirectory=bulto'])
  })

  test.skipIf(!has('systemd-analyze'))('are understood by systemd', () => {
    const units = ['bulto.service', 'bulto@.service', 'bulto-backup.service', 'bulto-backup.timer']
    for (const unit of units)
      fs.writeFileSync(
        path.join(folder, unit),
        // The program and the user need not be on the machine that checks.
        read(path.join('deploy', unit)).replace('/usr/bin/node', process.execPath),
      )
    const checked = said(
      'systemd-analyze',
      ['verify', ...units.map((unit) => path.join(folder, unit.replace('@.', '@2.')))],
      {
        SYSTEMD_UNIT_PATH: `${folder}:`,
      },
    )
    // What it says of other units of the machine is not asked. A systemd before 254 does not know the two keys, and says so.
    const ofOurs = checked.text.split('\n').filter((line) => line.includes('bulto'))
    expect(ofOurs.filter((line) => !/Unknown key 'Restart(Steps|MaxDelaySec)'/.test(line))).toEqual([])
  })
})

test('in production nobody looks CUITs up in the sample registry unless it is told to', () => {
  expect(readConfig({ NODE_ENV: 'production' }).taxRegistry).toEqual({ provider: 'none' })
  expect(readConfig({ NODE_ENV: 'production', PADRON_PROVIDER: 'offline' }).taxRegistry).toEqual({
    provider: 'offline',
  })
  expect(readConfig({}).taxRegistry).toEqual({ provider: 'offline' })
  expect(read('.env.example')).toMatch(/^# PADRON_PROVIDER=/m)
})

test.skipIf(!has('sh'))('the backup of the containers is a shell program that can be read', () => {
  const script =
    /command:\n {6}- \|\n((?: {8}.*\n)+)/.exec(read('deploy/compose.yaml'))?.[1]?.replaceAll('$$', '$') ?? ''
  expect(() => execFileSync('sh', ['-n', '-c', script])).not.toThrow()
  expect(script).toContain('backup')
})
