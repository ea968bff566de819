/** Saving what the shop says of an article (R204): its first edit lists it, every later one changes the listing. */

import type { BodyOf } from '../../../contract/endpoint.ts'
import type { FieldError } from '../../../contract/errors.ts'
import { type createListing, type ListingForm, listingTexts } from '../../../contract/product-manager.ts'
import { audit, auditedUpdate, lockRecord, refuseStale } from '../../audit/audit.ts'
import type { Caller } from '../../caller.ts'
import { listingColumns, toColumns } from '../../db/article-columns.ts'
import { raiseCatalogueVersion } from '../../db/catalogue-version.ts'
import type { Db, Queryable } from '../../db/open.ts'
import { notFound, refuseProblems } from '../../refusal.ts'
import * as sqlOf from './save-listing.queries.ts'

/**
 * Lists an article and answers the listing's id.
 * @throws Refusal 404 for no article; 409 when somebody listed it meanwhile; 400 with the refused fields
 */
export function listArticle(
  db: Db,
  caller: Caller,
  { articleId, position, ...form }: BodyOf<typeof createListing>,
): Promise<number> {
  return db.tx(async (t, publish) => {
    if (!(await sqlOf.lockArticle(t, articleId))) throw notFound()
    const listed = await sqlOf.findListingOf(t, articleId)
    if (listed) {
      await refuseStale(t, { entity: 'product', entityId: articleId, stored: listed.version, given: 0 })
    }
    refuseProblems(await placeProblems(t, form))
    const after = await sqlOf.insertListing(t, {
      article_id: articleId,
      ...columnsOf({ ...form, position: position ?? (await sqlOf.nextPosition(t, form)) }),
    })
    await audit(t, {
      userId: caller.userId,
      action: 'create',
      entity: 'product',
      entityId: articleId,
      after: { ...after },
    })
    await raiseCatalogueVersion(t, publish)
    return after.id
  })
}

/**
 * Changes a listing.
 * @throws Refusal 404 for no listing; 409 when somebody changed it meanwhile; 400 with the refused fields
 */
export async function changeListing(db: Db, caller: Caller, id: number, form: ListingForm): Promise<void> {
  await db.tx(async (t, publish) => {
    const articleId = await sqlOf.articleOf(t, id)
    if (articleId === undefined) throw notFound()
    const record = { entity: 'product', entityId: articleId } as const
    const before = await lockRecord(t, 'product', articleId, form.version)
    refuseProblems(await placeProblems(t, form))
    const changes = columnsOf(form)
    const after = await auditedUpdate(t, { ...record, userId: caller.userId, before, changes })
    if (after === before) return
    await raiseCatalogueVersion(t, publish)
  })
}

/** The refused field of a place in the tree, or none: a category stands in its brand, a subcategory in its category. */
export async function placeProblems(t: Queryable, place: sqlOf.Branch): Promise<FieldError[]> {
  const { brandId, categoryId, subcategoryId } = place
  const problem = (field: 'brandId' | 'categoryId' | 'subcategoryId', message: string) => [{ field, message }]
  if (brandId !== null && !(await sqlOf.brandExists(t, brandId))) return problem('brandId', listingTexts.brand)
  if (categoryId !== null) {
    const isInBrand = brandId !== null && (await sqlOf.stands(t, { id: categoryId, brandId, parentId: null }))
    if (!isInBrand) return problem('categoryId', listingTexts.category)
  }
  if (subcategoryId !== null) {
    const isInCategory =
      brandId !== null &&
      categoryId !== null &&
      (await sqlOf.stands(t, { id: subcategoryId, brandId, parentId: categoryId }))
    if (!isInCategory) return problem('subcategoryId', listingTexts.subcategory)
  }
  return []
}

const columnsOf = (form: Omit<ListingForm, 'version'>) => ({
  ...toColumns(listingColumns, form),
  active: form.active,
})
