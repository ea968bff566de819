import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { codeKey, fold } from '../../../contract/codes.ts'
import { readOrderText } from './read-text.rules.ts'
import { habits, hands, type PastedText, shop } from './sample-texts/index.ts'
import { read, taken } from './sample-texts/read.ts'

describe('a pasted text', () => {
  for (const [habit, texts] of Object.entries(habits))
    test.each(texts.map(({ text, meant }) => [text, meant] as const))(`${habit}: %j`, async (text, meant) => {
      expect(await taken(text)).toEqual(meant)
    })
})

/** What of a set is taken as it was meant, what is not taken, and what was never meant. */
async function figuresOf(set: Readonly<Record<string, readonly PastedText[]>>) {
  const [wrong, missed]: [string[], string[]] = [[], []]
  let all = 0
  for (const { text, meant } of Object.values(set).flat()) {
    const lines = await taken(text)
    all += meant.length
    wrong.push(...lines.filter((line) => !meant.includes(line)).map((line) => `${line} in ${text}`))
    missed.push(...meant.filter((line) => !lines.includes(line)))
  }
  return { wrong, right: (all - missed.length) / all }
}

describe('texts of hands that had not seen the reader', () => {
  test.each(hands)('$name: nothing is taken that was not meant, and most of what was is', async (hand) => {
    const { wrong, right } = await figuresOf(hand.texts)
    expect(wrong).toEqual([])
    expect(right).toBeGreaterThanOrEqual(hand.least)
  })
})

describe('a line is certain when everything in it is explained, and only then', () => {
  // Codes that are no numbers, each with a word of its name.
  const goods = shop.filter(([code]) => /\p{L}/u.test(code) && !code.startsWith('T0'))
  const article = fc.constantFrom(...goods)
  const spelled = (code: string) =>
    fc.constantFrom(code, code.toLowerCase(), code.replace(/^(\p{L}+)(\d)/u, '$1 $2'), code.replace('-', ''))
  // No quantity that stands in a name, or that two of a kind make.
  const units = fc.integer({ min: 61, max: 999 })
  const counted = (quantity: number) =>
    fc.constantFrom(`${quantity}`, `${quantity} u`, `${quantity} unidades`, `(${quantity})`, `x ${quantity}`)
  const between = fc.constantFrom(' ', ' - ', ': ', ' = ', ' ..... ', '\t', ' → ')
  const before = fc.constantFrom(
    '',
    'Hola, ',
    'mandame ',
    'necesito ',
    '• ',
    '[21/11/26 10:31:05] Ana: ',
    'y ',
  )
  const after = fc.constantFrom(
    '',
    ' por favor',
    ', gracias',
    ' surtidos',
    ' (rosa)',
    ' urgente',
    ' $ 1.234,00',
  )
  const line = article.chain(([code, , name]) =>
    fc.record({
      code: fc.constant(code),
      spelled: spelled(code),
      named: fc.constantFrom('', ` ${name.split(' ')[0]}`),
      quantity: units,
      between,
      before,
      after,
      isCodeFirst: fc.boolean(),
    }),
  )
  const written = line.chain((made) =>
    counted(made.quantity).map((count) => {
      const named = `${made.spelled}${made.named}`
      // '(90) - RY10013' as well as 'RY10013 - (90)'; 'x 90: RY10013' nobody writes.
      const pair = made.isCodeFirst ? `${named}${made.between}${count}` : `${count} ${named}`
      return { ...made, count, text: `${made.before}${pair}${made.after}` }
    }),
  )

  test('however the habits are put together, it is read as it was meant', async () => {
    await fc.assert(
      fc.asyncProperty(written, async ({ text, code, quantity }) => {
        expect(await taken(text)).toEqual([`${code}=${quantity}`])
      }),
      { numRuns: 400 },
    )
  })

  const unknownWord = fc
    .array(fc.constantFrom('zur', 'bli', 'fro', 'que', 'nax', 'dov'), { minLength: 2, maxLength: 3 })
    .map((parts) => parts.join(''))
  const reasons = fc.constantFrom(
    ...'no sin tampoco quizás o aprox cancelado falta reemplazar idem otro ya? 7 cajas display gruesas RY10031 RY20418'.split(
      ' ',
    ),
  )
  test('one word that nobody knows, or a second reading, beside code and quantity makes it a question', async () => {
    await fc.assert(
      fc.asyncProperty(written, fc.oneof(unknownWord, reasons), fc.boolean(), async (made, odd, isFirst) => {
        const { spelled, count, code } = made
        const text = isFirst ? `${odd} ${spelled} ${count}` : `${spelled} ${odd} ${count}`
        fc.pre(code !== 'RY20418' || odd !== code)
        expect(await taken(text)).toEqual([])
      }),
      { numRuns: 400 },
    )
  })

  test('lines that are certain by themselves are certain together, whatever stands around them', async () => {
    const lines = fc.uniqueArray(written, { selector: ({ code }) => code, minLength: 1, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(lines, async (made) => {
        const text = [
          'Buen día, paso el pedido',
          ...made.map(({ text: one }) => one),
          'Saludos',
          'Tel. 4567-1000',
        ]
        expect(await taken(text.join('\n'))).toEqual(made.map(({ code, quantity }) => `${code}=${quantity}`))
      }),
    )
  })

  test('a sentence that takes back, waits or tells makes a question of every line', async () => {
    const sentences = fc.constantFrom(
      'no lo mandes todavía',
      'esto lo vendí ayer',
      'a todo sumale 6',
      'el doble de todo',
      'es para presupuestar',
      '¿tenés stock de esto?',
      '¿cuánto sería?',
      'cancelá el pedido',
      'esperá que te confirme',
      'mañana te confirmo y te transfiero',
      'lo consulto con mi socio',
      'dejame pensarlo',
      'capaz te pido esto',
      'falta confirmar',
      'no tomen este pedido',
      'no considere este pedido',
      'todavía no completé la lista que mandaron',
      'en cuanto cobre te lo encargo',
      'pasame el total y vemos',
      'te confirmo cuando llegue mi marido',
      'si llego al mínimo',
      'el lunes te hago el pedido',
      'reservame por las dudas',
      'ya lo pedí por la web',
      'Conteo depósito',
      'es el pedido de otro',
      'x2',
    )
    await fc.assert(
      fc.asyncProperty(written, sentences, fc.boolean(), async ({ text }, sentence, isFirst) => {
        expect(await taken(isFirst ? `${sentence}\n${text}` : `${text}\n${sentence}`)).toEqual([])
      }),
    )
  })
})

describe('numbers that may be something else are asked about', () => {
  const goods = shop.filter(([code]) => /\p{L}/u.test(code) && !code.startsWith('T0'))
  const some = (fewest: number) =>
    fc.uniqueArray(fc.constantFrom(...goods), { selector: ([code]) => code, minLength: fewest, maxLength: 6 })
  const number = fc.integer({ min: 61, max: 999 })

  test('two columns without names decide nothing, also in the row where one of them is 0 or empty', async () => {
    const sign = fc.constantFrom('\t', ' | ', ';', '  ')
    const odd = fc.constantFrom('0', '')
    await fc.assert(
      fc.asyncProperty(some(3), sign, odd, number, number, async (made, between, none, one, other) => {
        fc.pre(between !== '  ' || none !== '')
        const rows = made.map(([code], at) => [code, at === 0 ? none : `${one + at}`, `${other + 2 * at}`])
        expect(await taken(rows.map((row) => row.join(between)).join('\n'))).toEqual([])
      }),
      // Of the second row 1000 may be a price as well.
      { examples: [[goods.slice(0, 3), '\t', '', 999, 998]] },
    )
  })

  test('rows with a price and what a pack of the article holds are a price list, not an order', async () => {
    await fc.assert(
      fc.asyncProperty(some(3), fc.constantFrom(' ', '\t', ' - '), async (made, between) => {
        fc.pre(new Set(made.map(([, , , pack]) => pack)).size > 1)
        const rows = made.map(([code, , name, pack, , price]) =>
          [`${code} ${name.split(' ')[0]}`, pack, `$${(price / 100).toFixed(2).replace('.', ',')}`].join(
            between,
          ),
        )
        expect(await taken(rows.join('\n'))).toEqual([])
      }),
    )
  })

  test.each(
    [
      ...[
        '4150',
        '1.500',
        '2025',
        'a 3500',
        '18 $',
        'con 18 de descuento',
        'desde 18',
        '18 días',
        '18 de marzo',
      ],
      ...['18/03', '12 x bulto', '12 u/bulto', 'del pedido 45', 'remito 18', 'sucursal 18', 'para 18 chicos'],
      ...['pedido 4567', 'cliente 18', 'trae 18', 'mil doscientos', 'a tres mil'],
      ...['quiero 18 y 8', 'cantidad: 12/18', '~18', '18 y pico', '18 a lo sumo', '18 en consignación'],
      ...['18 las que puedas', '18 para marzo'],
      ...['18 ya lo tengo', '18 para la próxima', '18 lo que haya', '18 ya pedido', '0 18'],
    ].map((what) => [what]),
  )('RY10013 %s', async (what) => {
    expect(await taken(`RY10013 ${what}`)).toEqual([])
  })

  const tens = fc.constantFrom('diez', 'veinte')
  const ones = fc.constantFrom(...'dos tres cuatro cinco seis siete ocho nueve'.split(' '))
  test("'diez y ocho' may be one number or two: nothing is taken that leans on it", async () => {
    await fc.assert(
      fc.asyncProperty(some(3), tens, ones, async (made, ten, one) => {
        const [first, second, third] = made.map(([code]) => code)
        const said = `${ten} y ${one}`
        expect(await taken(`necesito ${first} ${said}`)).toEqual([])
        expect(await taken(`${first} ${said} de la ${second}`)).toEqual([])
        const order = `del ${first} sesenta y seis, del ${second} ${said} del ${third}`
        expect((await taken(order)).filter((line) => !line.startsWith(`${first}=`))).toEqual([])
      }),
    )
  })

  // The number as the name writes it, beside another line that is certain.
  test.each([
    ['bloques BL20686 x 60'],
    ['BL20686 x60'],
    ['x 60 BL20686'],
    ['rompecabezas 00231 100 piezas'],
    ['00231 100 piezas'],
    ['rompecabezas 00231 100'],
    ['muñeca RY10013 30 cm'],
    ['muñeca RY10013 30'],
    ['auto RY-2040 4x4'],
    ['pelota 00003 n° 3'],
    ['pelota 00003 3'],
  ])('%j: a number of its own name is not certain as its quantity', async (named) => {
    expect(await taken(named)).toEqual([])
    const codeOf = (line: string) => line.replace(/=.*/, '')
    for (const text of [
      `${named}, MX500/A 6 u`,
      `MX500/A 6 u, ${named}`,
      `MX500/A 6 u; ${named}; AB 12-3 2 u`,
    ])
      expect((await taken(text)).map(codeOf).filter((code) => !/^(MX|AB)/.test(code))).toEqual([])
  })

  test.each([
    ['bloques BL20686 60 u, MX500/A 6 u', ['BL20686=60', 'MX500/A=6']],
    ['BL20686 bloques x 60 12, MX500/A 6', ['BL20686=12', 'MX500/A=6']],
    ['BL20686 y MX500/A 60 de cada uno', ['BL20686=60', 'MX500/A=60']],
    ['Código\tCantidad\nBL20686\t60', ['BL20686=60']],
  ])('%j: what proves the number to be counted makes it certain', async (text, meant) => {
    expect(await taken(text)).toEqual(meant)
  })

  test("the 'A' that ends a code says no price", async () => {
    expect(await taken('61 unidades MX500/A 7')).toEqual([])
  })

  test.each(
    [
      ...['si viene sin caja no', 'si no hay, no mandar', 'solo si hay', 'si están en rojo', 'cuando haya'],
      ...['salvo que sea rosa', 'rojos no', 'tampoco', 'depende', 'siempre que sea rosa', 'a lo sumo'],
    ].map((remark) => [remark]),
  )('a row of a table whose remark is %j is asked about, and no other', async (remark) => {
    for (const heading of ['Observaciones', 'Comentario', 'Color', 'Condiciones'])
      expect(
        await taken(`Código\tCantidad\t${heading}\nRY10014\t10\t\nAB 12-3\t3\t${remark}\nMX500/A\t2\t`),
      ).toEqual(['RY10014=10', 'MX500/A=2'])
  })

  test.each([
    ['sin caja'],
    ['sí'],
    ['si'],
    ['vestido surtido'],
    ['no importa el color'],
    ['la otra vez vinieron rotas'],
  ])('a remark as %j only says how it comes', async (remark) => {
    expect(await taken(`Código\tCantidad\tObservaciones\nRY10014\t10\t${remark}`)).toEqual(['RY10014=10'])
  })

  test.each(
    [
      ...[
        'idem pero el de madera',
        '3. idem pero el de madera',
        'd) ídem c) pero en rojo',
        'lo mismo pero en rojo',
        'ídem en rojo',
      ],
      ...['igual al anterior, otro color', 'el mismo pero grande', '6 del mismo pero rojo', 'otro igual'],
      ...['como el de arriba pero rojo', '" pero en rojo', 'pero en rosa', 'otra en azul', 'y 6 más'],
      ...['ese en rojo', 'el de madera', 'también en azul', 'la grande también', 'otro color'],
    ].map((like) => [like]),
  )('%j changes the line before it, and no other', async (like) => {
    // 'madera' stands in the name of the first, too.
    const text = `24 trompo: 30 u\nMX500/A, cantidad 8\nAB 12-3, cantidad 8\n${like}\nRY10014, cantidad 6`
    expect((await taken(text)).filter((line) => !line.startsWith('24='))).toEqual(['MX500/A=8', 'RY10014=6'])
  })

  test.each([
    ['mismo transporte de siempre'],
    ['la misma dirección'],
    ['igual que siempre'],
    ['misma forma de pago'],
    ['Lo anterior queda igual'],
  ])('%j is of no line', async (same) => {
    expect(await taken(`MX500/A, cantidad 8\nRY10014, cantidad 6\n${same}`)).toEqual([
      'MX500/A=8',
      'RY10014=6',
    ])
  })

  test('a cell that holds the code and the name is read by the code, unless the words are of another', async () => {
    const table = (cell: string) => `Artículo\tStock actual\tCantidad a pedir\n${cell}\t5\t24`
    expect(await taken(table('RY-2040 Auto a fricción'))).toEqual(['RY-2040=24'])
    expect(await taken(table('RY-2040 camión bombero'))).toEqual([])
    expect(await taken(table('RY-2040 no'))).toEqual([])
  })

  test.each([
    ['REMITO X'],
    ['¡Gracias por tu compra!'],
    ['Lo que entró:'],
    ['Conté lo que hay'],
    ['Pedido #1234 - Entregado'],
    ['Código\tCant. devuelta'],
    ['Código\tCant. x bulto'],
  ])('below %j nothing is ordered', async (above) => {
    expect(await taken(`${above}\nRY10013\t18\nRY-2040\t30`)).toEqual([])
  })
})

describe('whatever is pasted', () => {
  const words = [
    ...shop.flatMap(([code, alias, name]) => [code, alias, code.toLowerCase(), name]),
    ...'24 12 6 1.200 24,00 3830 $ x X por doc docenas bulto bultos de caja ( ) - -- .... / , ; : = \t \n \n no ? total un una 007 RY10031 10013 1) 2. cm 21/11/2026 10:30'.split(
      ' ',
    ),
    '\n',
    '\t',
    '[21/11/26 10:31:05] Juan: ',
  ]
  const someText = fc
    .array(fc.tuple(fc.constantFrom(...words), fc.constantFrom(' ', '', '  ', ' ')), { maxLength: 25 })
    .map((parts) => parts.flat().join(''))

  test('every line that holds anything ends as an entry, and nothing else does', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(someText, fc.string({ unit: 'binary' })), async (text) => {
        const written = text.split(/\r\n|\r|\n/).flatMap((line, at) => (line.trim() === '' ? [] : [at + 1]))
        const covered = (await read(text)).flatMap(({ lines }) => lines)
        expect([...new Set(covered)]).toEqual(written)
      }),
    )
  })

  test('what is taken names its code in the text, once for an article, with a quantity above 0', async () => {
    await fc.assert(
      fc.asyncProperty(someText, async (text) => {
        const lines = (await read(text)).flatMap((entry) => (entry.kind === 'line' ? [entry] : []))
        expect(new Set(lines.map(({ article }) => article.articleId)).size).toBe(lines.length)
        for (const { article, quantity, text: its } of lines) {
          const key = codeKey(fold(its))
          const names = shop[article.articleId - 1]!.slice(0, 2) as string[]
          expect(names.filter(Boolean).some((name) => key.includes(codeKey(fold(name))))).toBe(true)
          expect(Number.isInteger(quantity) && quantity > 0).toBe(true)
        }
      }),
    )
  })

  test('a line that nobody wrote is told and not read, however it is made', async () => {
    for (const made of ['24 ', 'RY10013 24 ', '1.', '. ', 'x 1'])
      expect(await read(made.repeat(9_000))).toMatchObject([{ kind: 'other', doubt: 'tooLong', lines: [1] }])
  })

  test('nobody waits for a long text: it is read in pieces', async () => {
    let pauses = 0
    const breathe = async () => void pauses++
    await readOrderText('RY10013 24\n'.repeat(300), { byCode: () => [], isNameWord: () => false }, breathe)
    // As written, by itself, and beside the others.
    expect(pauses).toBeGreaterThanOrEqual(3 * 300)
  })
})
