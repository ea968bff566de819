/**
 * Thousands of inhabitants of the larger shipped localities, so that suggestions offer the larger place first (R247). They
 * only order a list: nothing shows them, and a place without a figure comes after those with one.
 *
 * Source: GeoNames, `cities15000.txt` as of November 2025, CC BY 4.0 (https://www.geonames.org). For the capitals of districts
 * of Greater Buenos Aires, Greater Mendoza and Greater San Juan, whose town alone GeoNames counts or lacks, and for La Plata,
 * Mar del Plata and the four largest of Entre Ríos: the district in INDEC's census of 2022. Not looked up again but estimated are
 * Quilmes, Lanús, San Martín, Avellaneda, Berazategui, Vicente López, San Fernando, San Justo and San Vicente of Buenos Aires, and
 * Rawson and Rivadavia of San Juan.
 */
const THOUSANDS: Readonly<Record<number, string>> = {
  0: `Ciudad Autónoma de Buenos Aires 3121, Balvanera 152, Belgrano 139, Villa Lugano 114, Barracas 77, Colegiales 57,
    Boedo 48, Retiro 39, Villa Santa Rita 34, Villa Ortúzar 23`,
  1: `La Plata 768, Lomas de Zamora 690, Mar del Plata 667, Quilmes 633, Merlo 580, Moreno 574, Lanús 461, San Martín 450,
    Avellaneda 371, Berazategui 358, Morón 332, Bahía Blanca 299, Vicente López 283, José C. Paz 230, Ezeiza 203,
    Hurlingham 187, Ituzaingó 178, San Fernando 172, San Miguel 169, San Nicolás de los Arroyos 134, San Justo 130,
    Tandil 116, Castelar 108, Zárate 99, San Vicente 98, Luján 97, Pergamino 91, Olavarría 90, Junín 88, Campana 87,
    Pilar 81, Bella Vista 80, Necochea 74, Don Torcuato 71, Mercedes 63, El Palomar 59, Punta Alta 57, Chivilcoy 55, Azul 54,
    Los Polvorines 53, Chascomús 48, San Pedro 47, Tres Arroyos 47, San Isidro 45, Pehuajó 45, Villa de Mayo 43,
    General Pacheco 43, Lincoln 42, Tortuguitas 41, Salto 40, Balcarce 39, Ingeniero Pablo Nogués 38, Haedo 38,
    San Antonio de Padua 38, Santos Lugares 37, Saladillo 36, Nueve de Julio 35, Chacabuco 35, Pontevedra 34, Tigre 31,
    Adrogué 28, Coronel Suárez 27, Muñiz 27, Arrecifes 26, Dolores 25, Veinticinco de Mayo 25, Villa Gesell 23,
    Carmen de Patagones 21, Villa Sarmiento 17, Ayacucho 17, General Villegas 16`,
  2: 'San Fernando del Valle de Catamarca 159',
  3: `Córdoba 1505, Río Cuarto 157, Villa María 92, Villa Carlos Paz 69, San Francisco 59, Río Tercero 53, Alta Gracia 40,
    Bell Ville 35, Cruz del Eje 28, Villa Dolores 28, Jesús María 27, La Calera 25, Marcos Juárez 24, Villa Allende 22,
    Laboulaye 20, Arroyito 20, Cosquín 19, Río Segundo 18, Villa Nueva 17, Río Ceballos 17, Embalse 16,
    Unquillo 15, Morteros 15, La Falda 15`,
  4: `Corrientes 346, Goya 70, Paso de los Libres 44, Curuzú Cuatiá 36, Mercedes 31, Gobernador Virasoro 29, Esquina 26,
    Monte Caseros 25, Santo Tomé 23, Saladas 18, San Luis del Palmar 15`,
  5: `Paraná 269, Concordia 179, Gualeguaychú 95, Concepción del Uruguay 86, Gualeguay 33, Villaguay 32, Chajarí 31,
    Nogoyá 43, Victoria 25, La Paz 25, Colón 58, Diamante 20, Crespo 18, Santa Elena 18, Federal 16`,
  6: `San Salvador de Jujuy 258, San Pedro de Jujuy 58, Libertador General San Martín 49, Palpalá 48`,
  7: `Guaymallén 321, Las Heras 229, Maipú 214, Godoy Cruz 195, San Rafael 118, Mendoza 115, San Martín 83`,
  8: 'La Rioja 179, Chilecito 42, Aimogasta 17',
  9: `Salta 521, San Ramón de la Nueva Orán 74, Tartagal 61, Embarcación 24, General Mosconi 20, Joaquín V. González 19`,
  10: `San Juan 109, Rawson 108, Rivadavia 83, Chimbas 74, Santa Lucía 44, Pocito 41, Caucete 34, San José de Jáchal 21,
    Albardón 20`,
  11: 'San Luis 170, Villa Mercedes 97',
  12: `Rosario 1349, Santa Fe 391, Reconquista 90, Rafaela 89, Villa Gobernador Gálvez 75, Venado Tuerto 72, Santo Tomé 59,
    Villa Constitución 44, Esperanza 36, Cañada de Gómez 36, Granadero Baigorria 32, Casilda 32, Capitán Bermúdez 27,
    Pérez 24, Avellaneda 23, San Justo 22, Arroyo Seco 21, Vera 20, Villa Ocampo 19, Sunchales 19, Rufino 18, Gálvez 18,
    Firmat 18, Coronda 17, San Jorge 17, Carcarañá 16, San Javier 16`,
  13: 'Santiago del Estero 252, Termas de Río Hondo 28, Añatuya 20',
  14: `San Miguel de Tucumán 549, Yerba Buena 51, Tafí Viejo 48, Alderetes 38, Aguilares 32, Famaillá 31, Monteros 24,
    Bella Vista 15`,
  16: `Resistencia 291, Presidencia Roque Sáenz Peña 82, Barranqueras 51, Villa Ángela 44, Juan José Castelli 37,
    Quitilipi 32, General José de San Martín 32, Machagai 28, Charata 28, Las Breñas 27, Fontana 27, Tres Isletas 25,
    General Pinedo 16`,
  17: 'Comodoro Rivadavia 141, Trelew 98, Puerto Madryn 65, Esquel 28, Rawson 26',
  18: 'Formosa 222, Pirané 19',
  19: `Posadas 306, Oberá 57, Eldorado 54, San Vicente 38, Puerto Iguazú 32, Garupá 29, Apóstoles 27, Jardín América 25,
    San Pedro 24, Montecarlo 22, Aristóbulo del Valle 21, El Soberbio 20, Puerto Rico 17, Puerto Esperanza 16, Wanda 16`,
  20: 'Neuquén 231, Cutral Có 47, Zapala 32, Centenario 29, Plottier 25, San Martín de los Andes 24',
  21: 'Santa Rosa 103, General Pico 57',
  22: `San Carlos de Bariloche 95, Cipolletti 75, General Roca 73, Viedma 49, Villa Regina 31, Allen 26, Cinco Saltos 20,
    San Antonio Oeste 17, El Bolsón 16, Río Colorado 16, Catriel 15`,
  23: 'Río Gallegos 96, Caleta Olivia 36',
  24: 'Ushuaia 57, Río Grande 53',
}

const populations = new Map(
  Object.entries(THOUSANDS).flatMap(([province, text]) =>
    text.split(',').map((entry): [string, number] => {
      const [, name = '', thousands] = /^(.*) (\d+)$/.exec(entry.trim()) ?? []
      return [`${province} ${name}`, Number(thousands)]
    }),
  ),
)

/** Thousands of inhabitants of a shipped locality; 0 where no figure is kept. */
export const populationOf = (provinceId: number, name: string): number => populations.get(`${provinceId} ${name}`) ?? 0
