/** Users as other features need them. */

import type { SellersReach } from '../../caller.ts'
import type { Db } from '../../db/open.ts'
import { findClientTerms, isSellersClient, isSellersUser } from './users.queries.ts'

/** Which clients and users are a seller's. */
export const sellersReach = (db: Db): SellersReach => ({
  client: (sellerId, clientId) => isSellersClient(db.kysely, sellerId, clientId),
  user: (sellerId, userId) => isSellersUser(db.kysely, sellerId, userId),
  exists: async (clientId) => (await findClientTerms(db.kysely, clientId)) !== undefined,
})
