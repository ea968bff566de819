import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openFolderFeed } from '../ports/erp/folder.ts'
import { pushWire } from '../ports/erp/push-wire.ts'
import { readOldAddresses, readPhotoList } from '../ports/erp/side-files.ts'
import { readCsv } from '../spreadsheets/csv.ts'
import { convertShop, type FromShopReport } from './from-shop.service.ts'

let root: string
let made = 0
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'bulto-from-shop-'))
})
afterAll(async () => rm(root, { recursive: true }))

type Options = { brand?: string; vat?: number; partial?: boolean }
/** Converts an export of these files. */
async function convert(files: Readonly<Record<string, string | Uint8Array>>, options: Options = {}) {
  const from = join(root, `from-${++made}`)
  const to = join(root, `to-${made}`)
  await mkdir(from)
  for (const [name, content] of Object.entries(files)) await writeFile(join(from, name), content)
  const report = await convertShop({
    from,
    to,
    wire: pushWire,
    brand: options.brand ?? 'Sin marca',
    vat: options.vat ?? null,
    partial: options.partial ?? false,
  })
  return { to, report }
}

/** What an import would read of a folder. Every row must be one that it takes. */
async function readFeed(folder: string) {
  const feed = await openFolderFeed(folder)
  const records = async (table: 'articles' | 'prices' | 'listings' | 'clients' | 'addresses') => {
    if (!feed.tables.includes(table)) return []
    const file = await feed.read(table)
    expect(file?.problems).toEqual([])
    expect(file?.remarks).toEqual([])
    return (file?.rows ?? []).map(({ record }) => record as Record<string, unknown>)
  }
  const articles = await records('articles')
  const prices = new Map((await records('prices')).map((row) => [row.articleId, row.listPrice]))
  const listings = new Map((await records('listings')).map((row) => [row.articleCode, row]))
  const addresses = await readOldAddresses(join(folder, 'direcciones_anteriores.csv'))
  const photos = await readPhotoList(join(folder, 'fotos.csv'))
  expect([...addresses.problems, ...photos.problems]).toEqual([])
  return {
    articles: articles.map(
      (row) => ({ ...row, price: prices.get(row.id), ...listings.get(row.code) }) as unknown as Article,
    ),
    clients: await records('clients'),
    addresses: await records('addresses'),
    paths: addresses.rows.map(({ record }) => `${record.path} ${record.articleCode}`),
    photos: photos.rows.map(({ record }) => `${record.articleCode} ${record.slot} ${record.address}`),
  }
}
type Article = Record<string, unknown> & { code: string; description: string }

const told = ({ remarks }: FromShopReport) =>
  remarks.map(({ message, places }) => `${[...new Set(places.map(({ row }) => row))].join(',')}: ${message}`)
const rowsOf = async (folder: string, name: string) =>
  readCsv(await readFile(join(folder, name))).rows.map(({ cells }) => cells)
const csv = (separator: string, ...rows: readonly (readonly string[])[]) =>
  rows
    .map((row) => row.map((cell) => (/["\n;,]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(separator))
    .join('\r\n')
    .concat('\r\n')

describe('WooCommerce', () => {
  const english = [
    ...['ID', 'Type', 'SKU', 'GTIN, UPC, EAN, or ISBN', 'Name', 'Published', 'Visibility in catalog', 'Description'],
    ...['Date sale price ends', 'In stock?', 'Stock', 'Weight (kg)', 'Sale price', 'Regular price', 'Categories'],
    ...['Images', 'Parent', 'Brands', 'Attribute 1 name', 'Attribute 1 value(s)'],
  ]
  const spanish = [
    ...[
      'ID',
      'Tipo',
      'SKU',
      'GTIN, UPC, EAN o ISBN',
      'Nombre',
      'Publicado',
      'Visibilidad en el catálogo',
      'Descripción',
    ],
    ...['Día en que termina el precio rebajado', '¿Existencias?', 'Inventario', 'Peso (kg)', 'Precio rebajado'],
    ...['Precio normal', 'Categorías', 'Imágenes', 'Superior', 'Marcas'],
    ...['Nombre del atributo 1', 'Valor(es) del atributo 1'],
  ]
  const rows = [
    // A variation may stand before its product.
    [
      '21',
      'variation',
      'AUTO-R',
      '',
      'Auto - Rojo',
      '1',
      'visible',
      '',
      '',
      '1',
      '5',
      '',
      '900',
      '1000',
      '',
      '',
      'AUTO',
      '',
      'Color',
      'Rojo',
    ],
    [
      '10',
      'simple',
      '00123',
      '7790000870422',
      'Muñeca &amp; cuna',
      '1',
      'visible',
      '<p>Linda</p>\n<p>"Muy"</p>',
      '',
      '1',
      '24',
      '0,35',
      '',
      '15490,50',
      'Muñecas > Bebés > De goma, Muñecas',
      'https://a.example/1.jpg, https://a.example/2.jpg',
      '',
      'Sol',
      '',
      '',
    ],
    [
      '20',
      'variable',
      'AUTO',
      '',
      'Auto',
      '1',
      'visible',
      '',
      '',
      '1',
      '',
      '',
      '',
      '',
      'Rodados\\, y más',
      'https://a.example/3.jpg',
      '',
      '',
      'Color',
      'Rojo, Azul',
    ],
    [
      '22',
      'variation, virtual',
      '',
      '',
      'Auto - Azul',
      '1',
      'visible',
      '',
      '',
      '0',
      '',
      '',
      '',
      '1000',
      '',
      '',
      'id:20',
      '',
      'Color',
      'Azul',
    ],
    [
      '30',
      'simple',
      "'=1+1",
      '',
      '=SUMA(A1)',
      '0',
      'visible',
      '',
      '',
      '1',
      "'-3",
      '',
      '',
      '200',
      'Sin categorizar',
      '',
      '',
      '',
      '',
      '',
    ],
    ['31', 'grouped', 'G', '', 'Grupo', '1', 'visible', '', '', '1', '', '', '', '', '', '', '', '', '', ''],
    [
      '32',
      'simple',
      '00123',
      '',
      'Repetida',
      '1',
      'hidden',
      '',
      '',
      '1',
      '',
      '',
      '150',
      '1.000,10',
      '',
      '',
      '',
      '',
      '',
      '',
    ],
    [
      '33',
      'simple',
      'OF',
      '',
      'Con fecha',
      '1',
      'visible',
      '',
      '2026-12-24',
      '1',
      '',
      '',
      '50',
      '100',
      '',
      '',
      '',
      '',
      '',
      '',
    ],
  ]

  test.each([
    ['English', english],
    ['Spanish', spanish],
  ])('an export in %s: variations, categories, prices and what is not on sale (R411, R412)', async (_, headings) => {
    const { to, report } = await convert({ 'wc-product-export.csv': csv(',', headings, ...rows) })
    const { articles, photos, paths } = await readFeed(to)
    const short = articles.map(
      ({ code, description, price, stock, brand, category, subcategory, discount, active }) => {
        return [code, description, price, stock, brand, category, subcategory, discount, active].join('|')
      },
    )
    expect(short).toEqual([
      '00123|Muñeca & cuna|1549050|24|Sol|Muñecas|Bebés|0|true',
      'AUTO-R|Auto – Rojo|100000|5|Sin marca|Rodados, y más||1000|true',
      'WC-22|Auto – Azul|100000|0|Sin marca|Rodados, y más||0|true',
      '=1+1|=SUMA(A1)|20000|0|Sin marca|||0|false',
      'WC-32|Repetida|100010||Sin marca|||0|false',
      'OF|Con fecha|10000||Sin marca|||0|true',
    ])
    expect(articles[0]).toMatchObject({ ean: '7790000870422', weight: 350 })
    expect(photos).toEqual([
      '00123 1 https://a.example/1.jpg',
      '00123 2 https://a.example/2.jpg',
      'AUTO-R 1 https://a.example/3.jpg',
      'WC-22 1 https://a.example/3.jpg',
    ])
    expect(paths).toContain('/producto/muneca-cuna/ 00123')
    expect(paths).toContain('/product/auto/ AUTO-R')
    expect(await rowsOf(to, 'descripciones.csv')).toEqual([
      ['CODIGO_ART', 'DESCRIPCION'],
      ['00123', 'Linda\n"Muy"'],
    ])
    expect((await rowsOf(to, 'ofertas-fuera.csv')).slice(1)).toEqual([
      ['WC-32', '1000,1', '150', 'ningún porcentaje da ese importe justo'],
      ['OF', '100', '50', 'tiene fechas'],
    ])
    for (const remark of [
      '7: Un producto «grouped» no se vende por sí solo: no se tomó',
      '8: Su SKU ya es de otro artículo de más arriba: su código empieza con WC-',
      '5: No tiene SKU: su código empieza con WC-',
      '6: El nombre empieza como una fórmula: no lo abra con una planilla sin mirarlo',
      '3: Su categoría tiene más de dos niveles: quedaron los dos primeros',
    ])
      expect(told(report)).toContain(remark)
    expect(told(report).find((text) => text.includes('se supuso'))).toMatch(/^3,4,6,8,9: /)
  })

  test('the same export again has the same codes and ids, also with its rows in another order', async () => {
    const facts = async (lines: readonly string[][]) =>
      (await readFeed((await convert({ 'a.csv': csv(',', english, ...lines) })).to)).articles
        .map(({ code, id }) => `${code} ${id}`)
        .sort()
    // Which of two with the same SKU is the first depends on the order, so that one is left out.
    const distinct = rows.filter(([id]) => id !== '32')
    expect(await facts(distinct.toReversed())).toEqual(await facts(distinct))
  })

  test('prices that hold the VAT are written without it when asked for (R412)', async () => {
    const { to } = await convert({ 'a.csv': csv(',', english, ...rows) }, { vat: 2100, brand: 'Propia' })
    const { articles } = await readFeed(to)
    expect(articles.slice(0, 2).map(({ price, vatRate, brand }) => [price, vatRate, brand])).toEqual([
      [12_802_07, 2100, 'Sol'],
      [826_45, 2100, 'Propia'],
    ])
  })

  test('a link of the export is the old address, and a folder without clients writes none', async () => {
    const headings = ['ID', 'Type', 'SKU', 'Name', 'Published', 'Regular price', 'Permalink']
    const row = ['1', 'simple', 'A', 'Oso', '1', '10', 'https://vieja.example/tienda/producto/oso-grande/?ref=1']
    // A draft has no page yet: the start page of the shop before is no article's.
    const draft = ['2', 'simple', 'B', 'Auto', '0', '10', 'https://vieja.example/?post_type=product&p=2']
    const { to } = await convert({ 'a.csv': csv(',', headings, row, draft) })
    expect((await readFeed(to)).paths).toEqual([
      '/tienda/producto/oso-grande/ A',
      '/producto/auto/ B',
      '/product/auto/ B',
    ])
    expect((await readdir(to)).filter((name) => name.startsWith('clientes'))).toEqual([])
  })
})

describe('Tiendanube', () => {
  const headings = [
    ...['Identificador de URL', 'Nombre', 'Categorías', 'Nombre de propiedad 1', 'Valor de propiedad 1', 'Precio'],
    ...[
      'Precio promocional',
      'Peso (kg)',
      'Stock',
      'SKU',
      'Código de barras',
      'Mostrar en tienda',
      'Descripción',
      'Marca',
    ],
  ]
  const rows = [
    [
      'taza-alta',
      'Taza ñandú',
      'Bazar > Tazas',
      'Diseño',
      'Bicolor',
      '10,000.00',
      '9,000.00',
      '0.500',
      '2',
      'T-1',
      '',
      'SI',
      '<p>Taza</p>',
      'Alfar',
    ],
    ['', '', '', '', 'Escamas', '10,000.00', '', '', '', '', '', '', '', ''],
    ['oculta', 'Oculta', 'Bazar', '', '', '500.00', '', '', '0', '0007', '7.79E+12', 'NO', '', ''],
    ['taza-alta', '', '', '', 'Lisa', '11,500.50', '', '', '7', 'T-3', '', '', '', ''],
  ]

  test('variants by the address or by an empty one, amounts with thousands, in Windows-1252 (R411, R412)', async () => {
    const { to, report } = await convert({ 'tiendanube.csv': Buffer.from(csv(';', headings, ...rows), 'latin1') })
    const { articles, paths } = await readFeed(to)
    expect(
      articles.map(({ code, description, price, stock, active, discount }) => [
        code,
        description,
        price,
        stock,
        active,
        discount,
      ]),
    ).toEqual([
      ['T-1', 'Taza ñandú – Bicolor', 10_000_00, 2, true, 1000],
      [expect.stringMatching(/^TN-[0-9A-F]{8}$/), 'Taza ñandú – Escamas', 10_000_00, null, true, 0],
      ['T-3', 'Taza ñandú – Lisa', 11_500_50, 7, true, 0],
      ['0007', 'Oculta', 500_00, 0, false, 0],
    ])
    expect(paths).toEqual(['/productos/taza-alta/ T-1', '/productos/oculta/ 0007'])
    expect(told(report).find((text) => text.includes('código de barras'))).toMatch(/^4: Una planilla redondeó/)
    expect(told(report)).toContain('1: El archivo no tiene la columna de fotos')
  })

  test('its clients: those with a CUIT are taken, the others are told and none is invented (R413)', async () => {
    const clients = csv(
      ';',
      ['Nombre', 'Email', 'Teléfono', 'DNI / CUIT', 'Dirección', 'Número', 'Localidad', 'Provincia', 'Código postal'],
      ['Juguetería Sol', 'sol@sol.example', '11', '30-71234567-1', 'San Martín', '10', 'La Rioja', 'La Rioja', '5300'],
      ['Ana', 'ana@ana.example', '12', '30111222', 'Mitre', '2', 'Rosario', 'Santa Fe', '2000'],
      ['Beto', 'beto@b.example', '', '30712345672', '', '', '', '', ''],
      ['Sucursal', 'dos@sol.example', '', '30712345671', 'Belgrano', '7', 'Chilecito', 'La Rioja', '5360'],
      ['Nadie', 'nadie@n.example', '', '', '', '', '', '', ''],
    )
    const { to, report } = await convert({ 'p.csv': csv(';', headings, ...rows), 'clientes.csv': clients })
    const feed = await readFeed(to)
    expect(feed.clients).toMatchObject([{ code: '30712345671', cuit: '30712345671', businessName: 'Juguetería Sol' }])
    expect(feed.addresses.map(({ clientId, street, provinceId }) => [clientId, street, provinceId])).toEqual([
      [feed.clients[0]?.id, 'San Martín 10', 8],
      [feed.clients[0]?.id, 'Belgrano 7', 8],
    ])
    const [titles = [], ...without] = await rowsOf(to, 'clientes-sin-cuit.csv')
    const cell = (row: readonly unknown[], heading: string) => row[titles.indexOf(heading)]
    expect(without.map((row) => [cell(row, 'RAZONSOCIAL_CLI'), cell(row, 'CUIT_CLI'), cell(row, 'MOTIVO')])).toEqual([
      ['Ana', '', 'Tiene un DNI y no un CUIT'],
      ['Beto', '', 'El dígito verificador del CUIT no corresponde'],
      ['Nadie', '', 'No tiene CUIT'],
    ])
    expect(told(report)).toContain(
      '5: Su CUIT ya es de otro cliente de más arriba: se tomaron sus direcciones y nada más',
    )
  })
})

describe('Shopify', () => {
  const old = [
    ...['Handle', 'Title', 'Body (HTML)', 'Vendor', 'Product Category', 'Type', 'Published', 'Option1 Name'],
    ...['Option1 Value', 'Variant SKU', 'Variant Grams', 'Variant Inventory Tracker', 'Variant Inventory Qty'],
    ...[
      'Variant Price',
      'Variant Compare At Price',
      'Variant Barcode',
      'Image Src',
      'Variant Image',
      'Gift Card',
      'Status',
    ],
  ]
  const now = [
    ...['URL handle', 'Title', 'Description', 'Vendor', 'Product category', 'Type', 'Published on online store'],
    ...['Option1 name', 'Option1 value', 'SKU', 'Weight value (grams)', 'Inventory tracker', 'Inventory quantity'],
    ...['Price', 'Compare-at price', 'Barcode', 'Product image URL', 'Variant image URL', 'Gift card', 'Status'],
  ]
  const rows = [
    [
      'oso',
      'Oso, "grande"',
      '<div>Uno</div>',
      'Peluches',
      'Toys & Games > Toys > Stuffed Animals',
      '',
      'true',
      'Title',
      'Default Title',
      '00042',
      '120',
      'shopify',
      '9',
      '90.00',
      '100.00',
      "'7790000870422",
      'https://c.example/o1.jpg?v=1',
      '',
      'false',
      'active',
    ],
    ['oso', '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', 'https://c.example/o2.jpg', '', '', ''],
    [
      'auto',
      'Auto',
      '',
      'Sol',
      '',
      'Rodados',
      'true',
      'Color',
      'Rojo',
      'R1',
      '',
      '',
      '',
      '1500.5',
      '',
      '',
      'https://c.example/a.jpg',
      'https://c.example/r.jpg',
      'false',
      'active',
    ],
    ['auto', '', '', '', '', '', '', '', 'Azul', '', '', 'shopify', '0', '1500.5', '', '', '', '', '', ''],
    [
      'borrador',
      'Borrador',
      '',
      '',
      '',
      '',
      'true',
      'Title',
      'Default Title',
      'B',
      '',
      '',
      '',
      '10',
      '',
      '',
      '',
      '',
      'false',
      'draft',
    ],
    [
      'regalo',
      'Tarjeta',
      '',
      '',
      '',
      '',
      'true',
      'Title',
      '$ 10',
      '',
      '',
      '',
      '',
      '10',
      '',
      '',
      '',
      '',
      'true',
      'active',
    ],
  ]

  test.each([
    ['of before', old],
    ['of today', now],
  ])(
    'its file %s: rows of one handle are a product, and a higher former price is a discount (R411, R412)',
    async (_, headings) => {
      const { to, report } = await convert({ 'products_export_1.csv': `\ufeff${csv(',', headings, ...rows)}` })
      const { articles, photos, paths } = await readFeed(to)
      expect(
        articles.map(({ code, description, price, discount, stock, category, subcategory, active }) => [
          code,
          description,
          price,
          discount,
          stock,
          category,
          subcategory,
          active,
        ]),
      ).toEqual([
        ['00042', 'Oso, "grande"', 100_00, 1000, 9, 'Toys', 'Stuffed Animals', true],
        ['R1', 'Auto – Rojo', 1500_50, 0, null, 'Rodados', '', true],
        [expect.stringMatching(/^SH-/), 'Auto – Azul', 1500_50, 0, 0, 'Rodados', '', true],
        ['B', 'Borrador', 10_00, 0, null, '', '', false],
      ])
      expect(articles[0]).toMatchObject({ ean: '7790000870422', weight: 120, brand: 'Peluches' })
      expect(photos.slice(0, 4)).toEqual([
        '00042 1 https://c.example/o1.jpg?v=1',
        '00042 2 https://c.example/o2.jpg',
        'R1 1 https://c.example/r.jpg',
        'R1 2 https://c.example/a.jpg',
      ])
      expect(paths).toEqual(['/products/oso 00042', '/products/auto R1', '/products/borrador B'])
      expect(told(report)).toContain('7: Una tarjeta de regalo, o un producto sin variantes, no se tomó')
    },
  )

  test('its clients by the letters of provinces; an export of orders is no list of clients (R413)', async () => {
    const clients = csv(
      ',',
      [
        'Customer ID',
        'First Name',
        'Last Name',
        'Email',
        'Default Address Company',
        'Default Address Address1',
        'Default Address City',
        'Default Address Province Code',
        'Default Address Country Code',
        'Default Address Zip',
        'CUIT',
      ],
      ["'77", 'Ana', 'Luz', 'ana@a.example', 'Luz S.A.', 'Mitre 5', 'Córdoba', 'X', 'AR', "'5000", '30-71234567-1'],
    )
    const orders = csv(',', ['Name', 'Email', 'Financial Status'], ['#1', 'otro@o.example', 'paid'])
    const { to, report } = await convert({ 'p.csv': csv(',', old, ...rows), 'c.csv': clients, 'orders.csv': orders })
    const feed = await readFeed(to)
    expect(feed.clients).toMatchObject([{ businessName: 'Luz S.A.', contactName: 'Ana Luz', cuit: '30712345671' }])
    expect(feed.addresses).toMatchObject([{ street: 'Mitre 5', provinceId: 3, postalCode: '5000' }])
    expect(report.unread).toEqual(['orders.csv'])
  })
})

describe('PrestaShop', () => {
  test('its own form, with combinations, categories by number and addresses of clients (R411 to R413)', async () => {
    const products = csv(
      ';',
      [
        'Product ID',
        'Active (0/1)',
        'Name *',
        'Categories (x,y,z...)',
        'Price tax excluded',
        'Price tax included',
        'Reference #',
        'Manufacturer',
        'EAN13',
        'Weight',
        'Quantity',
        'Description',
        'URL rewritten',
        'Image URLs (x,y,z...)',
      ],
      [
        '7',
        '1',
        'Remera',
        '2,5',
        '1000.000000',
        '1210.000000',
        'REM',
        'Sol',
        '',
        '0.25',
        '10',
        '',
        'remera',
        'https://p.example/1.jpg,https://p.example/2.jpg',
      ],
      ['8', '0', 'Pelota', 'Deportes', '826.446281', '1000.000000', 'PEL', '', '7790000870422', '', '3', '', '', ''],
    )
    const categories = csv(
      ';',
      ['Category ID', 'Active (0/1)', 'Name *', 'Parent category'],
      ['2', '1', 'Inicio', ''],
      ['4', '1', 'Ropa', '2'],
      ['5', '1', 'Remeras', '4'],
    )
    const combinations = csv(
      ';',
      [
        'Product ID*',
        'Attribute (Name:Type:Position)*',
        'Value (Value:Position)*',
        'Reference',
        'EAN13',
        'Impact on price',
        'Quantity',
      ],
      ['7', 'Talle:select:0', 'S:0', 'REM-S', '', '0.000000', '4'],
      ['7', 'Talle:select:0', 'M:1', '', '', '-50.000000', '6'],
    )
    const customers = csv(
      ';',
      ['Customer ID', 'Active (0/1)', 'Email *', 'Last Name *', 'First Name *'],
      ['3', '1', 'luz@l.example', 'Luz', 'Ana'],
    )
    const addresses = csv(
      ';',
      [
        'Address ID',
        'Alias',
        'Customer e-mail',
        'Company',
        'Last name',
        'First name',
        'Address 1',
        'Zipcode',
        'City',
        'Country',
        'State',
        'VAT number',
      ],
      [
        '1',
        'Depósito',
        'luz@l.example',
        'Luz S.A.',
        'Luz',
        'Ana',
        'Mitre 5',
        '2000',
        'Rosario',
        'Argentina',
        'Santa Fe',
        '30712345671',
      ],
    )
    const { to } = await convert({
      'p.csv': products,
      'cat.csv': categories,
      'comb.csv': combinations,
      'cli.csv': customers,
      'dir.csv': addresses,
    })
    const feed = await readFeed(to)
    expect(
      feed.articles.map(({ code, description, price, stock, vatRate, category, subcategory, active }) => [
        code,
        description,
        price,
        stock,
        vatRate,
        category,
        subcategory,
        active,
      ]),
    ).toEqual([
      ['REM-S', 'Remera – S', 1000_00, 4, 2100, 'Ropa', 'Remeras', true],
      [expect.stringMatching(/^PS-/), 'Remera – M', 950_00, 6, 2100, 'Ropa', 'Remeras', true],
      ['PEL', 'Pelota', 826_45, 3, 2100, 'Deportes', '', false],
    ])
    expect(feed.paths).toEqual(['/7-remera.html REM-S', '/8-*.html PEL'])
    expect(feed.photos[0]).toBe('REM-S 1 https://p.example/1.jpg')
    expect(feed.clients).toMatchObject([{ businessName: 'Luz S.A.', cuit: '30712345671', email: 'luz@l.example' }])
    expect(feed.addresses).toMatchObject([{ street: 'Mitre 5', provinceId: 12 }])
  })

  test('what its SQL manager writes, by the names of its database (R411, R413)', async () => {
    const products = csv(
      ';',
      ['id_product', 'active', 'name', 'reference', 'price', 'quantity', 'link_rewrite', 'category'],
      ['9', '1', 'Oso', 'OSO', '1000.000000', '4', 'oso', 'Peluches'],
    )
    const clients = csv(
      ';',
      ['id_customer', 'email', 'firstname', 'lastname', 'company', 'vat_number', 'dni', 'address1', 'city', 'state'],
      ['3', 'a@a.example', 'Ana', 'Luz', '', '', '30712345671', 'Mitre 5', 'Rosario', 'Santa Fe'],
    )
    const feed = await readFeed((await convert({ 'request_sql_1.csv': products, 'request_sql_2.csv': clients })).to)
    expect(feed.articles).toMatchObject([{ code: 'OSO', price: 1000_00, stock: 4, category: 'Peluches', active: true }])
    expect(feed.paths).toEqual(['/9-oso.html OSO'])
    expect(feed.clients).toMatchObject([{ businessName: 'Ana Luz', cuit: '30712345671' }])
  })

  test('the list of its screen: amounts with a sign of money', async () => {
    const list = csv(
      ';',
      [
        'Product ID',
        'Image',
        'Name',
        'Reference',
        'Category',
        'Price (tax excl.)',
        'Price (tax incl.)',
        'Quantity',
        'Status',
      ],
      ['1', '1', 'Oso', 'O-1', 'Peluches', '$ 1.234,50', '$ 1.493,75', '4', '1'],
    )
    const { articles } = await readFeed((await convert({ 'product.csv': list })).to)
    expect(articles).toMatchObject([{ code: 'O-1', price: 1234_50, vatRate: 2100, stock: 4, active: true }])
  })
})

describe('an export that is not as it should be', () => {
  const headings = ['Identificador de URL', 'Nombre', 'Precio', 'SKU', 'Stock']
  const reasonOf = (files: Record<string, string | Uint8Array>): Promise<string> =>
    convert(files).then(
      () => '',
      (error: Error) => error.message,
    )

  test('what no shop is recognised by is told in plain words, and nothing is written', async () => {
    expect(await reasonOf({ 'x.csv': 'a;b\r\n1;2\r\n' })).toMatch(
      /No se reconoce de qué tienda es.*Tiendanube.*\n {2}x.csv: tiene a, b/s,
    )
    expect(await reasonOf({ 'x.xlsx': 'PK' })).toContain('deje el archivo como lo bajó de la tienda')
    const two = {
      'a.csv': csv(';', headings, ['a', 'A', '1.00', 'A', '']),
      'b.csv': csv(',', ['Handle', 'Title', 'Variant Price'], ['a', 'A', '1.00']),
    }
    expect(await reasonOf(two)).toBe(
      'La carpeta tiene productos de Tiendanube y de Shopify: deje los de una sola tienda',
    )
    expect((await readdir(root)).filter((name) => name.startsWith(`to-${made}`))).toEqual([])
  })

  test('damaged rows refuse it, unless they are to be left out', async () => {
    const text = `${csv(';', headings, ['a', 'A', '1.00', 'A', ''])}b;B;2.00\r\nc;"C;3.00;C;\r\n`
    expect(await reasonOf({ 'a.csv': text })).toMatch(
      /filas dañadas, y no se escribió nada.*\(a.csv: 3\).*\(a.csv: 4\)/s,
    )
    const { to, report } = await convert({ 'a.csv': text }, { partial: true })
    expect((await readFeed(to)).articles.map(({ code }) => code)).toEqual(['A'])
    expect(report.damaged.flatMap(({ places }) => places.map(({ row }) => row))).toEqual([3, 4])
  })

  test('a folder that is used is never written over', async () => {
    const { to } = await convert({ 'a.csv': csv(';', headings, ['a', 'A', '1.00', 'A', '']) })
    const from = to.replace('/to-', '/from-')
    const again = convertShop({ from, to, wire: pushWire, brand: 'x', vat: null, partial: false })
    await expect(again).rejects.toThrow('no está vacía')
  })

  test('an amount that may be two things is none: the article has no price and says so (R412)', async () => {
    const woo = ['Type', 'SKU', 'Name', 'Published', 'Regular price']
    const { to, report } = await convert({ 'a.csv': csv(',', woo, ['simple', 'A', 'Oso', '1', '1.500']) })
    expect((await readFeed(to)).articles).toMatchObject([{ code: 'A', price: 0 }])
    expect(told(report)).toContain('2: El archivo no deja saber si «1.500» tiene decimales o miles: quedó sin precio')
  })

  test('columns that are missing are told, and articles come without them', async () => {
    const { to, report } = await convert({
      'a.csv': csv(';', ['Identificador de URL', 'Nombre', 'Precio'], ['oso', 'Oso', '5.00']),
    })
    expect((await readFeed(to)).articles).toMatchObject([{ description: 'Oso', price: 500, stock: null }])
    for (const word of ['código', 'categorías', 'stock', 'marca', 'descripción'])
      expect(told(report)).toContain(`1: El archivo no tiene la columna de ${word}`)
  })
})

test('10,000 products with variants and descriptions of many lines come out whole', async () => {
  const headings = [
    'Identificador de URL',
    'Nombre',
    'Categorías',
    'Valor de propiedad 1',
    'Precio',
    'Stock',
    'SKU',
    'Descripción',
    'Marca',
  ]
  const text = `<p>${'Largo; "entre comillas", y más.</p>\n<p>'.repeat(20)}</p>`
  const lines: string[][] = []
  for (let at = 0; at < 10_000; at++)
    for (const [place, size] of ['S', 'M', 'L'].entries()) {
      const isFirst = place === 0
      lines.push([
        `producto-${at}`,
        isFirst ? `Producto ${at}` : '',
        isFirst ? `Rubro ${at % 40} > Sub ${at % 400}` : '',
        size,
        `${at + 1}.50`,
        `${at % 9}`,
        // Codes that begin with zeros, and short ones.
        `${String(at).padStart(at % 2 === 0 ? 5 : 1, '0')}-${size}`,
        isFirst ? text : '',
        isFirst ? `Marca ${at % 30}` : '',
      ])
    }
  const { to, report } = await convert({ 'todo.csv': csv(';', headings, ...lines) })
  const { articles, paths } = await readFeed(to)
  expect([articles.length, new Set(articles.map(({ id }) => id)).size, paths.length]).toEqual([30_000, 30_000, 10_000])
  expect(articles.at(-1)).toMatchObject({
    code: '9999-L',
    description: 'Producto 9999 – L',
    price: 10_000_50,
    brand: 'Marca 9',
  })
  expect(articles[0]).toMatchObject({ code: '00000-S', price: 1_50, category: 'Rubro 0', subcategory: 'Sub 0' })
  expect(report.products).toBe(10_000)
})
