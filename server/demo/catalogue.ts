/** The demo shop's articles: names, prices, packs and pictures, the same every time. */

import { brands, type DemoBrand } from './brands.ts'
import type { Picture } from './drawing/scenes.ts'
import { categoriesOfBrand, type Family, families } from './families.ts'
import { type Random, seededRandom } from './random.ts'

export interface DemoListing {
  /** Null: not assigned to any brand yet. */
  readonly brand: string | null
  readonly category: string | null
  readonly subcategory: string | null
  readonly position: number
  /** Hundredths of a percent. */
  readonly discount: number
  readonly promo: boolean
  readonly future: boolean
  readonly hint: string
  readonly active: boolean
}

/** The content of one media slot: a picture to be drawn, or a video by the name of its motif. */
export type DemoMedia = { readonly picture: Picture } | { readonly video: VideoMotif }

export interface DemoArticle {
  readonly id: number
  readonly brand: DemoBrand
  readonly code: string
  readonly description: string
  /** EAN-13. */
  readonly alias: string
  /** Cents; 0 has no price yet. */
  readonly listPrice: number
  readonly unitsPerPack: number
  readonly innerPack: number
  readonly assortment: number
  readonly multiple: number
  readonly season: string
  readonly active: boolean
  /** Null: known to the ERP, not to the shop. */
  readonly listing: DemoListing | null
  readonly media: readonly DemoMedia[]
}

/** Motifs that have a short video, and the brand whose colours it is made in. */
export const videos = {
  car: { brand: 'Rayuela', extension: 'webm' },
  rocket: { brand: 'Barrilete', extension: 'mp4' },
  top: { brand: 'Trompo', extension: 'webm' },
  drum: { brand: 'Tambor', extension: 'mp4' },
} as const
export type VideoMotif = keyof typeof videos

const ARTICLES_PER_BRAND = 100
const SEED = 2026

const discounts: readonly (readonly [number, number])[] = [
  [0, 66],
  [500, 9],
  [1000, 9],
  [1500, 5],
  [2000, 4],
  [1250, 2],
  [725, 2],
  [3333, 1],
  [4000, 2],
]
/** Cents of a price whose 5 % off is a half cent, so that rounding shows (38,30 is 36,385, sold at 36,39). */
const awkwardCents = [10, 30, 50, 70, 90]
const isAwkward = (id: number) => id % 20 === 11
const hints = [
  'Surtido de colores, no se puede elegir',
  'Venta por bulto cerrado',
  'Precio válido hasta agotar stock',
  'Incluye pilas',
  'No incluye pilas',
  'Exhibidor de mostrador',
  'Apto desde los 3 años',
]
const seasons: readonly (readonly [string, number])[] = [
  ['', 40],
  ['2026', 30],
  ['Día de la Niñez', 12],
  ['Navidad y Reyes', 10],
  ['Verano', 8],
]
const packs: readonly (readonly [multiple: number, unitsPerPack: number, innerPack: number])[] = [
  [1, 12, 1],
  [1, 6, 1],
  [1, 24, 1],
  [1, 4, 1],
  [1, 48, 6],
  [2, 24, 2],
  [3, 36, 3],
  [6, 72, 6],
  [6, 48, 6],
  [12, 144, 12],
  [24, 288, 24],
]

/** The thirteen digits of an article's code for shop tills; the last one is the check digit. */
export function ean13(articleId: number): string {
  const digits = `779${String(8_800_000_00 + articleId).padStart(9, '0')}`
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (index % 2 ? 3 : 1), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

/** All articles, brand after brand; ids from 1. */
export function makeArticles(): DemoArticle[] {
  const random = seededRandom(SEED)
  const articles: DemoArticle[] = []
  for (const brand of brands) {
    const positions = new Map<string, number>()
    toysOf(brand, random).forEach(({ family, name }, index) => {
      const id = articles.length + 1
      articles.push(makeArticle({ id, number: index + 1, brand, family, name, random, positions }))
    })
  }
  return articles
}

interface Toy {
  readonly family: Family
  readonly name: string
}

/** A hundred different toys of what the brand is known for, in the order of its tree. */
function toysOf(brand: DemoBrand, random: Random): Toy[] {
  const categories = categoriesOfBrand[brand.name] ?? []
  const known = families.filter(({ category }) => categories.includes(category))
  const wanted = ARTICLES_PER_BRAND / known.length
  let owed = 0
  const toys = known.flatMap((family) => {
    owed += wanted
    const names = random.shuffled(family.kinds.flatMap((kind) => family.details.map((detail) => `${kind} ${detail}`)))
    const taken = names.slice(0, Math.round(owed))
    owed -= taken.length
    return taken.map((name) => ({ family, name }))
  })
  return toys.sort((a, b) => categories.indexOf(a.family.category) - categories.indexOf(b.family.category))
}

interface Making {
  id: number
  /** Running number within the brand. */
  number: number
  brand: DemoBrand
  family: Family
  name: string
  random: Random
  positions: Map<string, number>
}

function makeArticle(making: Making): DemoArticle {
  const { id, number, brand, family, name, random } = making
  const [multiple, unitsPerPack, innerPack] = packOf(family, random)
  return {
    id,
    brand,
    code: brand.code(number * 7 + random.int(0, 6)),
    description: name,
    alias: ean13(id),
    listPrice: priceOf(id, family, random),
    unitsPerPack,
    innerPack,
    assortment: random.weighted([
      [0, 6],
      [4, 1],
      [6, 1],
      [12, 1],
    ]),
    multiple,
    season: random.weighted(seasons),
    active: id % 120 !== 77,
    listing: listingOf(making),
    media: mediaOf(making),
  }
}

/** Large things come one by one, small ones by the dozen. */
function packOf({ price: [least] }: Family, random: Random) {
  const fitting = packs.filter(([multiple]) => (least > 9000 ? multiple === 1 : least > 3500 ? multiple <= 6 : true))
  return random.pick(fitting)
}

function priceOf(id: number, { price: [least, most] }: Family, random: Random): number {
  if (id % 75 === 40) return 0
  const pesos = random.int(least, least + Math.round((most - least) * random.pick([0.3, 0.6, 1])))
  return pesos * 100 + random.pick(isAwkward(id) ? awkwardCents : [0, 0, 50, 90, 99, random.int(1, 98)])
}

function listingOf({ id, brand, family, random, positions }: Making): DemoListing | null {
  const place = `${family.category}/${family.subcategory}`
  const position = (positions.get(place) ?? 0) + 1
  positions.set(place, position)
  const discount = isAwkward(id) ? 500 : random.weighted(discounts)
  const listing: DemoListing = {
    brand: brand.name,
    category: family.category,
    subcategory: family.subcategory,
    position,
    discount,
    promo: discount >= 1000 && random.chance(0.7),
    future: discount === 0 && random.chance(0.07),
    hint: random.chance(0.18) ? random.pick(hints) : '',
    active: id % 110 !== 31,
  }
  if (id % 55 === 17) return null
  if (id % 90 === 53) return { ...listing, brand: null, category: null, subcategory: null }
  if (id % 60 === 29) return { ...listing, category: null, subcategory: null }
  return listing
}

function mediaOf({ id, brand, family: { motif, size }, name, random }: Making): DemoMedia[] {
  // Some are still without a photo, as in every shop.
  if (id % 48 === 13) return []
  const palette = random.pick([0, 0, 0, 1, 2] as const)
  const picture = (view: Picture['view'], label?: string): DemoMedia => ({
    picture: { motif, palette, view, label },
  })
  const media = [picture('front')]
  if (random.chance(0.24)) {
    const spoken = name.match(/\b(\d+) cm\b/)?.[1]
    const centimetres = spoken ?? String(random.pick([size[0], size[1]]))
    const furtherViews = [picture('box'), picture('close'), picture('group'), picture('size', `${centimetres} cm`)]
    media.push(...random.shuffled(furtherViews).slice(0, random.pick([1, 1, 2, 4])))
  }
  const hasVideo = motif in videos && videos[motif as VideoMotif].brand === brand.name
  return hasVideo ? [media[0] as DemoMedia, { video: motif as VideoMotif }, ...media.slice(1)].slice(0, 5) : media
}
