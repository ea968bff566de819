/** The rows of somebody's list as a catalogue that the shop's engine searches. */
import type { Product } from '../contract/catalogue.ts'
import type { Level } from '../contract/device-catalogue.ts'
import { isBlank, readPrice, wholeCents } from '../server/spreadsheets/numbers.rules.ts'
import type { Cell, SheetRow } from '../server/spreadsheets/sheet.ts'
import type { KeptCatalogue } from '../web/shop/book/device-catalogue/searchable.ts'
import type { Role } from './columns.ts'

export interface ReadList {
  readonly catalogue: KeptCatalogue
  /** Rows without code or description: titles, totals, branches written as rows. */
  readonly skipped: number
  /** Articles whose price is missing or can't be read; they show 'Consultar'. */
  readonly withoutPrice: number
}

const textOf = (cell: Cell | undefined): string => String(cell ?? '').trim()

/** Cents of a cell; 0 where there is no price that can be read. */
function centsOf(cell: Cell | undefined): number {
  if (isBlank(cell)) return 0
  const { value, doubt } = readPrice(cell ?? null)
  return value === null || doubt ? 0 : (wholeCents(value) ?? Math.round(value * 100))
}

/** Names as levels, in the order in which they come. */
function levelsOf() {
  const ids = new Map<string, number>()
  return {
    idOf(name: string): number | null {
      if (name === '') return null
      const known = ids.get(name) ?? ids.size + 1
      ids.set(name, known)
      return known
    },
    levels: (): Level[] => [...ids].map(([name, id]) => ({ id, position: id, name })),
  }
}

/** Articles of the rows, those of one code more than once too: the list says what it says. */
export function readList(rows: readonly SheetRow[], columns: Readonly<Partial<Record<Role, number>>>): ReadList {
  const brands = levelsOf()
  const categories = levelsOf()
  let withoutPrice = 0
  const products: Product[] = []
  for (const { cells } of rows) {
    const cellOf = (role: Role): Cell | undefined => {
      const column = columns[role]
      return column === undefined ? undefined : cells[column]
    }
    const code = textOf(cellOf('code'))
    const description = textOf(cellOf('description'))
    if (code === '' || description === '') continue
    const listPrice = centsOf(cellOf('price'))
    if (listPrice === 0) withoutPrice++
    const id = products.length + 1
    products.push({
      articleId: id,
      listingId: id,
      erpArticleId: id,
      code,
      description,
      alias: textOf(cellOf('alias')),
      ean: textOf(cellOf('ean')),
      unitsPerPack: Math.max(0, Math.trunc(Number(textOf(cellOf('unitsPerPack')).replace(',', '.'))) || 0),
      innerPack: 0,
      assortment: 0,
      multiple: 1,
      season: '',
      discount: 0,
      promo: false,
      future: false,
      hint: '',
      position: id,
      brandId: brands.idOf(textOf(cellOf('brand'))),
      categoryId: categories.idOf(textOf(cellOf('category'))),
      subcategoryId: null,
      media1: null,
      media2: null,
      media3: null,
      media4: null,
      media5: null,
      image: null,
      listPrice,
      steps: undefined,
    })
  }
  const levels = { brands: brands.levels(), categories: categories.levels(), subcategories: [] }
  return {
    catalogue: { version: 1, products, levels },
    skipped: rows.length - products.length,
    withoutPrice,
  }
}
