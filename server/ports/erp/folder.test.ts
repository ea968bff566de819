import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeXlsx } from 'hucre/xlsx'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openParts } from '../../spreadsheets/zip-parts.ts'
import type { FeedTable } from './erp.ts'
import { openFolderFeed } from './folder.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bulto-feed-'))
})
afterEach(() => rm(folder, { recursive: true }))

const put = (name: string, content: string | Uint8Array) => writeFile(join(folder, name), content)
const read = async <T extends FeedTable>(table: T) =>
  (await openFolderFeed(folder)).read(table).then((file) => file ?? expect.fail('no file'))
const problemsOf = async (table: FeedTable) =>
  (await read(table)).problems.map(({ row, column, message }) => ({ row, column, message }))

const headings = 'ID_ART;CODIGO_ART;DESCRIP_ART;ALIAS_ART;UXB;INTERNO;SURTIDO;MULTIPLO;TEMPORADA;ACTIVO'.split(';')
const articles = [
  headings,
  ['1', '00001', 'Muñeca Bebé', '7790000870422', '24', '12', '0', '', '2026', '1'],
  ['2', '00002', 'Auto; a "fricción"', '', '6', '', '1', '4', '', '0'],
]
const csv = (rows: readonly string[][]) =>
  `${rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';')).join('\r\n')}\r\n`
const xlsx = (rows: readonly (string | number | null)[][]) =>
  writeXlsx({ sheets: [{ name: 'Hoja1', rows: rows.map((row) => [...row]) }] })

describe('the files of a folder', () => {
  it('are found in any case, in the order of their dependence, and others are ignored', async () => {
    await put('PRECIOS.CSV', '')
    await put('Articulos.csv', '')
    await put('direcciones.xlsx', '')
    await put('notas.txt', '')
    expect((await openFolderFeed(folder)).tables).toEqual(['addresses', 'articles', 'prices'])
  })

  it.each(['precios.xls', 'Precios.ODS'])('%s is refused by name, beside files that are read', async (name) => {
    await put('articulos.csv', csv(articles))
    await put(name, 'x')
    expect((await openFolderFeed(folder)).tables).toEqual(['articles', 'prices'])
    expect(await problemsOf('prices')).toEqual([
      { row: null, column: null, message: expect.stringContaining('no se leen: guárdelo como .csv o .xlsx') },
    ])
    expect(await problemsOf('articles')).toEqual([])
  })

  it('tells a list in another format that lies beside the one that is read', async () => {
    await put('precios.csv', 'ID_ART;PRECIO_LPI\n1;10\n')
    await put('precios.xls', 'x')
    const { problems, remarks, rows } = await read('prices')
    expect([problems, rows.length]).toEqual([[], 1])
    expect(remarks).toEqual([
      { code: 'ARCHIVO', row: null, column: null, message: 'precios.xls no se leyó: está precios.csv' },
    ])
  })

  it.each([';', ','])('may say in the first line what separates its cells: sep=%s', async (separator) => {
    await put('precios.csv', `sep=${separator}\r\nID_ART${separator}PRECIO_LPI\r\n1${separator}10.5\r\n`)
    const { rows, problems } = await read('prices')
    expect([problems, rows.map(({ row, record }) => [row, record])]).toEqual([
      [],
      [[3, { articleId: 1, listPrice: 1050 }]],
    ])
  })

  it('may not exist twice', async () => {
    await put('precios.csv', '')
    await put('precios.xlsx', '')
    await expect(openFolderFeed(folder)).rejects.toThrow('uno solo de precios.csv, precios.xlsx')
  })

  it('must exist at all', async () => {
    await expect(openFolderFeed(folder)).rejects.toThrow('no hay ningún archivo del ERP')
    await expect(openFolderFeed(join(folder, 'nada'))).rejects.toThrow('No se puede leer la carpeta')
  })
})

describe('records', () => {
  it('of a CSV have clean names, units and defaults', async () => {
    await put('articulos.csv', csv(articles))
    const { rows, problems, rowCount } = await read('articles')
    expect(problems).toEqual([])
    expect(rowCount).toBe(2)
    expect(rows).toEqual([
      {
        row: 2,
        record: {
          id: 1,
          code: '00001',
          description: 'Muñeca Bebé',
          alias: '7790000870422',
          unitsPerPack: 24,
          innerPack: 12,
          assortment: 0,
          multiple: 1,
          season: '2026',
          active: true,
        },
      },
      {
        row: 3,
        record: {
          id: 2,
          code: '00002',
          description: 'Auto; a "fricción"',
          alias: '',
          unitsPerPack: 6,
          innerPack: 0,
          assortment: 1,
          multiple: 4,
          season: '',
          active: false,
        },
      },
    ])
  })

  it('are the same from XLSX, as text or as numbers', async () => {
    await put('articulos.csv', csv(articles))
    const fromCsv = await read('articles')
    await rm(join(folder, 'articulos.csv'))
    const numeric = (row: string[]) =>
      row.map((cell, place) => (place === 1 || place === 2 || !/^\d+$/.test(cell) ? cell || null : Number(cell)))
    for (const rows of [articles, articles.map(numeric)]) {
      await put('articulos.xlsx', await xlsx(rows))
      expect(await read('articles')).toEqual({ ...fromCsv, name: 'articulos.xlsx' })
    }
  })

  it('may have their columns in any order, and columns nobody knows', async () => {
    await put('precios.csv', 'MONEDA;precio_lpi ;ID_ART\nARS;10,5;3\n')
    expect((await read('prices')).rows).toEqual([{ row: 2, record: { articleId: 3, listPrice: 1050 } }])
  })

  it('of clients keep digits of the CUIT and turn empty references into none', async () => {
    await put(
      'clientes.csv',
      'ID_CLI;CODIGO_CLI;RAZONSOCIAL_CLI;NOMBRE_CLI;CUIT_CLI;EMAIL_CLI;ID_VC;IDCDV_CLI;ID_ZON;ID_IVA;BONIF_CLI;ACTIVO\n' +
        '1;C1;Uno;;30-71234567-1;;0;;;6;7.5;1\n',
    )
    expect((await read('clients')).rows[0]?.record).toMatchObject({
      cuit: '30712345671',
      sellerId: null,
      saleCondition: 1,
      zoneId: null,
      vatConditionId: 6,
      bonus: 750,
    })
  })

  it('of addresses know that province 0 is one', async () => {
    await put(
      'direcciones.csv',
      'ID_DIR;ID_CLI;DIRECCION_DIR;LOCALIDAD_DIR;IDPRV_DIR;CP_DIR;ID_EXP\n1;1;A 1;CABA;0;;\n2;1;B 2;;;;0\n3;1;C 3;;15;;\n',
    )
    const { rows, problems } = await read('addresses')
    expect(rows.map(({ record }) => record.provinceId)).toEqual([0, null])
    expect(problems).toEqual([
      { code: 'CELDA', row: 4, column: 'IDPRV_DIR', message: '«15» no es una provincia (0 a 24, sin 15)' },
    ])
  })
})

describe('problems', () => {
  it('name the row and the column, all of them at once', async () => {
    await put('precios.csv', 'ID_ART;PRECIO_LPI\n1;10,00\nx;12a,00\n3;-1,00\n4;1.234,00\n5;\n1;10,00\n')
    expect(await problemsOf('prices')).toEqual([
      { row: 3, column: 'ID_ART', message: '«x» debe ser un número entero' },
      { row: 3, column: 'PRECIO_LPI', message: '«12a,00» no es un número' },
      { row: 4, column: 'PRECIO_LPI', message: 'No puede ser negativo' },
      { row: 5, column: 'PRECIO_LPI', message: expect.stringContaining('separador de miles') },
      { row: 6, column: 'PRECIO_LPI', message: 'Está vacío' },
      { row: 7, column: 'ID_ART', message: '«1» está repetido: ya está en la fila 2' },
    ])
  })

  it.each([
    [
      'a missing column',
      'ID_ART;PRECIO\n1;1\n',
      { row: 1, column: 'PRECIO_LPI', message: 'Falta la columna PRECIO_LPI' },
    ],
    ['a column twice', 'ID_ART;ID_ART;PRECIO_LPI\n1;1;1\n', { row: 1, message: 'La columna ID_ART está repetida' }],
    ['other separators', 'ID_ART,PRECIO_LPI\n1,1\n', { row: 1, message: expect.stringContaining('punto y coma') }],
    [
      'a file cut between columns',
      'ID_ART;PRECIO_LPI\n1;1\n2',
      { row: 3, message: expect.stringContaining('cortado') },
    ],
    [
      'a file cut inside a number',
      'ID_ART;PRECIO_LPI\n1;1\n2;10',
      { row: 3, message: expect.stringContaining('cortado') },
    ],
    ['a file cut in its headings', 'ID_ART;PRECIO_LPI', { row: 1, message: expect.stringContaining('cortado') }],
    [
      'a row with too many cells',
      'ID_ART;PRECIO_LPI\n1;1;5\n',
      { row: 2, message: expect.stringContaining('más columnas') },
    ],
    ['an empty file', '', { row: null, message: 'El archivo está vacío' }],
    [
      'a number beyond all bounds',
      'ID_ART;PRECIO_LPI\n9999999999;1\n',
      { row: 2, message: expect.stringContaining('grande') },
    ],
  ])('tell of %s', async (_, content, problem) => {
    await put('precios.csv', content)
    expect(await problemsOf('prices')).toMatchObject([problem])
  })

  it('tell of texts that are too long', async () => {
    await put('vendedores.csv', `ID_VC;DESCRIP_VC\n1;${'x'.repeat(101)}\n`)
    expect(await problemsOf('sellers')).toEqual([
      { row: 2, column: 'DESCRIP_VC', message: 'Tiene 101 caracteres y el máximo es 100' },
    ])
  })

  it('tell of a subcategory without category and a category without brand', async () => {
    const columns =
      'CODIGO_ART;MARCA;CATEGORIA;SUBCATEGORIA;ORDEN_IO;DESCUENTO_IO;OFERTA_IO;DESTACADO_IO;INDICACION_IO;ACTIVO_IO'
    await put(
      'asignaciones.csv',
      `${columns}\n1;;Autos;;1;0;0;0;;1\n2;Tuki;;Trenes;1;0;0;0;;1\n3;Tuki;;;1;100,5;2;0;;1\n`,
    )
    expect(await problemsOf('listings')).toEqual([
      { row: 2, column: 'MARCA', message: 'La categoría necesita una marca' },
      { row: 3, column: 'CATEGORIA', message: 'La subcategoría necesita una categoría' },
      { row: 4, column: 'DESCUENTO_IO', message: '«100,5» debe estar entre 0 y 100' },
      { row: 4, column: 'OFERTA_IO', message: '«2» debe ser 1 o 0' },
    ])
  })

  it('tell of codes that a spreadsheet turned into numbers', async () => {
    await put('articulos.xlsx', await xlsx([headings, [1, 1, 'Muñeca', '', 1, 1, 1, 1, '', 1]]))
    expect(await problemsOf('articles')).toEqual([
      { row: 2, column: 'CODIGO_ART', message: expect.stringContaining('formato de texto') },
    ])
  })

  it('tell of a workbook that is none, is cut, or is a bomb', async () => {
    await put('precios.xlsx', 'ID_ART;PRECIO_LPI\n')
    expect(await problemsOf('prices')).toMatchObject([
      { row: null, message: expect.stringContaining('No es una planilla') },
    ])
    const whole = await xlsx([['ID_ART', 'PRECIO_LPI'], ...Array.from({ length: 50 }, (_, row) => [row + 1, row])])
    await put('precios.xlsx', whole.slice(0, -40))
    expect(await problemsOf('prices')).toMatchObject([{ row: null, message: expect.stringContaining('cortada') }])
    expect((await openParts(whole)).has('xl/workbook.xml')).toBe(true)
    await expect(openParts(whole, { entries: 100, bytes: 500 })).rejects.toThrow('demasiado grande')
    await expect(openParts(whole, { entries: 2, bytes: 1e6 })).rejects.toThrow('demasiado grande')
  })
})
