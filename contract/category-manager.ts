/** The tree as the office keeps it: brands, categories, subcategories, and the order of their articles (R40). */
import * as z from 'zod/mini'
import { productFields } from './catalogue.ts'
import { endpoint } from './endpoint.ts'
import { id, idOr, idText, optionalIdText } from './ids.ts'
import { flag, instant, int, intText, optionalLevelText, pageIndex, wireObject, yesNoText } from './wire.ts'

const admin = { who: 'admin' } as const
/** The order of articles is part of /consulta (R100). */
const supervisor = { who: 'supervisor' } as const

/** A brand, a category or a subcategory. */
export const node = wireObject({
  id: ['id', int],
  name: ['nombre', z.string()],
  /** The brand it stands in; null for a brand. */
  brandId: ['idMarca', z.nullable(int)],
  /** The category a subcategory stands in; null for the others. */
  parentId: ['idPadre', z.nullable(int)],
  position: ['orden', int],
  /** Articles in exactly this place, on sale or not. */
  count: ['articulos', int],
  /** A brand whose articles are sold by whole bultos (R364); never a category. */
  wholePacks: ['porBulto', flag],
  version: ['version', int],
})
export type Node = z.output<typeof node>

/** An article in its branch. Its `id` is that of its listing. */
export const orderedArticle = wireObject({
  id: ['ID_IO', int, 'id'],
  articleId: productFields.articleId,
  code: productFields.code,
  description: productFields.description,
  position: ['ORDEN_IO', int, 'orden'],
  brandId: productFields.brandId,
  categoryId: productFields.categoryId,
  subcategoryId: productFields.subcategoryId,
  /** On sale: an active listing of an article that the ERP has. */
  active: ['ACTIVO_IO', flag],
  media1: productFields.media1,
  image: productFields.image,
  /** How many articles there are in all; in the first row only. */
  total: ['cantPaginas', z.optional(int)],
})
export type OrderedArticle = z.output<typeof orderedArticle>

export const categoryTexts = {
  nameMissing: 'Ingrese un nombre',
  nameTooLong: 'Hasta 100 caracteres',
  /** The question before a deletion, as the spec has it. */
  deletion: (name: string) => `Desea borrar ${name}? si tiene items asociados puede afectar a los mismos`,
  wholePacks: 'Por bulto cerrado',
  brandTaken: 'Ya hay una marca con ese nombre',
  categoryTaken: 'Ya hay una categoría con ese nombre en esta marca',
  subcategoryTaken: 'Ya hay una subcategoría con ese nombre en esta categoría',
  brandMissing: 'Elija la marca',
  noSuchBrand: 'No existe la marca',
  noSuchCategory: 'No es una categoría de esa marca',
  position: 'El orden debe ser un número entero desde 0',
  orderChanged: 'El orden cambió mientras usted lo editaba',
  orderIncomplete: 'La lista no está completa o no es de una misma rama',
  repeated: 'Un elemento está repetido en la lista',
  idOrList: 'Envíe el id con su orden, o la lista completa',
  undone: 'Ya se había deshecho',
  containerGone: 'Ya no existe lo que la contenía',
} as const

export const MAX_NAME = 100
const name = z
  .string()
  .check(z.trim(), z.minLength(1, categoryTexts.nameMissing), z.maxLength(MAX_NAME, categoryTexts.nameTooLong))
const version = z.codec(z.optional(z.string().check(z.regex(/^\d{0,9}$/))), z.optional(int), {
  decode: (text) => (text ? Number(text) : undefined),
  encode: (value) => (value === undefined ? undefined : String(value)),
})
/** Positions are counted from 1; 0 stands for the first, too. */
const newPosition = int.check(z.minimum(0, categoryTexts.position))

const place = wireObject({
  id: ['id', id],
  position: ['orden', newPosition],
  /** The position that the caller has read. If another one is stored, the order is not changed (R41). */
  seen: ['antes', z.optional(int)],
})
/** The position that a brand, category or listing of a branch is to have. */
export type WantedPosition = z.output<typeof place>
const places = z.array(place).check(z.minLength(1, categoryTexts.orderIncomplete), z.maxLength(20_000))
/** An article's order below 1 is raised to 1 (R205). */
const articlePlaces = z
  .array(wireObject({ ...place.fields, position: ['orden', int] }))
  .check(z.minLength(1, categoryTexts.orderIncomplete), z.maxLength(20_000))
/** A list of places, or the empty body that a call by query sends. */
const placesOrNothing = z.codec(z.union([places, z.strictObject({})]), z.custom<WantedPosition[]>(), {
  decode: (given) => (Array.isArray(given) ? given : []),
  encode: (list) => list,
})

/** The only entry in `details` of a 409 about an order: the branch as it is now, and who changed it last. */
export const branchChanged = wireObject({
  /** Name of the person; '' when nobody is known. */
  by: ['usuario', z.string()],
  at: ['fecha', z.nullable(instant)],
  branch: ['rama', z.array(wireObject({ id: ['id', int], position: ['orden', int], name: ['nombre', z.string()] }))],
})
export type BranchChanged = z.output<typeof branchChanged>

/** The whole tree as it is stored, in its order; brands first. */
export const listNodes = endpoint({
  method: 'GET',
  path: '/api/pedidos/categorias/todas',
  access: admin,
  summary: 'Marcas, categorías y subcategorías para administrar, cada una con su versión.',
  response: z.array(node),
})

/** A category of a brand, or with `idPadre` a subcategory; the last of its branch. */
export const createCategory = endpoint({
  method: 'POST',
  path: '/api/pedidos/categorias',
  access: admin,
  refusals: ['CONFLICT'],
  summary: 'Crea una categoría; orden lleva el id de su marca, idPadre el de la categoría que la contiene.',
  body: wireObject({
    name: ['nombre', name],
    parentId: ['idPadre', z.nullish(idOr(0))],
    brandId: ['orden', z.nullish(idOr(0))],
    // The spec's calls send these three, always the same; the tree stores none of them.
    active: ['activo', z.optional(flag)],
    featured: ['destacada', z.optional(flag)],
    weight: ['peso', z.optional(int)],
  }),
  response: node,
})
export const renameCategory = endpoint({
  method: 'PUT',
  path: '/api/pedidos/categorias',
  access: admin,
  refusals: ['NOT_FOUND', 'CONFLICT'],
  summary: 'Cambia el nombre de una categoría o subcategoría.',
  query: wireObject({ id: ['id', idText], name: ['nombre', name], version: ['version', version] }),
  response: node,
})

/** What a deletion took along; `restoreDeleted` with its `id` takes it back. */
const deletion = wireObject({ id: ['id', int], articles: ['articulos', int], below: ['subcategorias', int] })
export type Deletion = z.output<typeof deletion>
/** Its articles stay in the category or brand that contained it; its subcategories are deleted too. */
export const deleteCategory = endpoint({
  method: 'DELETE',
  path: '/api/pedidos/categorias',
  access: admin,
  refusals: ['NOT_FOUND', 'CONFLICT'],
  summary: 'Borra una categoría o subcategoría; sus artículos quedan en lo que la contenía.',
  query: wireObject({ id: ['id', idText], version: ['version', version] }),
  response: deletion,
})

export const createBrand = endpoint({
  method: 'POST',
  path: '/api/pedidos/categorias/marca',
  access: admin,
  refusals: ['CONFLICT'],
  summary: 'Crea una marca, la última en el orden.',
  query: wireObject({ name: ['nombre', name] }),
  response: node,
})
// A brand and a category may have the same id, so the calls that change brands have a path of their own.
export const renameBrand = endpoint({
  method: 'PUT',
  path: '/api/pedidos/categorias/marca',
  access: admin,
  refusals: ['NOT_FOUND', 'CONFLICT'],
  summary: 'Cambia el nombre de una marca y, con porBulto, si se vende por bulto cerrado.',
  query: wireObject({
    id: ['id', idText],
    name: ['nombre', name],
    wholePacks: ['porBulto', yesNoText],
    version: ['version', version],
  }),
  response: node,
})
/** Its articles become unassigned; its categories are deleted too. */
export const deleteBrand = endpoint({
  method: 'DELETE',
  path: '/api/pedidos/categorias/marca',
  access: admin,
  refusals: ['NOT_FOUND', 'CONFLICT'],
  summary: 'Borra una marca con sus categorías; sus artículos quedan sin asignar.',
  query: wireObject({ id: ['id', idText], version: ['version', version] }),
  response: deletion,
})

/** How many articles a restoration assigned again, and how many it left out because they were moved meanwhile. */
const restored = wireObject({ articles: ['articulos', int], leftOut: ['noVolvieron', int] })
export type Restored = z.output<typeof restored>
/** Takes a deletion back: restores what it deleted, with ids and positions, and assigns the articles to it again (R34). */
export const restoreDeleted = endpoint({
  method: 'POST',
  path: '/api/pedidos/categorias/borradas/:id/restaurar',
  access: admin,
  refusals: ['CONFLICT'],
  summary: 'Deshace el borrado de una marca, categoría o subcategoría.',
  params: wireObject({ id: ['id', idText] }),
  response: restored,
})

/** By query, moves one category to a position, and its siblings make room. By list, orders all brands. */
export const orderBrands = endpoint({
  method: 'PUT',
  path: '/api/pedidos/categorias/orden',
  access: admin,
  refusals: ['NOT_FOUND', 'CONFLICT'],
  summary: 'Ordena las marcas (lista completa), o con id y orden lleva una categoría a esa posición.',
  query: wireObject({
    categoryId: ['id', optionalIdText],
    position: [
      'orden',
      z.optional(
        z.codec(z.string().check(z.regex(/^\d{1,6}$/, categoryTexts.position)), newPosition, {
          decode: Number,
          encode: String,
        }),
      ),
    ],
  }),
  body: placesOrNothing,
  response: z.array(node),
})
export const orderCategories = endpoint({
  method: 'PUT',
  path: '/api/pedidos/categorias/orden/cats',
  access: admin,
  refusals: ['NOT_FOUND', 'CONFLICT'],
  summary: 'Ordena las categorías de una marca (lista completa).',
  body: places,
  response: z.array(node),
})
export const orderSubcategories = endpoint({
  method: 'PUT',
  path: '/api/pedidos/categorias/orden/subcats',
  access: admin,
  refusals: ['NOT_FOUND', 'CONFLICT'],
  summary: 'Ordena las subcategorías de una categoría (lista completa).',
  body: places,
  response: z.array(node),
})

/** The articles below a brand, category or subcategory. */
export const listBranch = endpoint({
  method: 'GET',
  path: '/api/pedidos/categorias/art',
  access: supervisor,
  summary: 'Artículos de una marca, categoría o subcategoría en su orden; con index, por páginas.',
  query: wireObject({
    brandId: ['m', optionalLevelText],
    categoryId: ['c', optionalLevelText],
    subcategoryId: ['s', optionalLevelText],
    page: ['index', z.optional(pageIndex)],
  }),
  response: z.array(orderedArticle),
})

/** The articles of exactly one place in the tree: those that `orderArticles` orders. */
export const listPlace = endpoint({
  method: 'GET',
  path: '/api/pedidos/productos/subcat',
  access: supervisor,
  summary: 'Todos los artículos que están justo en esa marca, categoría y subcategoría, en su orden.',
  query: wireObject({
    brandId: ['m', intText],
    categoryId: ['c', optionalLevelText],
    subcategoryId: ['s', optionalLevelText],
  }),
  response: z.array(orderedArticle),
})
/** Ids are those of the listings (`ID_IO`). */
export const orderArticles = endpoint({
  method: 'PUT',
  path: '/api/pedidos/productos/subcat',
  access: supervisor,
  refusals: ['NOT_FOUND', 'CONFLICT'],
  summary: 'Ordena los artículos de un mismo lugar (lista completa de ID_IO).',
  body: articlePlaces,
  response: z.array(orderedArticle),
})
