import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { taken } from './sample-texts/read.ts'

const ORDER = 'RY10013 12\nT00003 6\n4567 48\nMX500/A 10'
const ALL = ['RY10013=12', 'T00003=6', '4567=48', 'MX500/A=10']
const without = (...codes: string[]) => ALL.filter((line) => !codes.includes(line.replace(/=.*/, '')))

describe('what a sentence beside the lines is about is asked', () => {
  // Words of no meaning: whatever is said, the article is what counts.
  const anything = fc
    .array(fc.constantFrom('zurla', 'blenta', 'froz', 'naxi', 'dovelo', 'querta'), {
      minLength: 1,
      maxLength: 5,
    })
    .map((words) => words.join(' '))
  const named = fc.constantFrom(
    ...([
      ['el tren', 'T00003'],
      ['los trencitos', 'T00003'],
      ['el bebé', 'RY10013'],
      ['la muñequita', 'RY10013'],
      ['las burbujas', '4567'],
      ['el memo', 'MX500/A'],
      ['lo del memotest', 'MX500/A'],
      ['lo de 2500', 'T00003'],
      ['la 10013', 'RY10013'],
    ] as const),
  )
  test('by a word of its name, bent or cut short, by its price or the end of its code', async () => {
    await fc.assert(
      fc.asyncProperty(named, anything, fc.boolean(), async ([name, code], said, isFirst) => {
        const sentence = `${name} ${said}`
        expect(await taken(isFirst ? `${sentence}\n${ORDER}` : `${ORDER}\n${sentence}`)).toEqual(
          without(code),
        )
      }),
    )
  })

  test.each([
    ['el primero zurla', ['RY10013']],
    ['la segunda línea zurla', ['T00003']],
    ['los dos últimos zurla', ['4567', 'MX500/A']],
    ['el anteúltimo zurla', ['4567']],
    ['el renglón 3 zurla', ['4567']],
    ['el de arriba zurla', ['MX500/A']],
    ['entre el tren y el memo zurla', ['T00003', '4567', 'MX500/A']],
    ['eso zurla', ['RY10013', 'T00003', '4567', 'MX500/A']],
    ['uno que zurla lo dejamos', ['RY10013', 'T00003', '4567', 'MX500/A']],
    ['la semana que viene vemos', ['RY10013', 'T00003', '4567', 'MX500/A']],
  ])('by its place: %j', async (sentence, codes) => {
    expect(await taken(`${ORDER}\n${sentence}`)).toEqual(without(...codes))
  })

  test('by a number of a numbered list, by a heading, by a word of its line, by a mark', async () => {
    expect(await taken('1) RY10013 12\n2) T00003 6\n3) 4567 48\n(1 y 3 son de la factura vieja)')).toEqual([
      'T00003=6',
    ])
    expect(await taken('Vidriera\nRY10013 12\nMostrador\nT00003 6\nlo de vidriera zurla')).toEqual([
      'T00003=6',
    ])
    expect(await taken('Ana: RY10013 12\nAna: 4567 48\nBeto: T00003 6\nlo de Beto zurla')).toEqual([
      'RY10013=12',
      '4567=48',
    ])
    expect(await taken('RY10013 12\n4567 48\nT00003 6 *\n* zurla')).toEqual(['RY10013=12', '4567=48'])
  })

  test.each([
    ['Pago con transferencia cuando me pases el total'],
    ['Domicilio: Mitre 100. Avisar antes de entregar'],
    ['necesito que llegue antes del viernes porque tengo la feria'],
    ['me lo cargás a la cuenta de siempre'],
    ['Lo retira mi cuñado el jueves. Rubén, Zárate'],
    ['Saludos, Cami de Juguetería El Tren'],
    ['eso es todo, gracias'],
    ['Dios la bendiga'],
    ['Nos vemos'],
    ['hasta ahí llego este mes jaja'],
  ])('%j is about none of them', async (sentence) => {
    expect(await taken(`${ORDER}\n${sentence}`)).toEqual(ALL)
  })
})

describe('a heading between the lines holds what stands below it, unless it only sorts them', () => {
  test.each([
    ['Sobrantes'],
    ['Lo que preguntan'],
    ['---- Quilmes:'],
    ['Vuelve con el chofer:'],
    ['Para el otro:'],
    ['zurla'],
  ])('%j', async (heading) => {
    expect(await taken(`RY10013 12\n4567 48\n${heading}\nT00003 6\nMX500/A 10`)).toEqual([
      'RY10013=12',
      '4567=48',
    ])
  })
  test.each([
    ['VEHÍCULOS'],
    ['Trenes'],
    ['Mesa'],
    ['Sucursal Quilmes'],
    ['Hoja 2'],
    ['Con factura B:'],
    ['y mandame:'],
  ])('%j', async (heading) => {
    expect(await taken(`RY10013 12\n${heading}\nT00003 6`)).toEqual(['RY10013=12', 'T00003=6'])
  })
})

describe('a remark leaves its line certain only when it is plain', () => {
  test.each(
    'entregado|suc. Lanús|solo lisas|azules nomás|lo llevó el flete|zurla|para Reyes|la mitad por ahora|sin vestido'
      .split('|')
      .map((remark) => [remark]),
  )('in a cell: %j', async (remark) => {
    for (const heading of ['Obs', 'Estado', 'Fecha'])
      expect(await taken(`Código\tCant\t${heading}\nRY10013\t12\t\nRY10014\t6\t${remark}`)).toEqual([
        'RY10013=12',
      ])
  })
  test('what most rows say is said of all, what one alone says is of that one', async () => {
    const rows = (...cells: string[]) =>
      `Código\tCant\tProveedor\n${['RY10013\t12', 'T00003\t6', '4567\t48', 'MX500/A\t10'].map((row, at) => `${row}\t${cells[at]}`).join('\n')}`
    expect(await taken(rows('ustedes', 'ustedes', 'Oeste', 'ustedes'))).toEqual(without('4567'))
    expect(await taken(rows('ustedes', 'ustedes', 'ustedes', 'ustedes'))).toEqual(ALL)
    expect(await taken(rows('entregado', 'entregado', 'entregado', 'entregado'))).toEqual([])
  })
  test.each(
    ' van de vuelta con tu chofer|, dos por semana hasta ver| (regalo que me prometiste)| los verdes nomás| (animales tengo)| - paso|, éste lo tomo al precio de mayo| ya pagos'
      .split('|')
      .map((remark) => [remark]),
  )('behind a pair: %j', async (remark) => {
    expect(await taken(`RY10013 12\nT00003 6${remark}`)).toEqual(['RY10013=12'])
  })
  test.each(
    ' (que vengan sanos)|, es para regalo| colores surtidos| - bien embalado|, lo retira mi hermano el sábado'
      .split('|')
      .map((remark) => [remark]),
  )('%j tells how it comes', async (remark) => {
    expect(await taken(`RY10013 12\nT00003 6${remark}`)).toEqual(['RY10013=12', 'T00003=6'])
  })
})

describe('what an order hangs on, and what one line has that the others have not', () => {
  test.each(
    'si me llega el lunes mandame:|con 10 de descuento cierro|Hola Ana, con envío bonificado me llevo:|hola, si la seña que dejé cubre, mandame esto|solo lo que está en negrita va:'
      .split('|')
      .map((opening) => [opening]),
  )('below %j nothing is certain', async (opening) => {
    expect(await taken(`${opening}\n${ORDER}`)).toEqual([])
  })
  test.each(
    'hola, si podés mandame esto|Sí Fabián, mandalo como siempre por Balut|Hola, con esto arranco la temporada:'
      .split('|')
      .map((opening) => [opening]),
  )('%j is no condition', async (opening) => {
    expect(await taken(`${opening}\n${ORDER}`)).toEqual(ALL)
  })
  test('a price that a row may cost, and two numbers to choose from', async () => {
    const top = 'Código\tCant\tPrecio máximo\nRY10013\t12\t3500\nT00003\t6\t'
    expect(await taken(top)).toEqual(['T00003=6'])
    expect(await taken(top.replace('Precio máximo', 'Vto. oferta').replace('3500', '30/11'))).toEqual([
      'T00003=6',
    ])
    expect(await taken('Código\tCant. ideal\tCant. mínima\nRY10013\t12\t6\nT00003\t6\t3')).toEqual([])
  })
  test('what comes at two times, is of another bill, or is of some only', async () => {
    for (const remark of [
      '(3 ahora 3 en enero)',
      '(facturar a la cooperadora)',
      '(los de luz)',
      '✔ entró',
      '(Suc. Norte, pasarlo allá)',
    ])
      expect(await taken(`RY10013 12\nT00003 6 ${remark}\n4567 48`)).toEqual(['RY10013=12', '4567=48'])
  })
  test('what stands behind most lines and differs behind one', async () => {
    const lines = (...said: string[]) => ORDER.split('\n').map((line, at) => `${line} - ${said[at]}`)
    const odd = lines('aprobado', 'aprobado', 'en revisión', 'aprobado')
    expect(await taken(odd.join('\n'))).toEqual(without('4567'))
    expect(
      await taken(lines('estante alto', 'estante bajo', 'estante bajo', 'estante alto').join('\n')),
    ).toEqual(ALL)
  })
  test.each([
    ['La línea RY por ahora quieta', ['RY10013']],
    ['abajo de todo va a nombre de otros', ['MX500/A']],
    ['A partir del renglón 3 es de Estela', ['4567', 'MX500/A']],
    ['el más caro de los cuatro va a crédito', ALL.map((line) => line.replace(/=.*/, ''))],
  ])('%j', async (said, codes) => {
    expect(await taken(`${ORDER}\n${said}`)).toEqual(without(...codes))
  })
  test('a sentence behind the lines that stand in one', async () => {
    expect(await taken('12 RY10013, 6 T00003. Lo del tren dependería de Nico')).toEqual(['RY10013=12'])
  })
})

describe('what is about one thing leaves the others alone', () => {
  test.each([
    'Quisiera saber a qué precio me quedarían 20 RY10013, 10 RY20418',
    'que me cobrarías por 20 RY10013 y 10 RY20418',
    '20 RY10013 y 10 RY20418 cuánto me saldrían',
    'con 20 RY10013, 10 RY20418 me hacés descuento',
  ])('a question about terms is no order, however it is cut: %j', async (text) => {
    expect(await taken(text)).toEqual([])
  })
  test.each([
    ['> Las RY10013 vienen sin caja, ¿te sirven?\ndespués te digo', ['RY10013']],
    ['> ¿Te sumo ajedrez AB 12-3?\nno, por ahora no', []],
    ['> ¿Te mando todo junto?\ndespués te digo', ALL.map((line) => line.replace(/=.*/, ''))],
  ])('an answer to a quoted question: %j', async (said, codes) => {
    expect(await taken(`${said}\n${ORDER}`)).toEqual(without(...codes))
  })
  test("'ídem' in a cell is what stands above it", async () => {
    const rows = (remark: string) =>
      `Código\tCant\tObs\nRY10013\t12\t${remark}\nT00003\t6\tídem\n4567\t48\turgente`
    expect(await taken(rows('surtidas'))).toEqual(['RY10013=12', 'T00003=6', '4567=48'])
    expect(await taken(rows('solo si bajó'))).toEqual(['4567=48'])
  })
  test('decimals beside a unit count, unless they may be a price', async () => {
    expect(await taken('RY10013|MUÑECA|12,00|UN')).toEqual(['RY10013=12'])
    expect(await taken('RY10013|MUÑECA|3500,00|UN')).toEqual([])
  })
})

describe('what closes a line, and what crosses it out', () => {
  test.each([
    'que se vendieron todas',
    '- se vende mucho',
    '(desinfladas está bien)',
    'lo mandas por la encomienda de siempre',
    'bueno eso un beso',
    'y decile a tu mamá que se mejore',
    ', todo para el kiosco de la terminal',
  ])('nothing in doubt: %j', async (said) => {
    expect(await taken(`RY10013 12\nT00003 6 ${said}`)).toEqual(['RY10013=12', 'T00003=6'])
  })
  test.each([
    'se vendieron todas',
    '(pocas está bien)',
    'lo mandas con el pedido de mi cuñado',
    'lo mandas en marzo',
    'y decile a tu jefe que me baje el precio',
  ])('still asked: %j', async (said) => {
    expect(await taken(`RY10013 12\nT00003 6 ${said}`)).toEqual(['RY10013=12'])
  })
  test.each(['(tachado: 6 u. T00003)', 'Anulación: T00003 x 6', 'Desestimado - T00003 6', 'Baja: T00003 6'])(
    'crossed out by its label: %j',
    async (line) => {
      expect(await taken(`RY10013 12\n${line}`)).toEqual(['RY10013=12'])
    },
  )
  test('the mail that is answered stands below the order as if quoted', async () => {
    const mail = (said: string) => `${ORDER}\n\n-----Mensaje original-----\nDe: Distribuidora\n${said}`
    expect(await taken(mail('Los pedidos se reciben hasta el jueves.'))).toEqual(ALL)
    expect(await taken(mail('El trencito no entra hasta marzo'))).toEqual(without('T00003'))
  })
  test("'del 00003' beside its own line is no end of T00003", async () => {
    expect(await taken('50 u del 00003, 12 u del T00003')).toEqual(['00003=50', 'T00003=12'])
  })
})

describe('who orders, on what terms, and what only ends the message leave the lines as they are', () => {
  test.each([
    'Cond. venta: CTA CTE 30 DIAS',
    'Mi CUIT es 27-18456789-3, monotributo.',
    'Eso solo, gracias',
    'Eso es todo. Hasta luego.',
    'preguntar si hay patineta',
    '[9:02 a. m., 18/11/2026] +54 9 351 555-0147: Hola, soy Lucía de Pinocho',
  ])('%s', async (said) => {
    expect(await taken(`${ORDER}\n${said}`)).toEqual(ALL)
  })
  test.each([
    'Cond. venta: sujeta a aprobación',
    'solo eso va si me fían',
    'hasta luego que te confirmo',
    'preguntar si hay stock',
  ])('but not what hangs on something: %s', async (said) => {
    expect(await taken(`${ORDER}\n${said}`)).toEqual([])
  })
  test('a question for goods that stand in the order is about them', async () => {
    expect(await taken(`${ORDER}\npreguntar si hay trencitos`)).toEqual(without('T00003'))
  })
})

test('a code in pieces that begins like a condition is none', async () => {
  expect(await taken('Si ty 1017 -> 2')).toEqual(['SI-TY1017=2'])
  expect(await taken('Si hay RY10013 12')).toEqual([])
})

test('parts between slashes stand by themselves, also beside a code that nothing has', async () => {
  expect(await taken('RY20418 x6 / T00003 x12 / ZZ77 x10')).toEqual(['RY20418=6', 'T00003=12'])
  expect(await taken('RY10013 / RY10014 x 12')).toEqual([])
})

test('a colour in its column is its row’s own, whatever the others say', async () => {
  const rows = ['Código\tColor\tCantidad', 'RY10013\tsurtido\t3', 'RY10014\trosa\t12', 'T00003\tsurtido\t6']
  expect(await taken(rows.join('\n'))).toEqual(['RY10013=3', 'RY10014=12', 'T00003=6'])
})

describe('a number and what it counts in a cell of its own', () => {
  test.each([
    ['RY10014\t1\tbulto', ['RY10014=12']],
    ['Muñeca articulada\tRY10014\t2,00\tBULTO', ['RY10014=24']],
    ['RY10014   Muñeca   2   bultos', ['RY10014=24']],
    ['T00003 | Tren | 2 | doc', ['T00003=24']],
    ['RY10014\t1\tcaja', []],
  ])('%j', async (row, lines) => {
    expect(await taken(row)).toEqual(lines)
  })
})

test('the pack behind the other number may be one pack of each, ordered behind what there is', async () => {
  const rows = (numbers: (pack: number, other: number) => number[]) =>
    [
      ['RY10013', ...numbers(12, 6)],
      ['RY10014', ...numbers(12, 2)],
      ['RY-2040', ...numbers(24, 18)],
    ]
      .map((row) => row.join('\t'))
      .join('\n')
  expect(await taken(rows((pack, other) => [other, pack]))).toEqual([])
  expect(await taken(rows((pack, other) => [pack, other]))).toEqual(['RY10013=6', 'RY10014=2', 'RY-2040=18'])
})

test('a row of another article that is denied leaves its neighbours alone', async () => {
  const rows = ['RY10013  Muñeca Bebé  3830,00  *24*', 'RY10014  Muñeca artic.  4150,00  no']
  expect(await taken(rows.join('\n'))).toEqual(['RY10013=24'])
})

test.each([
  'Después arreglamos lo que te debo de la anterior',
  'Perdón si me falta algún dato, es la primera vez.',
  'Me había olvidado de mandarlo con lo otro',
  'dejalo en el transporte Cruz del Norte',
  'Artículo,Stock actual,A comprar',
])('%s says nothing against the lines', async (said) => {
  expect(await taken(`${said}\n${ORDER}`)).toEqual(ALL)
})

test.each([
  ['muñecas: RY10013 x 12 / RY10014 x 6', ['RY10013=12', 'RY10014=6']],
  ['Juegos: AB 12-3 x 5', ['AB 12-3=5']],
  ['rodados: RY20418 x 3', ['RY20418=3']],
  ['retirar: RY20418 x 3', []],
])('a label that sorts goods leaves what stands behind it: %s', async (row, lines) => {
  expect(await taken(row)).toEqual(lines)
})

test("'Pedido' before the code is the order's number where another column counts", async () => {
  expect(await taken('Pedido|Articulo|Cantidad\n1148|RY10014|12')).toEqual(['RY10014=12'])
  expect(await taken('Pedido|Articulo\n12|RY10014')).toEqual(['RY10014=12'])
  expect(await taken('EAN13,DESCRIP,STOCK,MIN,PEDIR\n7790001000013,MUÑECA,2,6,12')).toEqual(['RY10013=12'])
})

test.each([
  'Gracias, hasta mañana',
  'dale? gracias',
  'Perdón las molestias, Nahuel',
  'y eso seria todo x ahora, pago en efvo cuando retiro',
])('%s ends the message and nothing else', async (said) => {
  expect(await taken(`${ORDER}\n${said}`)).toEqual(ALL)
})

test.each(['Pedido final (el anterior no va):', 'Buen día, me olvidé de estos ayer:'])(
  'below %s stands what is ordered',
  async (heading) => {
    expect(await taken(`${heading}\n${ORDER}`)).toEqual(ALL)
    expect(await taken(`${heading}\n${ORDER}\nesperame hasta mañana`)).toEqual([])
  },
)

test('twelve of each may be ordered, or be what a pack of each holds', async () => {
  expect(await taken('RY10013\t12\t24\nRY10014\t12\t36\nT00003\t12\t36')).toEqual([])
})

test('what stands in brackets says how the number before it is made up, wherever the code stands', async () => {
  expect(await taken('mandame 24 autos RY2040 (12 rojos y 12 azules)')).toEqual(['RY-2040=24'])
  expect(await taken('RY2040 24 (12 rojos y 12 azules)')).toEqual(['RY-2040=24'])
  expect(await taken('mandame 24 autos RY2040 (12 rojos y 6 azules)')).toEqual([])
})

test.each([
  'Adjunto pedido en el mail porque el excel no me sube:',
  'Mi socio me mandó esto, te lo paso tal cual',
])('%s asks for the lines below it', async (said) => {
  expect(await taken(`${said}\n${ORDER}`)).toEqual(ALL)
})

test.each(['Si dale, va', 'y cuidate del frío'])(
  '%s ends the order and changes nothing in it',
  async (said) => {
    expect(await taken(`${ORDER}\n${said}`)).toEqual(ALL)
  },
)

test('a heading that says what its own column counts says it of no other', async () => {
  expect(await taken('Código\tArtículo\tPedido en bultos\nRY10014\tmuñeca\t2')).toEqual(['RY10014=24'])
})

test.each(['Listado de stock al 30/11 - Depósito 1', 'Informe de existencias - Depósito central'])(
  'below %s nothing is ordered',
  async (heading) => {
    expect(await taken(`${heading}\n${ORDER}`)).toEqual([])
  },
)

test.each([
  'Hola soy el marido de Estela, me dejó anotado esto:',
  'Buenas, te rehago el pedido entero, no tomes en cuenta el de ayer:',
  'Hola, lleno solo lo que llevo:',
])('below %s stands the order', async (heading) => {
  expect(await taken(`${heading}\n${ORDER}`)).toEqual(ALL)
})

test.each([
  'después veo si agrego algo',
  '[14/3 09:20] Ventas: Recibido 👍',
  'total de bultos no sé, calculalo vos',
])('%s leaves the order as it is', async (said) => {
  expect(await taken(`${ORDER}\n${said}`)).toEqual(ALL)
})

test.each([
  ['sumale al pedido 12 t00003', ['T00003=12']],
  ['el pedido 12 T00003', []],
  ['SI-TY1017: 2 (caja sana por favor!)', ['SI-TY1017=2']],
  ['SI-TY1017: 2 cajas', []],
  ['tres juegos de cocina código SI TY 1017', ['SI-TY1017=3']],
  ['Cod\tBultos\tUnid. sueltas\nRY10014\t1\t\n00003\t\t30', ['RY10014=12', '00003=30']],
])('%j', async (text, lines) => {
  expect(await taken(text)).toEqual(lines)
})

test.each([
  'para el viernes si se puede 🙏 gracias genio',
  'Cualquier faltante avisame y no mandes reemplazo. Gracias',
  'Todo cerrado, sin abrir bultos.',
  'Con etiqueta de precio no, gracias',
  'va todo junto con lo de ayer',
])('how it is to come is no word against it: %s', async (said) => {
  expect(await taken(`${ORDER}\n${said}`)).toEqual(ALL)
})
test('above the lines, who they are asked of and what is answered', async () => {
  expect(await taken(`Buen día, de Santiago del Estero le pedimos:\n${ORDER}`)).toEqual(ALL)
  expect(await taken(`Asunto: RE: Pedido pendiente\n${ORDER}`)).toEqual(ALL)
  expect(await taken('SKU: RY10013 | qty: 18')).toEqual(['RY10013=18'])
  expect(await taken('00003 - 50 u (infladas no)')).toEqual(['00003=50'])
})

test.each([
  'Pedido Lib. Nueva Era (Tartagal) - cliente 318',
  'Para el pedido de Ushuaia:',
  'buenas, de la lista q me mandaste el lunes:',
  '[9:14, 3/4/2025] Tía Coca: nena le pasas esto al de los juguetes',
])('%s stands above an order', async (heading) => {
  expect(await taken(`${heading}\n${ORDER}`)).toEqual(ALL)
})
test.each(['dejalo para el pedido que viene', 'esto era del mes pasado'])('%s does not', async (heading) => {
  expect(await taken(`${heading}\n${ORDER}`)).toEqual([])
})
test('rows of several branches are rows of one order, unless an article stands in two', async () => {
  const rows = ['Sucursal\tCódigo\tCant. a pedir', 'Centro\tRY10013\t5', 'Norte\tRY10014\t6']
  expect(await taken(rows.join('\n'))).toEqual(['RY10013=5', 'RY10014=6'])
  expect(await taken([...rows, 'Sur\tRY10014\t2'].join('\n'))).toEqual(['RY10013=5'])
})

test.each([
  'Para abrir el local nuevo en Tafí Viejo:',
  'Abel dice que lo factures a nombre de la señora, CUIT 27-14556321-9',
])('names of places and bills are nothing against it: %s', async (said) => {
  expect(await taken(`${said}\n${ORDER}`)).toEqual(ALL)
})
test('who passes an order on says so in a chat', async () => {
  expect(await taken(`${ORDER}\n[14/3 10:31] Laura Depósito: ok lo mando al mayorista`)).toEqual(ALL)
  expect(await taken(`${ORDER}\nok lo mando mañana si puedo`)).toEqual([])
})
