/** The products of each of the four exports: rows that belong together become one product (R411, R412). Pure. */
import { foldText } from '../lib/search-text.ts'
import { centsOf, rateBetween, type Sign, signOf } from './amounts.rules.ts'
import { withoutEntities } from './html-text.rules.ts'
import type { ForeignProduct, ForeignVariant, Place, ShopRow, Tell } from './shop.types.ts'
import type { FieldOf } from './shop-columns.rules.ts'

type Mutable<T> = { -readonly [K in keyof T]: T[K] }
interface Options {
  readonly tell: Tell
  /** The decimal sign, where a file's own amounts tell nothing. */
  readonly sign?: Sign
  /** Amounts may be below zero. */
  readonly isSigned?: boolean
}

/** Reads the amounts of a file, in its own decimal sign. */
function amountsOf<F extends string>(
  rows: readonly ShopRow<F>[],
  fields: readonly F[],
  { tell, sign: usual, isSigned = false }: Options,
): (row: ShopRow<F>, field: F) => number | null {
  const signs = new Map<string, Sign | undefined>()
  const cellsByFile = new Map<string, string[]>()
  for (const row of rows) {
    const cells = cellsByFile.get(row.at.file) ?? []
    cellsByFile.set(row.at.file, cells)
    for (const field of fields) cells.push(row.get(field))
  }
  for (const [file, cells] of cellsByFile) signs.set(file, signOf(cells) ?? usual)
  return (row, field) => {
    const cell = row.get(field)
    if (cell === '') return null
    const sign = signs.get(row.at.file)
    const amount = centsOf(cell, sign)
    if (amount === null || (amount.cents < 0 && !isSigned)) {
      const doubt = sign === undefined && /^[\d.,]+$/.test(cell)
      tell(
        doubt
          ? `El archivo no deja saber si «${short(cell)}» tiene decimales o miles: quedó sin precio`
          : `«${short(cell)}» no es un importe: quedó sin él`,
        row.at,
      )
      return null
    }
    if (amount.isRounded) tell('El importe tenía fracciones de centavo y se redondeó', row.at)
    return amount.cents
  }
}

const short = (text: string): string => (text.length > 40 ? `${text.slice(0, 39)}…` : text)
const isYes = (cell: string): boolean =>
  /^(1|true|yes|y|s[ií]|si|visible|activ[oa]|active|enabled|activado|habilitado)$/i.test(cell)

/** Whole units; halves are not sold. Null: the shop does not count them. */
function stockOf(cell: string, at: Place, tell: Tell): number | null {
  if (cell === '') return null
  const found = /^(-?\d{1,9})(?:[.,](\d{1,6}))?$/.exec(cell)
  if (!found) {
    if (!/^(infinit[oy]|∞|ilimitad[oa])$/i.test(cell)) tell(`«${short(cell)}» no es una cantidad: quedó sin stock`, at)
    return null
  }
  if (/[1-9]/.test(found[2] ?? '')) tell('El stock tenía decimales y se tomó la parte entera', at)
  return Math.max(0, Number(found[1]))
}

/** Grams of a weight in a unit that has so many of them. */
function gramsOf(cell: string, gramsEach: number, at: Place, tell: Tell): number | null {
  if (cell === '') return null
  const text = cell.replace(',', '.')
  const value = /^\d{0,7}(\.\d{0,6})?$/.test(text) && /\d/.test(text) ? Number(text) : Number.NaN
  if (Number.isNaN(value)) tell(`«${short(cell)}» no es un peso: quedó sin él`, at)
  const grams = Math.round(value * gramsEach)
  return grams > 0 && grams < 100_000_000 ? grams : null
}

/** What stands between the commas of a cell; a comma after a backslash belongs to a name. */
const listed = (cell: string): string[] =>
  cell
    .replaceAll('\\,', '\u0000')
    .split(',')
    .map((part) => part.replaceAll('\u0000', ',').trim())
    .filter((part) => part !== '')

/** 'A > B, C' are two: A with B in it, and C. */
const pathsOf = (cell: string): string[][] =>
  listed(cell).map((path) =>
    path
      .split('>')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  )

/** The addresses of pictures in a cell, between commas, blanks, bars or line breaks. */
const picturesIn = (cell: string): string[] => cell.split(/[\s|]+|,(?=\s*https?:)/i).filter((part) => part !== '')

const saleOf = (price: number | null, sale: number | null, isDated: boolean): ForeignVariant['sale'] =>
  price !== null && sale !== null && sale > 0 && sale < price ? { price: sale, isDated } : null

/** The end of an address as WordPress makes it of a name: 'Muñeca bebé 30 cm' is 'muneca-bebe-30-cm'. */
const slugOf = (name: string): string =>
  foldText(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

/** The path of an address, or the text itself where it is one; '' for what is neither, and for a draft's ('/?post_type=…'). */
export function pathOfLink(link: string): string {
  const [, linked] = /^https?:\/\/[^/?#]+(\/[^?#]*)/i.exec(link) ?? []
  const path = linked ?? (link.startsWith('/') ? (link.split(/[?#]/)[0] ?? '') : '')
  return path === '/' ? '' : path
}

export function wooProducts(rows: readonly ShopRow<FieldOf<'woocommerce'>>[], tell: Tell): ForeignProduct[] {
  const amount = amountsOf(rows, ['price', 'sale'], { tell })
  const isOf = ({ get }: ShopRow<FieldOf<'woocommerce'>>, ...types: string[]) =>
    get('type')
      .split(',')
      .some((type) => types.includes(type.trim().toLowerCase()))
  const byReference = new Map<string, Mutable<ForeignProduct> & { variants: ForeignVariant[] }>()
  const products: ForeignProduct[] = []
  const variantOf = (row: ShopRow<FieldOf<'woocommerce'>>, key: string, options: string[]): ForeignVariant => {
    const { at, get } = row
    const price = amount(row, 'price')
    const stock = stockOf(get('stock'), at, tell)
    return {
      at,
      key,
      sku: get('sku'),
      barcode: get('barcode'),
      options,
      price,
      sale: saleOf(price, amount(row, 'sale'), get('saleFrom') !== '' || get('saleTo') !== ''),
      vatRate: null,
      stock: stock ?? (/^(0|no|outofstock)$/i.test(get('inStock')) ? 0 : null),
      weight:
        gramsOf(get('weightKg'), 1000, at, tell) ??
        gramsOf(get('weightG'), 1, at, tell) ??
        gramsOf(get('weightLb'), 453.592_37, at, tell) ??
        gramsOf(get('weightOz'), 28.349_523_125, at, tell),
      isOnSale: get('published') === '' || get('published') === '1',
      pictures: listed(get('pictures')),
    }
  }
  const valuesOf = ({ get }: ShopRow<FieldOf<'woocommerce'>>) =>
    ([1, 2, 3, 4, 5, 6] as const).flatMap((n) => {
      const [name, value] = [get(`attribute${n}`), get(`value${n}`)]
      return value === '' ? [] : [{ name, value }]
    })

  for (const row of rows) {
    const { at, get } = row
    if (isOf(row, 'variation')) continue
    if (isOf(row, 'grouped', 'external')) {
      tell(`Un producto «${get('type')}» no se vende por sí solo: no se tomó`, at)
      continue
    }
    const name = get('name')
    const key = get('id') || get('sku') || slugOf(name)
    const link = pathOfLink(get('link'))
    const slug = get('slug') || slugOf(withoutEntities(name))
    const isGuess = link === '' && get('slug') === ''
    const brand = get('brand') || (valuesOf(row).find(({ name }) => /^(marca|brand)s?$/i.test(name))?.value ?? '')
    const product = {
      at,
      key,
      name,
      description: get('description') || get('shortDescription'),
      brand: listed(brand)[0]?.split('>').at(-1)?.trim() ?? '',
      categories: pathsOf(get('categories')),
      isOnSale: get('published') === '1' && !/^(hidden|oculto)$/i.test(get('visibility')),
      pictures: listed(get('pictures')),
      paths: link
        ? [{ path: link, isGuess: false }]
        : slug
          ? ['producto', 'product'].map((base) => ({ path: `/${base}/${slug}/`, isGuess }))
          : [],
      variants: isOf(row, 'variable') ? [] : [variantOf(row, key, [])],
    }
    products.push(product)
    if (get('id')) byReference.set(`id:${get('id')}`, product)
    if (get('sku')) byReference.set(get('sku'), product)
  }
  for (const row of rows) {
    if (!isOf(row, 'variation')) continue
    const parent = byReference.get(row.get('parent').replace(/^id:\s*/, 'id:'))
    if (!parent) tell('El producto de esta variante no está en el archivo: no se tomó', row.at)
    else {
      const options = valuesOf(row).map(({ value }) => value)
      parent.variants.push(variantOf(row, row.get('id') || options.join('/'), options))
    }
  }
  return products.filter((product) => {
    if (product.variants.length === 0)
      tell('Un producto con variantes no tiene ninguna en el archivo: no se tomó', product.at)
    return product.variants.length > 0
  })
}

export function tiendanubeProducts(rows: readonly ShopRow<FieldOf<'tiendanube'>>[], tell: Tell): ForeignProduct[] {
  const amount = amountsOf(rows, ['price', 'sale'], { tell, sign: '.' })
  const products: (ForeignProduct & { variants: ForeignVariant[] })[] = []
  const bySlug = new Map<string, ForeignProduct & { variants: ForeignVariant[] }>()
  for (const row of rows) {
    const { at, get } = row
    const slug = get('slug')
    const isShown = get('visibility') !== '' ? isYes(get('visibility')) : get('shown') === '' || isYes(get('shown'))
    // A further variant has the same address, or none, and no name.
    let product = slug === '' ? (get('name') === '' ? products.at(-1) : undefined) : bySlug.get(slug)
    if (!product) {
      if (get('name') === '') {
        tell('La fila no tiene nombre ni es de un producto de más arriba: no se tomó', at)
        continue
      }
      const made = {
        at,
        key: slug || slugOf(get('name')),
        name: get('name'),
        description: get('description'),
        brand: get('brand'),
        categories: pathsOf(get('categories')),
        isOnSale: isShown,
        pictures: picturesIn(get('pictures')),
        paths: slug ? [{ path: `/productos/${slug}/`, isGuess: false }] : [],
        variants: [],
      }
      products.push(made)
      if (slug) bySlug.set(slug, made)
      product = made
    }
    const price = amount(row, 'price') ?? product.variants[0]?.price ?? null
    const options = ([1, 2, 3] as const).map((n) => get(`value${n}`)).filter((value) => value !== '')
    product.variants.push({
      at,
      key: options.join('/'),
      sku: get('sku'),
      barcode: get('barcode'),
      options,
      price,
      sale: saleOf(price, amount(row, 'sale'), false),
      vatRate: null,
      stock: stockOf(get('stock'), at, tell),
      weight: gramsOf(get('weight'), 1000, at, tell),
      isOnSale: true,
      pictures: [],
    })
  }
  return products
}

export function shopifyProducts(rows: readonly ShopRow<FieldOf<'shopify'>>[], tell: Tell): ForeignProduct[] {
  const amount = amountsOf(rows, ['price', 'compareAt'], { tell, sign: '.' })
  const products = new Map<string, ForeignProduct & { pictures: string[]; variants: ForeignVariant[] }>()
  for (const row of rows) {
    const { at, get } = row
    const handle = get('handle')
    if (handle === '') {
      tell('La fila no tiene Handle: no se tomó', at)
      continue
    }
    let product = products.get(handle)
    if (!product) {
      // The taxonomy begins with what all articles of a shop are: its last two levels tell them apart.
      const taxonomy = get('taxonomy')
        .split('>')
        .map((name) => name.trim())
        .filter((name) => name !== '')
      const status = get('status').toLowerCase()
      product = {
        at,
        key: handle,
        name: get('name'),
        description: get('description'),
        brand: get('brand'),
        categories: get('type') ? [[get('type')]] : taxonomy.length > 0 ? [taxonomy.slice(-2)] : [],
        isOnSale: (get('published') === '' || isYes(get('published'))) && (status === '' || status === 'active'),
        pictures: [],
        paths: [{ path: `/products/${handle}`, isGuess: false }],
        variants: [],
      }
      products.set(handle, product)
    }
    if (get('picture') && !product.pictures.includes(get('picture'))) product.pictures.push(get('picture'))
    // A row without a variant only brings a further picture.
    const options = ([1, 2, 3] as const).map((n) => get(`value${n}`)).filter((value) => value !== '')
    if (options.length === 0 && get('price') === '' && get('sku') === '') continue
    if (isYes(get('giftCard'))) continue
    const [asked, before] = [amount(row, 'price'), amount(row, 'compareAt')]
    const isReduced = asked !== null && before !== null && before > asked && asked > 0
    const words = options.length === 1 && options[0] === 'Default Title' ? [] : options
    product.variants.push({
      at,
      key: words.join('/'),
      sku: get('sku'),
      barcode: get('barcode'),
      options: words,
      price: isReduced ? before : asked,
      sale: isReduced ? { price: asked, isDated: false } : null,
      vatRate: null,
      stock: get('tracker') === '' ? null : stockOf(get('stock'), at, tell),
      weight: gramsOf(get('grams'), 1, at, tell),
      isOnSale: true,
      pictures: get('variantPicture') ? [get('variantPicture')] : [],
    })
  }
  return [...products.values()].filter((product) => {
    if (product.variants.length === 0)
      tell('Una tarjeta de regalo, o un producto sin variantes, no se tomó', product.at)
    return product.variants.length > 0
  })
}

export interface PrestashopFiles {
  readonly products: readonly ShopRow<FieldOf<'prestashop'>>[]
  readonly combinations: readonly ShopRow<FieldOf<'combinations'>>[]
  readonly categoryNames: readonly ShopRow<FieldOf<'categoryNames'>>[]
}

export function prestashopProducts(files: PrestashopFiles, tell: Tell): ForeignProduct[] {
  const { products: rows } = files
  const amount = amountsOf(rows, ['netPrice', 'grossPrice', 'saleAmount'], { tell, sign: '.' })
  const categoryPath = categoriesById(files.categoryNames)
  const products: (ForeignProduct & { variants: ForeignVariant[] })[] = []
  const byReference = new Map<string, ForeignProduct & { variants: ForeignVariant[] }>()
  for (const row of rows) {
    const { at, get } = row
    const [net, gross] = [amount(row, 'netPrice'), amount(row, 'grossPrice')]
    const price = net ?? gross
    const percent = /^\d{1,2}([.,]\d{1,2})?$/.test(get('salePercent'))
      ? Number(get('salePercent').replace(',', '.'))
      : 0
    const off = amount(row, 'saleAmount') ?? 0
    const sale = price === null ? null : percent > 0 ? Math.round((price * (100 - percent)) / 100) : price - off
    const key = get('id')
    const product = {
      at,
      key: key || get('sku') || slugOf(get('name')),
      name: get('name'),
      description: get('description') || get('shortDescription'),
      brand: get('brand'),
      categories: listed(get('categories')).map((part) => categoryPath(part)),
      isOnSale: get('shown') === '' || isYes(get('shown')),
      pictures: picturesIn(get('pictures')),
      paths: key ? [{ path: get('slug') ? `/${key}-${get('slug')}.html` : `/${key}-*.html`, isGuess: false }] : [],
      variants: [
        {
          at,
          key: '',
          sku: get('sku'),
          barcode: get('barcode'),
          options: [],
          price,
          sale: saleOf(price, sale, get('saleFrom') !== '' || get('saleTo') !== ''),
          vatRate: net !== null && gross !== null ? rateBetween(net, gross) : null,
          stock: stockOf(get('stock'), at, tell),
          weight: gramsOf(get('weight'), 1000, at, tell),
          isOnSale: true,
          pictures: [],
        } satisfies ForeignVariant,
      ],
    }
    products.push(product)
    if (key) byReference.set(key, product)
    if (get('sku')) byReference.set(get('sku'), product)
  }
  addCombinations(files.combinations, byReference, tell)
  return products
}

/** Puts the combinations of products in the place of the one article that each product was. */
function addCombinations(
  rows: readonly ShopRow<FieldOf<'combinations'>>[],
  products: ReadonlyMap<string, ForeignProduct & { variants: ForeignVariant[] }>,
  tell: Tell,
): void {
  const impactOf = amountsOf(rows, ['impact'], { tell, sign: '.', isSigned: true })
  const bases = new Map<object, ForeignVariant>()
  for (const row of rows) {
    const { at, get } = row
    const product = products.get(get('productId')) ?? products.get(get('productSku'))
    const [first] = product?.variants ?? []
    if (!product || !first) {
      tell('El producto de esta combinación no está en el archivo: no se tomó', at)
      continue
    }
    const base = bases.get(product) ?? first
    if (!bases.has(product)) {
      bases.set(product, base)
      product.variants.length = 0
    }
    const options = listed(get('values')).map((value) => value.replace(/:\d+$/, ''))
    const impact = impactOf(row, 'impact') ?? 0
    product.variants.push({
      ...base,
      at,
      key: options.join('/'),
      sku: get('sku'),
      barcode: get('barcode'),
      options,
      price: base.price === null ? null : base.price + impact,
      sale: impact === 0 ? base.sale : null,
      stock: stockOf(get('stock'), at, tell),
      pictures: picturesIn(get('pictures')),
    })
  }
}

/** Finds the path of a category that is named by its number or its name; one that is not known is its own name. */
function categoriesById(rows: readonly ShopRow<FieldOf<'categoryNames'>>[]): (part: string) => string[] {
  const known = new Map<string, { name: string; parent: string }>()
  for (const { get } of rows) {
    const category = { name: get('name'), parent: get('parent') }
    if (get('id')) known.set(get('id'), category)
    if (!known.has(category.name)) known.set(category.name, category)
  }
  return (part) => {
    const path: string[] = []
    const seen = new Set<string>()
    for (let at = part; at !== '' && !seen.has(at); ) {
      seen.add(at)
      const category = known.get(at)
      // A number that no file explains is no name.
      if (!category && /^\d+$/.test(at)) break
      path.unshift(category?.name ?? at)
      at = category?.parent ?? ''
    }
    return path
  }
}
