/** What another shop has, as the records of a feed (R411 to R413). Pure. */
import { unitOf } from '../../contract/price.ts'
import { cutText } from '../lib/cut-text.ts'
import { foldText } from '../lib/search-text.ts'
import { withoutVat } from './amounts.rules.ts'
import { cuitOf, provinceOf, sameAddress } from './clients.rules.ts'
import { textOfHtml } from './html-text.rules.ts'
import type { ForeignClient, ForeignProduct, ForeignVariant, ShopKind, Tell } from './shop.types.ts'

type Record_ = Readonly<Record<string, unknown>>

export interface FeedOptions {
  readonly shop: ShopKind
  /** The brand of articles that have none. */
  readonly brand: string
  /** Hundredths of a percent that are taken out of each price; null: prices stay. */
  readonly vat: number | null
  /** A text's hash in hexadecimal digits: the same text, the same code and the same id. */
  readonly hash: (text: string) => string
  readonly tell: Tell
}

export interface MadeFeed {
  readonly articles: readonly Record_[]
  readonly prices: readonly Record_[]
  readonly listings: readonly Record_[]
  readonly oldAddresses: readonly { path: string; articleCode: string }[]
  readonly photos: readonly { articleCode: string; slot: number; address: string }[]
  readonly descriptions: readonly { articleCode: string; text: string }[]
  /** Lower prices that no discount comes to exactly, or that hold for a time. */
  readonly offers: readonly { articleCode: string; price: number; sale: number; reason: string }[]
}

export interface MadeClients {
  readonly clients: readonly Record_[]
  readonly addresses: readonly Record_[]
  readonly withoutCuit: readonly { client: ForeignClient; record: Record_; reason: string }[]
}

const PREFIXES: Readonly<Record<ShopKind, string>> = {
  woocommerce: 'WC',
  tiendanube: 'TN',
  shopify: 'SH',
  prestashop: 'PS',
}
const MOST_CENTS = 100_000_000_000
const MOST_PHOTOS = 5
const LONGEST = {
  code: 40,
  name: 1000,
  tree: 100,
  path: 500,
  address: 2000,
  street: 200,
  locality: 100,
  zip: 20,
} as const
/** What programs call the category of articles that have none, and the top of their trees. */
const NO_CATEGORY = /^(uncategorized|sin categor(ia|izar)|sin categorias|home|inicio|root|raiz)$/

const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029 ]+/gu, ' ').trim()
const isWebAddress = (text: string): boolean =>
  text.length <= LONGEST.address && /^https?:\/\//i.test(text) && !/\s/.test(text) && URL.canParse(text)

/** Ids from 1 to 2147483647 that follow from texts; of two texts with the same one the later takes the next free. */
function idMaker(hash: FeedOptions['hash']): (text: string) => number {
  const taken = new Set<number>()
  return (text) => {
    let id = (Number.parseInt(hash(text).slice(0, 8), 16) % 2_147_483_647) + 1
    while (taken.has(id)) id = (id % 2_147_483_647) + 1
    taken.add(id)
    return id
  }
}

/** Codes: the shop's own where it can be one, else one that follows from what the shop calls the article. */
function codeMaker({ shop, hash, tell }: FeedOptions, products: readonly ForeignProduct[]) {
  const own = new Set(products.flatMap(({ variants }) => variants.map(({ sku }) => oneLine(sku))))
  const taken = new Set<string>()
  return (product: ForeignProduct, variant: ForeignVariant): string => {
    const sku = oneLine(variant.sku)
    if (sku !== '' && sku.length <= LONGEST.code && !taken.has(sku)) {
      taken.add(sku)
      return sku
    }
    const number = [variant.key, variant.key === '' ? product.key : ''].find((key) => /^\d{1,20}$/.test(key))
    const base = `${PREFIXES[shop]}-${number ?? hash(`${product.key}\n${variant.key}`).slice(0, 8).toUpperCase()}`
    let code = base
    for (let copy = 2; taken.has(code) || own.has(code); copy++) code = `${base}-${copy}`
    taken.add(code)
    if (sku === '') tell(`No tiene SKU: su código empieza con ${PREFIXES[shop]}-`, variant.at)
    else if (sku.length > LONGEST.code)
      tell(`Su SKU tiene más de ${LONGEST.code} caracteres: su código empieza con ${PREFIXES[shop]}-`, variant.at)
    else tell(`Su SKU ya es de otro artículo de más arriba: su código empieza con ${PREFIXES[shop]}-`, variant.at)
    return code
  }
}

/** The records of articles, and what goes beside them into files of their own. */
export function feedOf(products: readonly ForeignProduct[], options: FeedOptions): MadeFeed {
  const { tell } = options
  const codeOf = codeMaker(options, products)
  const idOf = idMaker(options.hash)
  const made = {
    articles: [] as Record_[],
    prices: [] as Record_[],
    listings: [] as Record_[],
    oldAddresses: [] as { path: string; articleCode: string }[],
    photos: [] as { articleCode: string; slot: number; address: string }[],
    descriptions: [] as { articleCode: string; text: string }[],
    offers: [] as { articleCode: string; price: number; sale: number; reason: string }[],
  }
  const paths = new Set<string>()
  const isRated =
    options.vat !== null || products.some(({ variants }) => variants.some(({ vatRate }) => vatRate !== null))
  for (const product of products) {
    const name = oneLine(textOfHtml(product.name))
    if (name === '') {
      tell('No tiene nombre: no se tomó', product.at)
      continue
    }
    const text = textOfHtml(product.description)
    const tree = treeOf(product, options)
    let first: { code: string; isOnSale: boolean } | undefined
    for (const variant of product.variants) {
      const code = codeOf(product, variant)
      const isOnSale = product.isOnSale && variant.isOnSale
      const id = idOf(code)
      const { price, discount, vatRate } = pricesOf(variant, code, options, made.offers)
      if (!isOnSale) tell('No está publicado: queda cargado y no a la venta', variant.at)
      made.articles.push({
        id,
        code,
        description: nameOf(name, variant, tell),
        alias: '',
        unitsPerPack: 0,
        innerPack: 0,
        assortment: 0,
        multiple: 1,
        season: '',
        active: true,
        ean: barcodeOf(variant, tell),
        weight: variant.weight,
        stock: variant.stock,
        ...(isRated && { vatRate }),
      })
      made.prices.push({ articleId: id, listPrice: price })
      made.listings.push({
        articleCode: code,
        ...tree,
        position: made.listings.length + 1,
        discount,
        promo: discount > 0,
        future: false,
        hint: '',
        active: isOnSale,
      })
      if (text !== '') made.descriptions.push({ articleCode: code, text })
      made.photos.push(...photosOf(product, variant, code, tell))
      if (!first || (isOnSale && !first.isOnSale)) first = { code, isOnSale }
    }
    for (const { path, isGuess } of product.paths) {
      if (!first || path.length > LONGEST.path) continue
      if (paths.has(path.toLowerCase())) {
        tell('Su dirección ya es la de otro artículo de más arriba: no se escribió otra vez', product.at)
        continue
      }
      paths.add(path.toLowerCase())
      made.oldAddresses.push({ path, articleCode: first.code })
      if (isGuess) tell('La exportación no trae su dirección: se supuso por el nombre, revísela', product.at)
    }
  }
  return made
}

function nameOf(name: string, variant: ForeignVariant, tell: Tell): string {
  const options = variant.options.map((option) => oneLine(textOfHtml(option))).filter((option) => option !== '')
  const whole = options.length === 0 ? name : `${name} – ${options.join(' / ')}`
  if (/^[=+\-@]/.test(whole))
    tell('El nombre empieza como una fórmula: no lo abra con una planilla sin mirarlo', variant.at)
  if (whole.length <= LONGEST.name) return whole
  tell(`El nombre tiene más de ${LONGEST.name} caracteres y se cortó`, variant.at)
  return cutText(whole, LONGEST.name)
}

function barcodeOf({ barcode, at }: ForeignVariant, tell: Tell): string {
  const digits = barcode.replace(/[\s-]/g, '')
  if (digits === '' || /^\d{8,14}$/.test(digits)) return digits
  tell(
    /^\d[.,]?\d*E\+?\d+$/i.test(digits)
      ? 'Una planilla redondeó el código de barras (7,79E+12): quedó sin él; exporte otra vez y no lo guarde con la planilla'
      : 'El código de barras no tiene de 8 a 14 dígitos: quedó sin él',
    at,
  )
  return ''
}

/** An article's list price in cents, its discount in hundredths of a percent, and its VAT rate. */
function pricesOf(
  variant: ForeignVariant,
  code: string,
  options: FeedOptions,
  offers: { articleCode: string; price: number; sale: number; reason: string }[],
) {
  const { tell, vat } = options
  // A price that the export itself tells without VAT has none to be taken out.
  const isGross = vat !== null && variant.vatRate === null
  const netOf = (cents: number) => (isGross ? withoutVat(cents, vat) : cents)
  const vatRate = isGross ? vat : variant.vatRate
  const none = { price: 0, discount: 0, vatRate }
  if (variant.price === null || variant.price <= 0) {
    tell('No tiene precio: se muestra «Consultar» y no se vende', variant.at)
    return none
  }
  const price = netOf(variant.price)
  if (price > MOST_CENTS) {
    tell('El precio es demasiado grande: quedó sin él', variant.at)
    return none
  }
  if (!variant.sale) return { price, discount: 0, vatRate }
  const sale = netOf(variant.sale.price)
  const discount = Math.round((1 - sale / price) * 10_000)
  const isExact = discount > 0 && discount < 10_000 && unitOf({ listPrice: price, discount }) === sale
  if (isExact && !variant.sale.isDated) return { price, discount, vatRate }
  const reason = variant.sale.isDated ? 'tiene fechas' : 'ningún porcentaje da ese importe justo'
  offers.push({ articleCode: code, price, sale, reason })
  tell(`Su precio de oferta no se tomó, porque ${reason}: está en ofertas-fuera.csv`, variant.at)
  return { price, discount: 0, vatRate }
}

/** The place of a product in the tree of brands and categories. */
function treeOf(product: ForeignProduct, { brand, tell }: FeedOptions) {
  const names = product.categories
    .map((path) =>
      path.map((name) => oneLine(textOfHtml(name))).filter((name) => name !== '' && !NO_CATEGORY.test(foldText(name))),
    )
    .filter((path) => path.length > 0)
  const most = Math.max(0, ...names.map((path) => path.length))
  const [category = '', subcategory = ''] = names.find((path) => path.length === most) ?? []
  // A path and the beginning of the same path are one category.
  const tops = new Set(names.map((path) => foldText(path.slice(0, 2).join('>'))))
  for (const path of names) if (path.length > 1) tops.delete(foldText(path[0] ?? ''))
  if (tops.size > 1) tell('Tiene más de una categoría: quedó en la de más niveles, o en la primera', product.at)
  if (most > 2) tell('Su categoría tiene más de dos niveles: quedaron los dos primeros', product.at)
  const own = oneLine(textOfHtml(product.brand))
  if (own === '') tell(`No tiene marca: quedó en «${brand}»`, product.at)
  const cut = (text: string) => cutText(text, LONGEST.tree)
  return { brand: cut(own || brand), category: cut(category), subcategory: cut(subcategory) }
}

function photosOf(product: ForeignProduct, variant: ForeignVariant, articleCode: string, tell: Tell) {
  const all = [...new Set([...variant.pictures, ...product.pictures])]
  const good = all.filter(isWebAddress)
  if (good.length < all.length) tell('Una foto no tiene una dirección http o https: no está en la lista', variant.at)
  if (good.length > MOST_PHOTOS)
    tell(`Tiene más de ${MOST_PHOTOS} fotos: quedaron las primeras ${MOST_PHOTOS}`, variant.at)
  return good.slice(0, MOST_PHOTOS).map((address, at) => ({ articleCode, slot: at + 1, address }))
}

/** The records of clients that have a CUIT, and those that have none. */
export function clientRecordsOf(
  clients: readonly ForeignClient[],
  { hash, tell }: Pick<FeedOptions, 'hash' | 'tell'>,
): MadeClients {
  const clientIdOf = idMaker(hash)
  const addressIdOf = idMaker(hash)
  const made = {
    clients: [] as Record_[],
    addresses: [] as Record_[],
    withoutCuit: [] as { client: ForeignClient; record: Record_; reason: string }[],
  }
  const byCuit = new Map<string, { id: number; addresses: ForeignClient['addresses'][number][] }>()
  for (const client of clients) {
    const found = cuitOf(client)
    if ('reason' in found) {
      const record = clientRecord(client, { id: null, code: '', cuit: '' })
      made.withoutCuit.push({ client, record, reason: found.reason })
      tell(`${found.reason}: está en clientes-sin-cuit.csv`, client.at)
      continue
    }
    const { cuit } = found
    let known = byCuit.get(cuit)
    if (known) tell('Su CUIT ya es de otro cliente de más arriba: se tomaron sus direcciones y nada más', client.at)
    else {
      known = { id: clientIdOf(cuit), addresses: [] }
      byCuit.set(cuit, known)
      const record = clientRecord(client, { id: known.id, code: cuit, cuit })
      if (record.businessName === cuit) tell('No tiene nombre ni razón social: quedó con su CUIT', client.at)
      made.clients.push(record)
    }
    for (const address of client.addresses) {
      if (known.addresses.some((other) => sameAddress(other, address))) continue
      known.addresses.push(address)
      const provinceId = provinceOf(address)
      if (provinceId === null && address.province !== '') tell('La provincia no se reconoció: quedó vacía', client.at)
      made.addresses.push({
        id: addressIdOf(`${cuit}\n${address.street}\n${address.locality}`),
        clientId: known.id,
        street: cutText(oneLine(address.street), LONGEST.street),
        locality: cutText(oneLine(address.locality), LONGEST.locality),
        provinceId,
        postalCode: cutText(oneLine(address.postalCode), LONGEST.zip),
        carrierId: null,
      })
    }
  }
  return made
}

function clientRecord(
  client: ForeignClient,
  { id, code, cuit }: { id: number | null; code: string; cuit: string },
): Record_ {
  const [company, person] = [oneLine(client.company), oneLine(client.person)]
  const email = oneLine(client.email)
  return {
    id,
    code,
    businessName: cutText(company || person || email || code, LONGEST.street),
    contactName: company ? cutText(person, LONGEST.street) : '',
    cuit,
    email: email.length <= 254 ? email : '',
    sellerId: null,
    saleCondition: 1,
    zoneId: null,
    vatConditionId: null,
    bonus: 0,
    active: true,
  }
}
