import { describe, expect, test } from 'vitest'
import { sampleCatalogue } from '../../../../testkit/list-articles.ts'
import { readOrderText } from './read.rules.ts'
import { type Stocked, shelfOf, smallShop } from './samples/sample-sets.ts'
import { ASKING_STEMS, HARMLESS } from './words.rules.ts'

const catalogue = sampleCatalogue()
const small = shelfOf(smallShop)
const large = shelfOf([...smallShop, ...catalogue])
const read = (text: string, shelf = small) => readOrderText(text, shelf)
/** The lines, questions and unread texts of a text, in short; courtesies aside. */
async function summary(text: string, shelf = small) {
  const { entries, texts } = await read(text, shelf)
  return {
    taken: entries.flatMap((entry) => (entry.kind === 'line' ? [`${entry.article.code}=${entry.quantity}`] : [])),
    asked: entries.flatMap((entry) => (entry.kind === 'question' ? [entry.doubt] : [])),
    texts: texts.flatMap(({ what, text: said }) => (what === 'courtesy' ? [] : [said])),
  }
}
const article = (given: Partial<Stocked> & { code: string }): Stocked => ({
  articleId: Number(given.code.replace(/\D/g, '')) + 5_000_000,
  alias: '',
  description: given.code,
  unitsPerPack: 12,
  multiple: 1,
  listPrice: 100_00,
  discount: 0,
  ...given,
})

test('a code that a spreadsheet made a day is asked about, with its quantity; a day alone is none', async () => {
  const { entries, texts } = await read('RY10013 3\n5-mar\t4\nMAR-5 x 2\npara el 5-mar')
  expect(entries.flatMap((entry) => (entry.kind === 'question' ? [[entry.word, entry.quantity]] : []))).toEqual([
    ['5-mar', 4],
    ['MAR-5', 2],
  ])
  expect(texts.map(({ text }) => text)).toContain('para el 5-mar')
})

describe('what nobody read stays where it was written and changes no line', () => {
  const sentences = [
    'Ayer granizó y se mojó una estantería',
    'Esto todavía no lo mandes, primero reviso la caja con mi socio',
    'CIERRE DE CAJA 30/06 - ARTICULOS VENDIDOS',
    'Solicitamos presupuesto sin compromiso por',
    'Beto / Distribuidora El Trompo',
    'Total: 360 unidades',
  ]
  test.each(sentences)('%j above or below thirty lines is one text and no question', async (sentence) => {
    const lines = catalogue.slice(100, 130).map(({ code }) => `${code} x 12`)
    for (const text of [
      [sentence, ...lines],
      [...lines, sentence],
    ]) {
      const { taken, asked, texts } = await summary(text.join('\n'), large)
      expect(taken).toHaveLength(30)
      expect(asked).toEqual([])
      expect(texts).toEqual([sentence])
    }
  })

  test('each line is a text of its own, with its number', async () => {
    const { texts } = await read('RY10013 12\nsin caja por favor, son para regalo\nRY20418 6\nURGENTE\nRetira Juan')
    expect(texts).toEqual([
      { what: 'text', lines: [2], text: 'sin caja por favor, son para regalo' },
      { what: 'text', lines: [4], text: 'URGENTE' },
      { what: 'text', lines: [5], text: 'Retira Juan' },
    ])
  })

  test('all courtesies are one, in the place of the first', async () => {
    const text = 'RY20418 6\nHola Juan, buenas tardes! Te paso el pedido:\nRY10013 12\nMuchas gracias, saludos\nMarta'
    expect((await read(text)).texts).toEqual([
      {
        what: 'courtesy',
        lines: [2, 4],
        text: 'Hola Juan, buenas tardes! Te paso el pedido:\nMuchas gracias, saludos',
      },
      { what: 'text', lines: [5], text: 'Marta' },
    ])
  })
  test.each(['URGENTE', 'Repetir', 'Para Quilmes:', 'Devoluciones:', 'Entregar el 12/11', 'Sala de 3:', 'gracias no'])(
    '%j is no courtesy',
    async (said) => {
      expect((await summary(`RY10014 1\n\n${said}\nRY10013 12\n`)).texts).toEqual([said])
    },
  )

  test('words that other articles have in their names only describe', async () => {
    expect(await summary('RY10013 pelota x 12')).toMatchObject({ taken: ['RY10013=12'], texts: [] })
  })

  test('the head of a mail is courtesy, what was forwarded is the order', async () => {
    const head = 'De: Marta <m@x.example>\nEnviado: martes, 5 de noviembre de 2024 09:12\nAsunto: RE: pedido'
    expect(await summary(`${head}\n\nRY10013 12`)).toEqual({ taken: ['RY10013=12'], asked: [], texts: [] })
    const forwarded = `Hola\n---------- Forwarded message ---------\n${head}\n> RY10013 12`
    expect(await summary(forwarded)).toEqual({ taken: ['RY10013=12'], asked: [], texts: [] })
    expect((await read(forwarded)).texts).toMatchObject([{ what: 'courtesy', lines: [1, 2, 3, 4, 5] }])
  })

  test('a picture or a recording that a chat left out is told', async () => {
    const { texts } = await read('RY10013 12\n<Multimedia omitido>\nimagen omitida\nRY20418 6')
    expect(texts).toEqual([
      { what: 'media', lines: [2], text: '<Multimedia omitido>' },
      { what: 'media', lines: [3], text: 'imagen omitida' },
    ])
  })

  test('words behind a pair are its note, in brackets as they were written; words before it are told', async () => {
    const line = async (text: string) => {
      const [entry] = (await read(text)).entries
      return entry?.kind === 'line' ? [entry.quantity, entry.note, ...entry.marks] : entry?.doubt
    }
    expect(await line('RY10013 12 para Quilmes')).toEqual([12, 'Quilmes'])
    expect(await line('RY10013 12 (el de la tele, sin caja)')).toEqual([12, 'el de la tele, sin caja'])
    expect(await line('Quilmes RY10013 12')).toEqual([12, '', 'dice además «Quilmes»'])
    expect(await line('RY10013 12 si hay')).toBe('says')
  })

  test('what a mail quotes below an order is one text', async () => {
    const text = 'RY10013 12\n\nEl lun, 5 ago 2024 a las 9:12, Ventas escribió:\n> RY20418 6\n> RY10014 3'
    expect(await summary(text)).toEqual({
      taken: ['RY10013=12'],
      asked: [],
      texts: ['> RY20418 6\n> RY10014 3'],
    })
  })

  test('the words that change nothing are a closed list', () => {
    expect(HARMLESS.size + ASKING_STEMS.size).toBeLessThanOrEqual(300)
  })
})

describe('code first or quantity first is learned from the text', () => {
  const shop = shelfOf([
    article({ code: '05905' }),
    article({ code: '05717' }),
    article({ code: '04128' }),
    article({ code: '00004' }),
    article({ code: '00008' }),
  ])
  const asked = async (text: string) => {
    const { entries } = await read(text, shop)
    return entries.flatMap((entry) =>
      entry.kind === 'question'
        ? [[entry.doubt, entry.word, entry.articles.map(({ code }) => code).join(), entry.quantity]]
        : [],
    )
  }

  test('where both numbers are articles, the direction proposes: code first where nothing tells', async () => {
    expect(await asked('5717 4')).toEqual([['severalArticles', '', '05717,00004', 4]])
    expect(await asked('5905 12\n5717 4')).toEqual([['severalArticles', '', '05717,00004', 4]])
    expect(await asked('12 u 5905\n4 5717')).toEqual([['severalArticles', '', '05717,00004', 4]])
    // A sign of times can only stand before the quantity.
    expect(await asked('5717 x4')).toEqual([['severalArticles', '', '05717,00004', 4]])
    expect(await asked('x4 5717')).toEqual([['severalArticles', '', '05717,00004', 4]])
    expect(await asked('5905 12\nx4 5717')).toEqual([['severalArticles', '', '05717,00004', 4]])
  })

  test.each([
    ["the number behind 'del' is the code", '8 del 5717', 'taken', '05717=8'],
    ['the name of the number’s article speaks against the code', '4 x 5717 torre', 'asked', 'otherName'],
    ["the number behind 'el' is the code", 'x 8 el 5717', 'taken', '05717=8'],
    ['a day is none', 'entrega 4/12', 'texts', 'entrega 4/12'],
  ] as const)('between lines whose first column is the code, %s: %s', async (_, line, kind, expected) => {
    const stock = [
      article({ code: '05717', description: 'Torre de bloques' }),
      ...[4, 5, 6, 7, 8].map((n) => article({ code: String(n), description: `Pelota ${n}` })),
    ]
    const found = await summary(`5/12\n6 x 12\n7 6\n${line}\n8 12`, shelfOf(stock))
    expect(found[kind]).toContain(expected)
  })

  test('a reading against the direction is not proposed', async () => {
    expect(await asked('5905 12\n4128 36\n147 x 8')).toEqual([['unknownCode', '147', '', 8]])
    // Quantity first throughout.
    expect(await asked('12 u 5905\n36 u 4128\n147 x 8')).toEqual([['unclearQuantity', '', '00008', 147]])
  })
})

describe('zeros that a spreadsheet ate', () => {
  const numeric = catalogue.filter(({ code }) => /^0\d+$/.test(code))
  const bare = (code: string) => code.replace(/^0+/, '')

  test('thirty rows without their zeros are thirty lines, marked, and said once', async () => {
    const rows = numeric.slice(500, 530)
    for (const text of [
      rows.map(({ code }) => `${bare(code)}\t12`),
      rows.map(({ code }) => `${bare(code)} x 24`),
      rows.map(({ code, description }, at) => `${bare(code)}\t${description}\t${at + 1}`),
    ]) {
      const { entries, texts, notices } = await read(text.join('\n'), large)
      expect(entries.map((entry) => entry.kind === 'line' && entry.article.code)).toEqual(rows.map(({ code }) => code))
      expect(entries[0]).toMatchObject({ marks: [`escrito ${bare(rows[0]?.code ?? '')}`] })
      expect(texts).toEqual([])
      expect(notices).toEqual(['30 códigos venían sin sus ceros'])
    }
  })

  test('where two columns could be the codes, there is one question for the table', async () => {
    const rows = numeric.slice(500, 530)
    const text = rows.map(({ code }, at) => `${bare(code)}\t${bare(numeric[at + 900]?.code ?? '')}`).join('\n')
    const { entries } = await read(text, large)
    expect(entries).toHaveLength(1)
    expect(entries[0]).toMatchObject({ kind: 'question', doubt: 'eitherColumn', lines: { length: 30 } })
  })

  test('a lone line of two numbers that could both be articles is a question; one that is one article is taken', async () => {
    const shop = shelfOf([article({ code: '05905' }), article({ code: '00003' }), article({ code: '00777' })])
    expect(await summary('5905 3', shop)).toMatchObject({ taken: [], asked: ['severalArticles'] })
    expect(await summary('5905 12', shop)).toMatchObject({ taken: ['05905=12'], asked: [] })
    expect(await summary('5905 3 u', shop)).toMatchObject({ taken: ['05905=3'], asked: [] })
  })

  test('several articles that differ in zeros alone are asked about', async () => {
    const shop = shelfOf([article({ code: '0123' }), article({ code: '00123', articleId: 6_000_000 })])
    expect(await summary('123 12 u', shop)).toMatchObject({ taken: [], asked: ['severalArticles'] })
  })
})

describe('what looks like a code beside a quantity is never nothing', () => {
  test.each([
    '1999 4',
    '9999 x 6',
    '02055 x12',
    '1234567 x 6',
    '7790003290501 12',
    'cod 02055 x 12',
    'RJ10099 6',
    '24u 8718 camioncito volcador',
  ])('%j is a question', async (text) => {
    expect((await summary(text)).asked).toEqual(['unknownCode'])
  })
  test.each(['Tel. 11 5555-0142', 'CUIT 30-71234567-1', 'Entregar el 12/11 a las 18', 'Av. San Martín 1234'])(
    '%j is a text',
    async (text) => {
      expect(await summary(text)).toMatchObject({ taken: [], asked: [], texts: [text] })
    },
  )
})

describe('numbers of the name', () => {
  const scale = article({ code: 'T00159', description: '10pcs Scale 1/500 3V' })
  const train = article({
    code: '00321',
    description: 'Tren Pitefa magnético 1:24 x12 u. en tubo',
    unitsPerPack: 6,
  })
  const shop = shelfOf([scale, train])
  test.each([
    ['- 3 u. T00159 10pcs Scale 1/500 3V', 'T00159=3'],
    ['00321 Tren Pitefa magnético 1:24 x12 u. en tubo 24', '00321=24'],
    ['00321 Tren Pitefa magnético 1:24 x12 u. en tubo - 12 unidades', '00321=12'],
    ['00321 x 12', '00321=12'],
    ['12 00321 Tren Pitefa', '00321=12'],
  ])('%j is %s', async (text, line) => {
    expect((await summary(text, shop)).taken).toEqual([line])
  })
  test('a name that is written out holds neither codes nor numbers nor doubts', async () => {
    const beads = article({ code: '01211', description: '200pcs x 4mm Beads ~ no (Ref:RY10013 24)' })
    const { taken, asked, texts } = await summary(
      '12 01211 200pcs x 4mm Beads ~ no (Ref:RY10013 24)',
      shelfOf([...smallShop, beads]),
    )
    expect({ taken, asked, texts }).toEqual({ taken: ['01211=12'], asked: [], texts: [] })
  })
  test('the only number, written as in the name, is asked about', async () => {
    expect(await summary('00321 Tren Pitefa magnético x12 u.', shop)).toMatchObject({
      taken: [],
      asked: ['maybeName'],
    })
  })
})

test('a code that looks like a price is the code where nothing else of its line is one', async () => {
  const codes = ['90.75', '90.750', '05905', '00010']
  const shop = shelfOf([...codes.map((code) => article({ code, description: 'Dije' })), ...smallShop])
  for (const text of ['90.75 x 10', '90.75\t10', '10 x 90.75', '90.75: 10'])
    expect(await summary(text, shop)).toEqual({ taken: ['90.75=10'], asked: [], texts: [] })
  expect((await summary('5905 12 u 90.75', shop)).taken).toEqual(['05905=12'])
  expect((await summary('RY10013 12 $ 90.75', shop)).taken).toEqual(['RY10013=12'])
})

test('a name that is written out is its article, though a number in it is another’s code', async () => {
  const name = 'Muñeca Roxy 400 ml x 10 unidades'
  const shop = shelfOf([
    article({ code: 'A1', description: name }),
    article({ code: '00400' }),
    article({ code: '00010' }),
  ])
  for (const [text, quantity] of [
    [`• ${name}: *6 u*`, 6],
    [`- 10x ${name}`, 10],
    [`3 x ${name}`, 3],
    [`${name}\nCantidad: 7`, 7],
    [`${name}\nCantidad: *37 unidades*`, 37],
  ] as const)
    expect(await summary(text, shop)).toEqual({ taken: [`A1=${quantity}`], asked: [], texts: [] })
})

test('an article that stands twice is one line with the quantities added, each of them told', async () => {
  const { entries } = await read('RY10013 36\nRY20418 6\nry 10013 12')
  expect(entries).toMatchObject([
    { lines: [1, 3], quantity: 48, addends: [36, 12], marks: ['36 + 12'], text: 'RY10013 36\nry 10013 12' },
    { lines: [2], quantity: 6, addends: [] },
  ])
})

describe('an article that is spoken of more than once', () => {
  const shop = shelfOf(['104', '118', '120', '72'].map((code) => article({ code })))
  test.each([
    ['perdón, del 104 eran 8', [1, 4], '104', [4, 8]],
    ['sumale 3 más del 104', [1, 4], '104', [4, 3]],
    ['no, el 118 no', [2, 4], '118', [2]],
    ['tienen 118 todavía?', [2, 4], '118', [2]],
    ['el de arriba que sean 72', [3, 4], '120', [36]],
  ])('%j makes one question of itself and the line', async (said, lines, code, addends) => {
    const { entries, texts } = await read(`104 x 4\n118 x 2\n120 x 36\n${said}\n72 x 1`, shop)
    const questions = entries.filter(({ kind }) => kind === 'question')
    expect(questions).toMatchObject([{ doubt: 'saidAgain', lines, articles: [{ code }], quantity: null, addends }])
    expect(entries.length).toBe(4)
    expect(texts).toEqual([])
  })

  test('what speaks of no article that is ordered, or of several, changes no line', async () => {
    for (const said of ['entregar a las 104', 'Total 118', 'somos 3', '500 hojas'])
      expect(await summary(`104 x 4\n118 x 2\n120 x 36\n${said}`, shop)).toEqual({
        taken: ['104=4', '118=2', '120=36'],
        asked: [],
        texts: [said],
      })
  })

  test('a row of a price list that orders nothing leaves the line alone', async () => {
    const rows = ['Código\tCantidad\tDetalle', '104\t4\tOso', '118\t2\tOso', '104\t\tOso'].join('\n')
    expect(await summary(rows, shop)).toMatchObject({ taken: ['104=4', '118=2'], texts: [] })
  })
})

test('a comma before three digits stands for thousands, and that is told', async () => {
  expect((await read('RY10013 1,000 u')).entries).toMatchObject([
    { quantity: 1000, marks: ['«1,000» se leyó como 1.000'] },
  ])
})

test('an article whose whole name is written out is ordered by it, part of a name is asked about', async () => {
  const shop = shelfOf([article({ code: 'A1', description: 'Balde Rotinido inflable x2 u. en valija' })])
  const two = [
    article({ code: 'A1', description: 'Auto Temo rojo' }),
    article({ code: 'A2', description: 'AUTO TEMO ROJO' }),
  ]
  expect((await summary('12 balde rotinido inflable X2 U. en valija', shop)).taken).toEqual(['A1=12'])
  expect((await summary('Balde Rotinido inflable x2 u. en valija ..... 3', shop)).taken).toEqual(['A1=3'])
  expect((await summary('12 Balde Rotinido', shop)).taken).toEqual([])
  expect(await summary('12 Auto Temo rojo', shelfOf(two))).toMatchObject({
    taken: [],
    asked: ['severalArticles'],
  })
})

test('dictated lines are cut where the next article begins; a docena and a half is eighteen', async () => {
  expect((await summary('doce del RY10013 después del RY20418 dos')).taken).toEqual(['RY10013=12', 'RY20418=2'])
  expect((await summary('RY10013 1 doc y 1/2')).taken).toEqual(['RY10013=18'])
})
