import type { MailEntry } from '../../../../contract/mailbox.ts'

type Facts = Pick<MailEntry, 'state' | 'takenBy' | 'orderId' | 'erpNumber' | 'reason' | 'sender' | 'senderName'>

export const stateWords = ({ state, takenBy, orderId, erpNumber, reason }: Facts): string =>
  ({
    new: 'Nuevo',
    taken: `Lo hace ${takenBy}`,
    order: erpNumber === null ? `Pedido web ${orderId}` : `Pedido ${erpNumber} (web ${orderId})`,
    aside: `Apartado: ${reason}`,
  })[state]

export const stateMark = ({ state }: Facts): 'ok' | 'warning' | undefined =>
  state === 'order' ? 'ok' : state === 'new' ? 'warning' : undefined

export const senderOf = ({ sender, senderName }: Facts): string =>
  senderName === '' || senderName === sender ? sender || 'Sin remitente' : `${senderName} <${sender}>`

/** Whether the shop reads such a file as an order; what it is inside decides, its name only offers it. */
export const isReadable = (name: string): boolean => /\.(xlsx|xlsm|ods|csv|tsv|txt|pdf)$/i.test(name)
