/** The mails of an account's life: rendered and sent by the worker. */

import { INVITATION_DAYS } from '../../../contract/buyers.ts'
import { PermanentFailure } from '../../jobs/failure.ts'
import type { Handlers, JobInfo } from '../../jobs/kinds.ts'
import {
  renderEmailChangedMail,
  renderEnabledMail,
  renderInvitationMail,
  renderNewBrowserMail,
  renderPasswordSetMail,
  renderReceivedMail,
  renderRegistrationMail,
  renderResetCodeMail,
  renderSecondFactorMail,
} from '../../mail/accounts.ts'
import { type MailParts, sendFromShop } from '../../mail/from-shop.ts'
import type { RenderedMail, Shop } from '../../mail/layout.ts'
import { displayName } from '../auth/sessions.service.ts'
import { findInvitation } from '../buyers/buyers.queries.ts'
import { findUser } from './accounts.queries.ts'
import { newResetCode, RESET_MINUTES } from './reset-password.service.ts'

/** Makes the handlers of the mails that registration, enabling, sign-in, a changed address and password reset put into the outbox. */
export function accountMailHandlers(
  parts: MailParts,
): Pick<
  Handlers,
  | 'receivedMail'
  | 'registrationMail'
  | 'enabledMail'
  | 'resetCodeMail'
  | 'invitationMail'
  | 'emailChangedMail'
  | 'newBrowserMail'
  | 'secondFactorMail'
  | 'passwordSetMail'
> {
  const { db } = parts
  const recipient = async (userId: number) => {
    const user = await findUser(db.kysely, userId)
    if (!user) throw new PermanentFailure(`there is no user ${userId}`)
    return { to: user.email, name: displayName(user), isVerified: user.verified }
  }
  /** Every mail of an account tells how to reach the shop, and answers to it go there (R311). */
  const send = (job: JobInfo, to: string, render: (shop: Shop) => RenderedMail, replyTo?: string) =>
    sendFromShop(parts, job, { to, render, replyTo })
  return {
    async receivedMail({ userId }, job) {
      const { to, name, isVerified } = await recipient(userId)
      // Without the registry the name is what somebody typed, and the address may be anybody's.
      await send(job, to, (of) => renderReceivedMail({ name: isVerified ? name : '' }, of))
    },
    async registrationMail({ userId, to }, job) {
      const user = await findUser(db.kysely, userId)
      if (!user) throw new PermanentFailure(`there is no user ${userId}`)
      const registered = {
        businessName: user.business_name || displayName(user),
        person: displayName(user),
        cuit: user.cuit,
        email: user.email,
        phone: user.mobile || user.phone,
        isVerified: user.verified,
      }
      await send(job, to, (of) => renderRegistrationMail(registered, of), user.email)
    },
    async enabledMail({ userId }, job) {
      const { to, name } = await recipient(userId)
      await send(job, to, (of) => renderEnabledMail({ name }, of))
    },
    async emailChangedMail({ userId, to, isNew }, job) {
      const { name } = await recipient(userId)
      await send(job, to, (of) => renderEmailChangedMail({ name, isNew }, of))
    },
    async newBrowserMail({ userId, device }, job) {
      const { to, name } = await recipient(userId)
      await send(job, to, (of) => renderNewBrowserMail({ name, device, at: job.createdAt }, of))
    },
    async secondFactorMail({ userId, event }, job) {
      const { to, name } = await recipient(userId)
      await send(job, to, (of) => renderSecondFactorMail({ name, event }, of))
    },
    async passwordSetMail({ userId }, job) {
      const { to, name } = await recipient(userId)
      await send(job, to, (of) => renderPasswordSetMail({ name, at: job.createdAt }, of))
    },
    async invitationMail({ userId }, job) {
      const invitation = await findInvitation(db.kysely, userId)
      // Whoever was ended meanwhile is not written to.
      if (!invitation?.active) return
      const code = await newResetCode(db, userId, INVITATION_DAYS * 24 * 60)
      await send(job, invitation.email, (of) => renderInvitationMail({ ...invitation, code }, of))
    },
    async resetCodeMail({ userId }, job) {
      const { to } = await recipient(userId)
      const code = await newResetCode(db, userId)
      await send(job, to, (of) => renderResetCodeMail({ code, minutes: RESET_MINUTES }, of))
    },
  }
}
