/** Generates any number of toys, with words, codes and prices distributed as in a wholesaler's catalogue. */
import type { CatalogueItem } from '../engine/item.ts'
import { emptyArticle } from '../engine/sample-fields.ts'
import { createRandom, type Random } from './random.ts'

const list = (words: string): readonly string[] => words.split(',').map((word) => word.trim())

const TOYS = list(`Muñeca, Muñeco, Auto, Camión, Tren, Pelota, Rompecabezas, Peluche, Robot, Dinosaurio, Avión,
  Helicóptero, Barco, Bicicleta, Triciclo, Monopatín, Pista, Garage, Cocinita, Juego de té, Set de playa, Balde,
  Pistola de agua, Burbujero, Xilofón, Piano, Guitarra, Tambor, Ladrillos, Bloques, Masa para modelar, Pizarra,
  Ábaco, Dominó, Ajedrez, Juego de mesa, Naipes, Trompo, Yoyó, Barrilete, Carpa, Casita, Castillo, Granja, Zoológico,
  Disfraz, Máscara, Títere, Caballito, Andador, Sonajero, Móvil de cuna, Mordillo, Gimnasio, Arenero, Pileta,
  Tractor, Excavadora, Grúa, Ambulancia, Autobomba, Patrullero, Moto, Cuatriciclo, Lanzador, Espada, Arco y flecha`)
const QUALITIES = list(`grande, mediano, chico, gigante, mini, musical, luminoso, a fricción, a control remoto,
  inflable, de madera, de plástico, de tela, con luz y sonido, a pila, articulado, didáctico, magnético, plegable,
  surtido, coleccionable, de lujo, clásico, interactivo, parlante, lavable, antiestrés, fluorescente, metálico`)
const COLOURS = list('rojo, azul, verde, amarillo, rosa, violeta, naranja, celeste, blanco, negro, multicolor')
const THEMES = list(`Princesa, Pirata, Astronauta, Unicornio, Sirena, Bombero, Policía, Superhéroe, Selva, Océano,
  Espacio, Granjero, Médico, Veterinaria, Chef, Bebé, Mascotas, Dragones, Caballeros, Hadas, Monstruos, Ninja,
  Safari, Circo, Navidad, Halloween, Fútbol, Tenis, Básquet, Rally, Fórmula, Construcción, Pastelería, Peluquería`)
const PACKINGS = list('en caja, en blíster, en bolsa, en display, en tubo, en valija, en red, colgante')
const SYLLABLES = list(`ba, be, bi, bo, ca, co, cu, da, di, do, fa, fi, ga, go, gu, ja, ki, la, le, li, lo, lu, ma, me,
  mi, mo, na, ni, no, pa, pe, pi, po, ra, ri, ro, sa, si, so, ta, te, ti, to, tu, va, vi, ya, za, zo, zu`)
const HINTS = list(`Venta por display cerrado, Se entrega surtido por color, No incluye pilas,
  Consultar disponibilidad por cantidad, Solo bulto cerrado`)
const CODE_LETTERS = list('SI, TY, BX, KR, MZ, PL, AR, DK')

/** A made-up name of a product line: 'Zukimo'. */
function inventName(random: Random): string {
  const name = Array.from({ length: random.between(2, 4) }, () => random.pick(SYLLABLES)).join('')
  return name.charAt(0).toUpperCase() + name.slice(1)
}

function describe(random: Random, lines: readonly string[]): string {
  const parts = [random.pick(TOYS), random.pick(lines), random.pick(QUALITIES)]
  if (random.chance(0.7)) parts.push(random.pick(THEMES))
  if (random.chance(0.5)) parts.push(random.pick(COLOURS))
  if (random.chance(0.3)) parts.push(`${random.between(5, 120)} cm`)
  if (random.chance(0.15)) parts.push(`1:${random.pick([12, 18, 24, 32, 43, 64])}`)
  if (random.chance(0.2)) parts.push(`x${random.pick([2, 3, 6, 12, 24])} u.`)
  if (random.chance(0.4)) parts.push(random.pick(PACKINGS))
  return parts.join(' ')
}

/** A code in one of three styles that suppliers use; `n` makes it unique. */
function codeOf(random: Random, n: number): string {
  const digits = String(n).padStart(5, '0')
  const kind = random.next()
  if (kind < 0.5) return digits
  if (kind < 0.8) return `${random.pick(CODE_LETTERS)}-${random.pick(CODE_LETTERS)}${digits}`
  return `${random.pick(CODE_LETTERS)}${digits}`
}

interface Category {
  readonly id: number
  readonly position: number
  readonly subcategories: readonly number[]
}

interface Brand {
  readonly id: number
  readonly categories: readonly Category[]
  readonly lines: readonly string[]
}

/** Six brands; categories belong to a brand, one in three has no subcategories. */
function inventBrands(random: Random, linesPerBrand: number): readonly Brand[] {
  let categoryId = 100
  let subcategoryId = 1
  return Array.from({ length: 6 }, (_, brand) => ({
    id: brand + 1,
    lines: Array.from({ length: linesPerBrand }, () => inventName(random)),
    categories: Array.from({ length: random.between(8, 16) }, (_, category) => ({
      id: categoryId++,
      position: category,
      subcategories: random.chance(1 / 3) ? [] : Array.from({ length: random.between(2, 8) }, () => subcategoryId++),
    })),
  }))
}

/** The name of a category or subcategory: words that descriptions have too, as in real trees. */
const nameOf = (id: number): string => `${TOYS[id % TOYS.length]} y ${THEMES[id % THEMES.length]}`

/** Two of a hundred articles have no price, as in real feeds; most cost a few thousand pesos. */
function priceOf(random: Random): number {
  return random.chance(0.02) ? 0 : Math.round(10 ** (2.5 + random.next() * 2.5)) * 100
}

/** `size` articles with ids 1 … size; the same seed always gives the same ones. */
export function generateCatalogue({ size, seed = 1 }: { size: number; seed?: number }): CatalogueItem[] {
  const random = createRandom(seed)
  const brands = inventBrands(random, Math.max(20, Math.round(size / 100)))
  const items = Array.from({ length: size }, (_, i) => {
    const articleId = i + 1
    const brand = random.pick(brands)
    const category = random.pick(brand.categories)
    const assigned = random.chance(0.98)
    const categorised = assigned && random.chance(0.97)
    const subcategory = random.between(0, category.subcategories.length - 1)
    const subcategoryId = categorised ? (category.subcategories[subcategory] ?? null) : null
    const tag = `${articleId.toString(36)}v1`
    return {
      ...emptyArticle,
      articleId,
      listingId: articleId,
      code: codeOf(random, articleId),
      description: describe(random, brand.lines),
      alias: random.chance(0.9) ? `779${String(random.between(0, 9_999_999_999)).padStart(10, '0')}` : '',
      unitsPerPack: random.pick([1, 6, 12, 24, 48]),
      innerPack: random.pick([0, 0, 6, 12]),
      assortment: random.pick([0, 0, 0, 2, 4]),
      multiple: random.pick([1, 1, 1, 2, 3, 6, 12]),
      season: random.pick(['2024', '2025', '2026']),
      brandId: assigned ? brand.id : null,
      categoryId: categorised ? category.id : null,
      subcategoryId,
      brand: assigned ? (brand.lines[0] ?? '') : '',
      category: categorised ? nameOf(category.id) : '',
      subcategory: subcategoryId === null ? '' : nameOf(subcategoryId),
      brandPosition: brand.id,
      categoryPosition: category.position,
      subcategoryPosition: subcategory,
      position: random.between(0, 500),
      listPrice: priceOf(random),
      discount: random.chance(0.3) ? random.pick([500, 1000, 1250, 2000, 3000]) : 0,
      promo: random.chance(0.1),
      future: random.chance(0.05),
      hint: random.chance(0.2) ? random.pick(HINTS) : '',
      media: [tag, random.chance(0.4) ? tag : null, random.chance(0.1) ? tag : null, null, null],
    }
  })
  // Parsed, as the server's are: an object made of another one and more is several times slower to read.
  return JSON.parse(JSON.stringify(items))
}
