import { describe, expect, test } from 'vitest'
import { readOrderText } from './read.rules.ts'
import { shelfOf, smallShop } from './samples/sample-sets.ts'

const small = shelfOf(smallShop)
const read = (text: string) => readOrderText(text, small)
/** The lines, questions and unread texts of a text, in short; courtesies aside. */
async function summary(text: string) {
  const { entries, texts } = await read(text)
  return {
    taken: entries.flatMap((entry) => (entry.kind === 'line' ? [`${entry.article.code}=${entry.quantity}`] : [])),
    asked: entries.flatMap((entry) => (entry.kind === 'question' ? [entry.doubt] : [])),
    texts: texts.flatMap(({ what, text: said }) => (what === 'courtesy' ? [] : [said])),
  }
}

describe('what a table says of its quantities', () => {
  const rows = (...units: string[]) => units.map((unit, at) => `RY1001${at + 3};2;${unit}`).join('\n')
  test('a column of units counts', async () => {
    const [bulto, unidad] = [small.byCode('ry10013')[0]?.unitsPerPack ?? 0, 2]
    for (const heading of ['um', 'U.M.', 'Unidad'])
      expect(await summary(`codigo;cantidad;${heading}\n${rows('BU', 'UN')}\nRY20418;1;DO`)).toEqual({
        taken: [`RY10013=${2 * bulto}`, `RY10014=${unidad}`, 'RY20418=12'],
        asked: [],
        texts: [],
      })
  })
  test('a unit that nobody knows is one question for the table, and a line above answers it', async () => {
    const text = `codigo;cantidad;U.M.\n${rows('FDO', 'FDO')}\nRY20418;3;FDO`
    const { entries } = await read(text)
    expect(entries).toMatchObject([{ kind: 'question', doubt: 'unknownUnit', unit: 'FDO', lines: [2, 3, 4] }])
    expect((await summary(`FDO = docena\n${text}`)).taken).toEqual(['RY10013=24', 'RY10014=24', 'RY20418=36'])
  })
  test('headings with one blank between them say which number is the code', async () => {
    const text = 'CANT CODIGO\n24 4567\n4567 24\n1000 24'
    expect((await summary(text)).taken).toEqual(['4567=24', '24=5567'])
  })
  test('under headings that order nothing no number is a quantity', async () => {
    const text = 'CODIGO     DESCRIPCION     UNID VENDIDAS\nRY10013    MUÑECA                   14'
    expect(await summary(text)).toEqual({ taken: [], asked: ['noQuantity'], texts: [] })
  })
  test('so is one that stands beside each quantity without any heading', async () => {
    const text = 'RY10013 2 fdo\nRY10014 1 fdo\nRY20418 3 fdo'
    expect(await summary(text)).toEqual({ taken: [], asked: ['unknownUnit'], texts: [] })
    expect((await summary(`fdo = docena\n${text}`)).taken).toHaveLength(3)
  })
  test('a line that says what all quantities count is no line about prices', async () => {
    expect((await summary('Hola, les pido por docena\nRY10013 2')).taken).toEqual(['RY10013=24'])
    expect(await summary('Pasame el precio por docena\nRY10013 2')).toMatchObject({ taken: ['RY10013=2'] })
  })
  test('three lines in boxes are one question, and a line above answers it', async () => {
    const text = 'RY10013 2 cajas\nRY10014 1 caja\nRY20418 3 cajas'
    expect((await summary(text)).asked).toEqual(['unknownUnit'])
    expect((await summary(`caja = docena\n${text}`)).taken).toEqual(['RY10013=24', 'RY10014=12', 'RY20418=36'])
  })
  test('what is printed: a unit beside its quantity, long prices close behind, numbers of pages', async () => {
    const text = [
      'ORDEN DE COMPRA NRO 4500081590      FECHA 18/03/2025',
      'POS    CODIGO   DESCRIPCION    CANTIDAD UM   PRECIO UN.      IMPORTE',
      '00010  RY10013  CAMION             6,00 UN     3.509,00    21.054,00',
      '00020  RY20418  BALDE              2,00 DOC 1.365.952,00   731.904,00',
      'TOTAL POSICIONES: 2\nPAGINA 1 de 1',
    ]
    expect(await summary(text.join('\n'))).toEqual({
      taken: ['RY10013=6', 'RY20418=24'],
      asked: [],
      texts: [text[0], 'TOTAL POSICIONES: 2', 'PAGINA 1 de 1'],
    })
  })
  test('two tables beside each other are both read', async () => {
    expect((await summary('Código\tCant\t\tCódigo\tCant\nRY10013\t12\t\tRY20418\t4')).taken).toEqual([
      ...['RY10013=12', 'RY20418=4'],
    ])
  })
  test('the column that adds up the others is what is ordered', async () => {
    const text = 'Código\tCentro\tNorte\tSuma\nRY10013\t3\t15\t18\nRY20418\t5\t1\t6\nRY10014\t\t4\t4'
    expect((await summary(text)).taken).toEqual(['RY10013=18', 'RY20418=6', 'RY10014=4'])
  })
  test('one empty quantity among many was forgotten, many are not ordered', async () => {
    const codes = smallShop.map(({ code }) => code).slice(0, 12)
    const table = (isEmpty: (at: number) => boolean) =>
      ['codigo;cantidad;obs', ...codes.map((code, at) => `${code};${isEmpty(at) ? '' : 6};`)].join('\n')
    expect((await summary(table((at) => at === 3))).asked).toEqual(['noQuantity'])
    expect(await summary(table((at) => at > 3))).toMatchObject({
      taken: { length: 4 },
      asked: [],
      texts: [],
    })
  })
})

describe('a quantity in a line of its own', () => {
  test.each(['De 6 unidades', '6 u. c/u:', '6 de cada uno:', 'Llevar 6 unidades:'])(
    '%j is that of all codes below it',
    async (head) => {
      const text = `${head}\nRY10013\nRY20418 / RY10014\n1 docena c/u:\nBL20686`
      expect((await summary(text)).taken).toEqual(['RY10013=6', 'RY20418=6', 'RY10014=6', 'BL20686=12'])
    },
  )
  test('what else is said ends it', async () => {
    expect(await summary('De 6 unidades:\nRY10013\nNo mandar:\nRY20418')).toEqual({
      taken: ['RY10013=6'],
      asked: ['noQuantity'],
      texts: ['No mandar:'],
    })
  })
  test('below all codes it is that of all of them', async () => {
    expect((await summary('RY10013\nRY20418\nRY10014\n12 de cada uno')).taken).toEqual([
      ...['RY10013=12', 'RY20418=12', 'RY10014=12'],
    ])
  })
  test('the name may stand between code and quantity', async () => {
    const [first, second] = smallShop
    const text = [first, second].flatMap((one) => [one?.code, one?.description, 'Cant: 12']).join('\n')
    expect(await summary(text)).toEqual({ taken: [`${first?.code}=12`, `${second?.code}=12`], asked: [], texts: [] })
  })
})
