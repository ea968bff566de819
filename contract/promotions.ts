/** Ours: the promotions of the shop, as the office makes them (R358). */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { clientId, idText } from './ids.ts'
import { moment } from './moment.ts'
import { instant, int, money, percent, wireObject } from './wire.ts'
import { wireWords } from './wire-words.ts'

/** Why a promotion is refused. */
export const promotionTexts = {
  name: 'Escriba un nombre de hasta 60 letras',
  percent: 'El porcentaje debe ser un número de 1 a 90, con hasta dos decimales',
  lists: 'Elija al menos una lista, o que valga para todas',
  noSuchList: 'Esa lista no existe',
  articles: 'Pegue al menos un código',
  brand: 'Elija una marca',
  noSuchBranch: 'Esa categoría no es de esa marca',
  begins: 'Escriba desde qué día corre',
  hour: 'La hora debe ser como 09:30',
  ends: 'Escriba hasta qué día corre',
  endsBefore: 'El fin está antes que el comienzo',
  endsInThePast: 'Ese fin ya pasó',
  noArticles: 'No hay artículos en venta en esa marca o categoría',
  priceOfBranch: 'Por precio se promocionan artículos sueltos: pegue sus códigos',
  tooMany: 'Son más de 5.000 artículos: haga dos promociones, o elija la marca o la categoría',
} as const

/** Most articles that a promotion names, and letters of its text of codes. */
export const MOST_PROMOTED = 5_000
export const LONGEST_PROMOTED = 200_000
export const LONGEST_NAME = 60
/** Hundredths of a percent. */
export const LEAST_PERCENT = 1_00
export const MOST_PERCENT = 90_00

/** What a promotion is of. */
export const coverage = wireWords({ articles: 'articulos', brand: 'marca', category: 'categoria' })
export type Coverage = z.output<typeof coverage>

const level = z.nullable(int)
const promotionFields = {
  name: [
    'nombre',
    z.string().check(z.trim(), z.minLength(1, promotionTexts.name), z.maxLength(60, promotionTexts.name)),
  ],
  /** Null: by price. */
  percent: ['porcentaje', z.nullable(percent)],
  covers: ['alcance', coverage],
  brandId: ['marca', level],
  categoryId: ['categoria', level],
  subcategoryId: ['subcategoria', level],
  /** A code in each line, by price with the price beside it; '' for a branch. */
  articles: ['articulos', z.string().check(z.maxLength(LONGEST_PROMOTED, promotionTexts.tooMany))],
  /** Ids of lists, 0 for the base list; null: for all. */
  lists: ['listas', z.nullable(z.array(int).check(z.maxLength(1_000)))],
  /** Without an hour: at its first moment. */
  begins: ['desde', moment(promotionTexts.begins)],
  /** Without an hour: with the day's last moment. */
  ends: ['hasta', moment(promotionTexts.ends)],
} as const
const promotionBody = wireObject(promotionFields)
export type PromotionBody = z.output<typeof promotionBody>

/** A promotion in the office's list. */
export const promotion = wireObject({
  id: ['id', int],
  name: ['nombre', z.string()],
  percent: ['porcentaje', z.nullable(percent)],
  covers: ['alcance', coverage],
  /** The names of its branch; '' for none, and where it was deleted. */
  brand: ['nombreMarca', z.string()],
  category: ['nombreCategoria', z.string()],
  /** How many articles it names. */
  articles: ['articulos', int],
  /** The names of its lists; null: for all. */
  lists: ['listas', z.nullable(z.array(z.string()))],
  begins: ['desde', instant],
  ends: ['hasta', instant],
  state: ['estado', wireWords({ runs: 'corre', ahead: 'empieza', over: 'terminada' })],
  version: ['version', int],
})
export type Promotion = z.output<typeof promotion>

const admin = { who: 'admin' } as const
const params = wireObject({ id: ['id', idText] })
const version = z.optional(int)
const made = wireObject({ id: ['id', int] })

export const listPromotions = endpoint({
  method: 'GET',
  path: '/api/promociones',
  access: admin,
  summary: 'Las promociones: las que corren, las que empiezan y las que terminaron.',
  response: z.array(promotion),
})

export const getPromotion = endpoint({
  method: 'GET',
  path: '/api/promociones/:id',
  access: admin,
  summary: 'Una promoción como se la edita.',
  params,
  response: wireObject({ ...promotionFields, version: ['version', int] }),
})

/** An article by a promotion, as a client is shown it. Amounts in cents; 0: no price. */
const promotedArticle = wireObject({
  articleId: ['IDART_IO', int],
  code: ['CODIGO_ART', z.string()],
  description: ['DESCRIP_ART', z.string()],
  before: ['antes', money],
  after: ['despues', money],
  /** Where the price comes from then, in words. */
  reason: ['MOTIVO_PRECIO', z.string()],
})
export type PromotedArticle = z.output<typeof promotedArticle>

/** Examples of a review. */
export const PROMOTION_EXAMPLES = 10

export const reviewPromotion = endpoint({
  method: 'POST',
  path: '/api/promociones/revisar',
  access: { who: 'admin', client: 'body.idcli' },
  summary: 'Qué haría una promoción con los precios que ve un cliente (−1: sin cliente), sin guardarla.',
  body: wireObject({
    ...promotionFields,
    clientId: ['idcli', clientId],
    /** The promotion that it would be a change of. */
    id: ['id', z.optional(int)],
  }),
  response: wireObject({
    /** Articles on sale that it is of; of them, those that cost the client less, more, or nothing else; by one unit. */
    articles: ['articulos', int],
    cheaper: ['bajan', int],
    dearer: ['suben', int],
    same: ['iguales', int],
    /** Those that get dearer first. */
    examples: ['ejemplos', z.array(promotedArticle)],
  }),
})
export type PromotionReview = z.output<typeof reviewPromotion.response>

export const createPromotion = endpoint({
  method: 'POST',
  path: '/api/promociones',
  access: admin,
  summary: 'Hace una promoción.',
  body: promotionBody,
  response: made,
})

export const changePromotion = endpoint({
  method: 'PUT',
  path: '/api/promociones/:id',
  access: admin,
  refusals: ['CONFLICT'],
  summary: 'Cambia una promoción.',
  params,
  body: wireObject({ ...promotionFields, version: ['version', version] }),
  response: made,
})

export const endPromotion = endpoint({
  method: 'POST',
  path: '/api/promociones/:id/terminar',
  access: admin,
  refusals: ['CONFLICT'],
  summary: 'Termina una promoción ahora; la que no empezó no empieza.',
  params,
  body: wireObject({ version: ['version', version] }),
  response: made,
})
