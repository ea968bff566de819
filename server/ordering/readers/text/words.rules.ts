/** The words of pasted orders, in sets by what they do in an order. Data only; all words are folded. */
import { fold } from '../../../../contract/codes.ts'

const set = (...lines: string[]): ReadonlySet<string> => new Set(lines.join(' ').split(' '))

/**
 * What a number may count. Boxes, displays and packs mean different sizes to different people: `unsure`. `pieces` may be
 * the contents of a box.
 */
export type Unit = 'units' | 'pieces' | 'dozens' | 'packs' | 'unsure'
const UNITS: Readonly<Record<Unit, ReadonlySet<string>>> = {
  units: set('ud uds und unds u un uni unid unids unidad unidades'),
  pieces: set('pieza piezas pza pzas pz pzs pcs pc'),
  dozens: set('doc docs docena docenas dcna dcnas dna dnas dz doz docenita'),
  packs: set('bulto bultos bultito bto btos blt blts bult bt bts bul buls bu'),
  unsure: set(
    'caja cajas cj cjs cja cjas pack packs paq paquete paquetes display displays par pares juego juegos blister blisters tira tiras',
    'cajon cajones bolsa bolsas bolson bolsones gruesa gruesas pallet pallets fardo fardos plancha planchas kit kits combo combos lote lotes',
    'bandeja bandejas exhibidor exhibidores carton cartones estuche estuches tubo tubos balde baldes frasco frascos ristra ristras millar ciento centena decena',
  ),
}
const unitOfWord = new Map(
  Object.entries(UNITS).flatMap(([unit, words]) => [...words].map((word) => [word, unit as Unit])),
)
export const unitOf = (folded: string): Unit | undefined => unitOfWord.get(folded)
/** Packs in the singular: 'bulto 24' says what one holds, 'bultos 4' how many. */
const ONE_PACK = set('bulto bto blt bult caja cja cj pack paquete display')

const numbers = (first: number, step: number, words: string): [string, number][] =>
  words.split(' ').map((word, at) => [word, first + at * step])
/** 'un' and 'una' are numbers only beside what they count. */
export const ONES: ReadonlyMap<string, number> = new Map([
  ...numbers(1, 1, 'uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince'),
  ...numbers(16, 1, 'dieciseis diecisiete dieciocho diecinueve veinte veintiuno veintidos veintitres'),
  ...numbers(24, 1, 'veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve'),
])
export const TENS: ReadonlyMap<string, number> = new Map(
  numbers(30, 10, 'treinta cuarenta cincuenta sesenta setenta ochenta noventa'),
)
export const HUNDREDS: ReadonlyMap<string, number> = new Map([
  ['cien', 100],
  ...numbers(100, 100, 'ciento doscientos trescientos cuatrocientos quinientos'),
  ...numbers(600, 100, 'seiscientos setecientos ochocientos novecientos'),
])

/**
 * The closed list of words that change nothing: greetings, courtesies, connectives, labels of a code or a quantity. At
 * most 300 words with the stems below. A part of a text that has other words is shown.
 */
export const HARMLESS = set(
  // Function words.
  'a al con de del d e el la lo los las en es que q k por x para p pa y le les me nos se te mi mis tu tus su sus nuestro nuestra un una uno unos',
  'este esta esto estos estas ese esa eso esos esas son sea sean ser va van vamos ahi aca asi aqui como c i s tambien tb ademas entonces',
  'yo soy somos cada ahora hoy nomas solo',
  // Greetings and ends.
  'hola holis buenas buen bien dia dias tarde noche noches che tal todo bueno dale ok oka listo perfecto genial bro amigo amiga',
  'jefe jefa capo genio crack maestro sr sra sres srta senor senora senores estimado estimada chicos chicas gente querida',
  'saludo slds beso besos abrazo atte atentamente cordial cordiales cordialmente chau gracias gracia grax muchas muchisimas mil desde',
  'favor porfa porfi xfa xfavor plis pls anda van te',
  // What people say of themselves and of their list.
  'andan mes semana dejo dejamos detallo dicto escribo arranco sigo quedo seria serian linda reina corazon atento atenta agradecido agradecida',
  'mercaderia semanal quedamos espera aguardo respuesta hago fin ola bue muy cuerpo pego planilla oc mail correspondiente despues luego ver esta habla mio compra asunto fecha pagina razon social posiciones continua',
  // What is ordered, in general.
  'pedido pedidito pedir pedirte pedirles pediria orden reposicion lista listado detalle siguiente adjunto cantidad cantidades cant cdad',
  'codigo cod art arts articulo item renglon renglones producto ref referencia sku ean barra descripcion nombre',
  'precio unitario unit total totales subtotal importe iva neto cdu',
  'unidad unidades unid uni uds u surtido surtida primero segundo tercero ultimo nuevo nueva',
)
/** Verbs that ask for something: a stem and an ending that makes it a wish, not a tale: 'mandame', 'agregale', 'queremos'. */
export const ASKING_STEMS = set(
  'mand envi pas pon agreg anot sum pid carg prepar met tir marc incluy apunt encarg tra hac necesit nesesit quier kier quer quisier solicit repon d llev arm despach separ',
)
const ASKING_ENDINGS = set(
  'o a as an e es en i ame eme ime me ale ele ile le anos enos nos ar er ir arme erme irme amos emos aria eria iria ariamos eriamos arias ia iamos ra ramos rian aselo amelo melo alo elo',
)
/** Whether a folded word asks for the article or quantity behind it. */
export const isAsking = (folded: string): boolean => {
  for (let end = Math.min(folded.length - 1, 8); end > 0; end--)
    if (ASKING_STEMS.has(folded.slice(0, end)) && ASKING_ENDINGS.has(folded.slice(end))) return true
  return false
}
/** A folded word as it sounds, so that misspelt words are known: 'muñeka', 'vuenas', 'trensito'. */
export const heard = (folded: string): string =>
  folded
    .replaceAll('v', 'b')
    .replace(/n(?=[bp])/g, 'm')
    .replace(/z|[cx](?=[ei])/g, 's')
    .replace(/qu(?=[ei])|q|k/g, 'c')
    .replaceAll('h', '')
    .replaceAll('ll', 'y')
    .replace(/(.)\1+/g, '$1')
const HEARD = new Set([...HARMLESS].filter((word) => word.length > 2).map(heard))
export const isHarmless = (folded: string): boolean =>
  HARMLESS.has(folded) ||
  isAsking(folded) ||
  (folded.length > 4 && (HEARD.has(heard(folded)) || HEARD.has(heard(folded.replace(/s$/, '')))))
/** Words before a person's name: 'Hola Juan', 'Gracias, Marta'. */
const GREETING = set(
  'hola gracias saludos slds atte atentamente abrazo abrazos beso besos estimado estimada estimados querido querida sr sra srta att don dona buenas dia dias tardes noches',
  'chicos chicas gente amigo amiga amigos agradecido agradecida',
)
const GREETING_HEARD = new Set([...GREETING].map(heard))
export const isGreeting = (folded: string): boolean =>
  GREETING.has(folded) || (folded.length > 4 && GREETING_HEARD.has(heard(folded)))
/** A line with one of these adds up the other lines: 'Total: 99 unidades'. */
export const TOTALS = set('total totales subtotal')
/** Words without a capital inside names of people and shops. */
export const OF_NAMES = set('de del la el los las y e lo')
/** Sayings of several words that change nothing, though their words would. */
export const SAYINGS = new Set(
  [
    'sin falta;sin apuro;sin drama;sin mas;no hay apuro;no hay drama;nada mas;eso es todo;es todo;eso nomas;por ahora;si puede ser;si se puede',
    'si es posible;como siempre;lo antes posible;cuanto antes;a la brevedad;que tal;como va;como andas;como estan;como estas;todo bien;por favor',
    'desde ya;hasta luego;hasta pronto;nos vemos;precio de lista;mas o menos bien;si por favor;no te olvides;sin otro particular;me hace falta;hace falta',
    'que mas;algo mas;creo que nada mas;creo que es todo;creo que esta todo;un beso grande;beso grande;eso seria todo;enviado desde mi iphone;por ultimo',
    'me olvidaba;a continuacion;nota de pedido;hasta aca;buen finde;buen fin de semana;que tengas buen dia;que estes bien;que esten bien',
    'por la atencion;por tu atencion;disculpe la hora;disculpa la hora;cualquier cosa me avisas;cualquier cosa avisame',
  ]
    .join(';')
    .split(';'),
)
export const LONGEST_SAYING = 4

/** Colours, sizes and the like, without their endings: what of an article, never which. */
const VARIANTS = set(
  'roj azul verd amarill ros rosad celest blanc negr naranj violet lil fucsi gris marron beig turques bord salmon dorad platead fluo pastel multicolor color',
  'surtid surt varon nen chic grand median pequen vari variad mezcl mixt combinad clar oscur brillant transparent unisex lis estampad rayad larg cort',
)
const stemOf = (folded: string): string => folded.replace(/e?s$/, '').replace(/[aeo]$/, '')
export const isVariant = (folded: string): boolean => VARIANTS.has(folded) || VARIANTS.has(stemOf(folded))

/** What can turn a line into something else than an order of it. */
const DOUBTFUL = set(
  // Denied, excepted, replaced, taken back.
  'no ni nada tampoco nunca ninguno ninguna ningun menos excepto salvo perdon digo mejor mal cambio cambiar cancelado cancelada anulado anulada anular cancelar',
  'tachado tachada borrado sacar saca sacalo sacala sacame quitar quita quitalo borralo olvidate reemplazo reemplazar devolver devolucion',
  // Only if, or one of several, or about so many.
  'o si caso depende segun hasta entre mientras quizas quiza capaz creo calculo supongo puede podria talvez casi alrededor talvez',
  'aprox aproximado aproximadamente maximo minimo tope algo alguno algunos algunas varios varias poco pocos unos unas mas',
  // Like another, or the rest of something.
  'idem mismo misma mismos mismas anterior anteriores pasado pasada resto demas otro otra otros otras ambos ambas',
  // What was, what there is, what it costs.
  'falta faltan falto faltaron faltante faltantes reclamo roto rota rotos rotas fallado fallada agotado agotada vendi vendimos vendio vino vinieron llego llegaron recibi pedi lleve',
  'queda quedan quedaron discontinuado discontinuada sobra sobran sobraron definir confirmar confirma confirmo consultar stock tenes tienen hay habra disponible cuanto cuantos cuanta cuesta',
  'pendiente pendientes presupuesto presupuestar cotizar cotizacion cotizame gratis bonificado yapa debe deben reservar reserva reservame',
)
export const isDoubtful = (folded: string): boolean => DOUBTFUL.has(folded)

/** Classes of words in the productions of numbers (productions.ts). */
export const CLASSES = {
  sign: set(': . ° º'),
  slash: set('/ - .'),
  inches: set('" ”'),
  by: set('x por'),
  of: set('de'),
  and: set('y'),
  half: set('media medio'),
  one: set('un una'),
  pack: new Set([...UNITS.packs, ...UNITS.unsure]),
  onePack: ONE_PACK,
  packs: new Set([...UNITS.packs, ...UNITS.dozens, ...UNITS.unsure].filter((word) => !ONE_PACK.has(word))),
  divided: new Set([...UNITS.packs, ...UNITS.dozens]),
  each: set('cada'),
  c: set('c'),
  u: set('u un'),
  the: set('el la los las'),
  at: set('las'),
  closed: set('cerrado cerrada cerrados cerradas'),
  until: set('para antes hasta desde entrega entregar'),
  /** Labels of money, or of a fact about the article and not the order. */
  amount: set(
    'precio precios pu unitario importe total subtotal lista ars pesos vale mult multiplo uxb stock stk exist existencia saldo minimo min desc descuento dto iva tengo tenemos queda quedan hay sena trae traen contiene',
  ),
  money: set('pesos ars mil k lucas iva subtotal'),
  measure: set(
    'dias dia semanas cuotas cm cms mm mt mts m ml lt lts l cc kg kgs gr grs g hs v w mah anos ano meses hojas canales niveles jugadores funciones sonidos pulgadas teclas ruedas accesorios chicos personas',
  ),
  /** Labels of numbers that are not ordered. */
  phone: set('tel telefono cel celular whatsapp wsp'),
  called: set(
    'remito renglon linea factura local sucursal suc pasillo foto hoja pos fila orden n nº n° nro numero num pag pagina cuit tel telefono cel celular cp hora ruta piso dto depto modelo mod talle escala cliente vendedor oc presupuesto cuenta cbu dni legajo av avda avenida calle km',
  ),
  weekday: set('lunes martes miercoles jueves viernes sabado domingo'),
  /** Parts of an order that people count; such a count orders nothing. */
  counted: set('articulos items renglones productos lineas codigos posiciones'),
  month: set('enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'),
  /** Labels of the ordered quantity, before its number. */
  ordered: set(
    'pedir pedido pido reponer repongo comprar compro solicitado solicitada mandar traer necesito quiero llevo cantidad cant cantid cdad qty',
  ),
} as const satisfies Readonly<Record<string, ReadonlySet<string>>>
/** A class by its name in a production. */
export const classOf = (name: string): ReadonlySet<string> | undefined =>
  (CLASSES as Readonly<Record<string, ReadonlySet<string>>>)[name]
/** Labels of a code: the word behind one is a code. */
export const CODE_LABELS: ReadonlySet<string> = set('art articulo cod codigo ref referencia sku ean del el')

/** Words of headings: what the column, or the value behind the label, holds. The first list that knows a word decides. */
export const HEADINGS = {
  /** A number that is not ordered, though 'cantidad' or 'pedido' may stand beside it. */
  other: set(
    'stock stk exist existencia existencias disp disponible disponibles saldo vta vtas venta ventas vend vendido vendidos vendida vendidas ult ultimo ultima ant anterior pasado pend pendiente recibido entregado entregada facturado fact min minimo max maximo sugerido hay quedan queda tengo nro numero fecha cliente multiplo mult uxb',
  ),
  /** The unit of the number beside it. */
  unit: set('um medida unidad'),
  money: set('precio precios pu pvp importe imp valor unitario subtotal neto iva dto desc. costo bonif lista $ total'),
  code: set('cod codigo cods codigos sku ref referencia ean barras'),
  quantity: set(
    'cant cantid cantidad cantidades cdad ctd qty ped pedido pedidos pedir apedir pido solicitado necesito quiero reponer reposicion comprar compra llevo unidades unid uni uds u bultos btos docenas doc cajas',
  ),
  /** Codes or names; the cells below decide which. */
  article: set('articulo art articulos producto item prod'),
  name: set('descripcion desc descrip detalle nombre denominacion marca rubro linea color talle presentacion'),
  note: set('obs observacion observaciones nota notas comentario aclaracion'),
} as const

/** The words and numbers of a text. */
export const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(
    fold(text)
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean),
  )
