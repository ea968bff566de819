/** From another shop's export to a shop that has its articles, pictures, clients and old addresses, by the command line. */
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../db/open.ts'
import { leadOn } from '../page/old-addresses.service.ts'
import { makeUser } from '../test/make.ts'
import { type Answers, runCommand } from '../test/run-command.ts'
import { type HttpStub, httpStub } from '../test/stubs/http-stub.ts'
import { createDatabase, type DatabasePlace } from '../test/test-database.ts'

let place: DatabasePlace
let root: string
let pictures: HttpStub
beforeAll(async () => {
  place = await createDatabase('embedded')
  await onDatabase((db) => makeUser(db, 'admin'))
  root = await mkdtemp(join(tmpdir(), 'bulto-from-shop-cli-'))
  const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#f00' } })
    .png()
    .toBuffer()
  pictures = await httpStub(({ url }) =>
    url.endsWith('.png') ? { contentType: 'image/png', body: png } : { status: 404, body: '' },
  )
})
afterAll(async () => {
  await pictures.close()
  await place.remove()
  await rm(root, { recursive: true })
})
const bulto = (argv: string[], answers?: Answers) => runCommand(argv, place.dataDir, answers)
async function onDatabase<T>(work: (db: Awaited<ReturnType<typeof openDatabase>>) => Promise<T>): Promise<T> {
  const db = await openDatabase(place.options)
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

test('an export becomes a shop: articles, prices, tree, pictures, clients and old addresses (R411 to R414)', async () => {
  const [from, to] = [join(root, 'vieja'), join(root, 'nueva')]
  await mkdir(from)
  await writeFile(
    join(from, 'tiendanube.csv'),
    [
      'Identificador de URL;Nombre;Categorías;Valor de propiedad 1;Precio;SKU;Stock;Mostrar en tienda;Imágenes',
      `oso;Oso;Peluches > Osos;Grande;1,500.00;00123;4;SI;${pictures.url}/a.png`,
      'oso;;;Chico;900.00;00124;;;',
      `auto;Auto;Rodados;;10.00;7;0;NO;${pictures.url}/falta`,
      '',
    ].join('\r\n'),
  )
  await writeFile(
    join(from, 'clientes.csv'),
    'Nombre;Email;CUIT\r\nSol;sol@sol.example;30-71234567-1\r\nAna;a@a.example;\r\n',
  )

  expect(await bulto(['from-shop', from, to, '--brand', 'Propia'])).toMatchObject({ code: 0, noted: '' })
  expect(await readFile(join(to, 'informe.txt'), 'utf8')).toContain('Tienda: Tiendanube. 2 productos son 3 artículos.')
  expect((await bulto(['from-shop', from, to])).code).toBe(1)

  // A trial knows the articles that it would bring.
  const tried = await bulto(['import', to, '--dry-run'])
  expect([tried.code, tried.noted]).toEqual([0, ''])
  expect(tried.printed).toMatch(/direcciones_anteriores.csv +2 +2 +0/)
  const imported = await bulto(['import', to])
  expect([imported.code, imported.noted]).toEqual([0, ''])
  expect((await bulto(['import', to])).printed).toMatch(/direcciones_anteriores.csv +2 +0 +0 +2 +0 +0/)

  // Corrected with a spreadsheet, and kept as one.
  await writeFile(join(to, 'direcciones_anteriores.xlsx'), '')
  expect((await bulto(['import', to])).noted).toContain('debe haber uno solo de direcciones_anteriores.csv, direcc')
  await rename(join(to, 'direcciones_anteriores.csv'), join(to, 'otro.csv'))
  expect((await bulto(['import', to])).noted).toContain('guárdelo como direcciones_anteriores.csv')
  await rm(join(to, 'direcciones_anteriores.xlsx'))

  const list = join(to, 'fotos.csv')
  const without = await bulto(['photos', list])
  expect([without.code, without.noted]).toEqual([1, expect.stringContaining('red interna')])
  const env = { WEBHOOK_HOSTS: '127.0.0.1' }
  const taken = await bulto(['photos', list], { env })
  expect(taken.printed).toContain('Fotos: 2 en su lugar (2 nuevas o cambiadas, 0 de antes), 1 bajadas')
  expect([taken.code, taken.noted]).toEqual([1, expect.stringContaining('fila 4: Ya no está (404)')])

  const shop = await onDatabase(async ({ kysely }) => ({
    articles: await kysely
      .selectFrom('article')
      .innerJoin('price', 'price.article_id', 'article.id')
      .innerJoin('listing', 'listing.article_id', 'article.id')
      .select(['article.code', 'article.description', 'price.list_price as price', 'article.stock', 'listing.active'])
      .orderBy('article.code')
      .execute(),
    clients: await kysely.selectFrom('client').select(['cuit', 'business_name as name']).execute(),
    media: await kysely.selectFrom('media').select(['slot']).execute(),
    lead: await leadOn(kysely, '/productos/oso/'),
  }))
  expect(shop).toEqual({
    articles: [
      { code: '00123', description: 'Oso – Grande', price: 1500_00, stock: 4, active: true },
      { code: '00124', description: 'Oso – Chico', price: 900_00, stock: null, active: true },
      { code: '7', description: 'Auto', price: 10_00, stock: 0, active: false },
    ],
    clients: expect.arrayContaining([{ cuit: '30712345671', name: 'Sol' }]),
    media: [{ slot: 1 }, { slot: 1 }],
    lead: '/catalogo?articulo=00123',
  })

  // Old addresses alone, one of them wrong: nothing of them changes.
  const alone = join(root, 'sola')
  await mkdir(alone)
  await writeFile(join(alone, 'Direcciones_Anteriores.csv'), 'DIRECCION_ANTERIOR;CODIGO_ART\n/x;00123\n/y;NO\n')
  const wrong = await bulto(['import', alone])
  expect([wrong.code, wrong.noted]).toEqual([1, expect.stringContaining('El artículo NO no existe')])
  expect(await onDatabase(({ kysely }) => leadOn(kysely, '/productos/oso'))).toBe('/catalogo?articulo=00123')
})

test.each([
  ['--without-vat', 'x'],
  ['--without-vat', '0'],
  ['--brand', ' '],
])('%s %s is refused in plain words', async (option, value) => {
  const { code, noted } = await bulto(['from-shop', root, join(root, 'x'), option, value])
  expect([code, noted]).toEqual([1, expect.stringContaining(option)])
})
