/**
 * A hand that thought of messengers and dictation, and put something into every text that a careless reader gets wrong.
 */
import { of, type PastedText } from './own.ts'

export const texts: Readonly<Record<string, readonly PastedText[]>> = {
  'pasted whatsapp messages with time stamps': [
    of(
      '[9:14, 22/11] Marta Juguetería: hola buen día, te paso\n[9:14, 22/11] Marta Juguetería: RY10013 12\n[9:15, 22/11] Marta Juguetería: RY20418 6\n[9:15, 22/11] Marta Juguetería: 4567 48\n[9:32, 22/11] Marta Juguetería: uy el camión bombero encontré una caja atrás, no hace falta',
      'RY10013=12',
      '4567=48',
    ),
    of(
      '[10:02] Caro: 00231 rompecabezas 36\n[10:02] Caro: MX500/A memo 20\n[10:03] Caro: AB 12-3 ajedrez 10\n[10:40] Caro: che el último fijate que sea con las piezas de madera, las de plástico no las quiero',
      '00231=36',
      'MX500/A=20',
    ),
    of(
      '[18:20, 3/12] Beto: buenas\n[18:20, 3/12] Beto: T00003 12 un\n[18:21, 3/12] Beto: ry-2040 24 un\n[18:21, 3/12] Beto: 1000 yoyo 100 un\n[18:55, 3/12] Beto: me dice Susi que de los autitos mejor el doble',
      'T00003=12',
      '1000=100',
    ),
    of(
      '[11:11] Noe Bazar: SI-TY1017 4\n[11:11] Noe Bazar: RY10014 12\n[11:12] Noe Bazar: BL20686 5\n[11:12] Noe Bazar: el set de cocina es el rosa no? sino pará',
      'RY10014=12',
      'BL20686=5',
    ),
    of(
      '[8:45] Kiosco Tito: 24 trompo 60 unidades\n[8:45] Kiosco Tito: 4567 burbujero 96 unidades\n[8:46] Kiosco Tito: 00003 pelota 50 unidades\n[8:50] Kiosco Tito: las pelotas son para mi cuñado el de Morón, él te hace su nota aparte',
      '24=60',
      '4567=96',
    ),
    of(
      '[20:01] Gaby: hola Marce, pedido\n[20:01] Gaby: ry10014 6\n[20:01] Gaby: ab12-3 5\n[20:02] Gaby: mx500a 10\n[20:02] Gaby: t00003 6\n[20:09] Gaby: los dos del medio los dejamos para enero mejor',
      'RY10014=6',
      'T00003=6',
    ),
    of(
      '[13:30] Lili: RY10013 - 24\n[13:30] Lili: 1000 - 50\n[13:31] Lili: 00231 - 12\n[13:31] Lili: Del bebé me habías dicho que tenía que llevar cerrado, si es así olvidate',
      '1000=50',
      '00231=12',
    ),
    of(
      '[16:04] Raúl P: BL20686 10 u\n[16:04] Raúl P: RY20418 3 u\n[16:05] Raúl P: T00003 8 u\n[16:30] Raúl P: BL20686 15 u\n[16:31] Raúl P: listo eso es todo, abrazo',
      'RY20418=3',
      'T00003=8',
    ),
    of(
      '[9:00] Ema: Buen día! anotá\n[9:01] Ema: RY-2040 24\n[9:01] Ema: SI-TY1017 8\n[9:01] Ema: AB 12-3 10\n[9:06] Ema: y los set de cocina ya pasó Dani a buscarlos ayer por el depósito',
      'RY-2040=24',
      'AB 12-3=10',
    ),
  ],
  'dictated voice note without punctuation': [
    of(
      'hola Sergio cómo andás mirá anotame del RY10013 doce unidades del RY10014 doce unidades\ny del 4567 cuarenta y ocho\nah y la articulada fijate si vino con el vestido violeta que es lo que me piden si no vino no me la pongas',
      'RY10013=12',
      '4567=48',
    ),
    of(
      'buenas tardes soy Nelly de El Duende mandame veinticuatro del RY-2040 y diez del AB 12-3\ny también veinte del MX500/A\nbah el de ajedrez no sé dejame que lo piense y te aviso mañana',
      'RY-2040=24',
      'MX500/A=20',
    ),
    of(
      'qué tal te grabo cortito porque tengo gente\nT00003 doce\nRY20418 seis\n00003 cincuenta\nla de fútbol igual avisame antes qué colores entraron y ahí te digo',
      'T00003=12',
      'RY20418=6',
    ),
    of(
      'hola hola te dicto del 00231 treinta y seis unidades\ndel 1000 cien unidades\ndel BL20686 cuatro unidades\nlos bloques somos dos los que los queremos yo y la de al lado así que ella te dice cuántos en total',
      '00231=36',
      '1000=100',
    ),
    of(
      'Jorge buen día acá el pedido 4567 noventa y seis y del 24 trompo sesenta\nRY10014 que me quedan cinco\nMX500/A diez\nnada más gracias',
      '4567=96',
      'MX500/A=10',
    ),
    of(
      'cómo va anotá SI-TY1017 cuatro unidades RY10013 dos docenas\nRY20418 tres unidades\neh pará que me habla mi hija\ndice que muñecas todavía tenemos un montón así que con una docena sobra',
      'SI-TY1017=4',
      'RY20418=3',
    ),
    of(
      'buen día te paso T00003 seis unidades y AB 12-3 seis unidades\ny RY-2040 cuarenta y ocho\ny los trencitos que sean a pila si hay eh porque los a cuerda me los devuelven',
      'AB 12-3=6',
      'RY-2040=48',
    ),
    of(
      'hola Vero del 00003 pelota número tres quiero veinte\ndel 1000 el yoyó clásico quiero treinta\ny del rompecabezas 00231 el de cien piezas ponele unos cuantos vos sabés lo que vendo',
      '00003=20',
      '1000=30',
    ),
  ],
  'table with tabs and a remark column': [
    of(
      'Código\tArtículo\tCant.\tObs.\nRY10013\tMuñeca Bebé\t12\t\nRY10014\tMuñeca articulada\t12\tver con Pato\n4567\tBurbujero\t48\t\nT00003\tTrencito\t6',
      'RY10013=12',
      '4567=48',
      'T00003=6',
    ),
    of(
      'CODIGO\tCANT\tNOTA\nRY-2040\t24\t\nAB 12-3\t10\tlo llevó el flete del jueves\n00231\t24\t\nMX500/A\t20',
      'RY-2040=24',
      '00231=24',
      'MX500/A=20',
    ),
    of(
      'cod\tdetalle\tcant\tobs\nRY20418\tcamion bombero\t6\turgente\nBL20686\tbloques\t3\t\n1000\tyoyo\t50\tsuc. Lanús\n00003\tpelota\t25',
      'RY20418=6',
      'BL20686=3',
      '00003=25',
    ),
    of(
      'Código\tStock\tPedido\nRY10013\t3\t12\nRY10014\t7\t\nSI-TY1017\t0\t4\n24\t15\t60',
      'RY10013=12',
      'SI-TY1017=4',
      '24=60',
    ),
    of(
      'Cod.\tDescripción\tP. lista\tCant\nT00003\tTrencito a cuerda\t2500\t12\nAB 12-3\tTablero ajedrez\t3300\t\nMX500/A\tMemo test\t1250\t20\n4567\tBurbujero\t350\t48',
      'T00003=12',
      'MX500/A=20',
      '4567=48',
    ),
    of(
      'Código\tCantidad\tComentario\nRY10014\t12\t\nRY20418\t4\ta confirmar lunes\nBL20686\t6\t\n00231\t12\tidem',
      'RY10014=12',
      'BL20686=6',
    ),
    of(
      'articulo\tpido\tcomentario\nRY-2040\t48\t\n00003\t50\tsolo lisas\n1000\t100\t\nSI-TY1017\t2\tmuestra sin cargo, como la otra vez',
      'RY-2040=48',
      '1000=100',
    ),
    of(
      'Código\tCant\tObs\n24\t120\t\n4567\t96\t\nRY10013\t24\to 36, según cómo venga la plata\nMX500/A\t10',
      '24=120',
      '4567=96',
      'MX500/A=10',
    ),
  ],
  'numbered list': [
    of(
      'Pedido Juguetería Pinocho\n1) RY10013 - 12\n2) RY-2040 - 24\n3) T00003 - 6\n4) MX500/A - 20\nEl 3 cancelalo, me hicieron mejor precio en Once.',
      'RY10013=12',
      'RY-2040=24',
      'MX500/A=20',
    ),
    of(
      '1. 4567 burbujero 48\n2. 24 trompo 60\n3. RY20418 camión 6\n4. AB 12-3 ajedrez 5\nDel primero mandame si ya arreglaron el tema del líquido que pierde.',
      '24=60',
      'RY20418=6',
      'AB 12-3=5',
    ),
    of(
      '1- SI-TY1017 x 4\n2- RY10014 x 12\n3- 00231 x 36\n4- BL20686 x 8\n(2 y 3 son de la factura pasada que quedó sin entregar, por las dudas los repito)',
      'SI-TY1017=4',
      'BL20686=8',
    ),
    of(
      'hola! va\n1) 00003 pelotas 30\n2) 1000 yoyó 60\n3) RY10013 bebé 12\n4) T00003 tren\n5) MX500/A memo 10',
      '00003=30',
      '1000=60',
      'RY10013=12',
      'MX500/A=10',
    ),
    of(
      '1) RY-2040: 24 un.\n2) RY20418: 6 un.\n3) BL20686: 2 un.\n4) 4567: 48 un.\nEl ítem 4 sale del crédito que tengo a favor, si no alcanza lo sacás',
      'RY-2040=24',
      'RY20418=6',
      'BL20686=2',
    ),
    of(
      '1 AB 12-3 tablero 10 unid\n2 RY10014 articulada 6 unid\n3 24 trompo 60 unid\n4 00231 rompecabezas 12 unid\nAh, y en vez del 2 poneme la bebé si te queda.',
      'AB 12-3=10',
      '24=60',
      '00231=12',
    ),
    of(
      'Pedido nro 7\n1) T00003 12\n2) MX500/A 20\n3) RY10013 24\n4) 1000 100\nlos renglones hasta el 2 son seguros, lo demás lo vemos cuando pases',
      'T00003=12',
      'MX500/A=20',
    ),
    of(
      '1. RY20418 - 2 unidades\n2. SI-TY1017 - 2 unidades\n3. 4567 - 24 unidades\n4. RY-2040 - 12 unidades\nel tercero es para regalar en el cumple así que si me los podés bonificar dale, comprados no',
      'RY20418=2',
      'SI-TY1017=2',
      'RY-2040=12',
    ),
  ],
  'two shops or two people in one text': [
    of(
      'Para el local de Av. Mitre:\nRY10013 12\n4567 48\nLo de abajo es de mi hermana, facturáselo a ella\nRY20418 6\nT00003 6',
      'RY10013=12',
      '4567=48',
    ),
    of(
      'Hola! RY-2040 24, AB 12-3 10\n00231 36\nGraciela la de la esquina dice que ella también quiere de los rompecabezas, que se los sumes al mío o aparte, como te quede',
      'RY-2040=24',
      'AB 12-3=10',
    ),
    of(
      'Pedido mío (Juguetería Lolo):\nSI-TY1017 4\nMX500/A 20\n1000 100\n24 trompos 60 - esto es del club, lo paga el profe si junta',
      'SI-TY1017=4',
      'MX500/A=20',
      '1000=100',
    ),
    of(
      'RY10014 12\nBL20686 4\nMiguel me encargó el camión RY20418, 2, pero a él mandáselo por la cuenta de él\n00003 50\ngracias Clau',
      'RY10014=12',
      'BL20686=4',
      '00003=50',
    ),
    of(
      'Kiosco Los Nonos\nT00003 12\nRY-2040 48\n4567 48\nLo de burbujas este año lo compra mi señora directo, ya te va a llamar',
      'T00003=12',
      'RY-2040=48',
    ),
    of(
      'Sucursal centro\n00231 24\nAB 12-3 6\nSucursal terminal\nMX500/A 10\nRY10013 6\n(terminal está cerrada por pintura, te aviso cuando abra)',
      '00231=24',
      'AB 12-3=6',
    ),
    of(
      'buenas, juntamos pedido con Nico\nRY20418 x 6\nSI-TY1017 x 2\nBL20686 x 10 vamos a medias\n1000 x 60\nlo que dice a medias que Nico te confirme su parte',
      'RY20418=6',
      'SI-TY1017=2',
      '1000=60',
    ),
    of(
      'Te paso lo mío y copio abajo lo que me mandó la de Quilmes para que veas\nRY10014 6\n00003 20\n4567 24\n---- Quilmes:\nT00003 12\n24 trompo 60',
      'RY10014=6',
      '00003=20',
      '4567=24',
    ),
  ],
  'formal e-mail': [
    of(
      'Estimados: solicitamos nos remitan la siguiente mercadería:\nRY10013 - 24 unidades\nRY10014 - 24 unidades\n00231 - 36 unidades\nRespecto de las articuladas, rogamos esperar la autorización de nuestro contador.\nAtte. Bazar El Progreso S.R.L.',
      'RY10013=24',
      '00231=36',
    ),
    of(
      'De nuestra mayor consideración:\nRY-2040: 48 unidades\nT00003: 12 unidades\nMX500/A: 40 unidades\nCabe aclarar que el último artículo se abonará únicamente a $ 1.100 por unidad.\nSaludos cordiales, Polirubro Anahí',
      'RY-2040=48',
      'T00003=12',
    ),
    of(
      'Señores: conforme lo conversado, envíen por favor\nAB 12-3, 10 unidades\nBL20686, 6 unidades\nSI-TY1017, 8 unidades\nEl tablero corresponde a la reposición del que vino roto, por lo que no debe facturarse.\nGracias',
      'BL20686=6',
      'SI-TY1017=8',
    ),
    of(
      'Estimada Sra. Beatriz: adjunto orden de compra 118.\n4567 burbujero, 144 unidades\nRY20418 camión, 12 unidades\n1000 yoyó, 200 unidades\nEntrega única, salvo los camiones, que recibiremos recién con la próxima orden.\nQuedo a disposición.',
      '4567=144',
      '1000=200',
    ),
    of(
      'Buenos días, orden de compra de la semana:\n00003 pelota n° 3: 100 unidades\n24 trompo de madera: 120 unidades\nRY10013 muñeca bebé: un máximo de 36 unidades según disponibilidad de nuestro presupuesto\nRY10014 muñeca articulada: 12 unidades\nCordialmente, Mercería y Juguetería Olga',
      '00003=100',
      '24=120',
      'RY10014=12',
    ),
    of(
      'Estimados, confirmamos:\nMX500/A 20 unidades\n00231 12 unidades\nT00003 24 unidades\nEn caso de no contar con trencitos en caja individual les pedimos omitirlos.\nMuchas gracias, Adm.',
      'MX500/A=20',
      '00231=12',
    ),
    of(
      'A quien corresponda: pedido mensual de Librería Sarmiento\nRY-2040, 24 unidades\nSI-TY1017, 6 unidades\nAB 12-3, 12 unidades\n4567, 48 unidades\nQueda sin efecto lo solicitado en el segundo renglón por pedido de Gerencia.',
      'RY-2040=24',
      'AB 12-3=12',
      '4567=48',
    ),
    of(
      'Estimado Fabián, le detallo lo que necesitamos:\nBL20686: 8 unidades\nRY20418: 6 unidades\nRY10014: página 14 del catálogo\n1000: 100 unidades\nSin otro particular, lo saludo atte.',
      'BL20686=8',
      'RY20418=6',
      '1000=100',
    ),
  ],
  'postscript at the end': [
    of(
      'RY10013 12\n4567 96\n24 trompo 60\nRY20418 4\nBesos!\nPD: el camión se lo prometí a un cliente para el viernes, si no llega el viernes ya no me sirve',
      'RY10013=12',
      '4567=96',
      '24=60',
    ),
    of(
      'AB 12-3 5\n00231 24\nMX500/A 20\nGracias Juli\nPD: Con el memo fijate cuánto me mandaste la otra vez y descontalo',
      'AB 12-3=5',
      '00231=24',
    ),
    of(
      'T00003 12 unidades\nRY10014 6 unidades\nRY-2040 24 unidades\nSaludos, Omar\nP.D. agregale seis articuladas más que se viene un cumple',
      'T00003=12',
      'RY-2040=24',
    ),
    of(
      'SI-TY1017 4\nBL20686 5\n00003 25\n1000 50\npd los bloques te los había pasado por teléfono el martes, no los dupliques',
      'SI-TY1017=4',
      '00003=25',
      '1000=50',
    ),
    of(
      'RY10013 24\nRY10014 24\n4567 48\nAbrazo grande, Tito\nPD: de muñecas me parece mucho, vos qué decís?',
      '4567=48',
    ),
    of(
      'RY20418 6\nMX500/A 10\nRY-2040 48\n00231 12\nListo, cariños\nPS: autitos sólo de los que traen el 4x4 en la puerta, de los lisos no mandes',
      'RY20418=6',
      'MX500/A=10',
      '00231=12',
    ),
    of(
      '24 trompo, 60 u\nT00003, 12 u\nAB 12-3, 10 u\nNos vemos\nPD me olvidaba, el ajedrez cambiamelo por damas si conseguiste',
      '24=60',
      'T00003=12',
    ),
    of(
      'BL20686 12\n00003 50\nSI-TY1017 2\n4567 48\nPD la cocinita es para mi nieta, llamame antes de cargarla que no sé si entra en el placard',
      'BL20686=12',
      '00003=50',
      '4567=48',
    ),
  ],
  'shelf walk with stock and order': [
    of(
      'recorriendo la estantería:\nRY10013 hay 2 pedir 12\nRY10014 hay 9\nT00003 hay 0 pedir 6\n4567 hay 11 pedir 48',
      'RY10013=12',
      'T00003=6',
      '4567=48',
    ),
    of(
      'mirando lo que falta\n00231 pido 24\nMX500/A pido 10\nAB 12-3 quedan 4 en vidriera y creo que arriba hay más, pido 10 en todo caso\nRY20418 pido 3',
      '00231=24',
      'MX500/A=10',
      'RY20418=3',
    ),
    of(
      '1000 yoyo se terminó, 100\n00003 pelotas se terminó, 50\n24 trompo tengo 40\nBL20686 se terminó, 4',
      '1000=100',
      '00003=50',
      'BL20686=4',
    ),
    of(
      'fui al depósito y conté\nRY-2040 vendidos 18\nSI-TY1017 pedir 4\nT00003 pedir 12\n4567 pedir 96',
      'SI-TY1017=4',
      'T00003=12',
      '4567=96',
    ),
    of(
      'estante de arriba RY10014 pedir 12\nestante 3 RY10013 pedir 24\nabajo cod 24 trompo pedir 60\nexhibidor MX500/A 8 ganchos',
      'RY10014=12',
      'RY10013=24',
      '24=60',
    ),
    of(
      'RY20418 falta, mandá 6\nAB 12-3 falta, mandá 5\n00003 falta, mandá 30\nbah pelotas encontré una bolsa atrás del mostrador recién, con eso tiro',
      'RY20418=6',
      'AB 12-3=5',
    ),
    of(
      'Faltantes de hoy\nBL20686 10\n00231 36\n4567 48\nRY-2040 24\nSobrantes\n1000 70\nT00003 9',
      'BL20686=10',
      '00231=36',
      '4567=48',
      'RY-2040=24',
    ),
    of(
      'SI-TY1017 necesito 3\nRY10014 necesito 12\nMX500/A con llegar a 20 estoy bien, me quedan algunos\n24 trompo necesito 30',
      'SI-TY1017=3',
      'RY10014=12',
      '24=30',
    ),
  ],
  'scanned barcodes': [
    of(
      '7790001000013 12\n7790001000020 12\n7790001000044 24\n7790001000051 3\nel segundo se me escapó el lector, no va',
      'RY10013=12',
      '00231=24',
      'BL20686=3',
    ),
    of(
      'te pasé el lector por lo que falta\n7790001000037 x 24\n7790001000044 x 36\n7790001000051 x 6\nRY20418 x 2\nlos bloques tienen que ser los de la bolsa nueva con manija, confirmame eso',
      'RY-2040=24',
      '00231=36',
      'RY20418=2',
    ),
    of('7790001000020;6\n7790001000013;6\nMX500/A;10\nRY10014;12', 'RY10013=6', 'MX500/A=10'),
    of(
      'Lectura 1\n7790001000051 - 4\n7790001000037 - 48\n4567 - 48\nLectura 2 (lo que me llegó fallado)\n7790001000044 - 2',
      'BL20686=4',
      'RY-2040=48',
      '4567=48',
    ),
    of(
      '7790001000044 cant 12\n7790001000013 cant 12\nAB 12-3 cant 10\nel del ean que termina en 13 anotalo pero no lo despaches hasta que yo te diga',
      '00231=12',
      'AB 12-3=10',
    ),
    of(
      '7790001000037\t24\t1500\n7790001000020\t12\t4150\n7790001000013\t12\t3400 \n00003\t50\t700\nla bebé a lo que te puse, si no no',
      'RY-2040=24',
      'RY10014=12',
      '00003=50',
    ),
    of(
      'ean 7790001000051 cantidad 5\nean 7790001000013 cantidad 24\nean 779000100004 cantidad 36\ncod 24 cantidad 60',
      'BL20686=5',
      'RY10013=24',
      '24=60',
    ),
    of(
      '7790001000020 x 12\nT00003 x 6\n7790001000037 x 24\nSI-TY1017 x 1 (para desarmar y mirar, después te la devuelvo)',
      'RY10014=12',
      'T00003=6',
      'RY-2040=24',
    ),
  ],
  'quoted replies and forwarded messages': [
    of(
      '> Buen día Andrea, qué te mando esta semana?\nRY10013 12, 4567 48, 00231 24\n> Te sumo trencitos T00003 12?\nNo, todavía tengo de los otros',
      'RY10013=12',
      '4567=48',
      '00231=24',
    ),
    of(
      '> RY10014 12\n> RY20418 6\n> MX500/A 20\nok así está bien Fer, menos el camión que ya no me da el bolsillo',
      'RY10014=12',
      'MX500/A=20',
    ),
    of(
      'AB 12-3 5\n1000 100\nRY-2040 24\n> De los autos me queda uno rojo y el resto azul, va?\nmmm azul no sale',
      'AB 12-3=5',
      '1000=100',
    ),
    of(
      'Va el pedido Luci\nBL20686 8\nSI-TY1017 4\n24 trompo 60\n> Los set te los puedo dar recién el 20\nAh no, entonces paso',
      'BL20686=8',
      '24=60',
    ),
    of(
      'T00003 12\n00003 50\n4567 96\n> pelotas te entran 50 por bolsa, querés una?\nsí una bolsa y la otra la vemos',
      'T00003=12',
      '4567=96',
    ),
    of(
      'Reenviado: "Ma pedí 12 de RY10013 y 12 de RY10014"\nHola Tomás, mi nene ya te escribió eso pero el que pide soy yo. Va lo bueno:\nRY20418 6\nMX500/A 20',
      'RY20418=6',
      'MX500/A=20',
    ),
    of(
      '00231 36\nRY-2040 24\nSI-TY1017 2\n> Norma, el 00231 viene con otra tapa ahora\na ver, mandame foto',
      'RY-2040=24',
      'SI-TY1017=2',
    ),
    of(
      '1000 yoyo 50\nBL20686 6\nRY10014 12\n> te confirmo todo menos las articuladas, entran el jueves\nel jueves nosotros ya cerramos por vacaciones',
      '1000=50',
      'BL20686=6',
    ),
  ],
  'section headings': [
    of(
      'VA SEGURO\nRY10013 12\n4567 48\n24 trompo 60\nTENTATIVO\nSI-TY1017 4\nRY20418 6',
      'RY10013=12',
      '4567=48',
      '24=60',
    ),
    of(
      '*Muñecas*\nRY10013: 6\nRY10014: 6\n*Mesa*\nAB 12-3: 10\nMX500/A: 20\nde mesa por ahora uno solo de los dos, el que tengas con más descuento',
      'RY10013=6',
      'RY10014=6',
    ),
    of(
      'Para llevar ya:\nT00003 12\nRY-2040 24\nPara cuando cobre la tarjeta:\nBL20686 10\n00231 36',
      'T00003=12',
      'RY-2040=24',
    ),
    of(
      'Pedido\nRY20418 6\n1000 100\n00003 50\nLe debo al viajante\n4567 48',
      'RY20418=6',
      '1000=100',
      '00003=50',
    ),
    of(
      'REPOSICIÓN\n00231 24\nSI-TY1017 2\nT00003 6\nNOVEDADES (que me las muestren primero)\nMX500/A 10',
      '00231=24',
      'SI-TY1017=2',
      'T00003=6',
    ),
    of(
      'Vidriera\nRY10014 12\nRY10013 12\nMostrador\n4567 48\n1000 50\nlo de vidriera sin apuro, te lo ratifico cuando la vacíe',
      '4567=48',
      '1000=50',
    ),
    of(
      'NENAS\nRY10013 12\nSI-TY1017 4\nNENES\nRY-2040 24\nRY20418 6\nLO QUE PREGUNTAN MUCHO\nBL20686 20',
      'RY10013=12',
      'SI-TY1017=4',
      'RY-2040=24',
      'RY20418=6',
    ),
    of(
      'Salón\nAB 12-3 5\nT00003 12\n24 trompo 30\nPiñata del sábado\n4567 60\n1000 60\nla piñata la cancelaron recién, una lástima',
      'AB 12-3=5',
      'T00003=12',
      '24=30',
    ),
  ],
  'dozens and bultos': [
    of(
      'RY10013 2 docenas\nRY10014 1 docena\n4567 4 docenas\nRY20418 1 caja\ngracias Quique',
      'RY10013=24',
      'RY10014=12',
      '4567=48',
    ),
    of(
      'RY-2040 1 bulto\nT00003 media docena\nBL20686 2 bultos\n00231 1 bulto',
      'RY-2040=24',
      'T00003=6',
      '00231=36',
    ),
    of(
      '1000 un bulto\n00003 un bulto\n24 trompo medio bulto\nMX500/A un bulto\nel de las pelotas si es muy grande abrilo y mandame la mitad',
      '1000=100',
      '24=30',
      'MX500/A=20',
    ),
    of(
      'Buenas! 4567 2 bultos\nRY10014 2 bultos\nAB 12-3 un bulto\n00231 una docena\nSobre los bultos de muñeca, si el transporte cobra por bulto achicame a uno',
      '4567=96',
      'AB 12-3=10',
      '00231=12',
    ),
    of(
      'SI-TY1017 1 bulto\nRY20418 2 bultos\nMX500/A media docena\nT00003 docena y pico',
      'SI-TY1017=8',
      'RY20418=12',
      'MX500/A=6',
    ),
    of(
      'RY10013 3 docenas\nRY-2040 2 docenas\n24 trompo 5 docenas\nAB 12-3 1 display\n1000 3 docenas, son para tres escuelas y una todavía no pagó',
      'RY10013=36',
      'RY-2040=24',
      '24=60',
    ),
    of(
      '4567 un bulto\n00231 un bulto\nRY20418 medio bulto\n00003 dos bultos\nde los chicos (burbujas) fijate que el bulto antes traía 60, si trae menos te digo otra cosa',
      '00231=36',
      'RY20418=3',
      '00003=100',
    ),
    of(
      'T00003 1 docena\nRY10014 1 docena\nRY10013 1 docena\nMX500/A 1 docena\ncon tres docenas en total llego al envío gratis no? si es así bajá los trenes',
      'RY10014=12',
      'RY10013=12',
      'MX500/A=12',
    ),
  ],
  'lazy lower case kiosk': [
    of('ry10013 12\nry2040 24\n4567 48\nt00003 6 d los verdes nomas', 'RY10013=12', 'RY-2040=24', '4567=48'),
    of('hola nesesito\nmx500a 20\nab123 5\n00003 50 kreo\n1000 100', 'MX500/A=20', 'AB 12-3=5', '1000=100'),
    of(
      'ry 10014 12u\nry 20418 3u\nbl 20686 4u\nq los bloques no pase d 5 lucas xfa',
      'RY10014=12',
      'RY20418=3',
    ),
    of(
      'bnas va pedidito\n24 trompo 60\n00231 12\nsity1017 2\nel rompe ya lo compro mi vieja en el mayorista d la vuelta jaja',
      '24=60',
      'SI-TY1017=2',
    ),
    of(
      't00003 12\nry10013 6\n4567 24\nigual x las dudas fijate como estoy d saldo con las bebes',
      'T00003=12',
      '4567=24',
    ),
    of(
      'ry-2040 48\nmx500/a 10\nab 12 3 x 10\nbl20686 6\nah no pará ajedres tengo a patadas',
      'RY-2040=48',
      'MX500/A=10',
      'BL20686=6',
    ),
    of('1000 yoyo 60\nry20418 2\nry10014 6\n00003 30\ncamion uno', '1000=60', 'RY10014=6', '00003=30'),
    of(
      'q onda santi\n4567 96\n24 trompo 30\nt00003 6\nsity1017 3 pero el 3ro si me haces precio',
      '4567=96',
      '24=30',
      'T00003=6',
    ),
  ],
  'holidays and delivery dates': [
    of(
      'Para Reyes mandame\nRY10013 24\nRY10014 24\n4567 48\nY para el Día del Niño ya voy pensando\nRY20418 12',
      'RY10013=24',
      'RY10014=24',
      '4567=48',
    ),
    of(
      'Hola, para esta semana:\nT00003 12\n00231 36\nMX500/A 20\nlos trencitos si no salen el miércoles dejalos, el jueves me voy a la costa',
      '00231=36',
      'MX500/A=20',
    ),
    of(
      'RY-2040 24\nAB 12-3 10\n00003 50 \n1000 30/12\nsaludos y felices fiestas',
      'RY-2040=24',
      'AB 12-3=10',
      '00003=50',
    ),
    of(
      'Antes de Navidad necesito\nRY10014 12\n00003 50\n24 trompo 60\nLo que sea de madera recién después del balance, gracias',
      'RY10014=12',
      '00003=50',
    ),
    of(
      '4567 96\nRY10014 12\nRY20418 6, dos por semana hasta ver cómo se venden\nT00003 6',
      '4567=96',
      'RY10014=12',
      'T00003=6',
    ),
    of(
      'Buen finde! va para el lunes\n00231 24\nRY10013 12\nMX500/A 20\nEl memo guardámelo nomás, que no me lo vendas, ya veo cuándo lo retiro o si',
      '00231=24',
      'RY10013=12',
    ),
    of(
      'Arrancan las clases así que:\nAB 12-3 20\n00231 48\n24 trompo 120\n1000 100 como el año pasado en marzo, este año ni idea si siguen de moda',
      'AB 12-3=20',
      '00231=48',
      '24=120',
    ),
    of(
      'RY-2040 48\n00003 50\nSI-TY1017 2\nSi el camión sale hoy a la tarde colgale también el RY20418 x 6, si ya salió no',
      'RY-2040=48',
      '00003=50',
      'SI-TY1017=2',
    ),
  ],
  'returns and exchanges': [
    of(
      'RY10013 12\nT00003 6\n4567 48\nTe devuelvo RY20418 2 que no prenden las luces',
      'RY10013=12',
      'T00003=6',
      '4567=48',
    ),
    of(
      'Hola Marito, va pedido y aparte retirame\nMX500/A 20\n00231 24\nBL20686 4\nretirar: AB 12-3 3',
      'MX500/A=20',
      '00231=24',
      'BL20686=4',
    ),
    of(
      'RY10014 12\nRY-2040 24\n1000 50\npor los 6 yoyós con el hilo cortado que te di, mandame 6 buenos y lo restás de los 50',
      'RY10014=12',
      'RY-2040=24',
    ),
    of(
      'SI-TY1017 4\n00003 25\nRY10013 6 (son por las seis que vinieron sin mamadera)\n24 trompo 60',
      'SI-TY1017=4',
      '00003=25',
      '24=60',
    ),
    of(
      'NC pendiente T00003 4\nPedido nuevo:\n4567 96\nRY10014 6\nRY20418 3',
      '4567=96',
      'RY10014=6',
      'RY20418=3',
    ),
    of(
      '00231 36\nBL20686 8\nAB 12-3 5\nA los tableros les faltaba un alfil, hasta que no lo arreglemos eso no lo quiero',
      '00231=36',
      'BL20686=8',
    ),
    of(
      'RY-2040 24\nT00003 12\nMX500/A 10 van de vuelta con tu chofer\n1000 100',
      'RY-2040=24',
      'T00003=12',
      '1000=100',
    ),
    of(
      'Lo que va:\nRY10013 12\n24 trompo 30\n4567 48\nSI-TY1017 2, uno me lo cambiás por el de la caja aplastada',
      'RY10013=12',
      '24=30',
      '4567=48',
    ),
  ],
  'semicolon lists copied from a system': [
    of('codigo;cantidad;estado\nRY10013;12;\nRY10014;12;entregado\n4567;48;', 'RY10013=12', '4567=48'),
    of(
      'COD;DESC;MIN;PEDIR\nRY-2040;AUTO;12;24\nT00003;TREN;6;\n00231;ROMPECABEZAS;12;36',
      'RY-2040=24',
      '00231=36',
    ),
    of(
      'Artículo;Vendido mes;A pedir\nAB 12-3;7;10\nMX500/A;22;20\nRY20418;5;-\nBL20686;9;6',
      'AB 12-3=10',
      'MX500/A=20',
      'BL20686=6',
    ),
    of(
      'codigo;cant;ok dueño\nSI-TY1017;4;si\n24;60;si\n1000;100;no\n00003;50;si',
      'SI-TY1017=4',
      '24=60',
      '00003=50',
    ),
    of(
      'código;cantidad;nota\nRY10014;12;\n4567;96;\nT00003;6;\nMX500/A;20;anulado',
      'RY10014=12',
      '4567=96',
      'T00003=6',
    ),
    of(
      'cod;cant;prov\nRY10013;24;ustedes\nBL20686;5;ustedes\n00231;24;Distrib. Oeste\nAB 12-3;5;ustedes',
      'RY10013=24',
      'BL20686=5',
      'AB 12-3=5',
    ),
    of(
      'codigo;pedido\nRY20418;6\nRY-2040;48\n1000;60\nel sistema me tira el yoyó con el número de la semana pasada, ese lo reviso',
      'RY20418=6',
      'RY-2040=48',
    ),
    of('Cod;Cant;Obs\nT00003;12;\nSI-TY1017;3;esperar precio\n4567;48;\n00003;20;?', 'T00003=12', '4567=48'),
  ],
  'remarks in brackets': [
    of(
      'RY10013 12 (las de siempre)\nRY10014 6 (si Marisa no pidió ya)\n4567 48\n00231 12',
      'RY10013=12',
      '4567=48',
      '00231=12',
    ),
    of('RY20418 6\nBL20686 (balde, no bolsa, sino nada) 4\nMX500/A 20', 'RY20418=6', 'MX500/A=20'),
    of(
      'AB 12-3 10\nT00003 6 (me los tirás a 2.200? si podés van)\nRY-2040 24\n24 trompo 60',
      'AB 12-3=10',
      'RY-2040=24',
      '24=60',
    ),
    of('1000 (tope) 80\n00003 50\nSI-TY1017 4\nRY10014 12', '00003=50', 'SI-TY1017=4', 'RY10014=12'),
    of(
      '4567 48\nRY10013 12\n00231 36 (ésto borralo, es de la lista vieja)\nBL20686 3',
      '4567=48',
      'RY10013=12',
      'BL20686=3',
    ),
    of(
      'RY-2040 24\nRY20418 2 (piso, si hay más descuento por 6 hacé 6)\nMX500/A 10',
      'RY-2040=24',
      'MX500/A=10',
    ),
    of('T00003 12\nAB 12-3 (3300) \n1000 100\n24 trompo 30', 'T00003=12', '1000=100', '24=30'),
    of(
      'SI-TY1017 2\nRY10014 12\n00003 20 (calculo, después cuento bien)\n4567 96',
      'SI-TY1017=2',
      'RY10014=12',
      '4567=96',
    ),
  ],
  'talking back and forth about the price': [
    of(
      'Hola Ceci me pasaron la lista nueva, va\nRY10013 12\nRY10014 12\nRY20418 6 me figura 7900, si cambió hablamos',
      'RY10013=12',
      'RY10014=12',
    ),
    of(
      '4567 96\nT00003 12\nBL20686 10\nCon los bloques estoy esperando la oferta de otro, cualquier cosa te digo',
      '4567=96',
      'T00003=12',
    ),
    of('RY-2040 24\nMX500/A 20\nSI-TY1017 12000\n00231 36', 'RY-2040=24', 'MX500/A=20', '00231=36'),
    of(
      'AB 12-3 5\n24 trompo 60\n1000 100\nHasta 40 mil la compra, si se va de ahí sacá ajedrez',
      '24=60',
      '1000=100',
    ),
    of(
      '00003 50\nRY10014 6\nRY20418 3\nLas pelotas entran con el 10 de descuento que me dijiste el martes, sin eso no me cierran',
      'RY10014=6',
      'RY20418=3',
    ),
    of(
      'SI-TY1017 a cuánto me queda llevando 8?\nRY10013 24\n4567 48\nT00003 6',
      'RY10013=24',
      '4567=48',
      'T00003=6',
    ),
    of(
      '00231 24\nBL20686 6\nMX500/A 10, de estos acordate que cuando es oferta te pido y cuando no no\nRY-2040 24',
      '00231=24',
      'BL20686=6',
      'RY-2040=24',
    ),
  ],
  'greeting or opening that governs a line': [
    of(
      'Hola Pao! De lo que te anoté en el papel sacame las pelotas, acá va pasado en limpio\nRY10014 12\n00003 50\nAB 12-3 10',
      'RY10014=12',
      'AB 12-3=10',
    ),
    of(
      'Buenas, con los yoyós no hagas nada todavía. Te dejo la lista\n1000 100\n4567 48\nRY20418 6\nT00003 6',
      '4567=48',
      'RY20418=6',
      'T00003=6',
    ),
    of(
      'Cómo va Leo, el memo ya me lo alcanzó tu hermano así que tachalo\nRY10013 12\nMX500/A 20\n24 trompo 60',
      'RY10013=12',
      '24=60',
    ),
    of(
      'Hola! te paso las cosas que vendí en el finde para que te pongas contento\nRY-2040 18\n00231 9\nBL20686 3\njaja un golazo',
    ),
    of(
      'Buen día, arrancamos con lo que hablamos pero las dos primeras cosas son para otro mes\nSI-TY1017 4\nRY10014 12\nRY-2040 48\n4567 48',
      'RY-2040=48',
      '4567=48',
    ),
    of(
      'Marce antes que nada: los trenes pueden esperar, lo demás lo preciso\nT00003 12\nAB 12-3 5\nRY10013 12\nBL20686 4',
      'AB 12-3=5',
      'RY10013=12',
      'BL20686=4',
    ),
    of(
      'Holaa, armame precio nomás de esto que la comisión de la escuela decide el viernes\n00231 48\n24 trompo 60\n1000 100',
    ),
    of(
      'Buenas tardes, ojo que de camiones ando sin lugar, máximo los que entren con el resto\nRY20418 6\nMX500/A 20\nRY10014 12',
      'MX500/A=20',
      'RY10014=12',
    ),
  ],
  'same as and pointing at other lines': [
    of('RY10013 24\nRY10014 ídem bebé\n4567 48\nT00003 6', 'RY10013=24', '4567=48', 'T00003=6'),
    of(
      'RY-2040 24\nRY20418 6\nAB 12-3 10\n00231 24\nde lo que está entre el auto y el ajedrez tengo dudas',
      'RY-2040=24',
      'AB 12-3=10',
      '00231=24',
    ),
    of('BL20686 5\nMX500/A 20\n1000 como la última boleta\n00003 50', 'BL20686=5', 'MX500/A=20', '00003=50'),
    of(
      'SI-TY1017 4\n24 trompo 60\n^ eso no, me equivoqué de renglón\nRY10014 6\n4567 48',
      'SI-TY1017=4',
      'RY10014=6',
      '4567=48',
    ),
    of(
      'T00003 12\nRY10013 12\n00231 36\nRY20418 12\nlo más caro de la lista lo charlo con mi marido esta noche',
      'T00003=12',
      'RY10013=12',
      '00231=36',
    ),
    of(
      'AB 12-3 10\nRY-2040 48\nBL20686 el mismo número que pidió la de Haedo\n1000 50',
      'AB 12-3=10',
      'RY-2040=48',
      '1000=50',
    ),
    of(
      'MX500/A 10\n00003 25\n4567 96\nSI-TY1017 2\nPelota y burbujas aguantalas que acá no para de llover',
      'MX500/A=10',
      'SI-TY1017=2',
    ),
    of(
      'RY10014 12\nT00003 6\nlos de recién poneles el doble si me hacés flete gratis\n24 trompo 60\nRY20418 6',
      '24=60',
      'RY20418=6',
    ),
  ],
}
