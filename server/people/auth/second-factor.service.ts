/** The second factor: switching it on and off, and taking its codes (R261 to R265). */
import { formatCuit } from '../../../contract/cuit.ts'
import { roles } from '../../../contract/roles.ts'
import { secondFactorTexts } from '../../../contract/second-factor.ts'
import { wrongPassword } from '../../../contract/sessions.ts'
import { audit, auditedUpdate, lockRecord } from '../../audit/audit.ts'
import type { Db } from '../../db/open.ts'
import { enqueue } from '../../jobs/outbox.ts'
import { conflict, forbidden, notFound, wrongField } from '../../refusal.ts'
import type { VerifiedPerson } from './auth.queries.ts'
import { latestStep, newRecoveryCodes, newSecret, recoveryHash, secretWords, stepOf } from './one-time-codes.ts'
import {
  deleteSecondFactor,
  findSecondFactor,
  idOfCuit,
  saveRecovery,
  saveSecret,
  spendRecovery,
  spendStep,
} from './second-factor.queries.ts'
import type { SessionStore } from './sessions.service.ts'

/** Spends a code of the app or a recovery code; false for one that is wrong or was used. The use of the latter is told. */
export async function spendCode(db: Db, userId: number, code: string): Promise<boolean> {
  const factor = await findSecondFactor(db.kysely, userId)
  if (!factor) return false
  const step = stepOf(factor.secret, code, Date.now())
  if (step !== null) return spendStep(db.kysely, userId, step, latestStep(Date.now()))
  return db.tx(async (t, publish) => {
    const left = await spendRecovery(t, userId, recoveryHash(code))
    if (left === undefined) return false
    const after = { recovery_codes_left: left }
    await audit(t, { userId, action: 'recovery-code-used', entity: 'user', entityId: userId, after })
    await enqueue(t, { kind: 'secondFactorMail', payload: { userId, event: 'recovery-code' } })
    publish('job')
    return true
  })
}

/** Makes a secret that counts once it is switched on. @throws Refusal 403 for clients, 409 when one is on */
export async function begin(db: Db, account: VerifiedPerson, shopName: string) {
  if (!roles[account.type].isStaff) throw forbidden()
  if (account.second_factor) throw conflict(secondFactorTexts.isOn)
  const secret = newSecret()
  await db.tx(async (t) => {
    if ((await lockRecord(t, 'user', account.id)).second_factor) throw conflict(secondFactorTexts.isOn)
    await saveSecret(t, account.id, secret)
  })
  return secretWords(secret, { issuer: shopName, label: formatCuit(account.cuit) })
}

/**
 * Switches the second factor on with a code of its secret, mails the user, and ends all sessions but that of the token `kept`.
 * @returns the recovery codes: the only time they exist in clear
 * @throws Refusal 400 for a wrong code, 403 for clients, 409 when one is on
 */
export async function switchOn(
  { db, sessions }: { db: Db; sessions: SessionStore },
  account: VerifiedPerson,
  code: string,
  kept: string | undefined,
): Promise<string[]> {
  if (!roles[account.type].isStaff) throw forbidden()
  const codes = newRecoveryCodes()
  await db.tx(async (t, publish) => {
    const before = await lockRecord(t, 'user', account.id)
    if (before.second_factor) throw conflict(secondFactorTexts.isOn)
    // Changed since it was verified.
    if (before.password_hash !== account.password_hash) throw wrongField('password', wrongPassword)
    const factor = await findSecondFactor(t, account.id)
    const step = factor ? stepOf(factor.secret, code, Date.now()) : null
    if (step === null) throw wrongField('code', secondFactorTexts.codeWrong)
    await spendStep(t, account.id, step, latestStep(Date.now()))
    await saveRecovery(t, account.id, codes.map(recoveryHash))
    const record = { userId: account.id, entity: 'user', entityId: account.id, before } as const
    await auditedUpdate(t, { ...record, action: 'second-factor', changes: { second_factor: true } })
    await sessions.endAllOf(t, account.id, kept)
    await enqueue(t, { kind: 'secondFactorMail', payload: { userId: account.id, event: 'on' } })
    publish('session')
    publish('job')
  })
  sessions.forget()
  return codes
}

/** New recovery codes in place of the earlier ones; mails the user. @throws Refusal 404 while no second factor is on */
export async function renewCodes(db: Db, userId: number): Promise<string[]> {
  const codes = newRecoveryCodes()
  await db.tx(async (t, publish) => {
    if (!(await lockRecord(t, 'user', userId)).second_factor) throw notFound()
    await saveRecovery(t, userId, codes.map(recoveryHash))
    await audit(t, { userId, action: 'recovery-codes', entity: 'user', entityId: userId })
    await enqueue(t, { kind: 'secondFactorMail', payload: { userId, event: 'recovery-codes' } })
    publish('job')
  })
  return codes
}

/** Switches a user's second factor off, by whomever (null: the operator), and mails the user. @throws Refusal 404 */
export async function switchOff(db: Db, by: number | null, userId: number): Promise<void> {
  await db.tx(async (t, publish) => {
    const before = await lockRecord(t, 'user', userId)
    await deleteSecondFactor(t, userId)
    if (!before.second_factor) return
    const record = { userId: by, entity: 'user', entityId: userId, before } as const
    await auditedUpdate(t, { ...record, action: 'second-factor', changes: { second_factor: false } })
    await enqueue(t, { kind: 'secondFactorMail', payload: { userId, event: 'off' } })
    publish('job')
  })
}

/** The operator's way: takes the second factor of the user with a CUIT (eleven digits) away; false: nobody has it. */
export async function takeAwaySecondFactor(db: Db, cuit: string): Promise<boolean> {
  const id = await idOfCuit(db.kysely, cuit)
  if (id === undefined) return false
  await switchOff(db, null, id)
  return true
}
