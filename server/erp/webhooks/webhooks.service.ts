/** What an admin does with webhooks (R42, R220). */
import { randomUUID } from 'node:crypto'
import type { BodyOf } from '../../../contract/endpoint.ts'
import * as calls from '../../../contract/webhooks.ts'
import { audit, auditedUpdate, lockRecord } from '../../audit/audit.ts'
import type { Caller } from '../../caller.ts'
import { type Db, isTwice } from '../../db/open.ts'
import { type WebhookSender, WebhookUnreachable } from '../../ports/webhooks/port.ts'
import { conflict, notFound, refuseProblems } from '../../refusal.ts'
import { newSecret, signedNotice } from './notice.ts'
import * as queries from './webhooks.queries.ts'

export interface WebhookParts {
  db: Db
  sender: WebhookSender
}

type Choice = BodyOf<typeof calls.createWebhook>

export const allWebhooks = ({ db }: WebhookParts) => queries.listWebhooks(db.kysely)

/**
 * Makes a webhook; answers its secret, which is not shown again.
 * @throws Refusal 400; 409 for an address that another one has, or for more than MOST_WEBHOOKS
 */
export async function createWebhook(
  { db, sender }: WebhookParts,
  caller: Caller,
  choice: Choice,
): Promise<calls.ToldSecret> {
  const wanted = checkChoice(sender, choice)
  const secret = newSecret()
  return orTwice(() =>
    db.tx(async (t) => {
      if ((await queries.countForNewOne(t)) >= calls.MOST_WEBHOOKS) throw conflict(calls.webhookTexts.tooMany)
      const { id } = await queries.insertWebhook(t, { ...wanted, secret })
      const after = { ...wanted, active: true }
      await audit(t, { userId: caller.userId, action: 'create', entity: 'webhook', entityId: id, after })
      return { id, secret }
    }),
  )
}

/**
 * Changes a webhook; its secret stays.
 * @throws Refusal 400, 404, 409 for an address that another one has, and when somebody else changed it meanwhile (R41)
 */
export async function changeWebhook(
  { db, sender }: WebhookParts,
  caller: Caller,
  id: number,
  { active, version, ...choice }: BodyOf<typeof calls.updateWebhook>,
): Promise<calls.Webhook> {
  const changes = { ...checkChoice(sender, choice), active }
  return orTwice(() =>
    db.tx(async (t) => {
      const before = await lockRecord(t, 'webhook', id, version)
      return auditedUpdate(t, { userId: caller.userId, entity: 'webhook', entityId: id, before, changes })
    }),
  )
}

/** Removes a webhook and the notices that it has not got yet. @throws Refusal 404 */
export async function removeWebhook({ db }: WebhookParts, caller: Caller, id: number): Promise<boolean> {
  await db.tx(async (t) => {
    const { url, events, active } = await lockRecord(t, 'webhook', id)
    await queries.deleteWebhook(t, id)
    const before = { url, events, active }
    await audit(t, { userId: caller.userId, action: 'delete', entity: 'webhook', entityId: id, before })
  })
  return true
}

/** Puts a new secret in the place of the old one and answers it. @throws Refusal 404 */
export async function renewSecret({ db }: WebhookParts, caller: Caller, id: number): Promise<calls.ToldSecret> {
  const secret = newSecret()
  await db.tx(async (t) => {
    await lockRecord(t, 'webhook', id)
    await queries.setSecret(t, id, secret)
    const after = { secret }
    await audit(t, { userId: caller.userId, action: 'update', entity: 'webhook', entityId: id, after })
  })
  return { id, secret }
}

/** Sends a test notice without data, at once and without a retry. @throws Refusal 404 */
export async function tryWebhook({ db, sender }: WebhookParts, id: number): Promise<calls.WebhookTrial> {
  const target = await queries.findTarget(db.kysely, id)
  if (!target) throw notFound()
  const now = new Date()
  const sample = { key: randomUUID(), event: calls.TEST_EVENT, at: now.toISOString(), data: {} }
  const began = performance.now()
  const msSince = () => Math.round(performance.now() - began)
  try {
    const { status, text } = await sender.send({
      url: target.url,
      ...signedNotice(sample, target.secret, now),
    })
    return { accepted: status >= 200 && status <= 299, status, ms: msSince(), text: text.slice(0, SHOWN) }
  } catch (error) {
    if (!(error instanceof WebhookUnreachable)) throw error
    return { accepted: false, status: null, ms: msSince(), text: error.message }
  }
}

/** Characters of a receiver's answer that are shown. */
const SHOWN = 500

/** Answers the address and the events in the form in which they are stored. @throws Refusal 400 */
function checkChoice(sender: WebhookSender, { url, events }: Choice) {
  const problem = sender.problemOf(url)
  refuseProblems([
    ...(problem ? [{ field: 'url', message: problem }] : []),
    ...(events.length === 0 ? [{ field: 'events', message: calls.webhookTexts.events }] : []),
  ])
  return { url: new URL(url).href, events: calls.webhookEvents.filter((event) => events.includes(event)) }
}

async function orTwice<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isTwice(error)) throw conflict(calls.webhookTexts.twice)
    throw error
  }
}
