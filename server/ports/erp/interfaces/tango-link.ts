/**
 * Orders to Tango Gestión by the interface of Tango Tiendas (R418), as github.com/TangoSoftware/ApiTiendas describes it. New clients
 * and files of answers go through the folder as before: the interface has neither.
 */
import * as z from 'zod/mini'
import type { Queryable } from '../../../db/open.ts'
import type { ErpLink, OrderAnswer, OutgoingOrder } from '../port.ts'
import { ErpUnreachable, type RestAnswer, restErp } from '../rest-client.ts'
import { answerInDemo } from './demo-orders.ts'
import { withFileAnswers } from './file-answers.ts'
import { findBuyer, findUnanswered } from './tango.queries.ts'
import { type TangoTerms, tangoOrder, tangoTime, tangoVerdict } from './tango-order.ts'

export interface TangoOptions extends TangoTerms {
  /** Without a slash at its end. */
  readonly url: string
  readonly token: string
}

/** Orders that Tango is asked about at once, and how often, in milliseconds. */
const ASKED = 50
const EVERY_MS = 60_000
/** How long Tango may take where somebody waits, in milliseconds. */
const CHECK_MS = 10_000

const receipt = z.object({ Status: z.int(), Message: z.nullish(z.string()), isOk: z.boolean() })
const orderRow = z.object({ OrderID: z.string(), Date: z.string(), Status: z.string() })
type OrderRow = z.output<typeof orderRow>
const orderPage = z.object({
  Data: z.nullish(z.array(orderRow)),
  OrderError: z.nullish(z.object({ Message: z.string() })),
})
/** How Tango answers a question whose page is wrong. */
const askedWrongly = z.object({ PagingError: z.looseObject({}) })

const serviceOf = ({ url, token }: TangoOptions, timeoutMs?: number) =>
  restErp({ url, token: undefined, headers: { accesstoken: token }, ...(timeoutMs !== undefined && { timeoutMs }) })

/** Tango does not take the token: nothing can be said of the order. */
class TokenRefused extends ErpUnreachable {}

/** An answer that is neither yes nor no, in words. One about the token is not quoted: it might repeat the token. */
function notUnderstood(path: string, { status, json }: RestAnswer): ErpUnreachable {
  const message = z.safeParse(z.object({ Message: z.string() }), json).data?.Message.trim() ?? ''
  if (status === 401 || status === 403 || /access\s?token/i.test(message))
    return new TokenRefused('Tango no acepta el token (TANGO_TOKEN)')
  return new ErpUnreachable(`Tango respondió ${status} a ${path}${message && `: ${message.slice(0, 300)}`}`)
}

/** What a POST was answered: null for yes, else Tango's words. @throws ErpUnreachable for an answer that is neither */
function refusalOf(path: string, answer: RestAnswer): string | null {
  const { data } = z.safeParse(receipt, answer.json)
  const fault = notUnderstood(path, answer)
  if (answer.status !== 200 || !data || data.isOk !== (data.Status === 0)) throw fault
  if (data.isOk) return null
  if (fault instanceof TokenRefused) throw fault
  return data.Message?.trim().slice(0, 500) || 'no dijo por qué'
}

/** Whether Tango answers and takes the token; nothing is sent. */
export async function checkTango(tango: TangoOptions): Promise<'taken' | 'refused' | 'silent'> {
  try {
    const refusal = refusalOf('/dummy', await serviceOf(tango, CHECK_MS).post('/dummy', null, undefined))
    return refusal === null ? 'taken' : 'refused'
  } catch (error) {
    if (!(error instanceof ErpUnreachable)) throw error
    return error instanceof TokenRefused ? 'refused' : 'silent'
  }
}

/**
 * The link of a shop whose orders go to Tango Tiendas.
 * @param folder takes new clients, and reads answers that come as files
 * @param times how often Tango is asked for states, and how long it may take for an answer, in milliseconds
 */
export function tangoLink(
  tango: TangoOptions,
  db: Queryable,
  folder: ErpLink,
  { everyMs = EVERY_MS, timeoutMs }: { everyMs?: number; timeoutMs?: number } = {},
): ErpLink {
  const service = serviceOf(tango, timeoutMs)
  // The feed's files wait while Tango is asked for states.
  const stateService = serviceOf(tango, timeoutMs ?? CHECK_MS)
  let lastAsked = 0
  const told = new Set<string>()

  /**
   * The orders of these ids that Tango has, by id. An answer about other orders did not heed the question, so it may lack one that is
   * there.
   *
   * @throws ErpUnreachable for such an answer, or one that is not understood
   */
  async function find(ids: readonly number[], signal: AbortSignal, asked = service) {
    const query = { pageSize: String(ASKED), pageNumber: '1', OrderId: `[${ids.join(',')}]` }
    const answer = await asked.getOnce('/order', query, signal)
    const { data } = z.safeParse(orderPage, answer.json)
    const fault = notUnderstood('/order', answer)
    if (fault instanceof TokenRefused || z.safeParse(askedWrongly, answer.json).success) throw fault
    // A 400 says that it has none of them. If it meant something else, POST would still not make a second order.
    if (answer.status === 400) return new Map<number, OrderRow>()
    const isAnswer = data?.OrderError ? /unexisting order/i.test(data.OrderError.Message) : Boolean(data?.Data)
    if (answer.status !== 200 || !isAnswer) throw fault
    const found = new Map((data?.Data ?? []).map((row) => [Number(row.OrderID), row]))
    if ([...found.keys()].some((id) => !ids.includes(id)))
      throw new ErpUnreachable('Tango respondió sobre otros pedidos')
    return found
  }

  /** What Tango says of this order; undefined: it has none of this number. @throws ErpUnreachable */
  async function findOrder({ id, createdAt }: OutgoingOrder, signal: AbortSignal): Promise<OrderAnswer | undefined> {
    const row = (await find([id], signal)).get(id)
    if (!row) return undefined
    if (!isOf(row, createdAt))
      return {
        ...{ orderId: id, number: null, state: 'observed' },
        reason: `Tango ya tenía una orden ${id}, del ${row.Date.slice(0, 19)}. Mire si es este pedido; si no, cárguelo allí.`,
      }
    const answer = answerOf(row)
    if (!answer) throw new ErpUnreachable(unknownState(row))
    return answer
  }

  return {
    ...folder,
    async sendOrder(order, signal) {
      const answer = { orderId: order.id, number: null, reason: '' }
      const inDemo = await answerInDemo(db, order.id)
      if (inDemo) return inDemo
      // An earlier try may have got through and its answer been lost.
      const known = await findOrder(order, signal)
      if (known) return known
      const body = tangoOrder(order, await findBuyer(db, order.id), tango)
      if (typeof body === 'string') return { ...answer, state: 'rejected', reason: body }
      const refusal = refusalOf('/order', await service.post('/order', null, body, signal))
      if (refusal === null) return { ...answer, state: 'exported' }
      // An order that arrived with an earlier try, and was not found a moment ago, is refused here because it cannot be changed.
      return (await findOrder(order, signal)) ?? { ...answer, state: 'rejected', reason: `Tango: ${refusal}` }
    },
    readAnswers: withFileAnswers(folder, everyMs, () => performance.now(), askStates),
  }

  /**
   * Asks for the states of the next orders that wait for an answer; answers in lines what could not be understood.
   * @throws ErpUnreachable
   */
  async function askStates(take: Parameters<ErpLink['readAnswers']>[0], signal: AbortSignal): Promise<string> {
    const waiting = await findUnanswered(db, lastAsked, ASKED)
    lastAsked = waiting.length < ASKED ? 0 : (waiting.at(-1)?.id ?? 0)
    if (waiting.length === 0) return ''
    const found = await find(
      waiting.map(({ id }) => id),
      signal,
      stateService,
    )
    const orders: OrderAnswer[] = []
    const problems: string[] = []
    for (const { id, createdAt } of waiting) {
      const row = found.get(id)
      if (!row) continue
      const answer = isOf(row, createdAt) ? answerOf(row) : undefined
      if (answer) orders.push(answer)
      else problems.push(isOf(row, createdAt) ? unknownState(row) : otherDate(row))
    }
    await take({ orders, clients: [] })
    // Each is told once, not whenever the order's turn comes again.
    const untold = problems.filter((problem) => !told.has(problem))
    for (const problem of untold) told.add(problem)
    return untold.map((problem) => `${problem}\r\n`).join('')
  }
}

function answerOf({ OrderID, Status }: OrderRow): OrderAnswer | undefined {
  const verdict = tangoVerdict(Status)
  return verdict && { orderId: Number(OrderID), number: null, ...verdict }
}
const otherDate = ({ OrderID, Date: date, Status }: OrderRow) =>
  `Tango tiene una orden ${OrderID} del ${date.slice(0, 19)}, que no es la fecha del pedido. No se toma lo que dice de ella (${Status.slice(0, 50)}): mírela allí.`
const unknownState = ({ OrderID, Status }: OrderRow) =>
  `Tango dice «${Status.slice(0, 50)}» del pedido ${OrderID}, y no se entiende`

/** Whether the order over there is this one, and not one of a shop before that had the same number. */
const isOf = ({ Date: date }: OrderRow, createdAt: string): boolean => date.slice(0, 19) === tangoTime(createdAt)
