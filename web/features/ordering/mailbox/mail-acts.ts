import {
  actOnMail,
  answerMail,
  getMail,
  listMails,
  type MailAct,
  type MailEntry,
  setMailClient,
} from '../../../../contract/mailbox.ts'
import { useAction } from '../../../lib/action.ts'
import { call } from '../../../lib/api.ts'
import { outdate } from '../../../lib/query.ts'

/** Milliseconds after which a screen asks again: the shop looks for mails once a minute, and others work on them. */
export const AGAIN = 60_000

/**
 * The changes of a mail. Each puts what the screen shows of it out of date, a refused one too: the reason is mostly that somebody
 * else changed it.
 */
export function useMailActs({ id }: MailEntry) {
  const params = { id }
  const changed = async <Answer>(change: Promise<Answer>): Promise<Answer> => {
    try {
      return await change
    } finally {
      for (const endpoint of [getMail, listMails]) void outdate(endpoint)
    }
  }
  const actOn = (act: MailAct, reason = '') => changed(call(actOnMail, { params, body: { act, reason } }))
  return {
    /** Makes a change whose refusal the caller tells. @throws ApiError */
    actOn,
    act: useAction(({ act, reason }: { act: MailAct; reason?: string }) => actOn(act, reason)),
    choose: useAction((clientId: number) => changed(call(setMailClient, { params, body: { clientId } })), {
      success: 'Se recuerda para los próximos correos de este remitente',
    }),
    answer: useAction(() => changed(call(answerMail, { params })), { success: 'Se envía la respuesta' }),
  }
}
export type MailActs = ReturnType<typeof useMailActs>
