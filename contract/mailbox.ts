/** The mails of the shop's mailbox, each an entry until an order is made of it or it is set aside (R326). */
import * as z from 'zod/mini'
import { endpoint, raw } from './endpoint.ts'
import { id, idText } from './ids.ts'
import { instant, int, intText, pageIndex, textParam, wireObject } from './wire.ts'

export const MAILBOX_PAGE_SIZE = 25
/** Bytes of the largest mail that is read; of a larger one only its head is. */
export const MAIL_MAX_BYTES = 30 * 2 ** 20

/** `order`: an order was made of it. */
export const mailStates = ['new', 'taken', 'order', 'aside'] as const
export type MailState = (typeof mailStates)[number]
const state = z.enum(mailStates)

export const mailRow = wireObject({
  id: ['id', id],
  receivedAt: ['recibido', instant],
  /** Address and name, as the mail says; '' where it says none. */
  sender: ['de', z.string()],
  senderName: ['nombre', z.string()],
  subject: ['asunto', z.string()],
  fileCount: ['archivos', int],
  /** Null: nobody knows yet whose the mail is. */
  clientId: ['idcli', z.nullable(int)],
  businessName: ['razonSocial', z.string()],
  state: ['estado', state],
  /** Who makes the order of it; '' for nobody. */
  takenBy: ['tomadoPor', z.string()],
  orderId: ['pedido', z.nullable(int)],
  /** The ERP's number of that order, once it has one. */
  erpNumber: ['numeroPedido', z.nullable(int)],
  /** Why it was set aside. */
  reason: ['motivo', z.string()],
  answeredAt: ['respondido', z.nullable(instant)],
  total: ['total', int],
})

export const mailEntry = wireObject({
  ...mailRow.fields,
  sentAt: ['enviado', z.nullable(instant)],
  /** What the sender wrote, and below it what the mail quotes or forwards. */
  text: ['texto', z.string()],
  quoted: ['citado', z.string()],
  /** That without the lines about who wrote it, to be read as an order. */
  quotedOrder: ['pedidoCitado', z.string()],
  files: ['adjuntos', z.array(wireObject({ name: ['nombre', z.string()], bytes: ['bytes', int] }))],
  /** What could not be read of it, a sentence each. */
  remarks: ['avisos', z.array(z.string())],
  /** Whether the mail itself is kept, to be downloaded. */
  hasOriginal: ['original', z.boolean()],
  /** Whether the caller took it. */
  isMine: ['mio', z.boolean()],
})
export type MailEntry = z.output<typeof mailEntry>

export const listMails = endpoint({
  method: 'GET',
  path: '/api/recibidos',
  access: { who: 'staff' },
  summary: 'Correos recibidos, los últimos primero (a un vendedor, los de sus clientes).',
  query: wireObject({ state: ['estado', z.optional(state)], text: ['texto', textParam], page: ['pagina', pageIndex] }),
  response: z.array(mailRow),
})

/** How the reading of the mailbox goes; null before the first look. */
export const mailboxState = endpoint({
  method: 'GET',
  path: '/api/recibidos/casilla',
  access: { who: 'staff' },
  summary: 'Cuándo se leyó la casilla por última vez, y qué lo impide.',
  response: wireObject({
    readAt: ['leida', z.nullable(instant)],
    /** '' while it can be read. */
    fault: ['falla', z.string()],
    failingSince: ['desde', z.nullable(instant)],
  }),
})

const params = wireObject({ id: ['id', idText] })

export const getMail = endpoint({
  method: 'GET',
  path: '/api/recibidos/:id',
  access: { who: 'staff' },
  summary: 'Un correo recibido, con su texto.',
  params,
  response: mailEntry,
})

export const getMailFile = endpoint({
  method: 'GET',
  path: '/api/recibidos/:id/archivos/:numero',
  access: { who: 'staff' },
  summary: 'Un adjunto de un correo, contado desde 1; 0 es el correo entero.',
  params: wireObject({ ...params.fields, number: ['numero', intText] }),
  refusals: ['OVERLOADED'],
  response: raw('application/octet-stream'),
})

/** Remembered for the sender's later mails, and for those that wait. */
export const setMailClient = endpoint({
  method: 'PUT',
  path: '/api/recibidos/:id/cliente',
  access: { who: 'staff', client: 'body.idcli' },
  summary: 'Dice de qué cliente es un correo, y lo recuerda para los próximos del mismo remitente.',
  params,
  refusals: ['CONFLICT'],
  body: wireObject({ clientId: ['idcli', id] }),
  response: mailEntry,
})

/** `carted`: rows of it are in the caller's cart, so the next order of that cart is the mail's. */
export const mailActs = ['take', 'release', 'carted', 'aside', 'back'] as const
export type MailAct = (typeof mailActs)[number]
export const actOnMail = endpoint({
  method: 'PUT',
  path: '/api/recibidos/:id/estado',
  access: { who: 'staff' },
  summary: 'Toma un correo, lo suelta, lo aparta con un motivo o lo vuelve a la lista.',
  params,
  refusals: ['CONFLICT'],
  body: wireObject({
    act: ['accion', z.enum(mailActs)],
    reason: ['motivo', z._default(z.string().check(z.maxLength(200)), '')],
  }),
  response: mailEntry,
})

export const answerMail = endpoint({
  method: 'POST',
  path: '/api/recibidos/:id/responder',
  access: { who: 'staff' },
  summary: 'Responde al remitente con el número del pedido; una sola vez.',
  params,
  refusals: ['CONFLICT'],
  response: mailEntry,
})

export const mailTexts = {
  reasonMissing: 'Diga por qué lo aparta',
  takenBy: (name: string) => `Ya lo hace ${name}`,
  answered: 'Ya se respondió',
  noClient: 'No existe ese cliente',
  noOrder: 'Todavía no tiene un pedido',
  noSender: 'El correo no dice a quién responder',
} as const
