/** What an admin sees of the ERP and of work that was given up, and how it is tried again (R42). */
import { noSuchTask, orderNotRefused } from '../../../contract/erp.ts'
import { audit } from '../../audit/audit.ts'
import type { Caller } from '../../caller.ts'
import type { Db } from '../../db/open.ts'
import { listDead, reviveJob } from '../../jobs/jobs.queries.ts'
import type { JobKind } from '../../jobs/kinds.ts'
import { conflict, notFound } from '../../refusal.ts'
import { remakeFulfilments } from '../order-updates/fulfilment.queries.ts'
import { announceStates } from '../webhooks/notices.service.ts'
import * as queries from './erp-link.queries.ts'
import { enqueueForErp } from './erp-link.service.ts'

const words: Record<JobKind, string> = {
  newOrderMail: 'Correo del pedido',
  cancelledOrderMail: 'Correo del pedido cancelado',
  changedOrderMail: 'Correo del pedido cambiado',
  letGoMail: 'Correo del pedido que se liberó',
  heldOrders: 'Pedidos en espera que se liberan solos',
  courseMail: 'Correo sobre el curso del pedido',
  orderMessage: 'Aviso por WhatsApp del pedido',
  receivedMail: 'Correo «registro recibido» del usuario',
  registrationMail: 'Aviso a la oficina del registro del usuario',
  enabledMail: 'Correo «cuenta habilitada» del usuario',
  resetCodeMail: 'Correo con el código de seguridad del usuario',
  sentCartMail: 'Correo sobre un pedido por confirmar',
  offerMail: 'Correo sobre un pedido enviado para aceptar',
  notices: 'Búsqueda de lo que los clientes esperan',
  noticesMail: 'Correo de avisos que el usuario pidió',
  invitationMail: 'Correo con la invitación del comprador',
  emailChangedMail: 'Correo sobre la dirección nueva del usuario',
  newBrowserMail: 'Correo sobre un ingreso en otro navegador del usuario',
  secondFactorMail: 'Correo sobre la verificación en dos pasos del usuario',
  passwordSetMail: 'Correo sobre la contraseña nueva del usuario',
  verifyAccount: 'Verificación en el padrón del usuario',
  clearFiles: 'Limpieza de archivos',
  picturePrints: 'Fotos en tamaño de imprenta',
  erpFeed: 'Lectura del ERP',
  mailbox: 'Lectura de la casilla de correo',
  answerMail: 'Respuesta a un correo recibido',
  feedRefusedMail: 'Correo sobre datos rechazados del ERP',
  erpWaiting: 'Archivo del ERP que se aceptó',
  pushRun: 'Revisión de una corrida de lotes del ERP',
  erpReport: 'Informe al ERP',
  erpTrial: 'Ensayo de lo que hay del ERP',
  erpOrder: 'Envío al ERP del pedido',
  erpClient: 'Envío al ERP del cliente',
  webhook: 'Aviso por webhook',
}

/** Jobs that were given up, in the users' words, the latest first. */
export async function deadTasks(db: Db) {
  return (await listDead(db.kysely)).map(({ id, kind, payload, attempts, error, created_at }) => {
    const about = payload as {
      event?: string
      orderId?: number
      userId?: number
      clientId?: number
      to?: string
    }
    const recordId = about.orderId ?? about.userId ?? about.clientId
    const description = [
      words[kind as JobKind] ?? kind,
      about.event && `«${about.event}»`,
      recordId,
      about.to && `a ${about.to}`,
    ]
      .filter(Boolean)
      .join(' ')
    return { id, what: description, reason: error ?? '', attempts, createdAt: created_at }
  })
}

/** Runs a job again that was given up. @throws Refusal 404 when it is not given up any more */
export async function retryTask(db: Db, caller: Caller, id: number): Promise<boolean> {
  await db.tx(async (t, publish) => {
    if (!(await reviveJob(t, id))) throw notFound(noSuchTask)
    const change = { before: { state: 'dead' }, after: { state: 'pending' } }
    await audit(t, { userId: caller.userId, action: 'retry', entity: 'job', entityId: id, ...change })
    publish('job')
  })
  return true
}

/** Sends an order again. @throws Refusal 404 for no order, 409 for one that is neither refused nor given up */
export async function resendOrder(db: Db, caller: Caller, orderId: number): Promise<boolean> {
  await db.tx(async (t, publish) => {
    const order = await queries.lockOrderForErp(t, orderId)
    if (!order) throw notFound('No existe el pedido')
    if (order.state !== 'rejected' && !(order.state === 'pending' && order.stopped)) throw conflict(orderNotRefused)
    await queries.endErpJobs(t, orderId)
    await enqueueForErp(t, [orderId])
    await remakeFulfilments(t, [orderId])
    if (order.state !== 'pending') await announceStates(t, [orderId])
    const change = {
      before: { erp_state: order.stopped ? 'dead' : order.state },
      after: { erp_state: 'pending' },
    }
    await audit(t, { userId: caller.userId, action: 'retry', entity: 'order', entityId: orderId, ...change })
    publish('job')
  })
  return true
}

export const lastImports = (db: Db) => queries.listRuns(db.kysely)
