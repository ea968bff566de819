/** Naming a client's branches, which are its delivery addresses (R378). */
import { branchGone } from '../../../contract/branch-orders.ts'
import { auditedUpdate, lockRecord } from '../../audit/audit.ts'
import type { Caller } from '../../caller.ts'
import type { Db } from '../../db/open.ts'
import { notFound } from '../../refusal.ts'

/**
 * Gives a branch the name by which the client's people call it; '' takes it back. Answers the name that is shown now.
 * @throws Refusal 404 for an address that is not the client's
 */
export const nameBranch = (
  db: Db,
  caller: Caller,
  { clientId, addressId, name }: { clientId: number; addressId: number; name: string },
): Promise<string> =>
  db.tx(async (t) => {
    const entity = 'client-address'
    const before = await lockRecord(t, entity, addressId)
    if (before.client_id !== clientId) throw notFound(branchGone)
    if (before.own_name !== name)
      await auditedUpdate(t, {
        userId: caller.userId,
        entity,
        entityId: addressId,
        before,
        changes: { own_name: name },
      })
    return name || before.name
  })
