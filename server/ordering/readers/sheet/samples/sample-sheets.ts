/** Forty spreadsheets as clients, sellers and other systems send them, with what a person makes of each (README.md). */
import { type Stocked, shortCodes } from '../../text/samples/sample-sets.ts'
import { type Cell, type Row, xlsx } from './sample-workbook.ts'

export const CUIT = '30712345671'
export const OTHER_CUIT = '30700000016'

type Line = readonly [code: string, quantity: number, cuit?: string]
export interface SealedSheet {
  name: string
  bytes: Buffer<ArrayBuffer> | string
  /** What somebody who knows the shop orders without asking back, in units; nothing where that person has to ask. */
  lines: readonly Line[]
  /** Whether a person has to ask about the file or about rows of it; no order line may come of those. */
  asks?: boolean
  /** Orders of several clients, which a seller brings; the others are a client's own. */
  isImport?: boolean
}

/** Articles beside those of `shortCodes`: codes that spreadsheets take for dates. */
export const datedArticles: readonly Pick<Stocked, 'code' | 'description' | 'unitsPerPack' | 'listPrice' | 'alias'>[] =
  [
    { code: '3-12', description: 'Carro de bebé plegable', unitsPerPack: 4, listPrice: 21_900_00, alias: '' },
    { code: '5-24', description: 'Moisés para muñeca', unitsPerPack: 6, listPrice: 9_900_00, alias: '' },
    { code: '10-6', description: 'Silla de paseo para muñeca', unitsPerPack: 6, listPrice: 8_700_00, alias: '' },
  ]
const articles = new Map([...shortCodes, ...datedArticles].map((article) => [article.code, article]))
function article(code: string) {
  const found = articles.get(code)
  if (!found) throw new Error(`No article has the code ${code}`)
  return found
}
const nameOf = (code: string) => article(code).description
const priceOf = (code: string) => article(code).listPrice / 100
const eanOf = (code: string) => {
  if (article(code).alias === '') throw new Error(`The article ${code} has no EAN`)
  return article(code).alias
}
/** Lines out of '147 6, 200 3'. */
const lines = (text: string): Line[] =>
  text.split(', ').map((pair) => {
    const [code = '', quantity] = pair.split(' ')
    article(code)
    return [code, Number(quantity)]
  })
/** A code as a cell: a number where it is one without zeros in front, as a person types it. */
const typed = (code: string): Cell => (/^[1-9]\d*$/.test(code) ? Number(code) : code)
const totalOf = (all: readonly Line[]) => all.reduce((sum, [, quantity]) => sum + quantity, 0)
const csv = (separator: string, rows: readonly (readonly (string | number)[])[], end = '\r\n') =>
  rows.map((row) => row.join(separator)).join(end) + end
const comma = (price: number) => price.toLocaleString('es-AR', { minimumFractionDigits: 2 })

const a = lines('147 6, 148 6, 200 12, 201 4, 8 50, 12 25, 24 20, 1203 12, A12 3, 0052 24')
const b = lines('100 12, 101 12, 102 6, 103 4, 106 6, 109 12, 120 36, 135 6, LP8 20, 0119 12')
const c = lines('170 12, 171 12, 175 6, 177 3, 182 4, 188 12, 198 6, 1201 6, A20 1')
const d = lines('200 6, 202 2, 206 12, 210 12, 220 1, 221 6, 0213 3, 45B 2')
const byEan = lines('147 6, 148 6, 201 4, 8 50, 1203 12, A12 3, 21 12, 100 6, 101 6')
const zeros = lines('0052 24, 0058 24, 0061 2, 007 3, 0085 60, 0111 6, 0147 4, 0213 3, 0235 6')
const EMPTY: Row = []

/** The shop's price list, with a cell of the order behind each article. */
const priceList = (wanted: readonly Line[], cells: (code: string, quantity: number | null) => Row): Row[] => {
  const asked = new Map(wanted.map(([code, quantity]) => [code, quantity]))
  return shortCodes.map(({ code }) => cells(code, asked.get(code) ?? null))
}

export const sealedSheets: readonly SealedSheet[] = [
  {
    name: 'order form with title, data of the client and total',
    lines: a,
    bytes: xlsx({
      name: 'Pedido',
      rows: [
        ['NOTA DE PEDIDO', null, null, 'N° 1203'],
        ['Juguetería El Trencito', null, null, 'Fecha: 12/11/2024'],
        ['CUIT 30-71234567-1', null, null, 'Tel. 4731-0147'],
        ['Dirección: Mitre 1500, Avellaneda'],
        EMPTY,
        ['Código', 'Descripción', 'Cantidad', 'Precio'],
        ...a.map(([code, quantity]) => [typed(code), nameOf(code), quantity, priceOf(code)]),
        EMPTY,
        [null, 'TOTAL', totalOf(a), null],
        ['Firma y sello'],
      ],
    }),
  },
  {
    name: 'merged title and merged sections between the rows',
    lines: [...c, ...d],
    bytes: xlsx({
      rows: [
        ['PEDIDO NAVIDAD 2024'],
        ['Cod', 'Articulo', 'Cant'],
        ['AUTOS Y PISTAS'],
        ...c.map(([code, quantity]) => [typed(code), nameOf(code), quantity]),
        ['MUÑECAS'],
        ...d.map(([code, quantity]) => [typed(code), nameOf(code), quantity]),
      ],
      merged: ['A1:C1', 'A3:C3', `A${c.length + 4}:C${c.length + 4}`],
    }),
  },
  {
    name: 'two empty sheets behind',
    lines: b,
    bytes: xlsx(
      { rows: [['codigo', 'cantidad'], ...b.map(([code, quantity]) => [typed(code), quantity])] },
      { name: 'Hoja2', rows: [] },
      { name: 'Hoja3', rows: [] },
    ),
  },
  {
    name: 'a second table below in another order of columns',
    lines: [...a, ...c],
    bytes: xlsx({
      rows: [
        ['Código', 'Artículo', 'Cantidad'],
        ...a.map(([code, quantity]) => [typed(code), nameOf(code), quantity]),
        EMPTY,
        ['Agregar también:'],
        ['Cantidad', 'Código', 'Artículo'],
        ...c.map(([code, quantity]) => [quantity, typed(code), nameOf(code)]),
      ],
    }),
  },
  {
    name: 'two tables side by side',
    lines: [...c, ...d],
    bytes: xlsx({
      rows: [
        ['Código', 'Cant.', null, 'Código', 'Cant.'],
        ...c.map(([code, quantity], at) => {
          const [other, more] = d[at] ?? [null, null]
          return [typed(code), quantity, null, other === null ? null : typed(other), more]
        }),
      ],
    }),
  },
  {
    name: 'the whole price list with the order in the last column',
    lines: [...a, ...b],
    bytes: xlsx({
      name: 'Lista 12-11-24',
      rows: [
        ['LISTA DE PRECIOS MAYORISTA - NOVIEMBRE'],
        ['Los precios no incluyen IVA. Pedido mínimo $ 150.000'],
        ['CODIGO', 'DESCRIPCION', 'X BULTO', 'PRECIO', 'PEDIDO'],
        ...priceList([...a, ...b], (code, quantity) => [
          typed(code),
          nameOf(code),
          article(code).unitsPerPack,
          priceOf(code),
          quantity,
        ]),
      ],
    }),
  },
  {
    name: 'price list with the quantity in front',
    lines: d,
    bytes: xlsx({
      rows: [
        ['Cant.', 'Cód.', 'Detalle', 'Unid. x caja', 'Precio unit.', 'Precio caja'],
        ...priceList(d, (code, quantity) => [
          quantity,
          typed(code),
          nameOf(code),
          article(code).unitsPerPack,
          priceOf(code),
          priceOf(code) * article(code).unitsPerPack,
        ]),
      ],
    }),
  },
  {
    name: 'price list whose order counts bultos',
    lines: c.map(([code], at) => [code, ((at % 3) + 1) * article(code).unitsPerPack]),
    bytes: xlsx({
      rows: [
        ['Código', 'Descripción', 'Unidades por bulto', 'Mínimo', 'Precio', 'Precio c/IVA', 'Pedido (bultos)'],
        ...c.map(([code], at) => [
          typed(code),
          nameOf(code),
          article(code).unitsPerPack,
          1,
          priceOf(code),
          priceOf(code) * 1.21,
          (at % 3) + 1,
        ]),
      ],
    }),
  },
  {
    name: 'orders of two clients by CUIT and number',
    isImport: true,
    lines: [...b.map(([code, q]): Line => [code, q, CUIT]), ...d.map(([code, q]): Line => [code, q, OTHER_CUIT])],
    bytes: xlsx({
      rows: [
        ['Cliente', 'CUIT', 'Pedido', 'Código', 'Descripción', 'Cantidad'],
        ...b.map(([code, q]) => ['El Trencito', '30-71234567-1', 147, typed(code), nameOf(code), q]),
        ...d.map(([code, q]) => ['Bazar La Estrella', '30-70000001-6', 148, typed(code), nameOf(code), q]),
      ],
    }),
  },
  {
    name: 'a column of branches, the same articles for each',
    lines: d.map(([code, quantity]) => [code, quantity * 3]),
    bytes: xlsx({
      rows: [
        ['Local', 'Código', 'Artículo', 'Cantidad'],
        ...d.map(([code, quantity]) => ['Centro', typed(code), nameOf(code), quantity]),
        ...d.map(([code, quantity]) => ['Morón', typed(code), nameOf(code), quantity * 2]),
      ],
    }),
  },
  {
    name: 'stock, minimum stock and what to order',
    lines: b,
    bytes: xlsx({
      rows: [
        ['Código', 'Descripción', 'Stock actual', 'Stock mínimo', 'A pedir'],
        ...b.map(([code, quantity], at) => [typed(code), nameOf(code), at, at + quantity, quantity]),
        [104, nameOf('104'), 12, 6, 0],
        [105, nameOf('105'), 9, 4, 0],
      ],
    }),
  },
  {
    name: 'stock and minimum stock without an order',
    asks: true,
    lines: [],
    bytes: xlsx({
      rows: [
        ['Código', 'Descripción', 'Stock', 'Mínimo'],
        ...b.map(([code, quantity], at) => [typed(code), nameOf(code), at + 1, quantity]),
      ],
    }),
  },
  {
    name: 'VAT as a rate and as money',
    lines: a,
    bytes: xlsx({
      rows: [
        ['Código', 'Detalle', 'Cant', 'P. Unit.', '% IVA', 'IVA', 'Subtotal'],
        ...a.map(([code, q]) => {
          const net = priceOf(code) * q
          return [typed(code), nameOf(code), q, priceOf(code), 21, net * 0.21, net * 1.21]
        }),
      ],
    }),
  },
  {
    name: 'row numbers in front',
    lines: a,
    bytes: xlsx({
      rows: [
        ['N°', 'Código', 'Artículo', 'Cantidad'],
        ...a.map(([code, quantity], at) => [at + 1, typed(code), nameOf(code), quantity]),
      ],
    }),
  },
  {
    name: 'row numbers without a heading, which are codes too',
    lines: c,
    bytes: xlsx({
      rows: [[null, 'Art.', 'Cant.'], ...c.map(([code, quantity], at) => [at + 1, typed(code), quantity])],
    }),
  },
  {
    name: 'EAN instead of codes',
    lines: byEan,
    bytes: xlsx({
      rows: [
        ['Código de barras', 'Producto', 'Cantidad'],
        ...byEan.map(([code, quantity]) => [{ value: Number(eanOf(code)), format: '0' }, nameOf(code), quantity]),
      ],
    }),
  },
  {
    name: 'EAN that a CSV cut to 7,79123E+12, beside the names',
    lines: b,
    bytes: csv(';', [
      ['EAN', 'Descripcion', 'Cantidad'],
      ...b.map(([code, quantity]) => ['7,79123E+12', nameOf(code), quantity]),
    ]),
  },
  {
    name: 'codes that lost their zeros, beside the names',
    lines: [...zeros, ...lines('147 12, 7 36')],
    bytes: xlsx({
      rows: [
        ['Codigo', 'Nombre', 'Pedido'],
        ...[...zeros, ...lines('147 12, 7 36')].map(([code, quantity]) => [Number(code), nameOf(code), quantity]),
      ],
    }),
  },
  {
    name: 'codes that lost their zeros, three of which are codes of other articles',
    asks: true,
    lines: lines('0058 24, 0061 2, 0085 60, 0111 6, 0213 3, 0235 6'),
    bytes: xlsx({
      rows: [['Codigo', 'Cantidad'], ...zeros.map(([code, quantity]) => [Number(code), quantity])],
    }),
  },
  {
    name: 'codes that became dates',
    lines: lines('3-12 4, 5-24 6, 10-6 2, 200 6, 202 2'),
    bytes: xlsx({
      rows: [
        ['Código', 'Artículo', 'Cantidad'],
        [{ value: 45629, format: 'd-mmm' }, nameOf('3-12'), 4],
        [{ value: 45413, format: 'mmm-yy' }, nameOf('5-24'), 6],
        [{ value: 45453, format: 'd-mmm' }, nameOf('10-6'), 2],
        [200, nameOf('200'), 6],
        [202, nameOf('202'), 2],
      ],
    }),
  },
  {
    name: 'quantities that became dates',
    asks: true,
    lines: lines('206 12, 210 12, 220 1'),
    bytes: xlsx({
      rows: [
        ['Código', 'Artículo', 'Cantidad'],
        [200, nameOf('200'), { value: 45629, format: 'd-mmm' }],
        [202, nameOf('202'), { value: 45449, format: 'dd/mm/yyyy' }],
        [206, nameOf('206'), 12],
        [210, nameOf('210'), 12],
        [220, nameOf('220'), 1],
      ],
    }),
  },
  {
    name: 'quantities and totals calculated by formulas',
    lines: a,
    bytes: xlsx({
      rows: [
        ['Código', 'Descripción', 'Docenas', 'Cantidad', 'Precio', 'Importe'],
        ...a.map(([code, q], at) => [
          typed(code),
          nameOf(code),
          q / 12,
          { formula: `C${at + 2}*12`, value: q },
          priceOf(code),
          { formula: `D${at + 2}*E${at + 2}`, value: q * priceOf(code) },
        ]),
        [null, 'Total', null, { formula: `SUM(D2:D${a.length + 1})`, value: totalOf(a) }],
      ],
    }),
  },
  {
    name: 'quantities by formulas that were never calculated',
    asks: true,
    lines: lines('170 12, 171 12'),
    bytes: xlsx({
      rows: [
        ['Código', 'Descripción', 'Mínimo', 'Cantidad'],
        [170, nameOf('170'), 6, 12],
        [171, nameOf('171'), 6, 12],
        ...lines('175 6, 177 3, 182 4').map(([code, q], at) => [
          typed(code),
          nameOf(code),
          q,
          { formula: `C${at + 4}*2` },
        ]),
      ],
    }),
  },
  {
    name: 'hidden column with the order before',
    lines: b,
    bytes: xlsx({
      rows: [
        ['Código', 'Descripción', 'Pedido octubre', 'Pedido'],
        ...b.map(([code, quantity], at) => [typed(code), nameOf(code), 6 + at, quantity]),
        [104, nameOf('104'), 6, null],
        [105, nameOf('105'), 4, null],
      ],
      hiddenColumns: [2],
    }),
  },
  {
    name: 'hidden sheet with the order before',
    lines: c,
    bytes: xlsx(
      { name: 'octubre', hidden: true, rows: [['Código', 'Cantidad'], ...d.map(([code, q]) => [typed(code), q])] },
      { name: 'noviembre', rows: [['Código', 'Cantidad'], ...c.map(([code, q]) => [typed(code), q])] },
    ),
  },
  {
    name: 'subtotals of sections and a count at the foot',
    lines: [...b, ...c],
    bytes: xlsx({
      rows: [
        ['Cód', 'Artículo', 'Cant'],
        ...b.map(([code, quantity]) => [typed(code), nameOf(code), quantity]),
        ['Subtotal', null, totalOf(b)],
        ...c.map(([code, quantity]) => [typed(code), nameOf(code), quantity]),
        ['Subtotal', null, totalOf(c)],
        ['Total general', null, totalOf(b) + totalOf(c)],
        ['Items', null, b.length + c.length],
      ],
    }),
  },
  {
    name: 'notes beside the rows and at the foot',
    lines: d,
    bytes: xlsx({
      rows: [
        ['Código', 'Cantidad', 'Observaciones'],
        ...d.map(([code, q], at) => [
          typed(code),
          q,
          ['surtido', null, 'color rosa', '12 para fin de mes'][at % 4] ?? null,
        ]),
        EMPTY,
        ['Nota: mandar por Expreso Oeste, cobra 10% en destino'],
        ['Recibe: Mario (cel 15-5555-0147) de 8 a 12'],
      ],
    }),
  },
  {
    name: 'a part of the order on each of three sheets',
    lines: [...b, ...c, ...d],
    bytes: xlsx(
      { name: 'Juegos', rows: [['Código', 'Cantidad'], ...b.map(([code, q]) => [typed(code), q])] },
      { name: 'Autos', rows: [['Código', 'Cantidad'], ...c.map(([code, q]) => [typed(code), q])] },
      { name: 'Muñecas', rows: [['Código', 'Cantidad'], ...d.map(([code, q]) => [typed(code), q])] },
    ),
  },
  {
    name: 'a price list on the sheet behind the order',
    lines: a,
    bytes: xlsx(
      { name: 'Pedido', rows: [['Cód.', 'Unidades'], ...a.map(([code, q]) => [typed(code), q])] },
      {
        name: 'Precios',
        rows: [
          ['Código', 'Descripción', 'Bulto', 'Precio'],
          ...priceList([], (code) => [typed(code), nameOf(code), article(code).unitsPerPack, priceOf(code)]),
        ],
      },
    ),
  },
  {
    name: 'headings in two merged rows',
    lines: c,
    bytes: xlsx({
      rows: [
        ['Artículo', null, 'Pedido', null],
        ['Código', 'Nombre', 'Unidades', 'Precio'],
        ...c.map(([code, quantity]) => [typed(code), nameOf(code), quantity, priceOf(code)]),
      ],
      merged: ['A1:B1', 'C1:D1'],
    }),
  },
  {
    name: 'no headings: code, name, quantity',
    lines: d,
    bytes: xlsx({ rows: d.map(([code, quantity]) => [typed(code), nameOf(code), quantity]) }),
  },
  {
    name: 'no headings: two columns of numbers that are codes both',
    asks: true,
    lines: [],
    bytes: xlsx({ rows: lines('12 24, 8 50, 10 20, 4 12, 24 100, 6 30, 7 36').map(([code, q]) => [Number(code), q]) }),
  },
  {
    name: "another supplier's list, whose codes are those of other articles here",
    asks: true,
    lines: [],
    bytes: xlsx({
      rows: [
        ['DISTRIBUIDORA DEL SUR - BAZAR Y LIMPIEZA'],
        ['Código', 'Descripción', 'Precio', 'Cantidad'],
        [147, 'Secador de piso 40 cm', 3200, 6],
        [148, 'Palo de escoba 1,20 m', 1100, 12],
        [200, 'Balde de limpieza 10 litros', 2900, 4],
        [201, 'Trapo de piso gris', 900, 24],
        [1203, 'Lavandina 1 litro', 850, 12],
        ['DS-77', 'Rejilla multiuso x 3', 700, 36],
      ],
    }),
  },
  {
    name: "the client's own codes beside the shop's",
    lines: c,
    bytes: xlsx({
      rows: [
        ['Cód. interno', 'Cód. proveedor', 'Descripción', 'Cantidad'],
        ...c.map(([code, quantity], at) => [200 + at, typed(code), nameOf(code), quantity]),
      ],
    }),
  },
  {
    name: 'CSV in Latin-1 with decimals after a comma',
    lines: a,
    bytes: Buffer.from(
      csv(';', [
        ['Código', 'Descripción', 'Cantidad', 'Precio unitario'],
        ...a.map(([code, q]) => [code, nameOf(code), `${q},00`, comma(priceOf(code))]),
      ]),
      'latin1',
    ),
  },
  {
    name: 'CSV with a BOM, tabs, and quoted names of two lines',
    lines: b,
    bytes: `\uFEFF${csv('\t', [
      ['Articulo', 'Detalle', 'Cant.'],
      ...b.map(([code, q]) => [code, `"${nameOf(code)}\n(reponer); ""urgente"""`, q]),
    ])}`,
  },
  {
    name: 'CSV whose quantities have units in words',
    lines: lines('147 6, 200 24, 8 50, 120 6, 0052 12, 312 24'),
    bytes: csv(',', [
      ['Codigo', 'Producto', 'Cantidad'],
      [147, nameOf('147'), '6 u'],
      [200, nameOf('200'), '2 docenas'],
      [8, nameOf('8'), '1 bulto'],
      [120, nameOf('120'), 'media doc'],
      ['0052', nameOf('0052'), '12 unid.'],
      [312, nameOf('312'), '1 caja'],
    ]),
  },
  {
    name: 'CSV with sep= and codes guarded by formulas',
    lines: b,
    bytes: `sep=;\r\n${csv(';', [['Codigo', 'Cantidad'], ...b.map(([code, q]) => [`="${code}"`, q])])}`,
  },
  {
    name: 'marks instead of quantities in some rows',
    asks: true,
    lines: lines('243 6, 245 12'),
    bytes: xlsx({
      rows: [
        ['Código', 'Descripción', 'Pedido'],
        [240, nameOf('240'), 'x'],
        [241, nameOf('241'), 'sí'],
        [242, nameOf('242'), null],
        [243, nameOf('243'), 6],
        [244, nameOf('244'), '✓'],
        [245, nameOf('245'), 12],
      ],
    }),
  },
  {
    name: 'articles across branches with their total',
    lines: d.map(([code, quantity], at) => [code, quantity + at]),
    bytes: xlsx({
      rows: [
        ['Código', 'Artículo', 'Centro', 'Morón', 'Total'],
        ...d.map(([code, q], at) => [
          typed(code),
          nameOf(code),
          q,
          at,
          { formula: `C${at + 2}+D${at + 2}`, value: q + at },
        ]),
      ],
    }),
  },
]
