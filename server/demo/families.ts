/** Kinds of toys: their names, pictures, packs and prices, and their places in the catalogue. */

export interface Family {
  /** The toy that its pictures show, by its file's name. */
  readonly motif: string
  readonly category: string
  readonly subcategory: string | null
  /** Lowest and highest list price in whole pesos. */
  readonly price: readonly [number, number]
  /** Usual sizes in centimetres. */
  readonly size: readonly [number, number]
  /** The first part of a name. */
  readonly kinds: readonly string[]
  /** The second part. */
  readonly details: readonly string[]
}

// Picture | category / subcategory | pesos | centimetres | kinds | details
const table = `
rattle | Primera infancia / Sonajeros | 1900-7800 | 12-20 | Sonajero maraca; Sonajero con aro; Sonajero musical; Sonajero ventosa | suave; con mordillo; con espejo; x 2 unidades; colores surtidos; en caja ventana; en blíster; en bolsa red
stacker | Primera infancia / Apilables | 4200-12500 | 18-32 | Torre de aros; Pirámide apilable; Cono con aros | 5 piezas; 7 piezas; grande; con luz y sonido; en red
blocks | Primera infancia / Apilables | 5600-18900 | 15-30 | Bloques didácticos ABC; Cubos blandos con letras; Cubos apilables numerados | x 12 piezas; x 24 piezas; x 9 piezas; en balde; en bolso PVC
wagon | Primera infancia / Andadores y arrastre | 9800-42000 | 35-50 | Carrito de arrastre; Carro con bloques; Andador carrito | de madera; con cubos; con encastre; reforzado; musical
elephant | Primera infancia / Andadores y arrastre | 6900-23500 | 20-34 | Elefante de arrastre; Elefante caminador; Elefante con ruedas | con sonido; de madera; con luz; con cordón; bebé
duck | Primera infancia / Baño | 1200-6900 | 8-16 | Patito de baño; Pato nadador a cuerda; Familia de patitos | con chifle; x 3 unidades; cambia de color; con termómetro; x 6 unidades
phone | Primera infancia / Sonajeros | 5200-15800 | 16-24 | Teléfono musical; Mi primer teléfono; Teléfono a disco de arrastre | con luces; con cordón; bilingüe; con ojitos móviles
horse | Primera infancia / Andadores y arrastre | 28000-94000 | 55-75 | Caballito mecedor; Balancín caballito; Caballo saltarín | de madera; con sonido; acolchado; infantil
car | Vehículos / Autos | 3400-38900 | 14-28 | Auto pick-up a fricción; Auto clásico a fricción; Auto de policía; Auto radiocontrol; Taxi a fricción; Auto familiar | con luces; con sonido; escala 1:32; escala 1:24; x 2 unidades; colores surtidos; en caja ventana; en blíster; en bolsa red
racer | Vehículos / Autos | 2900-46000 | 12-30 | Auto de carrera; Bólido turbo; Auto de rally; Fórmula a fricción | pull back; con lanzador; con pista; radiocontrol; x 4 unidades
truck | Vehículos / Camiones y obras | 6400-34500 | 25-48 | Camión volcador; Camión de reparto; Camión mosquito; Camión jaula | a fricción; con 2 autos; gigante; con acoplado; con animales
digger | Vehículos / Camiones y obras | 5900-41500 | 20-42 | Excavadora; Retroexcavadora; Excavadora a oruga | a fricción; articulada; radiocontrol; con cono y barrera; con tierra mágica
tractor | Vehículos / Camiones y obras | 4800-26900 | 18-38 | Tractor; Tractor con acoplado; Tractor pala | granja; a fricción; con animales; desarmable; grande
bus | Vehículos / Autos | 4900-22800 | 18-32 | Colectivo porteño; Micro escolar; Ómnibus de paseo | a fricción; con luces y sonido; con puertas; con muñecos
train | Vehículos / Trenes | 7200-58900 | 20-60 | Tren a vapor; Locomotora; Tren de carga; Pista de tren | con humo; con 3 vagones; 24 piezas; de madera; a pila; con estación
plane | Vehículos / Aire y agua | 2600-24900 | 18-48 | Avión de pasajeros; Avioneta acrobática; Avión planeador | a fricción; con luces; de espuma; desarmable; a hélice
helicopter | Vehículos / Aire y agua | 4700-49800 | 18-36 | Helicóptero de rescate; Helicóptero patrulla; Helicóptero | a cordón; infrarrojo; a fricción; con camilla
boat | Vehículos / Aire y agua | 2400-28900 | 16-40 | Velero; Lancha de agua; Barco pirata | a cuerda; flotante; con muñecos; para baño
rocket | Vehículos / Aire y agua | 5200-32900 | 24-52 | Cohete lanzador; Cohete espacial; Nave espacial | de espuma; a pedal; con astronauta; con luces; desarmable
doll | Muñecas y peluches / Muñecas | 6200-36500 | 28-45 | Muñeca Abril; Muñeca Martina; Muñeca bailarina; Muñeca de trapo; Muñeca articulada | con vestido; con accesorios; que canta; para peinar; en caja ventana
baby | Muñecas y peluches / Muñecas | 8400-48900 | 30-48 | Bebote; Bebé llorón; Bebote recién nacido; Mellizos | con chupete; con mamadera; con moisés; que hace pis; cuerpo blando
bear | Muñecas y peluches / Peluches | 5400-56900 | 20-80 | Oso de peluche; Oso abrazable; Osito con moño | 20 cm; 35 cm; 50 cm; 80 cm; con corazón; con manta
bunny | Muñecas y peluches / Peluches | 4900-29800 | 25-40 | Conejo de peluche; Conejita orejuda; Conejo de apego | 25 cm; 40 cm; con mantita; con sonajero; con zanahoria
cat | Muñecas y peluches / Peluches | 4600-33900 | 22-36 | Gato de peluche; Gatito con cascabel; Gato interactivo | 22 cm; 30 cm; que maúlla; en bolso; con collar
unicorn | Muñecas y peluches / Peluches | 5900-38500 | 24-45 | Unicornio de peluche; Unicornio mágico; Unicornio para peinar | con lentejuelas; con luz; 30 cm; con cepillo; con alas
stroller | Muñecas y peluches / Accesorios | 9800-39900 | 50-60 | Cochecito de muñeca; Cochecito paraguas; Cuna y cochecito | plegable; con capota; reforzado; con bolso
house | Muñecas y peluches / Accesorios | 14500-98500 | 30-70 | Casita de muñecas; Casa de campo; Casita plegable | con muebles; de madera; 3 pisos; con familia; valija
puppet | Muñecas y peluches / Accesorios | 3900-31500 | 24-40 | Títere de mano; Títere payaso; Set de títeres | de paño; x 4 personajes; con retablo; gigante
crown | Disfraces | 1500-9800 | 14-20 | Corona de princesa; Corona de rey; Set corona y varita; Tiara | con piedras; con luz; metalizada; con guantes; x 6 unidades
boardGame | Juegos de mesa | 4800-37500 | 28-40 | Damas y ajedrez; Ludo clásico; Juego de la oca; Batalla de estrategia; Carrera de mente | magnético; de viaje; familiar; edición de lujo; de madera
dice | Juegos de mesa | 1800-12900 | 10-24 | Generala; Juego de dados; Dados gigantes | con cubilete; profesional; x 5 dados; de goma eva; con anotador
cards | Juegos de mesa | 1300-9900 | 9-16 | Naipes españoles; Cartas memoria; Juego de cartas familia; Cartas de preguntas | x 50; x 48 animales; infantil; con estuche; en lata
puzzle | Juegos de mesa | 2600-19900 | 24-60 | Rompecabezas; Rompecabezas de piso; Rompecabezas de encastre; Rompecabezas progresivo | 48 piezas; 100 piezas; 500 piezas; animales; mapa argentino; de madera
bricks | Construcción / Bloques | 5400-49900 | 20-40 | Bloques de encastre; Ladrillitos; Mi ciudad de bloques; Balde de bloques | 40 piezas; 80 piezas; 150 piezas; 300 piezas; con base; con ruedas
magnets | Construcción / Magnéticos | 14800-98900 | 22-38 | Imanes de construcción; Bloques magnéticos; Figuras imantadas | 24 piezas; 42 piezas; 64 piezas; 100 piezas; con ruedas
gears | Construcción / Magnéticos | 7900-39900 | 24-40 | Engranajes didácticos; Mecano de engranajes; Circuito de ruedas | 55 piezas; 81 piezas; con motor; con base; maletín
ball | Aire libre / Pelotas | 1400-16900 | 14-24 | Pelota inflable; Pelota saltarina; Pelota de vóley; Pelota pulpito | Nº 3; Nº 5; multicolor; con luz; con inflador
football | Aire libre / Pelotas | 4200-28900 | 18-22 | Pelota de fútbol; Pelota de fútbol cosida; Pelota papi fútbol | Nº 3; Nº 4; Nº 5; profesional; con inflador
bucket | Aire libre / Agua y playa | 1900-11900 | 16-26 | Balde de playa; Set de playa; Balde castillo | con pala; 5 piezas; 8 piezas; con rastrillo; en mochila
waterGun | Aire libre / Agua y playa | 2800-19900 | 24-48 | Lanza agua; Chorro de agua; Lanza agua mochila | doble tanque; a presión; 38 cm; x 2 unidades; gigante
bubbles | Aire libre / Barriletes y burbujas | 690-15900 | 10-36 | Burbujero; Burbujas gigantes; Máquina de burbujas; Repuesto de burbujas | 60 ml; x 12 unidades; con varita; 500 ml; a pila
kite | Aire libre / Barriletes y burbujas | 2300-14900 | 60-120 | Barrilete; Barrilete acrobático; Barrilete cola larga | 70 cm; 120 cm; con hilo; águila; para pintar
rope | Aire libre / Pelotas | 980-6900 | 20-30 | Soga de saltar; Soga con contador; Elástico para saltar | mango de madera; 2,20 m; con luz; x 12 unidades
scooter | Aire libre / Rodados | 38000-128000 | 60-85 | Monopatín; Monopatín 3 ruedas; Monopatín plegable | con luces; con canasto; aluminio; regulable
tricycle | Aire libre / Rodados | 46000-168000 | 60-95 | Triciclo; Triciclo con manija; Triciclo urbano | reforzado; con canasto; con techo; metálico
bicycle | Aire libre / Rodados | 89000-245000 | 85-120 | Bicicleta rodado 12; Bicicleta rodado 16; Bicicleta de equilibrio | con rueditas; con canasto; sin pedales; acero
pencils | Arte y manualidades | 1900-18900 | 14-24 | Lápices de colores; Crayones jumbo; Marcadores lavables; Set escolar de arte | x 12; x 24; x 36; en lata; con cartuchera
paint | Arte y manualidades | 2100-32900 | 18-40 | Témperas; Acuarelas; Set de pintura; Atril con pinturas | 6 colores; 12 colores; con pincel; con delantal; con lienzo
dough | Arte y manualidades | 1600-21900 | 10-30 | Masas para modelar; Masa arenosa; Fábrica de masas; Slime | 4 potes; 8 potes; con moldes; con brillos; helados
beads | Arte y manualidades | 1700-16900 | 14-28 | Mostacillas; Set de pulseras; Collares para armar; Cuentas de madera | 500 piezas; 1200 piezas; con letras; en valija; neón
drum | Música | 5200-62900 | 18-45 | Tambor; Batería infantil; Bombo legüero; Redoblante | con palillos; 3 cuerpos; de madera; con correa
guitar | Música | 6900-48900 | 40-78 | Guitarra infantil; Guitarra criolla; Ukelele | de madera; 6 cuerdas; con púa; con luces; con micrófono
keyboard | Música | 8900-89900 | 30-70 | Piano; Teclado; Organito | 25 teclas; 37 teclas; 54 teclas con micrófono; con animales; con banqueta
xylophone | Música | 3900-19900 | 22-36 | Xilofón; Metalofón; Xilofón de arrastre | 5 notas; 8 notas; de madera; con partituras
pan | Cocinita y oficios | 4700-58900 | 16-60 | Batería de cocina; Ollas y sartenes; Cocinita | 8 piezas; 12 piezas; metálica; con sonido; con verduras
teaSet | Cocinita y oficios | 4100-27900 | 18-34 | Juego de té; Set de mate; Tetera y tazas | 14 piezas; 22 piezas; de porcelana; en valija; con bandeja
iceCream | Cocinita y oficios | 4900-46900 | 16-50 | Heladería; Set de helados; Carrito de helados | 12 piezas; magnético; de madera; con caja registradora
fruit | Cocinita y oficios | 3600-22900 | 18-30 | Canasta de frutas; Frutas para cortar; Canasta de compras | 10 piezas; 16 piezas; con velcro; de madera; con balanza
toolbox | Cocinita y oficios | 5300-54900 | 22-60 | Caja de herramientas; Banco de carpintero; Set de plomero | 14 piezas; 22 piezas; con taladro; de madera; en cinturón
dinosaur | Dinosaurios y robots | 3900-48900 | 18-52 | Dinosaurio; Tiranosaurio; Dinosaurio bebé; Dino para armar | con sonido y movimiento; de goma; con huevo; radiocontrol; con destornillador
robot | Dinosaurios y robots | 7900-84900 | 20-38 | Robot; Robot bailarín; Robot transformable; Robot para armar | con luces; radiocontrol; programable; a pila; solar
microscope | Dinosaurios y robots | 12900-78900 | 22-34 | Microscopio; Laboratorio de ciencias; Mi primer laboratorio | 100x; 600x; 30 experimentos; con luz led; con muestras
top | Clásicos | 890-9900 | 8-18 | Trompo; Trompo con cuerda; Trompo luminoso; Perinola | de madera; con música; x 12 unidades; con lanzador; gigante
`

const range = (text: string): [number, number] => {
  const [least = Number.NaN, most = Number.NaN] = text.split('-').map(Number)
  return [least, most]
}

function readFamily(row: string): Family {
  const [motif = '', place = '', price = '', size = '', kinds = '', details = ''] = row.split(' | ')
  const [category = '', subcategory = null] = place.split(' / ')
  return {
    motif,
    category,
    subcategory,
    price: range(price),
    size: range(size),
    kinds: kinds.split('; '),
    details: details.split('; '),
  }
}

export const families: readonly Family[] = table.trim().split('\n').map(readFamily)

/** The kinds of toys of each brand, in the order of its tree. */
export const categoriesOfBrand: Readonly<Record<string, readonly string[]>> = {
  Rayuela: [
    'Primera infancia',
    'Vehículos',
    'Muñecas y peluches',
    'Juegos de mesa',
    'Construcción',
    'Aire libre',
    'Arte y manualidades',
  ],
  Tambor: [
    'Música',
    'Primera infancia',
    'Dinosaurios y robots',
    'Muñecas y peluches',
    'Disfraces',
    'Arte y manualidades',
  ],
  Calesita: ['Vehículos', 'Construcción', 'Clásicos', 'Cocinita y oficios', 'Juegos de mesa', 'Primera infancia'],
  Barrilete: ['Aire libre', 'Vehículos', 'Dinosaurios y robots', 'Construcción', 'Arte y manualidades'],
  Trompo: ['Clásicos', 'Vehículos', 'Juegos de mesa', 'Aire libre', 'Dinosaurios y robots', 'Música'],
  Bolita: [
    'Muñecas y peluches',
    'Cocinita y oficios',
    'Disfraces',
    'Arte y manualidades',
    'Primera infancia',
    'Aire libre',
  ],
}
