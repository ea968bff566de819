/** What is proposed for files of other programs (R408): what it takes without a question is right, all else is asked. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { writeXlsx } from 'hucre/xlsx'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { proposeFor, readExportFolder } from './export-folder.ts'
import { looseKeys } from './feed-keys.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bulto-propose-'))
})
afterEach(() => rm(folder, { recursive: true }))

const put = (name: string, content: string | Uint8Array) => writeFile(join(folder, name), content)
const look = async (answers: Record<string, string> = {}) => {
  const found = await proposeFor(await readExportFolder(folder), answers, looseKeys())
  const list = (name: string) => found.lists.find((one) => one.list === name)
  return {
    ...found,
    asked: found.proposed.questions.filter(({ answered }) => !answered).map(({ id }) => id),
    question: (id: string) => found.proposed.questions.find((one) => one.id === id),
    /** The chosen column of a field, where nobody was asked. */
    sure: (id: string) =>
      found.lists.flatMap(({ fields }) => fields).find((field) => field.id === id && field.sure)?.column,
    sample: (name: string, row = 0) =>
      Object.fromEntries((list(name)?.headings ?? []).map((heading, at) => [heading, list(name)?.sample[row]?.[at]])),
    list,
  }
}

const dosLetters: Record<string, number> = { ñ: 0xa4, á: 0xa0, é: 0x82, í: 0xa1, ó: 0xa2, ú: 0xa3, Ó: 0xe0 }
const encoders = {
  'utf-8': (text: string) => Buffer.from(text, 'utf8'),
  'windows-1252': (text: string) => Buffer.from(text, 'latin1'),
  cp850: (text: string) => Buffer.from([...text].map((letter) => dosLetters[letter] ?? letter.charCodeAt(0))),
  'utf-16le': (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le'),
} as const

describe('a known feed under other headings, in another order and encoding', () => {
  const names = ['Muñeca bebé', 'Auto a fricción', 'Camión', 'Pelota', 'Títere', 'Peluche león', 'Dominó']
  const articles = Array.from({ length: 60 }, (_, at) => ({
    code: `${at % 3 === 0 ? '00' : 'A-'}${100 + at}`,
    description: `${names[at % names.length]} ${at + 10} cm`,
    ean: at % 5 === 0 ? '' : String(7_790_000_000_000 + at),
    unitsPerPack: 6 * (1 + (at % 4)),
    price: 10_000 * (at + 1) + 50 * (at % 2),
    cost: 5_000 * (at + 1),
    brand: ['Tuki', 'Pirucho', 'Barrilete'][at % 3] ?? '',
    active: at % 7 !== 0,
  }))
  /** The headings of each column: known ones, and some that only hint at it or that nobody knows. */
  const headings = {
    code: ['Código', 'Cód. Artículo', 'CODIGO ARTICULO', 'SKU', 'Clave', 'Cod Interno'],
    description: ['Descripción', 'Detalle', 'NOMBRE', 'Denominación', 'Producto'],
    ean: ['EAN', 'Código de barras', 'Cod. Barra', 'EAN13 del envase', 'Zeta'],
    unitsPerPack: ['UxB', 'Unidades por bulto', 'Cant. x bulto', 'Bulto cerrado', 'Envase'],
    price: ['Precio', 'Precio Lista 1', 'Precio de venta', 'P.V.P.', 'Importe'],
    cost: ['Costo', 'Precio de costo', 'Último precio de compra'],
    brand: ['Marca', 'Fabricante', 'Marca comercial'],
    active: ['Activo', 'Habilitado', 'Estado', 'Inhabilitado'],
  } as const
  type Role = keyof typeof headings
  const roles = Object.keys(headings) as Role[]
  const fieldOf: Partial<Record<Role, string>> = {
    code: 'articulos.CODIGO_ART',
    description: 'articulos.DESCRIP_ART',
    ean: 'articulos.EAN_ART',
    unitsPerPack: 'articulos.UXB',
    price: 'precios.PRECIO_LPI',
    brand: 'asignaciones.MARCA',
    active: 'articulos.ACTIVO',
  }
  const amount = (cents: number, decimal: string, thousands: string) => {
    const [whole = '', part = ''] = (cents / 100).toFixed(2).split('.')
    return `${whole.replace(/\B(?=(\d{3})+$)/g, thousands)}${decimal}${part}`
  }

  it('comes back as the same shop, or is asked about: no column is taken for another', {
    timeout: 120_000,
  }, async () => {
    const shapes = fc.record({
      order: fc.shuffledSubarray(roles, { minLength: roles.length }),
      named: fc.record(
        Object.fromEntries(roles.map((role) => [role, fc.nat(5)])) as Record<Role, fc.Arbitrary<number>>,
      ),
      encoding: fc.constantFrom(...(Object.keys(encoders) as (keyof typeof encoders)[])),
      separator: fc.constantFrom(';', '\t', '|'),
      decimal: fc.constantFrom(',', '.'),
      thousands: fc.boolean(),
      titles: fc.nat(3),
      padded: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(shapes, async ({ order, named, encoding, separator, decimal, thousands, titles, padded }) => {
        const headingOf = (role: Role) => headings[role][named[role] % headings[role].length] ?? ''
        const isNegative = headingOf('active') === 'Inhabilitado'
        const group = thousands ? (decimal === ',' ? '.' : ',') : ''
        const cell = (article: (typeof articles)[number], role: Role): string => {
          if (role === 'price' || role === 'cost') return amount(article[role], decimal, group)
          if (role === 'active') return article.active !== isNegative ? 'S' : 'N'
          const text = String(article[role])
          return role === 'code' && padded ? text.padEnd(15) : text
        }
        const rows = [
          ...Array.from({ length: titles }, (_, at) => [`Listado ${at}`, ...order.slice(1).map(() => '')]),
          order.map(headingOf),
          ...articles.map((article) => order.map((role) => cell(article, role))),
        ]
        await put('export.csv', encoders[encoding](`${rows.map((row) => row.join(separator)).join('\r\n')}\r\n`))
        const found = await look()
        for (const role of roles) {
          const id = fieldOf[role]
          const column = id === undefined ? undefined : found.sure(id)
          if (column) expect([role, column]).toEqual([role, headingOf(role)])
        }
        // What must be there is there, or is asked.
        for (const role of ['code', 'description', 'price'] as const)
          expect(found.sure(fieldOf[role] ?? '') === headingOf(role) || found.asked.includes(fieldOf[role] ?? '')).toBe(
            true,
          )
        if (found.asked.includes('articulos.CODIGO_ART') || found.asked.includes('precios.PRECIO_LPI')) return
        if (found.asked.some((asked) => asked.endsWith('.decimal'))) return
        const prices = found.list('precios')
        expect(prices?.refused).toBe(0)
        expect(prices?.sample.map(([code, price]) => `${code} ${price}`)).toEqual(
          articles.slice(0, 10).map(({ code, price }) => `${code} ${amount(price, ',', '.')}`),
        )
        if (!found.asked.includes('articulos.DESCRIP_ART'))
          expect(found.sample('articulos', 5)).toMatchObject({
            Código: articles[5]?.code,
            Descripción: articles[5]?.description,
          })
      }),
      { numRuns: 40 },
    )
  })
})

describe('what is not certain is asked', () => {
  const priced = (heading: string) =>
    put('a.csv', `Código;Descripción;Marca;${heading}\n01;Oso;Tuki;10,00\n02;Pato;Tuki;12,00\n`)

  it.each(['Precio Cto', 'Precio proveedor', 'Precio FOB', 'Precio anterior', 'Último costo'])(
    'what an article costs the shop, or did cost, is never proposed as its price: %s',
    async (heading) => {
      await priced(heading)
      const found = await look()
      expect(found.question('precios.PRECIO_LPI')).toMatchObject({ value: '' })
      expect(found.list('precios')).toBeUndefined()
    },
  )

  it.each([
    'Precio USD',
    'Precio U$S',
    'Precio por bulto',
    'Precio final',
    'Precio c/IVA',
    'PVP',
    'Precio oferta',
    'Venta',
  ])('the only price, where its heading says that it may be another one: %s', async (heading) => {
    await priced(heading)
    expect((await look()).question('precios.PRECIO_LPI')).toMatchObject({ value: heading, answered: false })
    const none = await look({ 'precios.PRECIO_LPI': '' })
    expect(none.question('precios.PRECIO_LPI')).toMatchObject({ answered: true })
    expect(none.list('precios')).toBeUndefined()
  })

  it.each(['P. Venta', 'P.Venta', 'PVenta', 'P. Vta.', 'Pr. venta', 'P. Lista', 'P. Unit.', 'Importe venta', 'Venta'])(
    'a shortened price beside one with VAT is one of those that are offered: %s',
    async (heading) => {
      await put(
        'a.csv',
        `Código;Descripción;Marca;Precio compra;Ganancia %;${heading};Precio c/IVA\n01;Oso;Tuki;5,00;50;10,00;12,10\n`,
      )
      const { question } = await look()
      expect(question('precios.PRECIO_LPI')).toMatchObject({ value: heading, answered: false })
      expect(question('precios.PRECIO_LPI')?.options.map(({ value }) => value)).toEqual([heading, 'Precio c/IVA', ''])
    },
  )

  it.each(['P. Compra', 'P. Costo', 'Pr. proveedor', 'Perfil de venta', 'Fecha venta'])(
    'what is no price of sale is not offered: %s',
    async (heading) => {
      await put('a.csv', `Código;Descripción;Marca;${heading};Precio\n01;Oso;Tuki;5,00;10,00\n`)
      expect((await look()).question('precios.PRECIO_LPI')).toBeUndefined()
    },
  )

  it.each(['Precio', 'Precio de venta', 'Lista 1', 'Precio lista', 'Precio unitario', 'P. Venta'])(
    'a heading that says no more than that it is the price is not asked about: %s',
    async (heading) => {
      await priced(heading)
      expect((await look()).question('precios.PRECIO_LPI')).toBeUndefined()
    },
  )

  it('how much stock there should be is not how much there is', async () => {
    await put('a.csv', 'Código;Descripción;Marca;Stock mínimo\n01;Oso;Tuki;10\n02;Pato;Tuki;12\n')
    const found = await look()
    expect(found.list('articulos')?.fields.find(({ heading }) => heading === 'STOCK_ART')).toMatchObject({ column: '' })
  })

  it('several rows of an article in another file: added up, or repeated for each list of prices', async () => {
    await put('articulos.csv', 'Código;Descripción;Marca\nA1;Oso;Tuki\nA2;Pato;Tuki\nA3;Tren;Tuki\n')
    await put(
      'precios.csv',
      'Código;Lista;Precio;Stock\nA1;1;10,00;7\nA1;2;9,00;7\nA2;1;5,00;3\nA2;2;4,00;3\nA3;1;5,00;0\n',
    )
    expect((await look()).question('precios.varias')).toMatchObject({ answered: false })
    expect((await look({ 'precios.varias': 'primera' })).sample('articulos')).toMatchObject({ Stock: '7' })
    expect((await look({ 'precios.varias': 'suma' })).sample('articulos')).toMatchObject({ Stock: '14' })
  })

  it('two columns of prices: which is the base, and whether the other is a list; what an article costs is no price', async () => {
    await put('a.csv', 'Código;Descripción;Costo;Lista 1;Lista 2\n01;Oso;5,00;10,00;9,00\n02;Pato;6,00;12,00;11,00\n')
    const found = await look()
    expect(found.asked).toEqual(expect.arrayContaining(['precios.PRECIO_LPI', 'precios.otras']))
    expect(found.question('precios.PRECIO_LPI')?.options.map(({ value }) => value)).toEqual(['Lista 1', 'Lista 2', ''])
    const all = await look({ 'precios.PRECIO_LPI': 'Lista 2', 'precios.otras': 'todas' })
    expect(all.sample('precios')).toMatchObject({ Precio: '9,00' })
    expect(all.sample('precios_listas')).toMatchObject({ 'Lista de precios': 'Lista 1', Precio: '10,00' })
  })

  describe('by which list a client buys', () => {
    const prices = 'Código;Descripción;Marca;PRECIO LISTA GENERAL;PRECIO MAYORISTA;Precio Distribuidor'
    const shop = async (heading: string, first: string, second: string) => {
      await put('productos.csv', `${prices}\n01;Oso;Tuki;10,00;9,00;8,00\n02;Pato;Tuki;20,00;19,00;18,00\n`)
      await put(
        'clientes.csv',
        `Código;Razón social;CUIT;Domicilio;${heading}\n1;Sol SRL;30712345671;Mitre 1;${first}\n2;Luna SA;27123456780;Mitre 2;${second}\n`,
      )
    }
    const all = { 'precios.PRECIO_LPI': 'PRECIO LISTA GENERAL', 'precios.otras': 'todas' }
    const listOf = ({ sample }: Awaited<ReturnType<typeof look>>, row: number) =>
      sample('clientes', row)['Lista de precios']

    it.each(['LISTA PRECIO', 'Tarifa de venta', 'Lista de precios asignada', 'Canal'])(
      'its column is asked about where the heading or the cells speak of a list: %s',
      async (heading) => {
        await shop(heading, 'Mayorista', 'GENERAL')
        const found = await look(all)
        expect(found.question('clientes.ID_LIS')).toMatchObject({ value: heading, answered: false })
        expect([listOf(found, 0), listOf(found, 1)]).toEqual(['PRECIO MAYORISTA', ''])
      },
    )

    it('a text that is no list is asked with all lists, and nobody gets the base one unasked', async () => {
      await shop('Lista', 'MAYORISTA', 'Especial')
      const found = await look(all)
      const asked = found.question('clientes.ID_LIS.Especial')
      expect(asked?.options.map(({ label }) => label)).toEqual([
        'La lista base, «PRECIO LISTA GENERAL»',
        '«PRECIO MAYORISTA»',
        '«Precio Distribuidor»',
        'Se rechazan esas filas',
      ])
      expect(found.list('clientes')).toMatchObject({ refused: 1 })
      const answered = await look({ ...all, 'clientes.ID_LIS.Especial': 'Precio Distribuidor' })
      expect(answered.list('clientes')).toMatchObject({ refused: 0 })
      expect(listOf(answered, 1)).toBe('Precio Distribuidor')
    })

    it('what clients without a list see is asked, the base list first', async () => {
      await shop('Lista', 'MAYORISTA', '')
      const found = await look(all)
      expect(found.question('clientes.ID_LIS.(vacía)')).toMatchObject({
        text: 'En clientes.csv hay 1 cliente sin «Lista». ¿Qué lista ven?',
        value: '',
        answered: false,
      })
      expect(listOf(found, 1)).toBe('')
      const answered = await look({ ...all, 'clientes.ID_LIS.(vacía)': 'Precio Distribuidor' })
      expect([listOf(answered, 0), listOf(answered, 1)]).toEqual(['PRECIO MAYORISTA', 'Precio Distribuidor'])
      await shop('Lista', 'MAYORISTA', 'GENERAL')
      expect((await look(all)).asked).not.toContain('clientes.ID_LIS.(vacía)')
    })

    it('other prices are proposed as lists where clients have them', async () => {
      await shop('LISTA PRECIO', 'MAYORISTA', 'GENERAL')
      expect((await look()).question('precios.otras')).toMatchObject({ value: 'todas', answered: false })
      await shop('Canal', 'Web', 'Local')
      expect((await look()).question('precios.otras')).toMatchObject({ value: 'no', answered: false })
    })

    it('a number names no list where it stands behind another name', async () => {
      await put('productos.csv', 'Código;Descripción;Marca;Lista 1;Lista 2\n01;Oso;Tuki;10,00;9,00\n')
      await put(
        'clientes.csv',
        'Código;Razón social;CUIT;Domicilio;Lista\n1;Sol SRL;30712345671;Mitre 1;02\n2;Luna SA;27123456780;Mitre 2;L 3\n',
      )
      const found = await look({ 'precios.PRECIO_LPI': 'Lista 1', 'precios.otras': 'todas' })
      expect(listOf(found, 0)).toBe('Lista 2')
      expect(found.asked).toEqual(['clientes.ID_LIS.L 3'])
    })

    it('lists that stand by code and name in a file of prices are found by either', async () => {
      await put('articulos.csv', 'Código;Descripción;Marca\nA1;Oso;Tuki\nA2;Pato;Tuki\n')
      await put(
        'precios.csv',
        'Código;Nro lista;Nombre lista;Precio\nA1;1;General;10,00\nA1;2;Mayorista;9,00\nA2;1;General;5,00\nA2;2;Mayorista;4,00\n',
      )
      await put(
        'clientes.csv',
        'Código;Razón social;CUIT;Domicilio;Lista\n1;Sol SRL;30712345671;Mitre 1;MAYORISTA\n2;Luna SA;27123456780;Mitre 2;1\n',
      )
      const found = await look()
      expect([listOf(found, 0), listOf(found, 1)]).toEqual(['2', ''])
    })
  })

  describe('articles in one file, their prices in another', () => {
    const codes = Array.from({ length: 30 }, (_, at) => `A${100 + at}`)
    const sheet = (headings: string, rows: string[], rest: string) =>
      [headings, ...rows.map((code) => `${code};Oso ${code};${rest}`), ''].join('\n')

    it('the file with more articles is proposed, however much else the other one tells, and what has no price is counted', async () => {
      await put('maestro.csv', sheet('Código;Descripción;Marca', codes, 'Tuki'))
      await put(
        'lista.csv',
        sheet('Código;Descripción;Rubro;Subrubro;UxB;Stock;Precio', codes.slice(3), 'Osos;Peluches;6;7;10,00'),
      )
      const found = await look()
      expect(found.question('articulos.archivo')).toMatchObject({ value: 'maestro', answered: false })
      expect(found.list('articulos')).toMatchObject({ rows: 30, file: 'maestro.csv' })
      expect(found.list('precios')).toMatchObject({
        rows: 27,
        file: 'lista.csv',
        remarks: ['3 artículos de maestro.csv sin precio en lista.csv: A100, A101, A102'],
      })
      const other = await look({ 'articulos.archivo': 'lista' })
      expect(other.list('articulos')).toMatchObject({ rows: 27, file: 'lista.csv' })
    })

    it('codes of a joined file that are no articles are counted', async () => {
      await put('maestro.csv', sheet('Código;Descripción;Marca;Precio', codes.slice(1), 'Tuki;10,00'))
      await put('stock.csv', ['Código;Stock', ...codes.map((code) => `${code};5`), ''].join('\n'))
      expect((await look()).list('articulos')?.remarks).toEqual([
        '1 código de stock.csv sin artículo en maestro.csv: A100',
      ])
    })
  })

  it('a rate of VAT that stands by its name, and the condition of a client as its fiscal category', async () => {
    await put(
      'a.csv',
      'Código;Descripción;Marca;Precio;Impuestos\n01;Oso;Tuki;10,00;IVA 21%\n02;Pato;Tuki;12,00;IVA 10,5 %\n',
    )
    await put(
      'c.csv',
      'Código;Razón social;CUIT;Domicilio;CATEGORIA FISCAL\n1;Sol SRL;30712345671;Mitre 1;MONOTRIBUTISTA\n2;Luna SA;27123456780;Mitre 2;EXENTO\n',
    )
    const found = await look()
    expect(found.asked).toEqual([])
    expect(found.list('articulos')).toMatchObject({ refused: 0 })
    const rates = [0, 1].map((row) => found.sample('articulos', row)['Alícuota de IVA'])
    expect(rates).toEqual(['21,00', '10,50'])
    expect(found.sample('clientes')).toMatchObject({ 'Condición de IVA': 'MONOTRIBUTISTA' })
  })

  it('taxes that are no rate of VAT are asked about', async () => {
    await put('a.csv', 'Código;Descripción;Marca;Precio;Impuestos\n01;Oso;Tuki;10,00;IVA 21%, Percepción 3%\n')
    expect((await look()).asked).toContain('articulos.IVA_ART')
  })

  it('two columns that may be the code; the one of the supplier is not taken', async () => {
    await put('a.csv', 'SKU;Código;Código proveedor;Descripción;Precio\nX1;01;P9;Oso;10,00\nX2;02;P8;Pato;12,00\n')
    const found = await look()
    expect(found.asked).toContain('articulos.CODIGO_ART')
    expect((await look({ 'articulos.CODIGO_ART': 'SKU' })).sample('articulos')).toMatchObject({ Código: 'X1' })
  })

  it('amounts that may be thousands or decimals', async () => {
    await put('a.csv', 'Código;Descripción;Precio\n01;Oso;1.500\n02;Pato;2.250\n')
    const found = await look()
    expect(found.asked).toContain('a.decimal')
    expect((await look({ 'a.decimal': ',' })).sample('precios')).toMatchObject({ Precio: '1.500,00' })
  })

  it('codes that a workbook has as numbers, by the digits that another file has', async () => {
    const rows = [
      ['Código', 'Descripción', 'Precio'],
      [123, 'Oso', 10],
      [124, 'Pato', 12],
    ]
    await put('a.xlsx', await writeXlsx({ sheets: [{ name: 'Hoja1', rows }] }))
    await put('stock.csv', 'Código;Stock\n00123;5\n00124;6\n')
    const found = await look()
    expect(found.question('a.ceros')).toMatchObject({ value: '5', answered: false })
  })

  it('a column that only hints at the name of a client, beside one that is called exactly so', async () => {
    await put(
      'c.csv',
      'Código;Apellido / Razón social;Nombre;CUIT;Domicilio\n1;Sol SRL;;30712345671;Mitre 1\n2;Rosa;Luna;27123456780;Mitre 2\n',
    )
    expect((await look()).asked).toContain('clientes.RAZONSOCIAL_CLI')
  })

  it('prices in another currency, and what a file of stock is joined by', async () => {
    await put('a.csv', 'Código;Descripción;Precio\n01;Oso;U$S 10\n02;Pato;U$S 12\n')
    await put('stock.csv', 'Fila;Id;Cantidad disponible\n1;01;5\n2;02;6\n')
    const found = await look()
    expect(found.asked).toContain('precios.PRECIO_LPI')
    expect(found.list('precios')?.refused).toBe(2)
    expect(found.sample('articulos')).toMatchObject({ Stock: '5' })
  })

  it('what is refused is counted beforehand, with its reason', async () => {
    await put('a.csv', 'Código;Descripción;Precio\n01;Oso;10,00\n01;Pato;12,00\n03;Gato;doce\n')
    const found = await look()
    expect(found.list('articulos')).toMatchObject({ refused: 1 })
    expect(found.list('precios')?.faults.map(({ message }) => message)).toEqual(
      expect.arrayContaining(['«doce» no es un número con coma decimal']),
    )
  })

  it('a file of nothing that is known is not read, and one that cannot be read says why', async () => {
    await put('notas.txt', 'Hola\nChau\n')
    await put('viejo.xls', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]))
    const read = await readExportFolder(folder)
    expect(read.problems.get('viejo.xls')).toContain('.xls no se admiten')
    expect((await look()).lists).toEqual([])
  })
})

describe('two thousand rows and more', () => {
  it('are read from title rows, several sheets and files, with codes that begin with zeros', async () => {
    const rows = Array.from({ length: 2_500 }, (_, at) => [
      String(at).padStart(6, '0'),
      `Artículo ${at}`,
      at % 10,
      100 + at / 4,
    ])
    await put(
      'lista.xlsx',
      await writeXlsx({
        sheets: [
          { name: 'Portada', rows: [['Juguetería'], ['Lista de noviembre']] },
          { name: 'Artículos', rows: [['Listado'], [], ['Código', 'Descripción', 'Id rubro', 'Precio'], ...rows] },
          { name: 'Rubros', rows: [['Id', 'Nombre'], ...Array.from({ length: 10 }, (_, at) => [at, `Rubro ${at}`])] },
        ],
      }),
    )
    const found = await look()
    expect(found.asked).toEqual(['asignaciones.primer-nivel'])
    expect(found.list('precios')).toMatchObject({ rows: 2_500, refused: 0 })
    expect(found.sample('precios', 7)).toEqual({ Artículo: '000007', Precio: '101,75' })
    expect(found.sample('asignaciones', 3)).toMatchObject({ Marca: 'Rubro 3' })
  })
})
