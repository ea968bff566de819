/** The headings of four shop programs' exports, in English and in Spanish, and which program a file is of (R411). Pure. */
import { foldText } from '../lib/search-text.ts'
import type { ShopKind } from './shop.types.ts'

export const shopNames: Readonly<Record<ShopKind, string>> = {
  woocommerce: 'WooCommerce',
  tiendanube: 'Tiendanube',
  shopify: 'Shopify',
  prestashop: 'PrestaShop',
}

/** Headings compared without accents, case, blanks and signs: 'Peso (kg)' is 'pesokg'. */
export const headingKey = (heading: string): string => foldText(heading).replace(/[^\p{L}\d]+/gu, '')

/** The headings by which a field is known; of several that a file has, the first of the list counts. */
type Headings<F extends string> = { readonly [K in F]: readonly string[] }
const attributes = <const F extends string>(name: (n: number) => readonly string[], prefix: F, most: number) =>
  Object.fromEntries(Array.from({ length: most }, (_, at) => [`${prefix}${at + 1}`, name(at + 1)])) as {
    readonly [K in `${F}${1 | 2 | 3 | 4 | 5 | 6}`]: readonly string[]
  }

const woocommerce = {
  id: ['ID'],
  type: ['Type', 'Tipo'],
  sku: ['SKU'],
  barcode: ['GTIN, UPC, EAN, or ISBN', 'GTIN, UPC, EAN o ISBN', 'EAN', 'Código de barras'],
  name: ['Name', 'Nombre'],
  published: ['Published', 'Publicado'],
  visibility: ['Visibility in catalog', 'Visibilidad en el catálogo'],
  shortDescription: ['Short description', 'Descripción corta'],
  description: ['Description', 'Descripción'],
  saleFrom: [
    'Date sale price starts',
    'Día en que empieza el precio rebajado',
    'Fecha en que empieza el precio rebajado',
  ],
  saleTo: ['Date sale price ends', 'Día en que termina el precio rebajado', 'Fecha en que termina el precio de oferta'],
  inStock: ['In stock?', '¿Existencias?', '¿En inventario?', '¿Hay existencias?'],
  stock: ['Stock', 'Inventario'],
  weightKg: ['Weight (kg)', 'Peso (kg)'],
  weightG: ['Weight (g)', 'Peso (g)'],
  weightLb: ['Weight (lbs)', 'Peso (lbs)'],
  weightOz: ['Weight (oz)', 'Peso (oz)'],
  sale: ['Sale price', 'Precio rebajado', 'Precio de oferta'],
  price: ['Regular price', 'Precio normal'],
  categories: ['Categories', 'Categorías'],
  pictures: ['Images', 'Imágenes'],
  parent: ['Parent', 'Superior', 'Principal'],
  brand: ['Brands', 'Brand', 'Marcas', 'Marca'],
  slug: ['Slug', 'Meta: _wp_desired_post_slug'],
  link: ['Permalink', 'Product URL', 'URL'],
  ...attributes((n) => [`Attribute ${n} name`, `Nombre del atributo ${n}`], 'attribute', 6),
  ...attributes((n) => [`Attribute ${n} value(s)`, `Valor(es) del atributo ${n}`], 'value', 6),
} as const

const tiendanube = {
  slug: ['Identificador de URL'],
  name: ['Nombre'],
  categories: ['Categorías'],
  price: ['Precio'],
  sale: ['Precio promocional'],
  weight: ['Peso (kg)', 'Peso'],
  stock: ['Stock'],
  sku: ['SKU'],
  barcode: ['Código de barras'],
  shown: ['Mostrar en tienda'],
  visibility: ['Visibilidad'],
  description: ['Descripción'],
  brand: ['Marca'],
  pictures: ['Imágenes', 'URL de imagen', 'Imagen'],
  ...attributes((n) => [`Nombre de propiedad ${n}`], 'attribute', 3),
  ...attributes((n) => [`Valor de propiedad ${n}`], 'value', 3),
} as const

/** Both forms of its file: the one of long ago, and the one that it has had since 2025. */
const shopify = {
  handle: ['Handle', 'URL handle'],
  name: ['Title'],
  description: ['Body (HTML)', 'Description'],
  brand: ['Vendor'],
  taxonomy: ['Product Category'],
  type: ['Type', 'Custom Product Type'],
  published: ['Published', 'Published on online store'],
  status: ['Status'],
  sku: ['Variant SKU', 'SKU'],
  barcode: ['Variant Barcode', 'Barcode', 'Variant Barcodes', 'Barcodes'],
  grams: ['Variant Grams', 'Weight value (grams)'],
  tracker: ['Variant Inventory Tracker', 'Inventory tracker'],
  stock: ['Variant Inventory Qty', 'Inventory quantity'],
  price: ['Variant Price', 'Price'],
  compareAt: ['Variant Compare At Price', 'Compare-at price'],
  picture: ['Image Src', 'Product image URL'],
  position: ['Image Position'],
  variantPicture: ['Variant Image', 'Variant image URL'],
  giftCard: ['Gift Card'],
  ...attributes((n) => [`Option${n} Value`], 'value', 3),
} as const

/** Its list as it is exported, its own import's form, and the names of its database, which its SQL manager writes. */
const prestashop = {
  id: ['Product ID', 'id_product', 'ID de producto', 'ID'],
  shown: ['Active (0/1)', 'active', 'Status', 'Estado', 'Activo (0/1)', 'Activo'],
  name: ['Name *', 'Name', 'Nombre'],
  categories: ['Categories (x,y,z...)', 'categories', 'Category', 'Categoría', 'category'],
  netPrice: [
    ...['Price tax excluded', 'Price (tax excl.)', 'Price tax excluded or Price tax included', 'price'],
    ...['Precio (imp. excl.)', 'Precio (impuestos excl.)', 'Precio sin IVA', 'Precio impuestos excluidos'],
  ],
  grossPrice: [
    ...['Price tax included', 'Price (tax incl.)', 'price_tax_incl'],
    ...['Precio (imp. incl.)', 'Precio (impuestos incl.)', 'Precio con IVA', 'Precio impuestos incluidos'],
  ],
  saleAmount: ['Discount amount', 'reduction_amount'],
  salePercent: ['Discount percent', 'reduction_percent'],
  saleFrom: ['Discount from (yyyy-mm-dd)'],
  saleTo: ['Discount to (yyyy-mm-dd)'],
  sku: ['Reference #', 'Reference', 'Referencia', 'reference'],
  brand: ['Manufacturer', 'Brand', 'Marca', 'Fabricante', 'manufacturer_name'],
  barcode: ['EAN13', 'ean13', 'EAN-13 or JAN barcode', 'Código EAN-13'],
  weight: ['Weight', 'Peso'],
  stock: ['Quantity', 'Cantidad'],
  description: ['Description', 'Descripción'],
  shortDescription: ['Summary', 'Short description', 'description_short', 'Resumen'],
  slug: ['URL rewritten', 'link_rewrite', 'Friendly URL', 'URL amigable'],
  pictures: ['Image URLs (x,y,z...)', 'Image URLs', 'image_urls', 'URL de imágenes'],
} as const

/** What one product of PrestaShop is sold as: a file of its own. */
const combinations = {
  productId: ['Product ID*', 'Product ID', 'id_product'],
  productSku: ['Product Reference'],
  values: ['Value (Value:Position)*', 'Value (Value:Position)', 'attribute_values'],
  sku: ['Reference', 'reference'],
  barcode: ['EAN13', 'ean13'],
  impact: ['Impact on price', 'price_impact'],
  weightImpact: ['Impact on weight'],
  stock: ['Quantity', 'quantity'],
  pictures: ['Image URLs (x,y,z...)', 'Image URL'],
} as const

const categoryNames = {
  id: ['Category ID', 'id_category'],
  name: ['Name *', 'Name', 'Nombre'],
  parent: ['Parent category', 'id_parent', 'Categoría padre'],
} as const

const TAX_ID = [
  ...['CUIT', 'CUIT / DNI', 'DNI / CUIT', 'DNI/CUIT', 'CUIT/CUIL', 'CUIT o DNI', 'DNI o CUIT', 'billing_cuit', 'cuit'],
  ...['VAT number', 'vat_number', 'Tax ID', 'NIF', 'NIF/CIF/NIE', 'Identification number', 'Identificación fiscal'],
]
const DOCUMENT = ['DNI', 'dni', 'billing_dni', 'Documento', 'Número de documento', 'Identificación']
/** The clients of any of the four: their names differ little. */
const clients = {
  id: ['Customer ID', 'id_customer', 'ID', 'ID de cliente', 'customer_id', 'user_id'],
  company: [
    ...['Company', 'Default Address Company', 'billing_company', 'Empresa', 'Razón social', 'Nombre de la empresa'],
    ...['company', 'Compañía'],
  ],
  name: ['Name', 'Nombre', 'Nombre completo', 'Nombre y apellido', 'Cliente'],
  firstName: ['First Name', 'First name', 'First Name *', 'billing_first_name', 'Nombre de pila', 'firstname'],
  lastName: ['Last Name', 'Last name', 'Last Name *', 'billing_last_name', 'Apellido', 'Apellidos', 'lastname'],
  email: [
    ...['Email', 'E-mail', 'Email *', 'Email address', 'user_email', 'billing_email', 'Correo electrónico', 'Correo'],
    ...['Dirección de correo electrónico', 'Mail', 'email', 'Customer e-mail'],
  ],
  phone: ['Phone', 'Default Address Phone', 'billing_phone', 'Teléfono', 'Telefono', 'Celular', 'phone'],
  taxId: TAX_ID,
  /** Where the one before is empty: many a shop asks for the CUIT there. */
  document: DOCUMENT,
  street: [
    ...['Default Address Address1', 'Address1', 'Address 1', 'Address', 'billing_address_1', 'Dirección', 'Calle'],
    ...['address1', 'Domicilio'],
  ],
  number: ['Número', 'Altura', 'Número de calle'],
  street2: ['Default Address Address2', 'Address2', 'Address 2', 'billing_address_2', 'Piso', 'address2'],
  locality: ['Default Address City', 'City', 'billing_city', 'Localidad', 'Ciudad', 'city'],
  province: [
    ...['Default Address Province Code', 'Province Code', 'Province', 'billing_state', 'Provincia', 'State', 'Region'],
    ...['Provincia o estado', 'Estado', 'state'],
  ],
  postalCode: [
    ...['Default Address Zip', 'Zip', 'Zipcode', 'Zip/Postal Code', 'Postal Code', 'billing_postcode'],
    ...['Código postal', 'CP', 'postcode'],
  ],
  country: [
    ...['Default Address Country Code', 'Country Code', 'Country', 'Country / Region', 'billing_country', 'País'],
    ...['country'],
  ],
  active: ['Active (0/1)', 'Enabled', 'Activado', 'active'],
} as const

/** The same heading beside these is an order's or a product's, not a client's. */
const ORDER_HEADINGS = [
  ...['Financial Status', 'Lineitem name', 'Order ID', 'Order Number', 'Número de orden', 'Estado del pago'],
  ...['Order Status', 'Total a pagar', 'Nombre del producto', 'Cantidad del producto'],
]

export const columnsOf = {
  woocommerce,
  tiendanube,
  shopify,
  prestashop,
  combinations,
  categoryNames,
  clients,
} as const satisfies Record<string, Headings<string>>

export type TableKind = keyof typeof columnsOf
export type FieldOf<K extends TableKind> = keyof (typeof columnsOf)[K] & string

/** Where each field of a table stands in a row with these headings; fields that it lacks are absent. */
export function placesOf<K extends TableKind>(kind: K, headings: readonly string[]): ReadonlyMap<FieldOf<K>, number> {
  const keys = headings.map(headingKey)
  const places = new Map<FieldOf<K>, number>()
  for (const [field, names] of Object.entries(columnsOf[kind]) as [FieldOf<K>, readonly string[]][]) {
    const place = names.map((name) => keys.indexOf(headingKey(name))).find((at) => at >= 0)
    if (place !== undefined) places.set(field, place)
  }
  return places
}

/** What a file with these headings holds; null: nothing that is taken. Products come first: all of them have names. */
export function kindOf(headings: readonly string[]): TableKind | null {
  const keys = new Set(headings.map(headingKey))
  const has = (...names: string[]) => names.every((name) => keys.has(headingKey(name)))
  const hasField = <K extends TableKind>(kind: K, ...fields: FieldOf<K>[]) => {
    const places = placesOf(kind, headings)
    return fields.every((field) => places.has(field))
  }
  if (ORDER_HEADINGS.some((heading) => has(heading))) return null
  if (hasField('tiendanube', 'slug', 'name', 'price')) return 'tiendanube'
  if (hasField('shopify', 'handle', 'name', 'price') && !has('Type', 'SKU', 'Regular price')) return 'shopify'
  if (hasField('woocommerce', 'type', 'name', 'price', 'published')) return 'woocommerce'
  if (hasField('combinations', 'productId', 'values')) return 'combinations'
  const isPriced = hasField('prestashop', 'netPrice') || hasField('prestashop', 'grossPrice')
  if (hasField('prestashop', 'id', 'name') && isPriced) return 'prestashop'
  if (hasField('categoryNames', 'id', 'name', 'parent')) return 'categoryNames'
  const places = placesOf('clients', headings)
  const isNamed = ['company', 'name', 'firstName', 'street'].some((field) => places.has(field as FieldOf<'clients'>))
  return isNamed && (places.has('email') || places.has('id')) ? 'clients' : null
}

/** What a file must have to be the products of a shop, for the message about one that is none. */
export const NEEDED =
  'WooCommerce: «Tipo», «Nombre», «Publicado» y «Precio normal». Tiendanube: «Identificador de URL», «Nombre» y «Precio». Shopify: «Handle», «Title» y «Variant Price». PrestaShop: «Product ID», «Name» y un precio'
