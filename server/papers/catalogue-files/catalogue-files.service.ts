/** Catalogues and price lists: their content, and the key under which one is shared. */
import { createHash } from 'node:crypto'
import type { CatalogueFilter } from '../../../contract/catalogue.ts'
import { DEFAULT_DENSITY, type Density } from '../../../contract/documents.ts'
import { readId } from '../../../contract/ids.ts'
import type { Catalogue, CatalogueState } from '../../catalogue/catalogue.ts'
import { dayText } from '../../lib/dates.ts'
import type { Face } from '../../lib/face.ts'
import type { Asker } from '../../lib/fair-queue.ts'
import { workerUrl } from '../../lib/worker-url.ts'
import { keptPagePhoto } from '../../media/media.ts'
import type { Files } from '../../ports/files/port.ts'
import { notFound, wrongField } from '../../refusal.ts'
import type { Settings } from '../../settings/settings.ts'
import type { Interest, MadeFiles } from '../made-files/made-files.service.ts'
import type { CatalogueFileKind, CatalogueFileTask } from './catalogue-files.types.ts'
import { namesOf, OTHER_BRANDS, OTHERS } from './file-items.rules.ts'

/** Which articles a document has, and what it shows of them. */
export interface CatalogueFileOrder {
  /** A quotation of chosen articles is no catalogue: `askForChosenQuotation` takes it. */
  kind: CatalogueFileKind | 'quotation'
  branch: Pick<CatalogueFilter, 'brandId' | 'categoryId' | 'subcategoryId'>
  /** These articles instead of a branch; those not on sale are left out. */
  articleIds?: readonly number[]
  /** Whose prices it shows; NO_CLIENT: those of users without one. */
  clientId: number
  withLogo: boolean
  withImages: boolean
  withPrices: boolean
  /** Of a catalogue in PDF; a ticket from before there was a choice has none. */
  perPage?: Density | undefined
}

export interface CatalogueFilesParts {
  catalogue: Catalogue
  files: Files
  settings: Pick<Settings, 'value'>
  madeFiles: MadeFiles
  face: () => Face
  shopAddress: string
}

export const noArticles = 'No hay artículos para este documento'

/** To be raised when the same articles are drawn in another way: files in the old design are made anew then. */
const DESIGN = 5

/**
 * Asks for a document; whoever asks for the same one at the same version of the catalogue shares its making.
 * @throws Refusal 404 when there are no articles in it
 */
export function askForCatalogueFile(
  { catalogue, files, settings, madeFiles, face, shopAddress }: CatalogueFilesParts,
  order: CatalogueFileOrder & { kind: CatalogueFileKind },
  asker: Asker['key'],
): Interest {
  const state = catalogue.current(order.clientId)
  const rows = rowsOf(state, order)
  if (rows.length === 0) throw notFound(noArticles)
  const date = dayText(new Date())
  const perPage = order.perPage ?? DEFAULT_DENSITY
  const contact = { mail: settings.value('CONTACTO_MAIL'), phone: settings.value('CONTACTO_TEL') }
  const shop = { face: face(), shopAddress, contact, terms: settings.value('TERMINOS') }
  const key = createHash('sha256')
    .update(
      JSON.stringify([DESIGN, state.version, state.prices, date, perPage, ...Object.values(shop), ...partsOf(order)]),
    )
    .digest('hex')
    .slice(0, 40)
  const isPdf = order.kind === 'catalogue'
  return madeFiles.ask<CatalogueFileTask>(
    {
      key,
      worker: workerUrl(import.meta.url, isPdf ? 'catalogue-pdf-worker' : 'catalogue-sheet-worker'),
      ...(perPage === 6 && { file: (name: string) => keptPagePhoto(files, name) }),
      read: async () => ({
        kind: order.kind,
        ...shop,
        perPage,
        title: titleOf(state, order),
        date,
        withLogo: order.withLogo,
        withImages: order.withImages,
        withPrices: order.withPrices,
        rows: state.snapshot.bodyOf(rows),
        tree: state.tree,
      }),
    },
    asker,
  )
}

/** The values of an order in a fixed sequence: a ticket's order from the database has its fields in another sequence. */
const partsOf = ({ kind, branch, articleIds, withLogo, withImages, withPrices }: CatalogueFileOrder) => [
  kind,
  branch.brandId,
  branch.categoryId,
  branch.subcategoryId,
  articleIds,
  withLogo,
  withImages,
  withPrices,
]

function rowsOf({ snapshot }: CatalogueState, { branch, articleIds }: CatalogueFileOrder): readonly number[] {
  if (!articleIds) return snapshot.selectAll({ ...branch, text: '', order: 'default' })
  const rows = articleIds.map((id) => snapshot.rowByArticle(id)).filter((row) => row !== undefined)
  return [...new Set(rows)].sort((a, b) => a - b)
}

/** The names of the branch, the brand first; for the whole catalogue the name of the document. */
function titleOf({ tree }: CatalogueState, { branch }: CatalogueFileOrder): string {
  const { brands, categories } = namesOf(tree)
  const names = [
    branch.brandId === undefined ? undefined : (brands.get(branch.brandId) ?? OTHER_BRANDS),
    branch.categoryId === undefined ? undefined : (categories.get(branch.categoryId) ?? OTHERS),
    branch.subcategoryId === undefined ? undefined : categories.get(branch.subcategoryId),
  ]
  return names.filter(Boolean).join(' · ') || 'Catálogo'
}

/** Reads article ids joined by commas (R8), each once. @throws Refusal 400 for none, too many, or a text that is no id */
export function readArticleIds(text: string): number[] {
  const given = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  if (given.length === 0) throw wrongField('body', 'Seleccione al menos un artículo')
  if (given.length > MAX_CHOSEN) throw wrongField('body', `Se pueden elegir hasta ${MAX_CHOSEN} artículos`)
  const ids = given.map((part) => readId(part)).filter((id) => id !== undefined)
  if (ids.length < given.length) throw wrongField('body', 'Hay un artículo que no es válido')
  return [...new Set(ids)]
}
/** Articles that a quotation may have. */
export const MAX_CHOSEN = 2_000
