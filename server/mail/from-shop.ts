/** Mails that jobs send in the shop's name. */
import { logoWithin } from '../../contract/face.rules.ts'
import { findContact } from '../db/contact.ts'
import { findFace } from '../db/face.ts'
import type { Db } from '../db/open.ts'
import type { JobInfo } from '../jobs/kinds.ts'
import type { MailAttachment, Mailer } from '../ports/mail/mail.ts'
import { deliver } from './deliver.ts'
import type { RenderedMail, Shop } from './layout.ts'

/** What the handlers of jobs that mail are made of. */
export interface MailParts {
  readonly db: Db
  readonly mailer: Mailer
  readonly shop: Pick<Shop, 'name' | 'url'>
  /** The PNG of a stored logo in the size of mails; null for one that is gone. Without this function mails have no logo. */
  readonly logo?: (file: string) => Promise<Uint8Array | null>
}

/** The most that a logo takes in the head of a mail, in pixels of the screen; it is sent in twice as many. */
const LOGO = { width: 200, height: 48 } as const

/** The shop as its mails show it now (R405): its name, its colours and its logo. */
export async function dressedShop({ db, shop, logo }: Omit<MailParts, 'mailer'>): Promise<Shop> {
  const face = await findFace(db.kysely, shop.name)
  const png = face.logo && logo ? await logo(face.logo.file) : null
  return {
    ...shop,
    name: face.name,
    colours: face.colours,
    withName: face.withName,
    ...(face.name !== shop.name && { configuredName: shop.name }),
    ...(face.logo && png && { logo: { png, ...logoWithin(face.logo, LOGO) } }),
  }
}

/**
 * Sends the one mail of a job. It tells how to reach the shop, and answers go there unless `replyTo` names somebody (R311).
 * @throws PermanentFailure when the mail was refused for good
 */
export async function sendFromShop(
  parts: MailParts,
  job: Pick<JobInfo, 'id' | 'kind' | 'createdAt'>,
  {
    render,
    replyTo,
    ...mail
  }: {
    to: string
    render: (shop: Shop) => RenderedMail
    replyTo?: string | undefined
    attachments?: readonly MailAttachment[]
    endLink?: string
  },
): Promise<void> {
  const contact = await findContact(parts.db.kysely)
  await deliver(parts.mailer, job, {
    ...mail,
    replyTo: replyTo ?? contact.contactMail,
    mail: render({ ...(await dressedShop(parts)), ...contact }),
  })
}
