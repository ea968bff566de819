/** The staff's articles as a workbook (R44). */
import {
  type ArticleFields,
  articleFields,
  isShownTo,
  type Kind,
  listingFields,
  type NamesFor,
} from '../../../contract/article-fields.ts'
import { priceOf } from '../../../contract/price.ts'
import type { ManagedProduct } from '../../../contract/product-manager.ts'
import { articleWords, listingWords } from '../../db/article-columns.ts'
import type { CellKind, CellValue, ListSheet, SheetColumn } from '../../spreadsheets/list-sheet.ts'

/** How the values of a kind stand in their cells, and how wide their column is. */
const cells = {
  text: ['text', 14],
  whole: ['count', 10],
  percent: ['percent', 12],
  flag: ['yesNo', 8],
  id: ['count', 10],
  'text?': ['text', 14],
  'whole?': ['count', 10],
  'percent?': ['percent', 12],
  'day?': ['text', 12],
} as const satisfies Record<Kind, readonly [CellKind, width: number]>

type ExportedName = NamesFor<typeof articleFields, 'export'> | NamesFor<typeof listingFields, 'export'>
/** What is exported is in the office's row: for a field that is not read for it, this does not compile (R44). */
const exportedValue = (row: ManagedProduct, name: ExportedName): CellValue => row[name]

/** A column for each field that the export has, under its word in the audit. */
const columnsOf = <F extends ArticleFields>(
  fields: F,
  words: { readonly [K in keyof F]: readonly [string, string?] },
) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      if (!isShownTo(field, 'export')) return []
      const [kind, width] = cells[field[1]]
      const value = (row: ManagedProduct) => exportedValue(row, name as ExportedName)
      return [[name, { heading: words[name as keyof F][0], kind, width, value }]]
    }),
  ) as unknown as { readonly [K in NamesFor<F, 'export'>]: SheetColumn<ManagedProduct> }

const { code, description, alias, season, unitsPerPack, multiple, ...further } = columnsOf(articleFields, articleWords)
const { position, discount, promo, future, hint, ...furtherOfListing } = columnsOf(listingFields, listingWords)

export const articlesSheet: ListSheet<ManagedProduct> = {
  name: 'articles',
  title: 'Artículos',
  columns: [
    { ...code, width: 16 },
    { ...description, heading: 'Nombre', width: 48 },
    alias,
    { heading: 'Marca', kind: 'text', width: 22, value: ({ brand }) => brand },
    { heading: 'Categoría', kind: 'text', width: 22, value: ({ category }) => category },
    { heading: 'Subcategoría', kind: 'text', width: 22, value: ({ subcategory }) => subcategory },
    { ...position, width: 8, value: ({ listingId, position }) => listingId && position },
    season,
    { heading: 'Precio de lista', kind: 'money', width: 15, value: ({ listPrice }) => listPrice },
    { ...discount, heading: 'Descuento %' },
    {
      heading: 'Precio',
      kind: 'money',
      width: 15,
      value: ({ listPrice, discount }) => priceOf({ listPrice, discount }) || null,
    },
    promo,
    future,
    { heading: 'Activo', kind: 'yesNo', width: 8, value: ({ active }) => active },
    { heading: 'En el sistema de gestión', kind: 'yesNo', width: 12, value: ({ inErp }) => inErp },
    { ...hint, heading: 'Indicación de compra', width: 30 },
    { ...unitsPerPack, width: 12 },
    multiple,
    ...Object.values<SheetColumn<ManagedProduct>>(further),
    ...Object.values<SheetColumn<ManagedProduct>>(furtherOfListing),
    // When the file comes back, it tells which rows somebody changed since the export.
    { heading: 'Versión', kind: 'count', width: 9, value: ({ version }) => version },
  ],
}
