/** Every command of the Spanish pages does what the page says, one after the other in an empty folder (R415). */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { freePorts } from '../server/test/free-ports.ts'
import { searchCall } from '../testkit/client.ts'
import { type Block, blocksOf, startWalk, type Walk } from '../testkit/page-commands.ts'
import { root } from './lib/prepare.mjs'

vi.setConfig({ testTimeout: 600_000, hookTimeout: 60_000 })

const PAGES = [
  'LEEME.md',
  'docs/archivos.md',
  'docs/guia-vendedor.md',
  'docs/guia-oficina.md',
  'docs/comparacion.md',
  'docs/promesa.md',
]
/** Lines and kinds of blocks that are not run here, and why. */
const NOT_RUN: Readonly<Record<string, string>> = {
  'git clone DIRECCION-DEL-REPOSITORIO bulto': 'the address of the repository is not known here',
  'git pull': 'there is no newer version to fetch',
  'npm run bulto -- map ../archivos': 'the files are the owner’s own; recipes.test.ts reads those of six programs so',
  'npm run bulto -- import ../archivos --dry-run': 'as above',
  'npm run bulto -- import ../archivos': 'as above',
  bat: 'a command of Windows; no machine with it is at hand',
  caddy:
    'Caddy asks the world for a certificate of a name that is not ours; deploy/Caddyfile runs in proxies.slow.test.ts',
  'SMTP_URL=smtp://usuario:clave@smtp.example:587': 'nobody is sent a mail from a test',
  'MAIL_FROM=Tienda <pedidos@tienda.example>': 'says nothing without SMTP_URL',
}

const read = (page: string) => readFileSync(join(root, page), 'utf8')
const page = read('LEEME.md')
const NEW_PASSWORD = 'una clave nueva bien larga'

let walk: Walk
beforeEach(async () => {
  const [port = 0] = await freePorts(1)
  walk = startWalk(port)
})
afterEach(() => walk.remove())

const isRun = ({ kind }: Block, line: string) => !(kind in NOT_RUN) && !(line in NOT_RUN)

/** What an account sees: the articles that a search finds; 'refused' when it may not sign in. */
async function searchAs(address: string, cuit: string, password: string, text: string) {
  const signed = await fetch(`${address}/api/auth/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: cuit, password }),
  })
  if (!signed.ok) return 'refused' as const
  const { accessToken } = (await signed.json()) as { accessToken: string }
  const headers = { authorization: `Bearer ${accessToken}` }
  const found = await fetch(`${address}${searchCall(text).path}`, { headers })
  return (await found.json()) as { CODIGO_ART: string; DESCRIP_ART: string; fotos?: unknown }[]
}

test('LEEME.md leads from nothing to a shop, a backup, another password and away', async () => {
  let password = ''
  /** What is looked at while the shop runs, in the order of the page's starts. */
  const visits = [
    async (address: string) => {
      const accounts = [...page.matchAll(/^\| .+ \| (\d\d-\d{8}-\d) \|$/gm)].map(([, cuit]) => String(cuit))
      expect(accounts).toHaveLength(3)
      for (const cuit of accounts)
        expect(await searchAs(address, cuit, 'bulto-demo-2026', ''), cuit).not.toBe('refused')
    },
    async (address: string) => {
      const found = await searchAs(address, '20-11111111-2', password, '00101')
      expect(found).toMatchObject([{ CODIGO_ART: '00101', DESCRIP_ART: 'Muñeca de trapo 30 cm' }])
    },
    // The restored shop, by the password that was set in it.
    async (address: string) => {
      expect(await searchAs(address, '20-11111111-2', password, '7')).toBe('refused')
      expect(await searchAs(address, '20-11111111-2', NEW_PASSWORD, '7')).toMatchObject([{ CODIGO_ART: '7' }])
    },
  ]
  /** What a line answers, where the page says something about it. */
  const answers: Record<string, (said: string) => void> = {
    'npm run bulto -- init': (said) => {
      password = /no se vuelve a mostrar: (\S+)/.exec(said)?.[1] ?? ''
      expect(password).not.toBe('')
      const [key = ''] = /BACKUP_KEY=\S+/.exec(said) ?? []
      expect(page).toContain('Péguelo también en `.env`')
      walk.set(key)
    },
    'npm run bulto -- import docs/ejemplo --dry-run': (said) => {
      expect(said).toContain('Fue un ensayo: no se cambió nada.')
      expect(said).toMatch(/articulos.csv +12 +12 /)
    },
    'npm run bulto -- import docs/ejemplo': (said) => expect(said).toContain('Importación completa'),
    'npm run bulto -- photos': (said) => expect(said).toMatch(/Fotos: 9 de artículos conocidos .*0 sin artículo/),
    'npm run bulto -- check': (said) => expect(said).not.toMatch(/^MAL/m),
    'npm run bulto -- backup': (said) => expect(said).toContain('Copia cifrada'),
    'npm run bulto -- restore': (said) => expect(said).toContain('Tienda restaurada'),
    'npm run bulto -- set-password': (said) => expect(said).toContain('Contraseña cambiada'),
  }
  const answerOf = (line: string) =>
    Object.entries(answers)
      .filter(([beginning]) => line.startsWith(beginning))
      .toSorted(([a], [b]) => b.length - a.length)[0]?.[1]

  for (const block of blocksOf(page))
    for (const line of block.lines) {
      if (!isRun(block, line)) continue
      if (block.kind === 'ini') walk.set(line)
      else if (line === 'npm start')
        await walk.start(line, visits.shift() ?? (() => expect.fail('one start more than expected')))
      else {
        const said = await walk.run(line, line.includes('set-password') ? `${NEW_PASSWORD}\n` : '')
        answerOf(line)?.(said)
      }
    }
  expect(visits).toEqual([])
  // Where things lie, as the page's last table has it.
  expect(readdirSync(walk.folder).toSorted()).toEqual(
    ['bulto', 'bulto-datos', 'bulto-recuperada', 'copia-1.bulto', 'exportado'].toSorted(),
  )
  expect(statSync(join(walk.folder, 'bulto-datos/files')).isDirectory()).toBe(true)
  expect(readdirSync(join(walk.folder, 'exportado/fotos'))).toHaveLength(9)
  for (const { line, milliseconds } of walk.times) console.info(`${(milliseconds / 1000).toFixed(1)} s  ${line}`)
})

test('no other page has a command that nobody runs, and nothing is left out without need', () => {
  const blocks = PAGES.flatMap((name) => blocksOf(read(name)).map((block) => ({ name, ...block })))
  const elsewhere = blocks.filter(({ name, kind }) => name !== 'LEEME.md' && !(kind in NOT_RUN))
  expect(elsewhere).toEqual([])
  const used = new Set(blocks.flatMap(({ kind, lines }) => [kind, ...lines]))
  expect(Object.keys(NOT_RUN).filter((left) => !used.has(left))).toEqual([])
})
