/** The addresses that are told of new orders: one setting, joined by ';' (R202). */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { textParam, wireObject } from './wire.ts'

export const getNotified = endpoint({
  method: 'GET',
  path: '/api/config/notif-ped',
  access: { who: 'admin' },
  summary: 'Correos que reciben los pedidos nuevos, separados por punto y coma.',
  response: z.string(),
})
export const setNotified = endpoint({
  method: 'PUT',
  path: '/api/config/notif-ped',
  access: { who: 'admin' },
  summary: 'Cambia los correos que reciben los pedidos nuevos.',
  query: wireObject({ emails: ['mails', textParam] }),
  response: z.boolean(),
})
export const notifiedRefused = 'El email no es valido o contiene espacios'
export const notifiedAlready = 'El email ya está en la lista'
/** Whether a list of mails, joined by ';', has this one; case and blanks around it do not count. */
export const isNotified = (emails: string, email: string): boolean =>
  emails.split(';').some((listed) => listed.trim().toLowerCase() === email.trim().toLowerCase())
