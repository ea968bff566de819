/** SQL for the shop's face, for what is made outside of a request: mails. */
import { unsetValue } from '../../contract/setting-keys.ts'
import { type Face, faceKeys, faceOf } from '../lib/face.ts'
import type { Queryable } from './open.ts'

/** The shop's face as it is stored now. @param shopName SHOP_NAME, the name while the office has set none */
export async function findFace(db: Queryable, shopName: string): Promise<Face> {
  const rows = await db
    .selectFrom('setting')
    .select(['key', 'value', 'aux'])
    .where('key', 'in', [...faceKeys])
    .execute()
  return faceOf((wanted) => rows.find(({ key }) => key === wanted) ?? { value: unsetValue(wanted), aux: '' }, shopName)
}
