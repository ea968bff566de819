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

/** The changes of a mail; each puts the lists out of date. */
export function useMailActs({ id }: MailEntry) {
  const params = { id }
  const outdates = [getMail, listMails]
  return {
    act: useAction(
      ({ act, reason = '' }: { act: MailAct; reason?: string }) => call(actOnMail, { params, body: { act, reason } }),
      { outdates },
    ),
    choose: useAction((clientId: number) => call(setMailClient, { params, body: { clientId } }), {
      outdates,
      success: 'Se recuerda para los próximos correos de este remitente',
    }),
    answer: useAction(() => call(answerMail, { params }), { outdates, success: 'Se envía la respuesta' }),
  }
}
export type MailActs = ReturnType<typeof useMailActs>
