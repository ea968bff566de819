/**
 * The signs by which the sentences of an order are known, read folded, each with what it is a sign of. A sign is a few words that people
 * of this trade put so; what a sentence with it does is decided in `text-sentences`. Pure.
 */

type Signs = Readonly<Record<string, RegExp>>
/** Whether a folded sentence shows any of the signs. */
export const shows = (signs: readonly RegExp[], sentence: string): boolean =>
  signs.some((sign) => sign.test(sentence))

/** 'Factura 0001-00002345', 'TICKET 4567 - COPIA': a paper, not an order. */
export const PAPER = /^\W*(factura|remito|recibo|ticket|tique|comprobante|fc|nc)\W*[abcx]?\W*(n\w{0,5}\W*)?\d/

/** What ends an order, whatever else is said. */
const ended: Signs = {
  'takes all of it back':
    /^\W*(\w+,? )?(ignor|borr|suspend|fren|descart|elimin|anul|cancel|par)(a|ar|en|e|alo|alos|enlo|elo|arlo)( (el|este|ese|todo|todo el|por favor) ?(pedido|mensaje|mail)?)?( por favor| gracias)?\W*$|\bdal[oe] de baja\b|\bdar de baja\b/,
  'was for somebody else':
    /\bequivo\w+( de| el)? (chat|mensaje|grupo|numero)\b|\b(mensaje|chat) equivocado\b|\bno era para\b/,
  'is no order':
    /\b(pedido|es un?|un) (de )?(modelo|ejemplo|prueba)\b|\basi se (hace|pide)\b|^\W*prueba\b|\bno es (un |el )?pedido\b/,
}
export const ENDED: readonly RegExp[] = Object.values(ended)

/** What keeps an order back that may still come, or asks about it instead. */
const waiting: Signs = {
  'waits for something':
    /\bhasta (que|nuevo)\b|\b(todavia|aun) (no|lo|estoy)\b|\besper(a|ar|en|ame|emos)( a)? que\b|\besperame\b/,
  'is a draft':
    /\b(borrador|ejemplo|tentativ\w+|provisori\w+|estimativ\w+|pendientes?|simul\w+)\b|\ba confirmar\b|\bsujet[ao]s? a\b|\bno es (definitivo|el final)\b|\b(una|tener) (idea|nocion)\b/,
  'is decided later':
    /\b(despues|luego|manana|mas tarde|el \w+) (te |les |se )?(lo |los |la |las )?(confirm|aviso|digo|decid)\w*|\b(te|les) aviso( cuando| si| manana|\W*$)|\bcuando \w+.*\b(te|lo|la) (lo |la )?(confirm|pid|avis)\w*/,
  'is confirmed later':
    /\bespero (la |tu |su )?(confirmacion|respuesta|aviso) del?\b|\b(te|les|se)( lo| la| los| las)? confirm\w+ (manana|luego|despues|mas tarde|el|cuando|en|a la|por la)\b/,
  'is ordered later':
    /\b(lo|la|los|las) (pid\w+|pedi\w*|compr\w+) (el (mes|lunes|martes|miercoles|jueves|viernes|proximo)|la (semana|proxima)|para|cuando|despues|mas adelante|otro)\b|\bpara cuando (vuelv|teng|abr|junt|cobr)\w*|\bahora no\W*$|\bpara (el|la|un|otro) (proximo )?(pedido|compra)( que viene)?\b/,
  'is thought about':
    /\b(lo|la|los|las) (consult|hablo|veo|vemos|piens|charl|decid)\w*\b|\b(tengo|tenemos|tiene|tienen) que (ver|consult|habl|pens|charl|aprob|autoriz|confirm|decid)\w*|\bfalta que\b|\b(esto[yi]|estamos|estaba) (pensando|viendo|dudando|armando|comparando)\b|\bpensaba\b|\bpara comparar\b|\ben duda\b|\b(capaz|quizas?|tal vez|a lo mejor) (que )?(pid|llev|te pid|quier|compr|encarg)\w*/,
  'is on condition':
    /\bsi (me |te |le |les |nos )?(cierra|conviene|aprueba\w*|autoriza\w*|hay|tenes|tienen|da|dan|es posible|sirve|alcanza|gusta|hac[ei]\w*|dejas|dice que si)\b/,
}
const forbidding: Signs = {
  'is not to be sent':
    /\b(no|ni) (me |lo |la |los |las |nos |se )*(mand|envi|carg|prepar|hag|anot|factur|despach|confirm|pas|pid|quier|tom|proces)\w*(?! (los? |el |las? |un |una )?(lunes|martes|miercoles|jueves|viernes|sabados?|domingos?|antes|por|sin|factura|catalogo))/,
  'is cancelled':
    /\b(cancel|anul|suspend)\w*|(?<!\bme )\bolvid\w* (de |del |ese |el |todo|lo )|\bsin efecto\b|\b(est[aeo]s?|lo de arriba) no( van?)?\W*$|\bno va\b/,
  'is refused':
    /^\W*(al final|mejor|bueno|ah|che|perdon)?\W*(no|dejal[oa]s?|olvidate|olvidal[oa])( nada| gracias)?\W*$/,
}
/** What may be said of a line as of an order. */
export const HOLDING_BACK: readonly RegExp[] = [...Object.values(waiting), ...Object.values(forbidding)]

const asking: Signs = {
  'asks for terms':
    /\b(presupuest|cotiz|consult|averigu)\w*|\bprecios? (de (est|tod|l[oa]s )\w*|por\b)|\bpasa(me|rme|n|s)? (el |los |lista de )?precios?\b(?!.*\b(actualizad|nuev)[ao]s?\b)|^\W*precios?( x| por)?( favor)?\W*$|\bsaber (el |los )?precios?\b/,
  'asks what it costs':
    /\bcuanto (es|sale|seria|me (sale|queda|haces|cobr\w+|dejas)|queda|cuesta|estaria|da|suma)\b(?!.*\b(flete|envio)\b)|\ba (como|cuanto) (est|sal|me)\w*/,
  'names what is liked':
    /\b(las|los|lo) que (mas )?(me |se )?(salen|sale|vend\w+|pedi\w*|lleve|llevo|tengo|tenia|tenemos|qued\w*|interes\w*|gust\w*)\b|\branking\b|\b(lo vendo|se vende (mucho|bien))\b|\b(me|nos) (interesan?|gustan?)\b|\bquiero ver\b|\b(mandame|pasame|tenes|hay) fotos?\b/,
}
export const HOLDS: readonly RegExp[] = [...HOLDING_BACK, ...Object.values(asking)]

/** What tells of goods that came, went or are there; before the words that order it only says why. */
const tales: Signs = {
  'is a paper': PAPER,
  'is a report':
    /^\W*(pro-?forma|duplicado|copia|planilla de control|movimientos?|bajas?|consignacion|cierre|arqueo|rendicion|liquidacion|control|recuento|relevamiento|entro|ingreso)\b|\b(informe|reporte|resumen|planilla|listado|control|conteo)\b.*\b(ventas?|stock)\b|\b(inventario|saldos?|deuda|ingresos?|roturas?|conteo|existencias?|historial|reporte)\b/,
  'tells what became of an order':
    /\bpedido (ya )?(entregad|enviad|recibid|facturad|despachad)o\b|\b(tu|su) compra\b|\bya te (lo )?(pas|mand|ped)[eé]\b|\bya (pedid|entregad|recibid|facturad|comprad)[oa]s?\b|\bfalta entregar\b|\bfaltaban? .*\b(envio|entrega|caja|bulto)\b|\blo que vi\b/,
  // What came, sold, went or was asked for before.
  'tells of trade':
    /\b(vend(i|io|imos|ieron|iste|id[ao]s?)|compr(e|amos|aron|aste|ad[ao]s?)|ped(i|iste)|(?<=(que|ya|lo|los|la|las|no|le|te|les) )pedimos|(?<!(me|nos) )pidi(o|eron)|recib(i|io|imos|ieron|id[ao]s?)|lleg(o|aron)|vin(o|ieron)|(mand|envi|factur|entreg|carg|despach|cobr|ofreci?)(aron|eron|aste|ad[ao]s)|traj(o|eron|iste)|llev(e|aron|aste|abamos?|aba)|falt(o|aron)|sobr(o|an?|aron)|rompi\w*|rot[ao]s?|fallad[ao]s?|devol\w+|devuelv\w+|reclam\w+|quedaron|me quede con|me deb(es|en)|salieron|entraron|hab(ia|ias|iamos|ian) \w+[ai]do)\b/,
  'tells of sales':
    /^\W*ventas?\b(?! y reposicion)|\bventas (del?|diarias|mensuales|semanales)\b|\bnota de credito\b|\b(fue|fueron|era|eran)\b|\b(mes|semana|ano|vez|quincena|temporada) pasad[ao]\b/,
  'tells what there is':
    /^\W*stock\b(?!.*\?)|\b(en|mi|el|de) stock\b|\bstock (al|actual|de|del|en|que)\b|\b(me|nos) quedan?\b|\btengo est\w+\b|\bliquido est\w+\b/,
  'is of another paper':
    /\b(pedido|compra|factura|lista) (anterior|viej[ao]|pasad[ao]|de ayer)\b|\blo de ayer\b|\ben (la|el) (factura|remito)\b/,
}
export const TALES: readonly RegExp[] = Object.values(tales)

/** What a sentence may deny, tell or make a condition of without touching what is ordered. */
const handling: Signs = {
  'the papers':
    /\b(con|por|el|su|sin) remito\b|\bremito (aparte|a nombre)\b|\bfactura(?!\W*[abcx]?\W*(n\w{0,5}\W*)?\d)(?! (anterior|viej))\b|\bcomprobante\b|\biva\b|\bref\w*\W+presupuesto\b|\blista de precios\b|\bcatalogos?\b|\bdevuelv\w+ (la|el|esta) (lista|planilla) (complet|marcad|llen|con)\w*/,
  'what is paid':
    /\b(sena|pag[oau]\w*|abon[oa]\w*|transf\w+|anticipo|contra entrega|contra reembolso|vencimiento|cbu|alias)\b/,
  'the way and the day':
    /\b(flete|horario|timbre|feriado)\b|\b(salir|llegar|despachar)\b|\bcuando (llegu|salg|este|teng)\w*|\bno se recibe\b|\bsi no (estamos|estoy|hay nadie|atiend\w*)\b|\bdejar (con|en)\b|\b(lunes|feriado)s? (que )?(no|esta|estamos)\b|\bno (me |lo |los )*(mand|entreg|envi|ven)\w* (el |los |antes|despues|de)\b/,
  'how it is packed':
    /\b(embal\w+|golpe\w*|bols(it)?as?)\b|\bno (se )?(golpe|romp|aplast|moj|import)\w*|\bno (redonde\w+|cambi\w+ (las )?cantidades)\b|\bno hace falta (que|factura)\b|\bno bultos\b/,
  'the chat itself':
    /\b(mensaje|imagen|audio|video|multimedia)\b.*\b(elimin|omit)\w+|\benviado desde\b|\b(pagina|web|sistema|app|mail|whatsapp|wsp)\b|\bno (me |se )?(anda|funciona|pude|puedo|deja|carga|toma|abre|respond\w+|contest\w+)\b|\b(llam|contest|escrib)(ame|anos|enme|ar)\b|\b(me|nos) llam\w+|\b(recibieron|llego) (bien )?(el |mi )?(mensaje|audio|foto)\b/,
  'what is only polite':
    /\bno (te |se )?olvid\w+|\ba la espera\b|\bespero que (est|and|te|se)\w*|\bcualquier (cosa|duda|faltante)\b|\bsi (hay|tenes|tienen) (algun[ao]? )?(problema|duda|consulta|cualquier)\w*|\b(perdon|disculp\w+)( que| la| por| el)\b|\bno (hay|es) (apuro|problema)|\bsi es posible\b|\b(confirm|avis)\w+ (que |si |cuando )?(te |les |lo )?(lleg|recib|sale|salga)\w*/,
  'what is not there':
    /\bsi (no (hay|tenes|tienen|queda)|falta\w*) (algo|algun[ao]?|stock)\b|\bsi algo (no|falta)\b|\blo que no (haya|tengas|tengan|llegue|este)\b|\bfaltant\w+.*\b(repon\w+|pedir)\b|\bno necesit\w* (nada|mas)\b|\b(llego|llegamos|llega|falta\w*) (al|para el) minimo\b/,
  'how trade goes':
    /\b(verano|invierno|calor|frio|lluvia|vacaciones|fiestas|nadie|gente|la calle|la venta|la cosa)\b|\bhasta (ahi|aca|aqui) llego\b/,
  'which version stands':
    /\b(es|este) el que vale\b|\bpedido (corregido|definitivo|final)\b|\b(reemplaz|anul|olvid|descart|borr|tir)\w* (a |d)?(al|el|del) (anterior|otro)\b/,
  'the signs of the list':
    /\b(tildad|tachad)[ao]s?\b|\bla cruz\b|\bsin (el )?(cod\w*( de)? ?(barras?)?|barras?|ean)\b/,
}
export const HANDLING: readonly RegExp[] = Object.values(handling)

/** What asks for the lines of an order, whatever was told before: 'mandame', 'necesito reponer', 'va el pedido nuevo'. */
const requesting: Signs = {
  'a request':
    /\b(mand|envi|anot|agreg|sum|prepar|pon|pas|arm|carg|repon|hac|ped|despach|reserv)(a|e|en|i|ar|er|ir|ame|ale|eme|enme|ime|arme|erme|anos|enos|alo|ale|elo)(l[oa]s?)?\b(?! (la |el |los |las |tu |su |una? )?(precio|factura|lista|catalogo|foto|plata|cuenta|cbu|nota|reclamo|cambio))/,
  'a need':
    /\b(nec[ei]sit|precis|quier|quisier|querr|solicit|requier|encarg)\w*|\bhace[n]? falta\b|\b(me|nos) faltan?\b/,
  'an order by its name':
    /\b(va|van|paso|mando|dejo|envio|hago|es|adjunto)( (te|le|les))? (el |mi |un |otro |este )?(nuevo )?pedido\b|\bpedido nuevo\b|\brepong\w*|\b(por la presente|ahora) (pedimos|pido)\b|\blo (solicitado|sugerido)\b|\blo que (pido|quiero|necesito|llevo)\b/,
  'what others asked for': /\b(me|nos) (pidi(o|eron)|encarg(o|aron))\b/,
}
export const REQUESTS: readonly RegExp[] = Object.values(requesting)
/** What a request may be about that is no goods. */
export const OF_NO_GOODS = /[?]|\b(precio|presupuest|cotiz|foto|factura|plata|devol|cambiar|saber)/

/** What a question may be about without asking for the order itself. */
const harmless: Signs = {
  'what the seller asks':
    /\bque (te|le|les|me|nos) \w+(mos)?( esta semana| hoy| de nuevo)?\W*$|\bque (hace )?falta\b|\bque (necesit|precis|vas a|va a|van a)\w*/,
  'the way, the bill, the day':
    /\b(lleg|entreg|flete|envi[oa]|despach|transport|factur|horario|abr[ei]|atiend|cuenta|cbu|alias|pag[oau]|transf|recib|demor|tard|retir|busc|acept)\w*|\bcuando\b(?! (entra|hay|tenes|viene))/,
  'how one is':
    /\b(com[oe]|que) (va|and|est|tal|onda)\w*|\btodo (bien|ok|tranqui\w*)\b|\b(esta|va) bien\b|\bse entiende\b|\bcomo sig\w+/,
  'a request':
    /\bpasa\w* (el|su|tu) pedido\b|\b(me|nos) (lo |la |los |las )?(mand|envi|anot|prepar|agreg|sum|pas|arm|hac)\w*|\bpuede ser( para)?\b|\bfaltaba\b|\bhac(es|en|eme) (el|un)\b/,
}
export const HARMLESS_QUESTIONS: readonly RegExp[] = Object.values(harmless)
/** What asks whether goods are there, or for how much. */
export const OF_GOODS =
  /\b(stock|precios?|tenes|tienen|tendr\w+|hay|habra|quedan?|disponib\w+|cuanto|sale|cuesta|descuento|rebaja)\b/
/** What asks how the order comes and what is to pay, in words that may ask for goods, too. */
export const OF_THE_WAY =
  /\b(flete|envio|transporte|factura|demora\w*|tarda\w*|llegan?|entreg\w+|total|iva|descuento|contado|cuotas|transf\w+)\b|^\W*(me |nos )?(lo |la |los |las )?(pod\w+ |pued\w+ )?(mand|envi|despach)\w*(l[oa]s?)?\b(?!.*\b(precio|foto|presupuest|cotiz))/

/** Words that mean the lines of the text, and what changes them: 'a todo sumale 6', 'el último no', 'x2 cada uno'. */
export const REFERRING =
  /\b(tod[ao]s?|cada|amb[ao]s|ultim[ao]s?|primer[ao]?s?|segund[ao]s?|tercer[ao]?s?|resto|demas|arriba|abajo|(el|la|al) (doble|mitad|triple)|est[aeo]s?(?! (mes|semana|ano|vez|finde|quincena|temporada|dia|local|numero|mail|pedido))|es[aeo]s?|anterior(es)?|lo mismo|idem)\b/
export const CHANGING =
  /\b(no|ni|sin|menos|mas|doble|mitad|triple|x ?\d|por \d|sum\w+|agreg\w+|dej\w+|baj\w+|sub\w+|camb\w+|sac\w+|quit\w+|descart\w+|elimin(a|e|ar|emos|al[ao]s?)|anul\w+|cancel\w+|olvid\w+|mejor|reduc\w+|aument\w+|(multi|du|tri)plic\w+|borr\w+|futur\w+|la proxima(?! semana))\b/
/** 'esto lo vendí ayer' is about the lines, whatever asks for them. */
export const POINTING = /\best[aeo]s?\b(?! (mes|semana|ano|vez|finde|quincena|temporada|dia))/
/** 'Bazar Todo x 2 pesos' is somebody's name. */
export const NAMED =
  /^\W*(cliente|firma|razon social|nombre|senores)\b|\b(bazar|polirrubro|local|casa|kiosco) todo\b/

/** Words that make a heading one of lines that are not ordered: 'Stock local:', 'Pedido anterior:', 'Devolución:'. */
export const OF_OTHER_LINES =
  /\b(stock|existencias?|inventario|vend\w+|ventas?|viej[ao]s?|(para la|la|una|otra) proxima(?! semana)|anterior(es)?|ultim[ao]s?|despues|luego|futuro|devol\w+|cambios?|precios?|dudas?|tengo|tenemos|hay|pagad[ao]s?|entregad[ao]s?|recibid[ao]s?|no|sin (stock|confirmar|precio|existencia)|quiza\w*|duda\w*|tal vez|opcional\w*)\b/
/** 'el resto lo mismo que la vez pasada' is about what is not in the text. */
export const OF_THE_REST = /^\W*(y )?(el resto|lo demas|l[ao]s demas)\b/
export const WELL_DONE =
  /\b(todo|muy|re) (bien|ok|perfecto|joya|barbaro|10|diez)\b|\bgracias por\b|\bperfecto\b/
