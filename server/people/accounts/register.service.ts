/** Registration of a prospect (R102, R105, R15). The account waits for an admin. */
import { registrationProblems } from '../../../contract/account-rules.ts'
import { inUse, type Registration, registrationTexts } from '../../../contract/accounts.ts'
import { parseCuit } from '../../../contract/cuit.ts'
import { easyPassword } from '../../../contract/password.ts'
import { isProvince } from '../../../contract/provinces.ts'
import type { RegistryEntry } from '../../../contract/registry.ts'
import { audit } from '../../audit/audit.ts'
import { type Db, isTwice } from '../../db/open.ts'
import { enqueue, enqueueAll } from '../../jobs/outbox.ts'
import { forbidden, refuseProblems, wrongField } from '../../refusal.ts'
import { findOfficeMails } from '../../settings/settings.ts'
import { hashPassword } from '../auth/auth.service.ts'
import { isCommonest } from '../auth/commonest-passwords.ts'
import type { Registry } from '../registry/registry.service.ts'
import { insertAddress, insertUser, isTaken, mayHave } from './accounts.queries.ts'
import { verificationAt } from './verify-account.service.ts'

/**
 * Makes a disabled account and mails that it was received. What the tax registry says wins over what was
 * typed; when it does not answer, the account is made with typed data and marked as not verified.
 * @returns the new user's id
 * @throws Refusal 400 with every refused field, or without any name; 403 when CUIT or mail are taken
 */
export async function registerProspect(
  { db, registry, shopName }: { db: Db; registry: Registry; shopName: string },
  form: Registration,
): Promise<number> {
  const asksCarrier = !(await mayHave(db.kysely, 'carrier', null))
  const problems = registrationProblems(form, { shopName, asksCarrier })
  if (!problems.some(({ field }) => field === 'password') && (await isCommonest(form.password)))
    problems.push({ field: 'password', message: easyPassword })
  if (form.carrierId && !(await mayHave(db.kysely, 'carrier', form.carrierId))) {
    problems.push({ field: 'carrierId', message: registrationTexts.carrier })
  }
  if (form.zoneId && !(await mayHave(db.kysely, 'zone', form.zoneId))) {
    problems.push({ field: 'zoneId', message: registrationTexts.zone })
  }
  refuseProblems(problems)

  // `registrationProblems` has found the CUIT right.
  const cuit = parseCuit(form.cuit) ?? ''
  const entry = await registry.lookUp(cuit)
  if (entry === 'unknown') {
    throw wrongField('cuit', registrationTexts.cuitRefused)
  }
  const known = entry === 'unavailable' ? null : entry
  const person = personOf(form, known)
  // Neither the registry nor the prospect named whose account it is.
  if (person.business_name === '') throw wrongField('firstName', registrationTexts.name)
  const email = form.email.trim().toLowerCase()
  const passwordHash = await hashPassword(form.password, 'stranger')
  try {
    return await db.tx(async (t, publish) => {
      if (await isTaken(t, { cuit, email })) throw forbidden(inUse)
      const id = await insertUser(t, {
        ...person,
        email,
        cuit,
        password_hash: passwordHash,
        type: 'cliente',
        phone: form.phone.trim(),
        mobile: form.mobile.trim(),
        carrier_id: form.carrierId || null,
        zone_id: form.zoneId || null,
        notes: form.notes.trim(),
        enabled: false,
        verified: known !== null,
        verified_at: known ? new Date().toISOString() : null,
      })
      const address = addressOf(form, known)
      if (address.street) await insertAddress(t, { user_id: id, ...address })
      const after = { ...person, email, cuit, verified: known !== null }
      await audit(t, { userId: null, action: 'register', entity: 'user', entityId: id, after })
      await enqueue(t, { kind: 'receivedMail', payload: { userId: id }, uniqueKey: `receivedMail:${id}` })
      const office = (await findOfficeMails(t)).map((to) => ({
        kind: 'registrationMail' as const,
        payload: { userId: id, to },
        uniqueKey: `registrationMail:${id}:${to.toLowerCase()}`,
      }))
      if (office.length > 0) await enqueueAll(t, office)
      if (!known) {
        const payload = { userId: id, round: 0 }
        await enqueue(t, { kind: 'verifyAccount', payload, runAt: verificationAt(0) })
      }
      publish('job')
      return id
    })
  } catch (error) {
    // Two registrations at once: the database decides which was first.
    if (isTwice(error)) throw forbidden(inUse)
    throw error
  }
}

function personOf(form: Registration, known: RegistryEntry | null) {
  const firstName = known?.firstName || form.firstName.trim()
  const lastName = known?.lastName || form.lastName.trim()
  return {
    first_name: firstName,
    last_name: lastName,
    // The form shows the razón social read-only, so without the registry it is the person's name.
    business_name: known?.businessName || form.businessName.trim() || `${firstName} ${lastName}`.trim(),
  }
}

/** The delivery address: the parts a provider gave, else the line as typed, else the fiscal address. */
function addressOf(form: Registration, known: RegistryEntry | null) {
  const fiscal = known?.addresses.find(({ kind }) => kind === 'FISCAL')
  const fiscalLine = fiscal ? `${fiscal.street} ${fiscal.number}`.trim() : ''
  const typedProvince = typeof form.provinceId === 'number' && isProvince(form.provinceId) ? form.provinceId : null
  return {
    street: form.address.trim() || `${form.street} ${form.number}`.trim() || fiscalLine,
    number: form.number.trim(),
    crossing: form.crossing.trim(),
    postal_code: form.postalCode.trim(),
    country: form.country.trim(),
    city: form.city.trim() || (fiscal?.city ?? ''),
    province_id: typedProvince ?? fiscal?.provinceId ?? null,
  }
}
