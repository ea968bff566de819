/** The mails of an account's life: rendered and sent by the worker. */

import type { Db } from '../../db/open.ts'
import { PermanentFailure } from '../../jobs/failure.ts'
import type { Handlers } from '../../jobs/kinds.ts'
import {
  renderEmailChangedMail,
  renderEnabledMail,
  renderNewBrowserMail,
  renderReceivedMail,
  renderResetCodeMail,
  renderSecondFactorMail,
} from '../../mail/accounts.ts'
import { deliver } from '../../mail/deliver.ts'
import type { Shop } from '../../mail/layout.ts'
import type { Mailer } from '../../ports/mail/mail.ts'
import { displayName } from '../auth/sessions.service.ts'
import { findUser } from './accounts.queries.ts'
import { newResetCode, RESET_MINUTES } from './reset-password.service.ts'

interface Parts {
  db: Db
  mailer: Mailer
  shop: Shop
}

/** Makes the handlers of the mails that registration, enabling, sign-in, a changed address and password reset put into the outbox. */
export function accountMailHandlers({
  db,
  mailer,
  shop,
}: Parts): Pick<
  Handlers,
  | 'receivedMail'
  | 'enabledMail'
  | 'resetCodeMail'
  | 'emailChangedMail'
  | 'newBrowserMail'
  | 'secondFactorMail'
> {
  const recipient = async (userId: number) => {
    const user = await findUser(db.kysely, userId)
    if (!user) throw new PermanentFailure(`there is no user ${userId}`)
    return { to: user.email, name: displayName(user) }
  }
  return {
    async receivedMail({ userId }, job) {
      const { to } = await recipient(userId)
      await deliver(mailer, job, { to, mail: renderReceivedMail(shop) })
    },
    async enabledMail({ userId }, job) {
      const { to, name } = await recipient(userId)
      await deliver(mailer, job, { to, mail: renderEnabledMail({ name }, shop) })
    },
    async emailChangedMail({ userId, to, isNew }, job) {
      const { name } = await recipient(userId)
      await deliver(mailer, job, { to, mail: renderEmailChangedMail({ name, isNew }, shop) })
    },
    async newBrowserMail({ userId, device }, job) {
      const { to, name } = await recipient(userId)
      const mail = renderNewBrowserMail({ name, device, at: job.createdAt }, shop)
      await deliver(mailer, job, { to, mail })
    },
    async secondFactorMail({ userId, event }, job) {
      const { to, name } = await recipient(userId)
      await deliver(mailer, job, { to, mail: renderSecondFactorMail({ name, event }, shop) })
    },
    async resetCodeMail({ userId }, job) {
      const { to } = await recipient(userId)
      const code = await newResetCode(db, userId)
      await deliver(mailer, job, { to, mail: renderResetCodeMail({ code, minutes: RESET_MINUTES }, shop) })
    },
  }
}
