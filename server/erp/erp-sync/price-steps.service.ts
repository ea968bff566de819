/** Finds the branches that steps of prices name in the shop's tree (R351): as asignaciones does, by name. */
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { foldText } from '../../lib/search-text.ts'
import type { FeedFile, FeedProblem } from '../../ports/erp/erp.ts'
import { readBrands, readCategories } from './listings.queries.ts'

type Tx = Transaction<Tables>
type Branch = Pick<Tables['price_step'], 'brand_id' | 'category_id'>

/**
 * Gives all steps of branches the ids of what they name; to be called after each import of steps. Answers whether any got
 * other ids, and a remark about each row of the file whose branch the shop does not have.
 */
export async function placeSteps(
  t: Tx,
  file: FeedFile<'priceSteps'>,
): Promise<{ changed: boolean; remarks: FeedProblem[] }> {
  const branchOf = await branchFinder(t)
  const steps = await t
    .selectFrom('price_step')
    .select(['id', 'brand', 'category', 'subcategory', 'brand_id', 'category_id'])
    .where('brand', '<>', '')
    .execute()
  const moved = steps.flatMap(({ id, ...step }) => {
    const { brand_id, category_id } = branchOf(step) ?? { brand_id: null, category_id: null }
    return brand_id === step.brand_id && category_id === step.category_id ? [] : [{ id, brand_id, category_id }]
  })
  await sql`update price_step set brand_id = given.brand_id, category_id = given.category_id
    from json_to_recordset(${JSON.stringify(moved)}::json) as given (id int, brand_id int, category_id int)
    where price_step.id = given.id`.execute(t)
  const remarks = file.rows.flatMap(({ row, record: { brand, category = '', subcategory = '' } }): FeedProblem[] => {
    if (brand === '' || branchOf({ brand, category, subcategory })) return []
    const name = [brand, category, subcategory].filter(Boolean).join(' > ')
    const message = `La tienda no tiene «${name}»: el escalón no se aplica hasta que exista`
    return [{ code: 'NO_EXISTE', row, column: file.headings.brand ?? null, message }]
  })
  return { changed: moved.length > 0, remarks }
}

/** Finds the ids of named branches; case and accents do not count. Undefined for one that the shop does not have. */
async function branchFinder(t: Tx) {
  const keyOf = (brand: number, parent: number | null, name: string) => `${brand} ${parent} ${foldText(name)}`
  const brands = new Map((await readBrands(t)).map(({ id, name }) => [foldText(name), id]))
  const categories = new Map(
    (await readCategories(t)).map(({ id, brand_id, parent_id, name }) => [keyOf(brand_id, parent_id, name), id]),
  )
  return ({
    brand,
    category,
    subcategory,
  }: Record<'brand' | 'category' | 'subcategory', string>): Branch | undefined => {
    const brand_id = brands.get(foldText(brand))
    if (brand_id === undefined) return undefined
    let category_id: number | null = null
    for (const name of [category, subcategory].filter(Boolean)) {
      const found = categories.get(keyOf(brand_id, category_id, name))
      if (found === undefined) return undefined
      category_id = found
    }
    return { brand_id, category_id }
  }
}
