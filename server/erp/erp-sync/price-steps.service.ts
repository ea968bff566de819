/** Finds the branches that steps of prices name in the shop's tree (R351): as asignaciones does, by name. */
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { FeedFile, FeedProblem } from '../../ports/erp/erp.ts'
import { findPlaces } from './listings.service.ts'

/**
 * Gives all steps of branches the ids of what they name; to be called after each import of steps. Answers whether any got
 * other ids, and a remark about each row of the file whose branch the shop does not have.
 */
export async function placeSteps(
  t: Transaction<Tables>,
  file: FeedFile<'priceSteps'>,
): Promise<{ changed: boolean; remarks: FeedProblem[] }> {
  const placeOf = await findPlaces(t)
  const steps = await t
    .selectFrom('price_step')
    .select(['id', 'brand', 'category', 'subcategory', 'brand_id', 'category_id'])
    .where('brand', '<>', '')
    .execute()
  const moved: Pick<Tables['price_step'], 'id' | 'brand_id' | 'category_id'>[] = []
  const unknown = new Map<number, string>()
  for (const { id, ...step } of steps) {
    const { brand_id: brand, category_id: category, subcategory_id: subcategory } = placeOf(step)
    const isKnown = ![brand, category, subcategory].some(Number.isNaN)
    const place = { brand_id: isKnown ? brand : null, category_id: isKnown ? (subcategory ?? category) : null }
    if (!isKnown) unknown.set(id, [step.brand, step.category, step.subcategory].filter(Boolean).join(' > '))
    if (place.brand_id !== step.brand_id || place.category_id !== step.category_id) moved.push({ id, ...place })
  }
  if (moved.length > 0)
    await sql`update price_step set brand_id = given.brand_id, category_id = given.category_id
      from json_to_recordset(${JSON.stringify(moved)}::json) as given (id int, brand_id int, category_id int)
      where price_step.id = given.id`.execute(t)
  const remarks = file.rows.flatMap(({ row, record }): FeedProblem[] => {
    const branch = unknown.get(record.id)
    const message = `La tienda no tiene «${branch}»: el escalón no se aplica hasta que exista`
    return branch ? [{ code: 'NO_EXISTE', row, column: file.headings.brand ?? null, message }] : []
  })
  return { changed: moved.length > 0, remarks }
}
