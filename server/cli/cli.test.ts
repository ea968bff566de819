/** `bulto` through its commands, on an embedded database of its own. */
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../db/open.ts'
import { namedRows } from '../erp/erp-sync/erp-sync.report.ts'
import { verifyPassword } from '../people/auth/password.ts'
import { makeUser } from '../test/make.ts'
import { type Answers, runCommand } from '../test/run-command.ts'
import { createDatabase, type DatabasePlace } from '../test/test-database.ts'
import { explain } from './run.ts'
import { progressLine, progressOn } from './terminal.ts'

let place: DatabasePlace
let feed: string
// One database for all, because each command opens and closes it: the tests keep to different tables.
beforeAll(async () => {
  place = await createDatabase('embedded')
  // Only a shop with an admin takes data.
  await onDatabase((db) => makeUser(db, 'admin'))
})
afterAll(() => place.remove())
beforeEach(async () => {
  feed = await mkdtemp(join(tmpdir(), 'bulto-cli-'))
})
afterEach(() => rm(feed, { recursive: true }))

/** Runs a command on the test's own folder. */
const bulto = (argv: string[], answers?: Answers) => runCommand(argv, place.dataDir, answers)

async function onDatabase<T>(work: (db: Awaited<ReturnType<typeof openDatabase>>) => Promise<T>): Promise<T> {
  const db = await openDatabase(place.options)
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

const putSellers = (rows: string) => writeFile(join(feed, 'vendedores.csv'), `ID_VC;DESCRIP_VC\n${rows}`)
it('says in a sentence that the disk is full or that the database went away, without a stack', async () => {
  // The system's own error of a full disk.
  const full = await writeFile('/dev/full', 'x').catch((error: unknown) => error)
  expect(explain(full)).toBe(
    'El disco está lleno, o no se puede escribir en él. Libere espacio y vuelva a intentarlo. (ENOSPC)',
  )
  expect(explain(new Error('The embedded database has stopped'))).toBe(
    'La base de datos dejó de responder. Revise que esté en marcha y que su disco no esté lleno, y vuelva a intentarlo.',
  )
})

const names = [
  'start',
  'init',
  'migrate',
  'demo',
  'import',
  'map',
  'from-shop',
  'photos',
  'check',
  'backup',
  'restore',
  'end-drill',
  'move',
  'upgrade',
  'create-user',
  'set-password',
  'remove-second-factor',
  'export-person',
  'erase-person',
]

describe('help', () => {
  it('lists every command', async () => {
    const { code, printed } = await bulto(['--help'])
    expect(code).toBe(0)
    for (const name of names) expect(printed).toMatch(new RegExp(`^  ${name}( [A-Z][A-Za-z.|-]*)*  +[A-Z]`, 'm'))
    expect((await bulto([])).code).toBe(2)
  })

  it.each(names)('of %s says how it is used', async (name) => {
    const { code, printed } = await bulto([name, '--help'])
    expect(code).toBe(0)
    expect(printed).toContain(`Uso: bulto ${name}`)
    expect(printed).toContain('--help')
  })
})

it('--version says version and commit in one word', async () => {
  const { version } = JSON.parse(await readFile('package.json', 'utf8'))
  expect(await bulto(['--version'])).toMatchObject({ code: 0, printed: `${version}-sources` })
})

it('an upgrade is refused to a program that lies in no folder of releases', async () => {
  const { code, noted } = await bulto(['upgrade'])
  expect(code).toBe(1)
  expect(noted).toContain('no está en una carpeta de versiones')
})

describe('a wrong call', () => {
  it.each([
    [['imprt'], 'No existe el comando «imprt»'],
    [['import'], 'Falta CARPETA'],
    [['import', 'a', 'b'], 'Sobra «b»'],
    [['import', 'a', '--parcial'], 'No existe la opción --parcial'],
    [['import', 'a', '--force=1'], 'La opción --force no lleva un valor'],
    [['create-user', '--cuit'], 'Falta el valor de --cuit'],
    [['create-user', '--type', 'jefe'], '--type debe ser cliente, vendedor, supervisor o admin'],
    [['create-user', '--type', 'cliente', '--client', 'x'], '--client debe ser un número'],
    [['create-user', '--type', 'cliente', '--client', '2147483648'], '--client debe ser un número'],
    [['create-user', '--type', 'cliente', '--client', '0'], '--client debe ser un número'],
    [['create-user', '--type', 'admin'], 'Falta --cuit'],
  ])('%j ends with 2 and says why', async (argv, message) => {
    const { code, noted } = await bulto(argv)
    expect(code).toBe(2)
    expect(noted).toContain(message)
  })
})

describe('import', () => {
  it('prints what it did, and that nothing changed the second time', async () => {
    await putSellers('1;Ana\n2;Beto\n')
    const first = await bulto(['import', feed])
    expect(first.code).toBe(0)
    expect(first.printed).toMatch(/vendedores\.csv\s+2\s+2\s+0\s+0\s+0\s+0/)
    const second = await bulto(['import', feed])
    expect(second.code).toBe(0)
    expect(second.printed).toMatch(/vendedores\.csv\s+2\s+0\s+0\s+2\s+0\s+0/)
  })

  it('ends with 1 and names file, row and column of what it refused, whole or in part', async () => {
    await putSellers('1;Ana María\nx;Beto\n')
    const { code, noted } = await bulto(['import', feed])
    expect(code).toBe(1)
    expect(noted).toContain('vendedores.csv, fila 3, columna ID_VC: «x» debe ser un número entero')
    expect(noted).toContain('No se importó, y quedó como estaba: vendedores.csv.')
    const partial = await bulto(['import', feed, '--partial'])
    expect(partial.code).toBe(1)
    expect(partial.printed).toMatch(/vendedores\.csv\s+2\s+0\s+1\s+0\s+0\s+1/)
    expect(partial.noted).toContain('Se importó solo en parte: vendedores.csv.')
  })

  it('tells what it took and somebody should know, with file, row and column', async () => {
    await writeFile(join(feed, 'escalas.csv'), 'ID_ESC;ID_ART;MARCA;UNIDADES;PORCENTAJE\n1;;Luna;24;5\n')
    const { code, noted } = await bulto(['import', feed])
    await rm(join(feed, 'escalas.csv'))
    expect(code).toBe(0)
    expect(noted).toContain('escalas.csv, fila 2, columna MARCA: La tienda no tiene «Luna»')
  })

  it('explains how a large loss is accepted', async () => {
    await putSellers('1;Ana María\n')
    expect((await bulto(['import', feed])).noted).toContain('repita con --force')
    expect((await bulto(['import', feed, '--force'])).code).toBe(0)
  })

  it('tells the same fault of many rows in one line', () => {
    expect(namedRows([4])).toBe('fila 4')
    expect(namedRows([4, 7, 8, 9, 12])).toBe('filas 4, 7-9, 12')
  })

  it('ends with 1 for a folder that has nothing to import', async () => {
    expect(await bulto(['import', feed])).toMatchObject({
      code: 1,
      noted: expect.stringContaining('no hay ningún archivo'),
    })
  })

  it('ends with the way for files of another program, whether their names or only their columns are its own', async () => {
    const hint = new RegExp(`Si estos archivos los exportó otro programa: bulto map ${feed}\\s*$`)
    expect((await bulto(['import', feed])).noted).toMatch(hint)
    await writeFile(join(feed, 'articulos.csv'), 'Código;Descripción;Marca\n01;Oso;Tuki\n')
    expect((await bulto(['import', feed])).noted).toMatch(hint)
    await rm(join(feed, 'articulos.csv'))
    await putSellers('x;Ana\n')
    expect((await bulto(['import', feed])).noted).not.toMatch(hint)
  })

  it('says plainly that the running shop holds the embedded database', async () => {
    await putSellers('1;Ana\n')
    await onDatabase(async () => {
      const { code, noted } = await bulto(['import', feed])
      expect(code).toBe(1)
      expect(noted).toContain('ya está en uso')
      expect(noted).toContain('deténgala')
      expect(noted).toContain('DATABASE_URL')
    })
  })

  it('tells of a wrong configuration before it does anything', async () => {
    await putSellers('1;Ana\n')
    expect(await bulto(['import', feed], { env: { PORT: 'x' } })).toMatchObject({
      code: 1,
      noted: expect.stringContaining('PORT'),
    })
  })
})

describe('init', () => {
  it('closes a data folder that other users could read, and says so', async () => {
    await chmod(feed, 0o755)
    const { noted } = await bulto(['init', '--cuit', '20-11111111-2'], { env: { DATA_DIR: feed } })
    expect(noted).toContain('estaba abierta a otros usuarios: se cerró')
    expect((await stat(feed)).mode & 0o777).toBe(0o700)
  })

  it('warns where the folder holds what is not the shop’s, and leaves its rights', async () => {
    await chmod(feed, 0o755)
    await writeFile(join(feed, 'carta.txt'), 'x')
    const { noted } = await bulto(['init', '--cuit', '20-11111111-2'], { env: { DATA_DIR: feed } })
    expect(noted).toContain(`otros usuarios pueden leer ${feed}. Ciérrela: chmod 700 ${feed}`)
    expect((await stat(feed)).mode & 0o777).toBe(0o755)
  })
})

describe('migrate', () => {
  it('makes the tables of an empty database once', async () => {
    const env = { DATA_DIR: feed }
    expect((await bulto(['migrate'], { env })).printed).toContain('Aplicada: 0001_foundation')
    expect((await bulto(['migrate'], { env })).printed).toContain('ya estaba al día')
  })
})

describe('photos', () => {
  it('names every file that it does not take, and ends with 1', async () => {
    await writeFile(join(feed, 'NADA.jpg'), 'no photo')
    const alone = await bulto(['photos', feed])
    expect(alone).toMatchObject({ code: 1, noted: 'NADA.jpg: ningún artículo tiene ese código' })
    for (const name of ['102.heic', '1909.HEIC', 'a.bmp', 'lista.pdf', 'Thumbs.db', '.oculto'])
      await writeFile(join(feed, name), 'x')
    await mkdir(join(feed, 'más'))
    const { code, printed, noted } = await bulto(['photos', feed])
    expect(code).toBe(1)
    for (const name of ['102.heic', '1909.HEIC', 'a.bmp', 'lista.pdf'])
      expect(noted).toContain(`${name}: Ese formato no se admite.`)
    expect(noted).toContain('más/: Es una carpeta')
    expect(noted).not.toMatch(/Thumbs|oculto/)
    expect(printed).toContain('1 sin artículo, 5 rechazadas')
  })

  it('ends with 1 without a folder', async () => {
    expect(await bulto(['photos', join(feed, 'nada')])).toMatchObject({
      code: 1,
      noted: expect.stringContaining('carpeta'),
    })
  })
})

describe('create-user', () => {
  const admin = ['create-user', '--type', 'admin', '--cuit', '20-11111111-2', '--email', 'ana@tienda.example']

  it('takes the password from the environment, and shows it nowhere', async () => {
    const { code, printed, noted } = await bulto(admin, { env: { BULTO_PASSWORD: 'una clave larga' } })
    expect(code).toBe(0)
    expect(printed).toContain('admin, CUIT 20-11111111-2, ana@tienda.example')
    expect(printed + noted).not.toContain('clave')
  })

  it('takes the password from a pipe; a client needs only its id, be it one that the shop made', async () => {
    const id = 1_000_000_007
    const client = { id, code: 'C7', business_name: 'Bazar', cuit: '30712345671' }
    await onDatabase(({ kysely }) =>
      kysely
        .insertInto('client')
        .values({ ...client, email: 'compras@bazar.example' })
        .execute(),
    )
    const { code, printed } = await bulto(['create-user', '--type', 'cliente', '--client', `${id}`], {
      piped: 'ocho-letras',
    })
    expect(code).toBe(0)
    expect(printed).toContain('cliente, CUIT 30-71234567-1, compras@bazar.example')
  })

  it('asks a person for what is missing, the password twice', async () => {
    const typed = ['supervisor', '20-22222222-3', 'sup@tienda.example', 'una clave larga', 'una clave corta']
    const { code, asked, noted } = await bulto(['create-user'], { typed })
    expect(code).toBe(1)
    expect(asked).toEqual([expect.stringContaining('Tipo'), 'CUIT', 'Email', 'Contraseña', 'Otra vez'])
    expect(noted).toContain('no coinciden')
  })

  it('ends with 1 when the account is refused', async () => {
    const { code, noted } = await bulto(admin, { env: { BULTO_PASSWORD: 'corta' } })
    expect(code).toBe(1)
    expect(noted).toContain('No se creó el usuario: Debe ingresar una contraseña válida: al menos 12 caracteres')
  })
})

describe('set-password', () => {
  const cuit = '27-31111111-1'
  const digits = cuit.replaceAll('-', '')

  it('takes the password from a pipe or two questions, shows it nowhere, ends sessions, is audited and mailed', async () => {
    await onDatabase(async (db) => {
      const { id } = await makeUser(db, 'admin', { cuit: digits })
      await db.kysely
        .insertInto('session')
        .values({
          token_hash: Buffer.from('x'),
          user_id: id,
          expires_at: new Date(Date.now() + 3_600_000),
          user_agent: '',
        })
        .execute()
      await db.kysely
        .insertInto('password_reset')
        .values({ user_id: id, code_hash: Buffer.from('x'), expires_at: new Date(Date.now() + 3_600_000) })
        .execute()
    })
    const typed = [cuit, 'una clave bien larga', 'una clave bien larga']
    const asked = await bulto(['set-password'], { typed })
    expect(asked).toMatchObject({ code: 0, asked: ['CUIT', 'Contraseña', 'Otra vez'] })
    const piped = await bulto(['set-password', '--cuit', cuit], { piped: 'otra clave bien larga' })
    expect(piped).toMatchObject({
      code: 0,
      printed: `Contraseña cambiada: admin, CUIT ${cuit}. Sus sesiones se cerraron.`,
    })
    expect(asked.printed + asked.noted + piped.printed + piped.noted).not.toContain('clave')
    await onDatabase(async ({ kysely }) => {
      const user = await kysely.selectFrom('app_user').selectAll().where('cuit', '=', digits).executeTakeFirstOrThrow()
      expect(await verifyPassword(user.password_hash, 'otra clave bien larga')).toBe(true)
      const count = async (table: 'session' | 'password_reset') =>
        (await kysely.selectFrom(table).select('user_id').where('user_id', '=', user.id).execute()).length
      expect([await count('session'), await count('password_reset')]).toEqual([0, 0])
      const audited = await kysely.selectFrom('audit').selectAll().where('entity_id', '=', String(user.id)).execute()
      expect(audited.filter(({ action }) => action === 'password-reset')).toHaveLength(2)
      const mails = await kysely.selectFrom('job').select('payload').where('kind', '=', 'passwordSetMail').execute()
      expect(mails.map(({ payload }) => payload)).toEqual([{ userId: user.id }, { userId: user.id }])
    })
  })

  it.each([
    [['--cuit', cuit], { piped: 'corta' }, 1, 'No se cambió la contraseña: Debe ingresar una contraseña válida'],
    [['--cuit', '20-33333333-4'], { piped: 'una clave bien larga' }, 1, 'No hay ningún usuario con ese CUIT'],
    [['--cuit', '20-1'], { piped: 'una clave bien larga' }, 2, 'El CUIT no es válido'],
    [['--cuit', cuit], {}, 2, 'Falta la contraseña'],
    [['--password', 'x'], {}, 2, 'No existe la opción --password'],
  ])('%j with %j ends with %i and says why', async (args, answers, code, message) => {
    const ended = await bulto(['set-password', ...args], answers)
    expect(ended.code).toBe(code)
    expect(ended.noted).toContain(message)
  })

  it('says with the embedded database in use that the shop must be stopped, and changes nothing', async () => {
    await onDatabase(async () => {
      const { code, noted } = await bulto(['set-password', '--cuit', cuit], { piped: 'una clave nueva y larga' })
      expect(code).toBe(1)
      expect(noted).toContain('deténgala mientras dure este comando')
    })
  })
})

describe('progress', () => {
  it('is a bar on a console', () => {
    expect(progressLine('precios.csv', 5200, 10000)).toContain(' 52 %  (5200 de 10000)')
    let time = 1000
    const written: string[] = []
    const progress = progressOn({ isTTY: true, write: (text) => written.push(text) }, () => time)
    progress.show('precios.csv', 0, 10)
    progress.show('precios.csv', 1, 10)
    expect(written).toHaveLength(1)
    time += 100
    progress.show('precios.csv', 5, 10)
    progress.clear()
    expect(written.slice(1)).toEqual([expect.stringContaining('50 %'), '\r\u001b[2K'])
  })

  it('is a plain line now and then elsewhere, and none for a short task', () => {
    let time = 9000
    const written: string[] = []
    const progress = progressOn({ write: (text) => written.push(text) }, () => time)
    progress.show('fotos', 1, 10)
    time += 6000
    progress.show('fotos', 2, 10)
    progress.show('fotos', 3, 10)
    progress.clear()
    expect(written).toEqual(['fotos: 2 de 10\n'])
  })
})
