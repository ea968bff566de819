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
    /\b(equivo|confund)\w+( de| el)? (chat|mensaje|grupo|numero)\b|\b(mensaje|chat) equivocado\b|\bno era para\b/,
  'is no order':
    /^\W*(conteo|recuento|relevamiento|inventario|arqueo)( \p{L}+){0,3}\W*$|^\W*(listado|lista|informe|reporte|planilla|resumen|conteo|estado) (de |del )?(stock|existencias?|inventario)\b|\bes (el |un )?pedido de otr[oa]s?\b(?! (local|sucursal|kiosco))|\b(?<!que )ya (te |les )?(lo|la|los|las) (ped(i|imos)|encarg(ue|amos)|compr(e|amos)|hic(e|imos)|cargu(e|amos))\b|^\W*(todo )?x ?\d{1,2}\W*$|\b(pedido|es un?|un) (de )?(modelo|ejemplo|prueba)\b|\basi se (hace|pide)\b|^\W*prueba\b|\bno es (un |el )?pedido\b|\bes (el pedido|lo) (de la otra vez|del? (\w+ )?(mes|semana|ano|lunes|martes|miercoles|jueves|viernes) pasad[ao]|de ayer)\b|^\W*(va |van |es |son )?(para|por) (cambio|devol\w+)\W*$/u,
}
/** 'tope de compra 150 mil': how much of it comes is not said. */
export const LIMITED =
  /\b(tope|limite|maximo) (de|en|para) (la )?(compra|gasto|pedido|plata|todo|total)\b|\bno (me )?(pas|exced|super)\w+ (de |los |las )?\$?\d/
export const ENDED: readonly RegExp[] = Object.values(ended)

/** When somebody will decide: 'mañana', 'en cuanto cobre', 'el lunes'. */
const LATER =
  'manana|despues|luego|mas (tarde|adelante)|en (un|una|la|el|estos|unos|cuanto|dos)|cuando|apenas|ni bien|a la (tarde|noche|manana)|por la (tarde|noche|manana)|el (lunes|martes|miercoles|jueves|viernes|sabado|domingo|finde|mes)|la (semana|proxima|otra)|al mediodia'
/** What decides, said by the one who orders: 'te lo confirmo', 'lo pido'. */
const DECIDING =
  '(te|le|les|se|lo|la|los|las) (lo |la |los |las )?(confirm|avis|dig|dir|decid|ped|pid|encarg|respond)'
/** Who decides: 'mi socio', 'la dueña', 'el jefe'. */
const LEAVE = '(ok|okey|visto bueno|aprobacion|autorizacion)'

/** What keeps an order back that may still come, or asks about it instead. */
const waiting: Signs = {
  'waits for something':
    /\bhasta (que|nuevo)\b|\b(todavia|aun) (no|lo|estoy)\b|\bno \w+ (todavia|aun)\b|\besper(a|ar|en|ame|emos)( a)? que\b|\besperame\b|\besper(a|ar|en|emos) (a )?(mi|la|el|un)? ?(ok|confirmacion|respuesta|aviso|hasta)\b|\b(aguanta|banca)(me|nos|r|n)?\b|\ben (espera|suspenso|pausa|stand ?by|veremos)\b|\bstop\b/,
  'is a draft':
    /\b(borrador|ejemplo|tentativ\w+|provisori\w+|estimativ\w+|pendientes?|simul\w+)\b|\b(a|por|sin) (confirmar|definir|decidir|cerrar|aprobar)\b|\bsujet[ao]s? a\b|\bno es (definitivo|el final)\b|\b(una|tener|ni|la) (idea|nocion)\b|\bcantidad(es)? (son )?(a (revisar|ver|definir|ajustar)|aprox\w*|estimad\w*|tentativ\w*)|\bpre ?-?pedido\b|\bsin compromiso\b|\balgo asi\b|\bponele que\b|\b(mas o menos|masomenos) (esto|asi)\b/,
  'is decided later': new RegExp(
    `\\b(${LATER}) [^,;]*\\b${DECIDING}\\w*|\\b${DECIDING}\\w* (${LATER})\\b|\\b(te|les) aviso( si|\\W*$)|\\b(despues|luego) (te |lo |la )?(paso (la )?confirm|habl)\\w*|\\by (ahi )?(te |lo |la |los |las )*(digo|confirmo|decid\\w+|vemos|veo|pido|encargo|aviso|cierro|cerramos)\\b|\\b(te|les) paso (bien )?(las |los )?(cantidades|cambios|definitiv)\\w*|\\bqued(o|amos) en (que )?(te )?(confirm|avis)\\w*`,
  ),
  'is confirmed later':
    /\bespero (la |tu |su )?(confirmacion|respuesta|aviso) del?\b(?! (recep|recib|llegada|envio|pago|entrega))|\bfalta (confirmar|cerrar|definir|decidir|aprobar|ver|que|la (aprob|confirm|autoriz)\w+|el (ok|visto))\b|\bantes (de (carg|prepar|factur|anot|hac|arm)\w+ )?(me )?(confirm|consult)\w*/,
  'is to be made': new RegExp(
    `\\b(${LATER}) (te |les )?(lo |los )?(hago|hacemos|paso|pasamos|mando|armo|armamos|cierro) (el|un|bien el) pedido\\b`,
  ),
  'is ordered later':
    /\b(lo|la|los|las) (pid\w+|pedi\w*|compr\w+) (el (mes|lunes|martes|miercoles|jueves|viernes|proximo)|la (semana|proxima)|para|cuando|despues|mas adelante|otro)\b|\bpara cuando (vuelv|teng|abr|junt|cobr)\w*|\bahora no\W*$|\bpara (el|la|un|otro) (proximo )?(pedido|compra)( que viene)?\b(?! de (?!la\b)\w)|^\W*(es |son |esto )?para (despues|mas adelante|el mes que viene)\W*$|\b(lo|los|la|las) dej\w+ (para|en) /,
  'is thought about': new RegExp(
    `\\b(?<!ya )(lo|la|los|las) (?!(habl|charl|consult|convers)ad[oa]s?\\b)(consult|habl|veo|vemos|piens|charl|decid|pregunt|estudi|analiz)\\w*\\b|\\b(le|les) (pregunt|consult)(o|amos)\\b|\\bdejame\\w* (ver|que|pens|consult|habl|charl|chequ|revis|pregunt|averigu|sacar)\\w*|\\b(tengo|tenemos|tiene|tienen) que (ver|consult|habl|pens|charl|aprob|autoriz|confirm|decid|pregunt|averigu)\\w*|\\b(esto[yi]|estamos|estaba) (pensando|viendo|dudando|armando|comparando|juntando|averiguando|evaluando)\\b|\\bpensaba\\b|\\bvoy (a ver|viendo)\\b|\\bno l[oa]s? cierr\\w+|\\bdej\\w+ abiert[oa]\\b|^\\W*(quizas?|tal vez|podria ser|ojala pued[ao])\\b|^\\W*puede ser\\W*$|\\bme (encantaria|interesaria)\\b(?! (pedir|encargar|comprar|hacer|que))|\\bpara comparar\\b|\\b(reserv|guard|separ|apart|ten)\\w*\\b[^.,]*\\bpor (las dudas|si acaso)\\b|\\bpor (las dudas|si acaso),? (me |te )?(los? |las? )?(reserv|guard|separ|apart)\\w*|\\ben duda\\b|\\b(tengo|con) dudas?\\b|\\bno (estoy|estamos) (muy |del todo |tan )?segur\\w*|\\b(capaz|quizas?|tal vez|talvez|a lo mejor|puede( ser)?)( que)? (te |lo |la |los |las )?(pid|llev|quier|compr|encarg|sum|agreg)\\w*|\\b(falta|esper\\w+|necesito|sin|con) (el |la |un )?${LEAVE} de\\b`,
  ),
  'is on condition':
    /\bsi (me |te |le |les |nos )?(cierra|conviene|aprueba\w*|autoriza\w*|hay|tenes|tienen|da|das|dan|es posible|sirve|alcanza|gusta|hac[ei]\w*|dejas|dice que si|mejor[ae]\w*|acept\w*)\b|^\W*si .*\b(te |lo |la |los |las )+(pid|llev|compr|encarg|quier)\w*|\blicitacion\b|\bsi ((llego|llegamos|alcanzo|alcanzamos) (al|a la|con)|consigo|conseguimos|cobro|cobramos|vendo|vendemos)\b|\bsi (el precio|los precios)\b|\bsiempre (y cuando|que)\b|\bsegun (lo que|me|que)\b|^\W*depende\b/,
}
const forbidding: Signs = {
  'is not to be sent':
    /\b(no|ni) (me |lo |la |los |las |nos |se )*(mand|envi|carg|prepar|hag|anot|factur|despach|confirm|pas|pid|quier|tom|consider|proces)\w*(?! (los? |el |las? |un |una )?(lunes|martes|miercoles|jueves|viernes|sabados?|domingos?|antes|por|sin|factura|catalogo))/,
  'is cancelled':
    /\b(cancel|anul|suspend)\w*|(?<!\bme )\bolvid\w* (de |del |ese |el |todo|lo )|\bsin efecto\b|\b(est[aeo]s?|lo de arriba) no( van?)?\W*$|\bno va\b|\bme equivo\w*( de (lista|pedido|hoja|planilla|todo))?\W*$|\b(mande|pase|puse|anote) (todo )?mal\b|\b(ignor|olvid|borr|descart)\w* (esto|eso|todo)\b|\bnada de (esto|eso)\b|\bdoy de baja\b|^\W*(no por ahora|este mes no|hoy no|esta semana no)\W*$|\b(ahora|este mes|hoy) no (puedo|llego)\b|\bno (me |nos )?alcanza\b|(?<!por )\b(duplic|triplic|multiplic)\w*|\b(al|el|la) (primer[oa]|segund[oa]|tercer[oa]|cuart[oa])\b(?! (vez|pedido|semana|piso|entrega|compra))[^.]*\b(\d+|pone(le|me)?|que sean?)\b/,
  'is refused':
    /^\W*(al final|mejor|bueno|ah|che|perdon|ya)?\W*(no|deja(l[oa]s?)?|olvidate|olvidal[oa])( nada| gracias| nomas| asi| ahi)?\W*$/,
}
/** What may be said of a line as of an order. */
export const HOLDING_BACK: readonly RegExp[] = [...Object.values(waiting), ...Object.values(forbidding)]

const asking: Signs = {
  'asks for terms':
    /\b(presupuest|cotiz|consult|averigu)\w*|\bprecios? (de (est|tod|l[oa]s )\w*|por\b)|\bpasa(me|rme|n|s)? (el |los |lista de )?precios?\b(?!.*\b(actualizad|nuev)[ao]s?\b)|^\W*precios?( x| por)?( favor)?\W*$|^\W*que precio\b|\bsaber (el |los )?precios?\b|\b(hac|mejor)\w* (el |un |mejor |buen )?precio\b|\b(verific|cheque|revis|control)\w* (el |si hay )?stock\b|\b(te parece|recomend\w*|aconsej\w*|conviene)\b.*\?/,
  'asks what it costs':
    /\bcuanto (me |nos |te |le )?(es|sal\w+|seri\w+|queda\w*|haces?|har\w+|cobr\w+|dej\w+|cost\w+|cuesta\w*|esta\w*|da|dari\w+|suma)\b(?!.*\b(flete|envio)\b)|\ba (como|cuanto) (est|sal|me)\w*/,
  'names what is liked':
    /\b(las|los|lo) que (mas )?(me |se )?(salen|sale|vend\w+|pedi\w*|lleve|tengo|tenia|tenemos|qued\w*|interes\w*|gust\w*)\b|\branking\b|\b(lo vendo|se vende (mucho|bien))\b|\b(me|nos) (interesan?|gustan?)\b|\bquiero ver\b|\b(mandame|pasame|tenes|hay) fotos?\b/,
}
/** What asks for terms before any number of a line. */
export const ASKING_TERMS: readonly RegExp[] = [
  ...Object.values(asking),
  /(?<!\ben )\bcuanto\b(?! antes)|\b(que|q|cual) (seria |es )?(el |la )?(precio|numero|valor|costo|monto|importe|cifra)\b/,
  // Of one's own part nobody says what would be: 'me cobrarías', 'nos harían'.
  /\b(me|nos) (?!gust|encant|interes|pod|hari\w+ falta|(mand|envi|pas|anot|agreg|sum|prepar|arm|pond|carg|separ|guard)\w*ria)\w{2,}ria(s|n)?\b/,
  /\b(hac|das?\b|dan\b|mejor)\w* (\w+ )?(descuento|rebaja|bonificacion|numero)\b/,
]
export const HOLDS: readonly RegExp[] = [...HOLDING_BACK, ...Object.values(asking)]

/** What a price list calls itself: it orders nothing unless its rows say what is ordered. */
export const PRICE_LIST =
  /^\W*(lista|listado|precios?|tarifa|catalogo)\b.*\b(vigente|vigencia|mayorista|al \d|por|x|sin iva|iva|actualizad\w*|de (la semana|precios)|n\W{0,3}\d|20\d\d)|\bprecios? (por|x|unitarios?|sujetos?|sin|con|mas|no|vigentes?|mayoristas?|validos?)\b|^\W*(super )?(ofertas?|promos?|promociones|novedades|reingres\w+|liquidacion|nuevos ingresos|ingresaron)( (de|del) (la |el )?\w+)?\W*$/

/** What tells of goods that came, went or are there; before the words that order it only says why. */
const tales: Signs = {
  'is a paper': PAPER,
  'is a report':
    /^\W*(pro-?forma|duplicado|copia|planilla de control|movimientos?|bajas?|consignacion|cierre|arqueo|rendicion|liquidacion|control|recuento|relevamiento|entro|ingreso|conteo|conte|top|garantia|mal estado|(remito|recibo|ticket)\W*[xr]?\W*$|para cambiar|entregado|despachado|recibido)\b|\b(informe|reporte|resumen|planilla|listado|control|conteo)\b.*\b(ventas?|stock)\b|\b(inventario|saldos?|deuda|ingresos?|roturas?|conteo|existencias?|historial|reporte)\b/,
  'tells what became of an order':
    /\bpedido (ya )?(entregad|enviad|recibid|facturad|despachad)o\b|\bpedido\b.{0,12}\W(entregado|enviado|recibido|facturado|despachado|en (preparacion|camino))\b|\b(tu|su) compra\b|\bresumen de (tu |su |la )?compra\b|\bno valido como\b|\bfaltantes? (del|de la|en (el|la)) (envio|pedido|entrega|remito|transporte|caja)\b|\bya te (lo )?(pas|mand|ped)[eé]\b|\bya (pedid|entregad|recibid|facturad|comprad)[oa]s?\b|\bfalta entregar\b|\bfaltaban? .*\b(envio|entrega|caja|bulto)\b|\blo que vi\b/,
  // What came, sold, went or was asked for before.
  'tells of trade':
    /\b(vend(i|io|imos|ieron|iste|id[ao]s?)|compr(e|amos|aron|aste|ad[ao]s?)|ped(i|iste)|(?<=(que|ya|lo|los|la|las|no|le|te|les) )pedimos|(?<!(me|nos) )pidi(o|eron)|recib(i|io|imos|ieron|id[ao]s?)|lleg(o|aron)|vin(o|ieron)|(mand|envi|factur|entreg|carg|despach|cobr|ofreci?)(aron|eron|aste|ad[ao]s)|traj(o|eron|iste)|llev(e|aron|aste|abamos?|aba)|falt(o|aron)|sobr(o|an?|aron)|rompi\w*|rot[ao]s?|fallad[ao]s?|devol\w+|devuelv\w+|reclam\w+|quedaron|me quede con|(me|te|le|les|se)( lo| la| los| las)? deb(o|e|es|en|emos)|debiendo|van? de vuelta|esto vuelve|retiren est\w+|est[aeo]s? (es|son|era|eran) de (otr[oa]|muestra)|pedido de otr[oa]|sali(o|eron)|entr(o|aron)|conte|contamos|(me|nos) qued(o|aron) (est|es)\w+|hab(ia|ias|iamos|ian) \w+[ai]do)\b/,
  'tells of sales':
    /^\W*ventas?\b(?! y reposicion)|\bventas (del?|diarias|mensuales|semanales)\b|\bnota de credito\b|\b(fue|fueron|era|eran)\b|\b(mes|semana|ano|vez|quincena|temporada) pasad[ao]\b/,
  'tells what there is':
    /^\W*stock\b(?!.*\?)|\b(en|mi|el|de) stock\b|\bstock (al|actual|de|del|en|que)\b|\b(me|nos) quedan?\b|\btengo est\w+\b|\bliquido est\w+\b/,
  'is of another paper':
    /\b(pedido|compra|factura|lista) (anterior|viej[ao]|pasad[ao]|de ayer)\b|\blo de ayer\b|\ben (la|el) (factura|remito)\b/,
}
export const TALES: readonly RegExp[] = Object.values(tales)

/** 'Pedido final (el anterior no va):' */
export const VERSION =
  /\b(rehago|rehice|paso de nuevo) (el|todo el) pedido\b|\bno (tom\w+ en cuenta|tengas? en cuenta|mir\w+) (el|la|lo) (de (ayer|antes|hoy)|anterior|otr[oa])\b|\b(es|este) el que vale\b|(?<!\b(no|ni) (me |lo |la )?)\b(vale|tom\w+|cont\w+|valga|consider(ar|en|e)(?= (solo|unica)))( solo| solamente| unicamente)? (este|esta|el de abajo)\b|\b(el|la) (anterior|otr[oa]) (no( va| vale| sirve)?|tiral[oa]|descartal[oa]|borral[oa]|anulal[oa]|olvidal[oa])\b|\bpedido (corregido|definitivo|final)\b|^\W*corregid[oa]\W*$|\b(reemplaz|anul|olvid|descart|borr|tir)\w* (a |d)?(al|el|del) (anterior|otro)\b/
/** What a sentence may deny, tell or make a condition of without touching what is ordered. */
const handling: Signs = {
  'the papers':
    /\b(con|por|el|su|sin) remito\b|\bremito (aparte|a nombre)\b|\bfactura(?!\W*[abcx]?\W*(n\w{0,5}\W*)?\d)(?! (anterior|viej))\b|\bfactur(es|en|ame|emela|alo|ala)\b|\bcomprobante\b|\biva\b|\bref\w*\W+presupuesto\b|(?<!^\W*)\blista de precios\b|(?<!^\W*)\bcatalogos?\b|\bdevuelv\w+ (la|el|esta) (lista|planilla) (complet|marcad|llen|con)\w*/,
  'what is paid':
    /\b(sena|deposit\w*|saldo (anterior|deudor|a favor)|pag[oau]\w*|abon[oa]\w*|transf\w+|anticipo|contra entrega|contra reembolso|vencimiento|cbu|alias|cheques?|l[oa] que te debo|(la|mi) deuda|saldar)\b/,
  'the way and the day':
    /\b(flete|horario|timbre|feriado)\b|\bque (lo|la|los|las) (traig|mand|entreg|envi|dej)\w+ (el|la|a|por|antes|en)\b(?! \d)|\b(va|van|mand\w+|sal\w+) (todo )?junto (con|a) (lo|el) (de )?(ayer|hoy|anterior|otro|pedido)\b|\b(salir|llegar|despachar)\b|\bcuando (llegu|sal[eg]|este)\w*\b(?! (mi|la (jefa|duena|patrona|senora)|el (jefe|dueno|patron|ok|encargado))\b)|\bcuando teng(as|an)\b|\ba que hora\b|\bsi (llega|sale) .*\bmejor\b|\bno se recibe\b|\bsi no (estamos|estoy|hay nadie|atiend\w*)\b|\bdejar (con|en)\b|\bdej(al|en?l)[oa]s? (con|en|a) (el |la |lo de |mi |un )?(transporte|expreso|terminal|correo|deposito|local|casa|porteria|encomienda|vecin\w+|porter\w+|encargad\w+|galpon|sucursal)\b|\b(lunes|feriado)s? (que )?(no|esta|estamos)\b|\bno (me |lo |los )*(mand|entreg|envi|ven)\w* (el |los |antes|despues|de)\b/,
  'how it is packed':
    /\b(embal\w+|golpe\w*|bols(it)?as?|etiquetas?( de precio)?)\b|\bsin abrir\b|\bno (se )?(golpe|romp|aplast|moj|import)\w*|\bno (redonde\w+|cambi\w+ (las )?cantidades)\b|\bno hace falta (que|factura)\b|\bno bultos\b/,
  'the chat itself':
    /\b(mensaje|imagen|audio|video|multimedia)\b.*\b(elimin|omit)\w+|\b(bateria|internet|wifi|letra)\b|\benviado desde\b|\b(pagina|web|sistema|app|mail|whatsapp|wsp)\b|(?<!\b(ahora|hoy|mes) )\bno (me |se )?(anda|funciona|pude|puedo|deja|carga|toma|abre|respond\w+|contest\w+)\b|\b(llam|contest|escrib)(ame|anos|enme|ar)\b|\b(me|nos) llam\w+|\b(recibieron|llego) (bien )?(el |mi )?(mensaje|audio|foto)\b/,
  'what is only polite':
    /\b(despues|luego) (te )?(veo|vemos|digo|aviso) si (agrego|agregamos|sumo|sumamos|falta) (algo|alguna)\b|\bno (te |se )?olvid\w+|\b(me|nos) (habia|habiamos) olvid\w+ de (mand|pas|envi)\w+|\ba la espera\b|\bespero que (est|and|te|se)\w*|\bcualquier (cosa|duda|faltante)\b|\bsi (hay|tenes|tienen) (algun[ao]? )?(problema|duda|consulta|cualquier)\w*|\b(perdon|disculp\w+)( que| la| por| el| si)\b|\bno (hay|es) (apuro|problema)|\bsi es posible\b|\b(confirm|avis)\w+ (que |si |cuando )?(te |les |lo )?(lleg|recib|sale|salga)\w*\b(?! (mi|la (jefa|duena|patrona|senora)|el (jefe|dueno|patron|encargado))\b)/,
  'who orders and on what terms':
    /^\W*(mi |nuestr[oa] |el |la )?(cuit|cuil|iibb|ingresos brutos|razon social|domicilio|direccion|cond\w*\.? (de )?(venta|pago|iva|fiscal))\b|\b(monotribut\w*|responsable inscript[oa]|consumidor final|cta\.? ?cte|cuenta corriente)\b/,
  'what may stand for it':
    /\b(sustitut\w+|reemplazos)\b|\bno (me )?(mand|pong|envi)\w* (ningun )?(reemplazo|otra cosa|otro en su lugar)\b/,
  'what is not there':
    /\bsi (no (hay|tenes|tienen|queda)|falta\w*) (algo|algun[ao]?|stock)\b|\bsi algo (no|falta)\b|\blo que no (haya|tengas|tengan|llegue|este)\b|\bfaltant\w+.*\b(repon\w+|pedir)\b|\bno necesit\w* (nada|mas)\b|(?<!\bsi )\b(llego|llegamos|llega|falta\w*)( justo)? (al|para el) minimo\b|\b(decime|avis\w+|fijate|ver|saber|no se) (por favor )?si (llego|llegamos|llega) al minimo\b/,
  'how trade goes':
    /\b(verano|invierno|calor|frio|lluvia|vacaciones|fiestas|nadie|gente|la calle|la venta|la cosa)\b|\bhasta (ahi|aca|aqui) llego\b|\bme quede sin\b|\bno (tengo|tenemos|me queda|nos queda) (nada|ni uno|ninguno|donde)\b|\bvienen? (el dia (del|de la|de los)|las fiestas|la temporada)\b/,
  'which version stands': VERSION,
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
  'an order handed on':
    /\b(le|les|te) (pedimos|pido|encargamos|solicitamos)\W*$|\b(le|les) pas\w* esto\b|\bte (lo|la|los|las) (paso|mando|reenvio) (tal cual|asi|abajo|como)\b|\bte (la|lo) (devuelvo|mando|paso) con (las |mis )?cantidades\b/,
  'what others asked for':
    /\b(me|nos) (pidi(o|eron)|encarg(o|aron)|dej(o|aron) (anotad|escrit)[oa]|dict(o|aron))\b|\b(falto|faltaba) (anot|pon|ped|agreg|sum|pas|inclu|mand)[aei]r\w*/,
}
export const REQUESTS: readonly RegExp[] = Object.values(requesting)
/** What a request may be about that is no goods. */
export const OF_NO_GOODS =
  /[?]|\b(que|cual) (numero|valor|costo)|\b(precio|presupuest|cotiz|foto|factura|plata|devol|cambiar|saber)/

/** What a question may be about without asking for the order itself. */
const harmless: Signs = {
  'what the seller asks':
    /(^|[,:.;!]|\b(dale|ok|listo|y))\W*(te (falta|anoto|sumo|agrego|pongo) )?(algo|alguna cosa) mas( por (hoy|ahora)| \w+)?\W*$|\bque (te|le|les|me|nos) \w+(mos)?( esta semana| hoy| de nuevo)?\W*$|\b(te|le|les) (prepar|arm|anot|tom|hag|carg)\w* (el |su |tu |un )?pedido\b|\bque (hace )?falta\b|\bque (necesit|precis|vas a|va a|van a)\w*/,
  'the way, the bill, the day':
    /\b(lleg|entreg|flete|envi[oa]|despach|transport|factur|horario|abr[ei]|atiend|cuenta|cbu|alias|pag[oau]|transf|recib|demor|tard|retir|busc|acept)\w*|\bcuando\b(?! (entra|hay|tenes|viene))/,
  'how one is':
    /^\W*(dale|ok|oka|si|va|puede ser|te va)\W*\?|\b(com[oe]|que) (va|and|est|tal|onda)\w*|\btodo (bien|ok|tranqui\w*)\b|\b(esta|va) bien\b|\bse entiende\b|\bcomo sig\w+/,
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
  /^\W*(cliente|firma|razon social|nombre|senores)\b|\b(bazar|polirrubro|local|casa|kiosco) todo\b|\btodo (x|por|a) \w+ pesos\b/

/** Words that make a heading one of lines that are not ordered: 'Stock local:', 'Pedido anterior:', 'Devolución:'. */
export const OF_OTHER_LINES =
  /\b(stock|existencias?|inventario|vend(?!edor)\w+|ventas?|viej[ao]s?|(para la|la|una|otra) proxima(?! semana)|anterior(es)?|ultim[ao]s?|despues|luego|futuro|devol\w+|cambios?|precios?|dudas?|tengo|tenemos|hay|pagad[ao]s?|entregad[ao]s?|recibid[ao]s?|no|sin (stock|confirmar|precio|existencia)|quiza\w*|duda\w*|tal vez|opcional\w*)\b/
/** 'el resto lo mismo que la vez pasada' is about what is not in the text. */
export const OF_THE_REST =
  /^\W*(te |les |le )?(pregunt|consult|averigu)\w* si (hay|tienen|tenes|trabajan|consig\w+) (un |una |el |la |los |las )?(?!(stock|disponib|precio|descuent|ofert|promo|tod|est[aeo]|es[aeo]|cambio|algo|algun|falt|lugar|demor|flete|mercader|reemplaz|otr)\w*)\p{L}{4,}\W*$|\bpaso (el resto|lo otro|lo demas)\b|^\W*lo anterior (queda|sigue)|^\W*(y )?(de )?(el resto|lo demas|l[ao]s demas|l[ao]s otr[ao]s (renglones|articulos|cosas|productos|lineas|items)|lo otro)\b/u
export const WELL_DONE =
  /\bde (la|tu|su) (lista|planilla) (que|q) (me |nos )?(mand|pas|envi)(aste|aron|o)\b|^\W*((hola|buenas|ya|te|les|aca|ahi)\W+)*complet\w+ (la|esta|tu|su) (lista|planilla) que (me |nos )?(mand|pas|envi)(o|aste|aron|as|an)\W*$|\b(todo|muy|re) (bien|ok|perfecto|joya|barbaro|10|diez)\b|\bgracias por (?!(tu|su|la) compra)|\bperfecto\b|^\W*(dale|ok|oka|listo|genial|joya|buenisimo|barbaro|bien|si)\W+recibid[oa]\b/
