/** SQL of the tree's names. */
import type { Queryable } from '../../db/open.ts'
import type { NamedTree } from './tree.rules.ts'

export async function readTree(db: Queryable): Promise<NamedTree> {
  const brands = await db.selectFrom('brand').select(['id', 'name']).execute()
  const categories = await db
    .selectFrom('category')
    .select(['id', 'name', 'brand_id as brandId', 'parent_id as parentId'])
    .execute()
  return { brands, categories }
}
