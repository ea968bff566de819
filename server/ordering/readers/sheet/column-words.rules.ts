/** The headings that people write above their columns, and the role that each stands for. */
import type { ColumnRole } from '../../../../contract/sheet-columns.ts'
import { codeWords, eanWords, headingWords, nameWords } from '../../../spreadsheets/heading-words.rules.ts'

export { headingWords } from '../../../spreadsheets/heading-words.rules.ts'

/** The purpose of a file: lines for one cart, or orders of several clients. */
export type SheetKind = 'list' | 'orders'
/** 'article' stands for a code or a name; the cells tell which. 'other' is known to be nothing that is read. */
export type HeadingRole = ColumnRole | 'article' | 'other'

/** Headings by role, without accents, signs and capitals, and with one blank between words. */
const WORDS: Readonly<Record<Exclude<HeadingRole, '' | 'other'>, string>> = {
  code: codeWords,
  article: 'articulo, articulos, art, producto, productos, item, items, juguete, mercaderia, modelo',
  ean: eanWords,
  name: nameWords,
  quantity: `cantidad, cantidades, cant, cants, ctd, cdad, cantidad pedida, cant pedida, cantidad a pedir, cant a pedir, a pedir,
    unidades, unidad, unid, unids, uni, uds, und, u, un, piezas, pzas, pido, qty, unidades pedidas`,
  packs: 'bultos, bultos pedidos, cajas, packs',
  price: `precio, precios, precio unitario, precio unit, p unit, p unitario, pu, unitario, precio acordado, precio pactado,
    precio especial, precio neto, precio convenido`,
  note: 'observacion, observaciones, obs, observ, nota, notas, comentario, comentarios, aclaracion, aclaraciones',
  cuit: 'cuit, cuit cliente, cuit del cliente, cliente cuit, nro cuit, nro de cuit, numero de cuit, n cuit, c u i t, cuit cuil',
  number: `numero de pedido, nro de pedido, nro pedido, n pedido, n de pedido, num pedido, numero pedido, no pedido, pedido, numero,
    nro, num, n, orden, orden de compra, nro de orden, numero de orden, n orden, nro orden, nro oc, oc, pedido nro, pedido numero,
    pedido n, pedido no, nota de pedido, np, n p, nro np, comprobante, nro comprobante, numero de comprobante, remito, nro remito`,
}
/**
 * Words of headings of columns that nobody orders by: what an article costs, holds or weighs, how much of it there is, the place of
 * its row. A heading with one of them is no code and no quantity, whatever numbers stand below. 'Quantity' is what an export of
 * another shop calls its stock.
 */
const OTHER_WORDS = new Set(
  `precio precios price pvp importe subtotal total costo neto bruto lista oferta promo descuento dto bonificacion recargo iva alicuota
    impuesto stock existencia existencias disponible saldo minimo minima maximo maxima reposicion uxb multiplo embalaje contenido bulto
    caja pack packs quantity inventory peso kilos gramos alto ancho largo medida medidas volumen fecha vencimiento edad proveedor marca rubro linea
    categoria familia grupo color talle temporada origen imagen foto image url link fila renglon posicion pos nro num n no`.split(
    /\s+/,
  ),
)
/** Headings with another role in a list, which has neither client nor order number. */
const IN_LISTS: Readonly<Record<string, HeadingRole>> = {
  pedido: 'quantity',
  pedidos: 'quantity',
  orden: 'quantity',
}
const ONLY_IN_ORDERS: readonly HeadingRole[] = ['cuit', 'number', 'price']

const roles = new Map<string, HeadingRole>()
for (const [role, words] of Object.entries(WORDS))
  for (const word of words.split(',')) roles.set(word.trim().replace(/\s+/g, ' '), role as HeadingRole)

/** The role of a heading's column; '' for a heading that is not known. */
export function roleOfHeading(text: string, kind: SheetKind): HeadingRole {
  const words = headingWords(text)
  const roleOf = (text: string) => (kind === 'list' ? IN_LISTS[text] : undefined) ?? roles.get(text)
  const known = roleOf(words)
  if (known === undefined) {
    const all = words.split(' ')
    if (all.some((word) => OTHER_WORDS.has(word))) return 'other'
    // 'Pedido (bultos)', 'Cant. de unidades': each of its words is one for a quantity.
    const counts = all.filter((word) => word !== 'de' && word !== 'en').map(roleOf)
    const areCounts = counts.every((role) => role === 'quantity' || role === 'packs')
    return areCounts ? (counts.find((role) => role === 'packs') ?? 'quantity') : ''
  }
  return kind === 'list' && ONLY_IN_ORDERS.includes(known) ? 'other' : known
}

const TOTALS = /^(sub ?)?total(es)?( general| pedido| del pedido| unidades| de unidades| bultos| de bultos)?$/
/** Whether a cell says that its row adds up others. */
export const saysTotal = (text: string): boolean => TOTALS.test(headingWords(text))
