/** Files of another program, read by a mapping (R406). Every test writes the files and the mapping it means. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeXlsx } from 'hucre/xlsx'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { workbookOf } from '../../../test/workbook.ts'
import type { FeedTable } from '../erp.ts'
import { openFolderFeed } from '../folder.ts'
import { looseKeys } from './feed-keys.ts'
import { decodeMapping, readMapping, writeMapping } from './mapping.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bulto-map-'))
})
afterEach(() => rm(folder, { recursive: true }))

const put = (name: string, content: string | Uint8Array) => writeFile(join(folder, name), content)
/** A workbook whose sheet has these rows. */
const xlsx = (rows: readonly (readonly (string | number | null)[])[], name = 'Hoja1') =>
  writeXlsx({ sheets: [{ name, rows: rows.map((row) => [...row]) }] })
const mapping = (files: Record<string, object>, ...lists: object[]) =>
  decodeMapping({ version: 1, archivos: files, listas: lists }, 'prueba')
const open = (given: ReturnType<typeof mapping>) => openFolderFeed(folder, { mapping: given, keys: looseKeys() })
const records = async (feed: Awaited<ReturnType<typeof open>>, table: FeedTable) => {
  const file = (await feed.read(table)) ?? expect.fail('no file')
  return { ...file, records: file.rows.map(({ record }) => record as unknown as Record<string, unknown>) }
}

const articles = (more: object = {}, columns: object = {}) => ({
  lista: 'articulos',
  archivo: 'a',
  columnas: {
    ID_ART: { clave: ['Cód. Artículo'] },
    CODIGO_ART: { columna: 'Cód. Artículo' },
    DESCRIP_ART: { columna: 'Descripción' },
    ACTIVO: { constante: '1' },
    ...columns,
  },
  ...more,
})
const prices = (heading = 'Precio', more: object = {}) => ({
  lista: 'precios',
  archivo: 'a',
  columnas: { ID_ART: { clave: ['Cód. Artículo'] }, PRECIO_LPI: { columna: heading, ...more } },
})

describe('files of another program', () => {
  it('of a workbook the first sheet that a person sees is read, not a hidden one before it', async () => {
    const row = (...cells: string[]) =>
      `<row>${cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`
    const headings = row('Cód. Artículo', 'Descripción')
    const sheets = [
      { name: 'Viejo', hidden: true, rows: headings + row('00999', 'De otro año') },
      { name: 'Lista', rows: headings + row('00123', 'Muñeca') },
    ]
    await put('articulos_tango.xlsx', workbookOf(sheets))
    const read = await records(await open(mapping({ a: { archivo: 'articulos_tango.xlsx' } }, articles())), 'articles')
    expect(read.records.map(({ code }) => code)).toEqual(['00123'])
  })

  it('are read in Windows-1252 with thousands, titles above and a total below', async () => {
    const text = [
      'Listado de artículos;;',
      'Emitido el 30/11/2026;;',
      'CÓD. ARTÍCULO;Descripción;Precio',
      ' 00123 ;Muñeca bebé;$ 1.234,50',
      '00124;Auto;1.000',
      ';Total;2.234,50',
      '',
    ].join('\r\n')
    await put('ARTICULOS_20261130.TXT', Buffer.from(text, 'latin1'))
    const feed = await open(
      mapping(
        { a: { archivo: 'articulos_*.txt', codificacion: 'windows-1252', separador: ';', decimal: ',' } },
        articles({ saltarSinDato: ['Cód. Artículo'] }),
        { ...prices(), saltarSinDato: ['Cód. Artículo'] },
      ),
    )
    expect(feed.tables).toEqual(['articles', 'prices'])
    const read = await records(feed, 'articles')
    expect(read.records.map(({ code, description }) => [code, description])).toEqual([
      ['00123', 'Muñeca bebé'],
      ['00124', 'Auto'],
    ])
    expect(read.problems).toEqual([])
    expect(read.remarks).toEqual([
      expect.objectContaining({ row: null, message: 'Queda afuera 1 fila que no tiene «Cód. Artículo»: 6' }),
    ])
    expect((await records(feed, 'prices')).records.map(({ listPrice }) => listPrice)).toEqual([123_450, 100_000])
  })

  it('are read in the code page of DOS, with a decimal point and prices of four decimals that are rounded', async () => {
    const cp850 = Buffer.concat([
      Buffer.from('COD|DETALLE|IMPORTE\nA1|Mu'),
      Buffer.from([0xa4]),
      Buffer.from('eca beb'),
      Buffer.from([0x82]),
      Buffer.from('|1234.5678\nA2|Sin decimales|1,500.0000\n'),
    ])
    await put('arts.prn', cp850)
    const feed = await open(
      mapping(
        { a: { archivo: 'arts.prn', codificacion: 'cp850', separador: '|', decimal: '.' } },
        articles(
          {},
          { ID_ART: { clave: ['Cod'] }, CODIGO_ART: { columna: 'Cod' }, DESCRIP_ART: { columna: 'Detalle' } },
        ),
        {
          lista: 'precios',
          archivo: 'a',
          columnas: { ID_ART: { clave: ['COD'] }, PRECIO_LPI: { columna: 'IMPORTE', redondear: true } },
        },
      ),
    )
    expect((await records(feed, 'articles')).records[0]).toMatchObject({ code: 'A1', description: 'Muñeca bebé' })
    expect((await records(feed, 'prices')).records.map(({ listPrice }) => listPrice)).toEqual([123_457, 150_000])
  })

  it('several files are joined by an id, and their rows added where the mapping says so', async () => {
    await put('art.csv', 'Id,Cód. Artículo,Descripción\n7,001,Oso\n8,002,Pato\n9,003,Gato\n')
    await put('stock.csv', 'Id Art;Depósito;Saldo\n7;1;5\n7;2;3,00\n8;1;-1\n')
    const files = { a: { archivo: 'art.csv' }, s: { archivo: 'stock.csv', decimal: ',' } }
    const join = (several: object) => ({ unir: [{ archivo: 's', columna: 'Id Art', con: 'Id', ...several }] })
    const stock = { STOCK_ART: { de: 's', columna: 'Saldo', vacio: '0' } }
    const summed = await records(await open(mapping(files, articles(join({ varias: 'suma' }), stock))), 'articles')
    expect(summed.records.map((record) => record.stock)).toEqual([8, 0, 0])
    const unclear = await records(await open(mapping(files, articles(join({}), stock))), 'articles')
    expect(unclear.problems).toEqual([
      expect.objectContaining({ row: 2, message: 'stock.csv tiene 2 filas para el mismo «Id Art»' }),
    ])
  })

  it('a column for each list of prices becomes the lists and their prices', async () => {
    const rows = [
      ['Cód. Artículo', 'Descripción', 'Precio', 'Mayorista', 'Interior'],
      ['0A', 'Oso', 100, 90.5, null],
      ['0B', 'Pato', 200, 180, 190],
    ]
    await put('lista.xlsx', await xlsx(rows))
    const feed = await open(
      mapping({ a: { archivo: 'lista.xlsx' } }, articles(), prices(), {
        lista: 'precios_listas',
        archivo: 'a',
        precios: [
          { nombre: 'Mayorista', columna: 'Mayorista' },
          { nombre: 'Del interior', columna: 'Interior' },
        ],
        columnas: { ID_ART: { clave: ['Cód. Artículo'] } },
      }),
    )
    expect(feed.tables).toEqual(['priceLists', 'articles', 'prices', 'listPrices'])
    expect((await records(feed, 'priceLists')).records).toEqual([
      { id: 1, name: 'Mayorista' },
      { id: 2, name: 'Del interior' },
    ])
    await records(feed, 'articles')
    const { records: rowsRead } = await records(feed, 'listPrices')
    expect(rowsRead.map(({ listId, articleId, listPrice }) => [listId, articleId, listPrice])).toEqual([
      [1, 1, 9_050],
      [2, 1, 0],
      [1, 2, 18_000],
      [2, 2, 19_000],
    ])
  })

  it('values, constants, filters and repeated rows: sellers out of their clients', async () => {
    const text =
      'Código;Razón Social;CUIT;Vendedor;Habilitado;Provincia\n' +
      '0001;Sol;30-71234567-1;Ana Paz;S;Buenos Aires\n' +
      '0002;Luna;;Ana Paz;N;CABA\n' +
      '0003;Mar;;Beto;S;Mendoza\n'
    await put('clientes exportados.csv', text)
    const key = (...headings: string[]) => ({ clave: headings })
    const feed = await open(
      mapping(
        { c: { archivo: 'Clientes exportados.csv' } },
        {
          lista: 'vendedores',
          archivo: 'c',
          repetidas: 'una',
          columnas: { ID_VC: key('Vendedor'), DESCRIP_VC: { columna: 'Vendedor' } },
        },
        {
          lista: 'clientes',
          archivo: 'c',
          columnas: {
            ID_CLI: key('Código'),
            CODIGO_CLI: { columna: 'Código' },
            RAZONSOCIAL_CLI: { columna: 'Razón social' },
            CUIT_CLI: { columna: 'CUIT' },
            ID_VC: key('Vendedor'),
            ACTIVO: { columna: 'Habilitado', valores: { S: '1', N: '0' } },
          },
        },
        {
          lista: 'direcciones',
          archivo: 'c',
          solo: [{ columna: 'Habilitado', valores: ['S'] }],
          columnas: {
            ID_DIR: key('Código'),
            ID_CLI: key('Código'),
            DIRECCION_DIR: { columna: 'Provincia' },
            IDPRV_DIR: { columna: 'Provincia', valores: { 'Buenos Aires': '1', CABA: '0' } },
          },
        },
      ),
    )
    expect((await records(feed, 'sellers')).records).toEqual([
      { id: 1, name: 'Ana Paz' },
      { id: 2, name: 'Beto' },
    ])
    expect((await records(feed, 'clients')).records).toMatchObject([
      { code: '0001', cuit: '30712345671', sellerId: 1, active: true },
      { code: '0002', cuit: '', sellerId: 1, active: false },
      { code: '0003', sellerId: 2 },
    ])
    const addresses = await records(feed, 'addresses')
    expect(addresses.records).toMatchObject([{ clientId: 1, provinceId: 1 }])
    // A text that the table of values does not know is refused, by the heading of the file.
    expect(addresses.problems).toEqual([
      expect.objectContaining({
        row: 4,
        column: 'Provincia',
        message: '«Mendoza» no está entre los valores que dice el mapeo',
      }),
    ])
  })

  it('a province is known by its name as other programs write it; another text is refused or left out', async () => {
    const names = ['C.A.B.A.', 'La Rioja (AR)', 'Bs. As.', 'Sgo. del Estero', '8', 'Montevideo', '']
    await put('c.csv', `Código;Razón Social;Provincia\n${names.map((name, at) => `${at + 1};Sol;${name}\n`).join('')}`)
    const openWith = (more: object) =>
      open(
        mapping(
          { c: { archivo: 'c.csv' } },
          {
            lista: 'clientes',
            archivo: 'c',
            columnas: {
              ID_CLI: { clave: ['Código'] },
              CODIGO_CLI: { columna: 'Código' },
              RAZONSOCIAL_CLI: { columna: 'Razón social' },
              ACTIVO: { constante: '1' },
            },
          },
          {
            lista: 'direcciones',
            archivo: 'c',
            columnas: {
              ID_DIR: { clave: ['Código'] },
              ID_CLI: { clave: ['Código'] },
              DIRECCION_DIR: { constante: 'San Martín 10' },
              IDPRV_DIR: { columna: 'Provincia', ...more },
            },
          },
        ),
      )
    const provincesOf = async (more: object) => {
      const feed = await openWith(more)
      await records(feed, 'clients')
      const read = await records(feed, 'addresses')
      return { ...read, provinces: read.records.map(({ provinceId }) => provinceId) }
    }
    const read = await provincesOf({})
    expect(read.provinces).toEqual([0, 8, 1, 13, 8, null])
    expect(read.problems).toEqual([
      expect.objectContaining({ row: 7, column: 'Provincia', message: '«Montevideo» no es una provincia' }),
    ])
    expect((await provincesOf({ otros: '' })).provinces).toEqual([0, 8, 1, 13, 8, null, null])
  })

  it('codes that stand as numbers are refused, unless somebody says how many digits they have', async () => {
    await put(
      'a.xlsx',
      await xlsx([
        ['Cód. Artículo', 'Descripción'],
        [123, 'Oso'],
      ]),
    )
    const refused = await records(await open(mapping({ a: { archivo: 'a.xlsx' } }, articles())), 'articles')
    expect(refused.problems[0]).toMatchObject({
      row: 2,
      column: 'Cód. Artículo',
      message: expect.stringContaining('está como número'),
    })
    const columns = {
      ID_ART: { clave: ['Cód. Artículo'], ceros: 5 },
      CODIGO_ART: { columna: 'Cód. Artículo', ceros: 5 },
    }
    const read = await records(await open(mapping({ a: { archivo: 'a.xlsx' } }, articles({}, columns))), 'articles')
    expect(read.records[0]).toMatchObject({ id: 1, code: '00123' })
  })

  it('a price whose article nobody brought is told by its code', async () => {
    await put('art.csv', 'Cód. Artículo;Descripción\n01;Oso\n')
    await put('pre.csv', 'Cód. Artículo;Precio\n01;10\n02;20\n')
    const feed = await open(
      mapping({ a: { archivo: 'art.csv' }, p: { archivo: 'pre.csv', decimal: ',' } }, articles(), {
        ...prices(),
        archivo: 'p',
      }),
    )
    await feed.read('articles')
    const read = await records(feed, 'prices')
    expect(read.rows).toHaveLength(1)
    expect(read.problems).toEqual([
      { code: 'NO_EXISTE', row: 3, column: 'Cód. Artículo', message: '«02» no está en articulos' },
    ])
  })

  it('a number in another currency, or with the other decimal sign, is refused and not guessed at', async () => {
    await put('art.csv', 'Cód. Artículo;Descripción;Precio\n1;a;U$S 10\n2;b;10.50\n3;c;1.000,5\n4;d;10,555\n')
    const feed = await open(mapping({ a: { archivo: 'art.csv', decimal: ',' } }, articles(), prices()))
    await feed.read('articles')
    const { problems } = await records(feed, 'prices')
    expect(problems.map(({ row, message }) => [row, message])).toEqual([
      [2, '«U$S 10» no es un número con coma decimal'],
      [3, '«10.50» no es un número con coma decimal'],
      [5, '«10,555» tiene más de dos decimales'],
    ])
  })

  it('a column that is gone, a file that is missing and one that is cut off refuse their list', async () => {
    await put('art.csv', 'Cód. Artículo;Descripcion nueva\n1;a\n')
    const gone = await records(await open(mapping({ a: { archivo: 'art.csv' } }, articles())), 'articles')
    expect(gone.problems[0]?.message).toBe('No tiene la columna «Descripción»')
    await put('art.csv', 'Cód. Artículo;Descripción\n1;a\n2;b')
    const cut = await records(await open(mapping({ a: { archivo: 'art.csv' } }, articles())), 'articles')
    expect(cut.problems[0]?.message).toContain('parece cortado')
    const open2 = mapping({ a: { archivo: 'art.csv', sinSaltoFinal: true } }, articles())
    expect((await records(await open(open2), 'articles')).rows).toHaveLength(2)
    const joined = mapping(
      { a: { archivo: 'art.csv' }, s: { archivo: 'stock.csv' } },
      articles({ unir: [{ archivo: 's', columna: 'x', con: 'Cód. Artículo' }] }),
    )
    expect((await records(await open(joined), 'articles')).problems[0]?.message).toContain('Falta el archivo stock.csv')
  })

  it('stand beside files of the feed itself, but never for the same list', async () => {
    await put('export.csv', 'Cód. Artículo;Descripción\n01;Oso\n')
    await put('vendedores.csv', 'ID_VC;DESCRIP_VC\n1;Ana\n')
    const given = mapping({ a: { archivo: 'export.csv' } }, articles())
    expect((await open(given)).tables).toEqual(['sellers', 'articles'])
    await put('articulos.csv', 'x\n')
    await expect(open(given)).rejects.toThrow('deje uno solo')
  })
})

describe('a mapping file', () => {
  it('is told all that is wrong with it', () => {
    expect(() => mapping({}, { lista: 'articulos', archivo: 'a', columnas: { PRECIO: {} } })).toThrow(
      'prueba: articulos: no dice qué archivo es «a»; articulos.PRECIO: la lista no tiene esa columna; ' +
        'articulos.PRECIO: debe tener columna, constante, clave o fecha, y una sola; articulos: falta decir de dónde sale ID_ART',
    )
    expect(() => readMapping('{', 'x.json')).toThrow('x.json: no es un archivo JSON')
    expect(() => decodeMapping({ version: 2, archivos: {}, listas: [] }, 'x')).toThrow('version: Debe ser 1')
  })

  it('comes back as it was written', () => {
    const given = mapping({ a: { archivo: 'x*.csv', decimal: ',' } }, articles())
    expect(readMapping(writeMapping(given), 'x')).toEqual(given)
  })
})
