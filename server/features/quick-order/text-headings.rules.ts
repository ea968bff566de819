/** What the headings of a table's columns, and the labels before values, say that they hold; all folded. Pure. */

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '))
const CODES =
  /^(n[°º]? ?)?(cod|codigo|cod\.? ?art.*|codigo (de )?(art.*|prod.*|barras?|prov\w*|interno)|articulo|art|sku|ref|referencia|ean ?\d*|cod\.? de .*|cod\.? (barras?|prov\w*|prod\w*|interno)|(id|cod)_?(art|prov|prod)\w*)\.?( n[°º])?$/
/** What is ordered, whatever stands beside it in the heading: 'Su pedido', 'Cant. a comprar'. */
const ORDERED = words(
  'cant cantid cantidad cantidades ctd cdad qty q ped pedido pedidos pedir pido pide piden solicitado solicitada solicitud quiero necesito reponer reposicion repongo repo comprar compra llevo mandar enviar traer',
)
/** What was, what there is, what somebody else says: no order, though 'pedido' or 'cantidad' may stand beside it. */
const OF_OTHERS = words(
  'stock stk exist existencia existencias disp disponible disponibles saldo vta vtas venta ventas vend vendido vendidos vendida vendidas ult ultimo ultima ant anterior pasado pasada pend pendiente recibido recibida recib entregado entregada entreg facturado facturada fact min minimo minima max maximo maxima sugerido sugerida hay quedan queda tengo n nro numero fecha cliente',
)
const MONEY = words(
  'precio precios p pu pvp importe imp valor unitario unit subtotal neto iva dto desc costo bonif lista $',
)
/** What a pack holds, or what it counts where nothing else is ordered. */
const PACK =
  /^(u(nid\w*|n)?\.? ?)?(x|por) ?(bulto|bto|caja|pack)\w*\.?$|^(bulto|bto|uxb|u\/b|caja|pack)\.?$|^(minimo|multiplo|mult|min)\.?$/
const COUNTED =
  /^(faltan|faltantes?|unidades|unid|un|uni|uds|u|bultos?|btos|docenas?|doc|cajas?|packs?)\.?( (a )?ped\w*| solicitad\w+| suelt[ao]s?)?( ?\((en )?(u|un|unid\w*|bult\w*|doc\w*|cajas?|packs?|ped\w*)\.?\))?$/
/** What tells of the article, and of the order only what is to be kept in mind. */
const TELLING =
  /^(desc|descr?ip\w*|nombre|detalle\w*|producto|prod|articulo|art|marca|rubro|linea|familia|categoria|color|talle|obs|observ\w*|nota|notas|coment\w*|aclarac\w*|proveedor|prov|medida|um|u\.?m\.?|presentacion|interno|id|item|orden|pos|fila|renglon|ubic\w*|dep|deposito|gondola|pasillo|estante|cod\w*|ean|foto|mult\w*|uxb)\b/
/** 'Cant. devuelta', 'Cant. rota'; 'Cant. x bulto' is what a pack holds. */
const BROKEN = /^(devuel|devol|vuel[vt]|rot[ao]|fall[ao]|faltan|vencid|ingres|cambi|consig)/
const OF_A_PACK = /\b(x|por|c\/|cada) ?(bulto|bto|caja|pack|display|u\.? ?bulto)/
/** Beside what came, 'cantidad' is what was ordered before. */
export const isOfDelivery = (heading: string): boolean =>
  /\b(entregad|recibid|facturad|ingresad|devuelt|conform)/.test(heading)

/** What goods are sorted by in a shop, besides their names. */
const SORTS = words('vehiculo rodado juego juguete mesa didactico verano aire libre peluche bebe unisex')
/** Whether a word, or what it is the plural of, is a sort of goods. */
export const isSort = (word: string): boolean => SORTS.has(word) || SORTS.has(word.replace(/s$/, ''))

const tokens = (heading: string): string[] => heading.split(/[^\p{L}\p{N}$]+/u).filter(Boolean)

export const isCodeHeading = (heading: string): boolean => CODES.test(heading)
export const isMoneyHeading = (heading: string): boolean =>
  heading.includes('$') || tokens(heading).some((word) => MONEY.has(word))
export const isBrokenHeading = (heading: string): boolean => tokens(heading).some((word) => BROKEN.test(word))
/** What a price or a number may be at most or at least: 'Precio máximo', 'Cant. ideal'. */
const BOUND = /\b(min|minim[ao]|max|maxim[ao]|ideal|tope|limite|deseable|deseada|objetivo|optim[ao])\b/
/** A price that a row is to be ordered for. */
export const isPriceBound = (heading: string): boolean =>
  /^(tope|limite|hasta|vto|venc\w*)\b/.test(heading) || (isMoneyHeading(heading) && BOUND.test(heading))
/** A number among several that a row may be ordered with. */
export const isBoundHeading = (heading: string): boolean =>
  BOUND.test(heading) && tokens(heading).some((word) => ORDERED.has(word))
/** Whether a column holds names of goods, or what they are sorted by. */
export const isNameHeading = (heading: string): boolean => NAMES.test(heading)
const NAMES =
  /^(desc|descr?ip\w*|nombre|detalle\w*|producto|prod|articulo|art|marca|rubro|linea|familia|categoria|medida|um|u\.?m\.?|presentacion|item|fila|renglon|id|foto|sucursal|suc|local|destino)\b/
/** Whether a column holds what is ordered and nothing else. */
export const isOrderHeading = (heading: string): boolean => {
  const all = tokens(heading)
  return (
    all.some((word) => ORDERED.has(word)) &&
    !all.some((word) => OF_OTHERS.has(word) || MONEY.has(word) || BROKEN.test(word)) &&
    !OF_A_PACK.test(heading) &&
    !/\d/.test(heading)
  )
}
export const isPackHeading = (heading: string): boolean => PACK.test(heading)
/** What is missing is what is ordered, unless a column beside it says that itself. */
export const isMissingHeading = (heading: string): boolean => heading.startsWith('falta')
export const isQuantityHeading = (heading: string): boolean =>
  isOrderHeading(heading) || COUNTED.test(heading) || /^total a \p{L}+$/u.test(heading)
/** Whether a heading is nothing that is known: the name of a shop, a place, somebody. */
export const isUnheardOf = (heading: string): boolean =>
  /^\p{L}[\p{L}. ]*( \d)?$/u.test(heading) &&
  !isQuantityHeading(heading) &&
  !isMoneyHeading(heading) &&
  !isCodeHeading(heading) &&
  !PACK.test(heading) &&
  !TELLING.test(heading) &&
  !isBrokenHeading(heading) &&
  !tokens(heading).some((word) => OF_OTHERS.has(word) || word === 'total')

const unitIn = (heading: string): string => {
  const [unit] = /bulto|bto|doc|caja|pack/.exec(heading) ?? []
  return unit ? ` ${unit}` : ''
}
/** What a heading of a quantity says that it counts, as it stands beside a number; undefined for other headings. */
export const quantityUnit = (heading: string): string | undefined =>
  isQuantityHeading(heading) ? unitIn(heading) : undefined
