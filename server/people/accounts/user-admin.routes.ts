import * as z from 'zod/mini'
import { registrationTexts } from '../../../contract/accounts.ts'
import { parseCuit } from '../../../contract/cuit.ts'
import type { BodyOf, QueryOf } from '../../../contract/endpoint.ts'
import { userTypes } from '../../../contract/roles.ts'
import * as calls from '../../../contract/user-admin.ts'
import type { Caller } from '../../caller.ts'
import { visitorKey } from '../../http/rate-limit.ts'
import { type App, route } from '../../http/route.ts'
import { malformed, notFound, Refusal } from '../../refusal.ts'
import { createPasswordCheck } from '../auth/password-again.ts'
import type { Registry } from '../registry/registry.service.ts'
import { setZone, updateClientTerms } from './client-terms.service.ts'
import { enableUser, missingToEnable, rejectUser } from './enable-user.service.ts'
import { countUsers, findClient, findRowByCuit, listUsers } from './user-admin.queries.ts'
import { changeUser, createUser, type UserAdminParts } from './user-admin.service.ts'
import { findUserForm } from './user-form.service.ts'
import { usersSheet } from './users.headings.ts'
import { verifyAccount } from './verify-account.service.ts'

// The form refuses field by field, so its decoder takes them all for optional; the description tells what a user needs.
calls.createUser.body.register(z.globalRegistry, { required: [...calls.neededFields, 'cuit', 'contra'] })
calls.updateUser.body.register(z.globalRegistry, { required: [...calls.neededFields, 'id'] })

/** Users waiting to be enabled that one answer lists at most; nobody reads more. */
const MOST_WAITING = 500

const filterOf = ({ name, type, enabled, active, clientInUse, sort }: QueryOf<typeof calls.filterUsers>) => ({
  name,
  type: userTypes.find((known) => known === type),
  enabled: flagOf(enabled),
  active: flagOf(active),
  clientInUse: flagOf(clientInUse ?? ''),
  sort,
})

export function userAdminRoutes(app: App, parts: Omit<UserAdminParts, 'shopName'> & { registry: Registry }): void {
  const { db, registry } = parts
  const checkPassword = createPasswordCheck(db)
  const named = (): UserAdminParts => ({ ...parts, shopName: app.face().name })
  /** The caller, and whether the own password came with the request and is right (R340). */
  const acting = async (caller: Caller, { ownPassword }: BodyOf<typeof calls.enableUser>, ip: string) => {
    const who = { userId: caller.userId, address: visitorKey(ip) }
    if (ownPassword) await checkPassword(who, ownPassword, 'ownPassword')
    return { ...caller, isSure: Boolean(ownPassword) }
  }
  const page = async (filter: Parameters<typeof listUsers>[1], index: number, size = calls.USERS_PAGE_SIZE) => {
    const [first, ...rest] = await listUsers(db.kysely, filter, size, index * size)
    // Only the first row of a page carries the count (R5).
    return first ? [{ ...first, total: await countUsers(db.kysely, filter) }, ...rest] : []
  }

  route(app, calls.listUsers, ({ query }) => page({}, query.page))
  route(app, calls.filterUsers, ({ query }) => page(filterOf(query), query.page, query.size), {
    sheet: { ...usersSheet, rows: ({ query }) => listUsers(db.kysely, filterOf(query)) },
  })
  route(app, calls.listNotEnabled, () => page({ enabled: false, active: true }, 0, MOST_WAITING))
  route(app, calls.getUser, async ({ params }) => {
    const user = await findUserForm(db.kysely, params.id)
    if (!user) throw notFound()
    return user
  })
  route(app, calls.findUserByCuit, async ({ query }) => {
    const cuit = parseCuit(query.cuit)
    return (cuit && (await findRowByCuit(db.kysely, cuit))) || null
  })
  route(app, calls.createUser, async ({ body, caller, request }) => ({
    id: await createUser(named(), await acting(caller, body, request.ip), body),
  }))
  route(app, calls.updateUser, async ({ body, caller, request }) => {
    await changeUser(named(), await acting(caller, body, request.ip), body)
    return true
  })
  route(app, calls.getEnabling, ({ params, query }) => missingToEnable(db.kysely, params.id, query.clientId))
  route(app, calls.enableUser, async ({ params, body, caller, request }) => {
    await enableUser(named(), await acting(caller, body, request.ip), params.id, body)
    return true
  })
  route(app, calls.rejectUser, async ({ params, caller }) => {
    await rejectUser(named(), caller, params.id)
    return true
  })
  route(app, calls.verifyUser, async ({ params, caller }) => {
    const user = await findUserForm(db.kysely, params.id)
    if (!user) throw notFound()
    const outcome = await verifyAccount(db, registry, params.id, caller.userId)
    if (outcome === 'unavailable') throw new Refusal('UNAVAILABLE', calls.verifyUnavailable)
    if (outcome === 'unknown') throw malformed(registrationTexts.cuitRefused)
    return (await findUserForm(db.kysely, params.id)) ?? user
  })
  route(app, calls.setUserZone, async ({ query, caller }) => {
    await setZone(named(), caller, query.id, query.zoneId)
    return true
  })
  route(app, calls.getLegacyData, async ({ params }) => {
    const user = await findUserForm(db.kysely, params.id)
    if (!user) throw notFound()
    const client = user.clientId ? await findClient(db.kysely, user.clientId) : undefined
    if (!client) return null
    return {
      sellerId: client.seller_id,
      saleCondition: client.sale_condition,
      bonus: client.bonus,
      vatConditionId: client.vat_condition_id ?? 0,
      zoneId: client.zone_id,
      version: client.version,
    }
  })
  route(app, calls.updateLegacyData, async ({ body, caller }) => {
    const { userId, ...terms } = body
    await updateClientTerms(named(), caller, userId, terms)
    return true
  })
}

const flagOf = (text: string): boolean | undefined =>
  text === '1' || text === 'true' ? true : text === '0' || text === 'false' ? false : undefined
