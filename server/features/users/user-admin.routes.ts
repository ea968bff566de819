import { registrationTexts } from '../../../contract/accounts.ts'
import { userType } from '../../../contract/auth.ts'
import { parseCuit } from '../../../contract/cuit.ts'
import { isEmail } from '../../../contract/email.ts'
import type { QueryOf } from '../../../contract/endpoint.ts'
import {
  createUser as createUserCall,
  enableUser as enableUserCall,
  filterUsers,
  findUserByCuit,
  getEnabling,
  getLegacyData,
  getNotified,
  getUser,
  isNotified,
  listNewUserOrders as listNewUserOrdersCall,
  listNotEnabled,
  listSellers as listSellersCall,
  listUsers as listUsersCall,
  listVatConditions as listVatConditionsCall,
  notifiedAlready,
  notifiedRefused,
  setNotified,
  setUserZone,
  USERS_PAGE_SIZE,
  updateLegacyData,
  updateUser as updateUserCall,
  verifyUnavailable,
  verifyUser,
} from '../../../contract/user-admin.ts'
import { HttpError, malformed, notFound } from '../../http/errors.ts'
import { type App, route } from '../../http/route.ts'
import { verifyAccount } from '../accounts/accounts.service.ts'
import type { Registry } from '../registry/registry.service.ts'
import type { Settings } from '../settings/settings.service.ts'
import { saveSetting } from '../settings/settings.service.ts'
import { setZone, updateClientTerms } from './client-terms.service.ts'
import { enableUser, missingToEnable } from './enable-user.service.ts'
import {
  findClient,
  findRowByCuit,
  listNewUserOrders,
  listSellers,
  listUsers,
  listVatConditions,
} from './user-admin.queries.ts'
import { changeUser, createUser, type UserAdminParts } from './user-admin.service.ts'
import { findUserForm } from './user-form.service.ts'
import { usersSheet } from './users.headings.ts'

/** Which mails get new orders; the key of the setting. */
const NOTIFIED = 'NOTIF_PED'
/** More that wait at once than anybody reads. */
const MOST_WAITING = 500

const filterOf = ({ name, type, enabled, active, sort }: QueryOf<typeof filterUsers>) => ({
  name,
  type: userType.options.find((one) => one === type),
  enabled: flagOf(enabled),
  active: flagOf(active),
  sort,
})

export function userAdminRoutes(
  app: App,
  parts: UserAdminParts & { settings: Settings; registry: Registry },
): void {
  const { db, settings, registry } = parts
  const page = async (filter: Parameters<typeof listUsers>[1], index: number, size = USERS_PAGE_SIZE) => {
    const rows = await listUsers(db.kysely, filter, size, index * size)
    // Only the first row of a page carries the count (R5).
    return rows.map(({ total, ...row }, position) => (position === 0 ? { ...row, total } : row))
  }

  route(app, listUsersCall, ({ query }) => page({}, query.page))
  route(app, filterUsers, ({ query }) => page(filterOf(query), query.page), {
    sheet: { ...usersSheet, rows: ({ query }) => listUsers(db.kysely, filterOf(query)) },
  })
  route(app, listNotEnabled, () => page({ enabled: false, active: true }, 0, MOST_WAITING))
  route(app, getUser, async ({ params }) => {
    const user = await findUserForm(db.kysely, params.id)
    if (!user) throw notFound()
    return user
  })
  route(app, findUserByCuit, async ({ query }) => {
    const cuit = parseCuit(query.cuit)
    return (cuit && (await findRowByCuit(db.kysely, cuit))) || null
  })
  route(app, createUserCall, async ({ body, caller }) => ({ id: await createUser(parts, caller, body) }))
  route(app, updateUserCall, async ({ body, caller }) => {
    await changeUser(parts, caller, body)
    return true
  })
  route(app, getEnabling, async ({ params }) => ({ missing: await missingToEnable(db.kysely, params.id) }))
  route(app, enableUserCall, async ({ params, body, caller }) => {
    await enableUser(parts, caller, params.id, body)
    return true
  })
  route(app, verifyUser, async ({ params, caller }) => {
    const user = await findUserForm(db.kysely, params.id)
    if (!user) throw notFound()
    const outcome = await verifyAccount(db, registry, params.id, caller.userId)
    if (outcome === 'unavailable') throw new HttpError('UNAVAILABLE', verifyUnavailable)
    if (outcome === 'unknown') throw malformed(registrationTexts.cuitRefused)
    return (await findUserForm(db.kysely, params.id)) ?? user
  })
  route(app, setUserZone, async ({ query, caller }) => {
    await setZone(parts, caller, query.id, query.zoneId)
    return true
  })
  route(app, getLegacyData, async ({ params }) => {
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
    }
  })
  route(app, updateLegacyData, async ({ body, caller }) => {
    const { userId, ...terms } = body
    await updateClientTerms(parts, caller, userId, terms)
    return true
  })
  route(app, listVatConditionsCall, () => listVatConditions(db.kysely))
  route(app, listSellersCall, () => listSellers(db.kysely))
  route(app, listNewUserOrdersCall, () => listNewUserOrders(db.kysely))
  route(app, getNotified, () => settings.value(NOTIFIED))
  route(app, setNotified, async ({ query, caller }) => {
    const emails = query.emails.split(';').filter((email) => email !== '')
    if (!emails.every(isEmail))
      throw malformed(notifiedRefused, [{ field: 'mails', message: notifiedRefused }])
    if (emails.some((email, at) => isNotified(emails.slice(0, at).join(';'), email)))
      throw malformed(notifiedAlready, [{ field: 'mails', message: notifiedAlready }])
    await saveSetting(db, caller.userId, { key: NOTIFIED, value: emails.join(';'), aux: '' })
    await settings.refresh()
    return true
  })
}

const flagOf = (text: string): boolean | undefined =>
  text === '1' || text === 'true' ? true : text === '0' || text === 'false' ? false : undefined
