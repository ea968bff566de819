/** The rights of access and deletion (Ley 25.326, articles 14 and 16): one person's data, out or away. */
import type { Db } from '../../db/open.ts'
import { audit } from '../audit/audit.service.ts'
import { erasePerson, findPerson, readPersonalData } from './personal-data.queries.ts'

/** All that is kept of the person with a CUIT (eleven digits) as plain data; undefined when there is none. */
export async function exportPersonalData(db: Db, cuit: string): Promise<Record<string, unknown> | undefined> {
  const person = await findPerson(db.kysely, cuit)
  if (!person) return undefined
  const { password_hash: _, ...account } = person
  return { account, ...(await readPersonalData(db.kysely, person.id)) }
}

/**
 * Takes a person out of the shop: account, addresses, carts, sessions and waiting mails. Orders stay, as
 * accounting asks, without the person in them. What the ERP keeps of a client is the ERP's.
 * @returns false when nobody has the CUIT
 */
export async function erasePersonalData(db: Db, cuit: string): Promise<boolean> {
  return db.tx(async (t, publish) => {
    const person = await findPerson(t, cuit)
    if (!person) return false
    await erasePerson(t, person.id, person.email)
    await audit(t, { userId: null, action: 'erase', entity: 'user', entityId: person.id })
    publish('session')
    return true
  })
}
