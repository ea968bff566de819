/** From nothing, or from the demo, to a shop of one's own (R233): `bulto init`, `import`, `photos`. */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isShopEmpty } from '../db/empty-shop.ts'
import { type Db, openDatabase } from '../db/open.ts'
import { accounts } from '../demo/clients.ts'
import { verifyPassword } from '../people/auth/password.ts'
import { makeArticle, makeUser } from '../test/make.ts'
import { type Answers, runCommand } from '../test/run-command.ts'
import { createDatabase, type DatabasePlace } from '../test/test-database.ts'

// Each command opens an embedded database of its own, a second on a quiet machine.
vi.setConfig({ testTimeout: 240_000 })

let place: DatabasePlace
let feed: string
beforeEach(async () => {
  place = await createDatabase('embedded')
  feed = await mkdtemp(join(tmpdir(), 'bulto-own-'))
  await writeFile(join(feed, 'zonas.csv'), 'ID_ZON;DESCRIPCION_ZON\n1;Centro\n')
})
afterEach(async () => {
  await place.remove()
  await rm(feed, { recursive: true })
})

/** Runs a command on the test's own folder. */
const bulto = (argv: string[], answers?: Answers) => runCommand(argv, place.dataDir, answers)

async function onDatabase<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const db = await openDatabase(place.options)
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

const people = () =>
  onDatabase(({ kysely }) =>
    kysely.selectFrom('app_user').select(['cuit', 'type', 'enabled', 'password_hash']).orderBy('id').execute(),
  )
const ana = ['--cuit', '27-23456789-1', '--email', 'ana@tienda.example', '--name', 'Ana']
const REFUSED = 'Esta es la tienda de muestra'

describe('init', () => {
  it('makes the first admin, whose password is made and shown once, and no second one', async () => {
    const { code, printed } = await bulto(['init', ...ana])
    expect(code).toBe(0)
    expect(printed).toContain('Administrador creado: CUIT 27-23456789-1, ana@tienda.example.')
    const [, password = ''] = /no se vuelve a mostrar: (\S+)/.exec(printed) ?? []
    expect(password).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/)
    // A key for backups is made as well, and what losing it means is said; the shop keeps no copy.
    expect(printed).toMatch(/BACKUP_KEY=[\w-]{32}\n.*\n.*ninguna copia hecha con ella se puede abrir/)
    const [admin] = await people()
    expect(admin).toMatchObject({ cuit: '27234567891', type: 'admin', enabled: true })
    expect(await verifyPassword(admin?.password_hash ?? '', password)).toBe(true)
    // The next start leaves it as it is.
    expect(await onDatabase(({ kysely }) => isShopEmpty(kysely))).toBe(false)
    const again = await bulto(['init', ...ana])
    expect([again.code, again.noted]).toEqual([
      1,
      'La tienda ya tiene un administrador (CUIT 27-23456789-1). Otros se crean con «bulto create-user».',
    ])
  })

  it.each<[string, string[], Answers]>([
    ['the environment', [], { env: { BULTO_PASSWORD: 'una clave larga' } }],
    ['a pipe', ['--password-stdin'], { piped: 'una clave larga' }],
  ])('takes the password from %s, and shows it nowhere', async (_where, more, answers) => {
    const { code, printed, noted } = await bulto(['init', ...ana, ...more], answers)
    expect(code).toBe(0)
    expect(printed + noted).not.toContain('una clave larga')
    const [admin] = await people()
    expect(await verifyPassword(admin?.password_hash ?? '', 'una clave larga')).toBe(true)
  })

  it('asks for what is missing, and takes no password from the command line', async () => {
    const { code, asked } = await bulto(['init'], { typed: ['27-23456789-1', 'ana@tienda.example', 'Ana'] })
    expect([code, asked]).toEqual([0, ['CUIT del administrador', 'Email', 'Nombre']])
    expect(await bulto(['init', '--password', 'x'])).toMatchObject({ code: 2 })
    expect(await bulto(['init'])).toMatchObject({ code: 1 })
  })
})

describe('a shop that nobody can enter', () => {
  it('takes no data, says what comes first, and takes it then', async () => {
    const { code, noted } = await bulto(['import', feed])
    expect([code, noted]).toEqual([
      1,
      'La tienda no tiene todavía un administrador, y sin uno nadie podría entrar: créelo antes con «bulto init».',
    ])
    expect((await bulto(['init', ...ana])).code).toBe(0)
    expect((await bulto(['import', feed])).code).toBe(0)
  })

  it('gets an admin by init whatever else it holds', async () => {
    await onDatabase((db) => makeArticle(db))
    expect((await bulto(['init', ...ana])).code).toBe(0)
    expect(await people()).toHaveLength(1)
  })
})

describe('a demo shop', () => {
  /** The demo's accounts and one article; with `mark` as it is filled now, without as it was before. */
  const fillDemo = (mark: boolean) =>
    onDatabase(async (db) => {
      for (const { cuit, email, type } of accounts.slice(0, 2)) await makeUser(db, type, { cuit, email })
      await makeArticle(db, { id: 7, description: 'Sonajero de muestra' })
      if (mark) await db.kysely.insertInto('demo_fill').defaultValues().execute()
    })
  const zones = () => onDatabase(({ kysely }) => kysely.selectFrom('zone').select('name').execute())

  it.each([true, false])('refuses data of a real one, with the way out (marked: %s)', async (mark) => {
    await fillDemo(mark)
    for (const argv of [
      ['import', feed],
      ['import', feed, '--dry-run'],
      ['photos', feed],
      ['init', ...ana],
    ]) {
      const { code, noted } = await bulto(argv)
      expect([argv[0], code, noted]).toEqual([argv[0], 1, expect.stringContaining(REFUSED)])
      expect(noted).toContain('--replace-demo')
    }
    expect(await zones()).toEqual([])
    expect(await people()).toHaveLength(2)
  })

  it('goes with all that was added to it, which is named before, and leaves one admin and the feed', async () => {
    await fillDemo(true)
    await onDatabase(async (db) => {
      await makeUser(db, 'cliente', { first_name: 'Eva', last_name: 'Ríos', cuit: '20304050607' })
      await makeArticle(db, { id: 90_001 })
    })
    await writeFile(join(place.dataDir, 'nota.txt'), 'de nadie')
    const command = ['import', feed, '--replace-demo', ...ana]
    const named = await bulto(command)
    expect(named.code).toBe(1)
    expect(named.noted).toContain('  1 usuario: Eva Ríos (20304050607)\n  1 artículo\n')
    expect(named.noted).toContain('repita con --yes')
    expect(await people()).toHaveLength(3)
    const refused = await bulto(command, { typed: ['no'] })
    expect([refused.code, await people()]).toEqual([1, expect.objectContaining({ length: 3 })])

    const done = await bulto([...command, '--yes'])
    expect(done.code).toBe(0)
    expect(done.printed).toContain('La tienda de muestra se quitó')
    expect((await people()).map(({ cuit, type }) => [cuit, type])).toEqual([['27234567891', 'admin']])
    expect(await zones()).toEqual([{ name: 'Centro' }])
    expect(await onDatabase(({ kysely }) => kysely.selectFrom('article').select('id').execute())).toEqual([])
    // What is not the shop's stays.
    expect(await readdir(place.dataDir)).toContain('nota.txt')
    // The shop is like any other from here on.
    expect((await bulto(['import', feed])).code).toBe(0)
  })

  it('keeps all of it when the new admin is refused', async () => {
    await fillDemo(true)
    const { code, noted } = await bulto(['init', '--replace-demo', ...ana], {
      env: { BULTO_PASSWORD: 'corta' },
    })
    expect(code).toBe(1)
    expect(noted).toContain('No se creó el administrador')
    expect(await people()).toHaveLength(2)
    expect((await bulto(['import', feed, '--replace-demo', '--dry-run'])).code).toBe(2)
  })
})
