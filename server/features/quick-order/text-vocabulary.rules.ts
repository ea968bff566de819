/**
 * The words of an order that change nothing in it, all folded: a closed list, so that a word nobody thought of is a
 * question and not a line (R38). Pure.
 */

import { heard, isOneSlip } from './text-sounds.rules.ts'

const list = (...words: readonly string[]): string[] => words.join(' ').split(' ')

/** Function words, greetings, the asking itself, and what labels a code or a quantity: nothing of it has to be kept. */
const FILLERS = new Set(
  list(
    'x por de del d la el los las le lo al a en con c y e p u para q que k es son sean sea seria serian va van vayan i s',
    'me te se nos les un una uno mi mis tu tus su sus nuestro nuestra este esta estos estas ese esa esos esas',
    'pedimos comprar compro solicitada solicitado autorizada autorizado nomas oferta ofertas promo promocion siguiente siguientes luego despues ahi igual ah eh oh ay ja jaja jeje bueno buenas buenos buena buen bien dale ok oka listo perfecto genial entonces tambien tmb tb ademas',
    'yo hola holaa holaaa holis ola vuenas wenas dia dias tarde tardes noche noches che bro amigo amiga amigos capo genio crack maestro',
    'jefe jefa soy tal don dona sr sra sres srta senor senora senores estimado estimada estimados estimadas chicos chicas gente querido querida',
    'saludo saludos slds beso besos abrazo abrazos atte atentamente cordial cordiales cordialmente chau',
    'gracias graciass gracia grax grcs muchas muchisimas desde favor fa flavor porfa porfi porfis xfa xfavor plis pls presente tengan tenga',
    'llevo llevamos dicto deseo deseamos adquirir confirmado confirmados cada barra barras unidad unidades unidas hunidades unidadez unidadess unds uds cdad ctd qty cantid cant cantidad cantidades ref referencia sku ean',
    'art arts artic articulo articulos cod codigo codigos item items renglon renglones linea producto productos detalle descripcion',
    'pedido pedidos pedir pedirte pedirles pedirle pediria pedidito orden reposicion lista nota primer primero primera segundo segunda tercero tercera ultimo nuevo',
    'precio precios unitario pu total totales subtotal importe imp neto final vale',
    'fijate fijense hoy ya ahora luego aca asi aqui solo sola solita coma punto aparte seguido confirmo confirmamos anota mira escuchame escucha dije dijo necesita quiere pide pedile',
    'decime dicen dice viejo hijo socio duena dueno mama papa cerrado cerrados cerrada cerradas completo completos completa completas cerralo',
  ),
)

/** What says something to those who pack and send, and nothing about what is ordered. */
const REMARKS = new Set(
  list(
    'suelto suelta sueltos sueltas urgente urgentes urge urgen manana lunes martes miercoles jueves viernes sabado domingo semana mes finde cierre antes',
    'local locales sucursal kiosco kiosko quiosco negocio jugueteria libreria bazar polirrubro casa cliente clienta deposito mostrador salon gondola envolver embalar encargo',
    'regalo regalos vidriera muestra exhibir jardin escuela cumple cumpleanos navidad reyes nino ninos nina ninas evento feria familia',
    'centro norte sur este oeste via cargo retira retiro preferentemente eleccion talle unico gusto solo solamente seguro',
    'abona efectivo efvo transferencia contado cuenta pagar contra entrega entregar',
  ),
)

/** What asks for something, as stems and the endings that make it a wish and no tale: 'mandame', 'agregale', 'queremos'. */
const ASKING =
  /^(mand|envi|pas|pon|agreg|anot|sum|pid|carg|prepar|met|tir|marc|inclu[iy]?|apunt|encarg|trae?|hac|nec[ei]sit|nes[ei]sit|nec[ei]cit|quier|kier|quer|quisier|solicit|repon|dar?|lleva|arm|busc|remit|sirv|repet|despach|junt|busk|tom|separ)(o|a|as|an|e|es|en|i|ame|eme|ime|me|ale|ele|ile|le|anos|enos|nos|ar|er|ir|arme|erme|irme|ando|iendo|amos|emos|aria|eria|iria|ariamos|eriamos|arias|ia|iamos|ra|ramos|rian)?(l[aeo]s?)?$/

/** Whether a word asks for what comes next. */
export const isAsking = (folded: string): boolean => ASKING.test(folded)
/** Whether a word belongs to the asking, not to what is asked for; however it is spelled. */
export const isFiller = (folded: string): boolean =>
  FILLERS.has(folded) ||
  isAsking(folded) ||
  (folded.length > 3 && (HEARD.has(heard(folded)) || isSlipOf(folded)))
/** Words that every order has, known with one typing error. */
const COMMON = list('unidad unidades gracias buenas cantidad pedido quiero necesito mandame codigo articulo')
const isSlipOf = (folded: string): boolean =>
  folded.length > 4 && COMMON.some((word) => isOneSlip(word, folded))
const HEARD = new Set([...FILLERS].filter((word) => word.length > 3).map(heard))

/** Whether a word changes nothing of a line, whatever stands beside it. */
export const isHarmless = (folded: string): boolean =>
  REMARKS.has(folded) || isVariant(folded) || isFiller(folded)

/** Colours, sizes and the like: what of an article, never which. */
const VARIANTS =
  /^(roj|azul|verde|amarill|rosa|celest|blanc|negr|naranj|violet|lila|fucsia|gris|marron|beige|turques|bordo|salmon|dorad|plate|plata|fluo|pastel|multicolor|color|surtid|surt|varon|nena|nene|chic|grand|median|mediana|pequen|varia|mezcl|mixt|combin|clar|oscur|mate|brillant|transparent|rubi|moroch|castan|pelirroj|unisex|lis[oa]s?$|estampad|rayad|larg[oa]s?$|cort[oa]s?$)/
export const isVariant = (folded: string): boolean => VARIANTS.test(folded)
