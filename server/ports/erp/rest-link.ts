/** Orders and clients to an ERP's REST service, and its answers from there. */
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { RowKey } from './erp.ts'
import type { FileFormat } from './formats.ts'
import { answerFormats, clientOnWire, orderOnWire } from './link-wire.ts'
import type { Answers, ErpLink, OrderAnswer } from './port.ts'
import { readFormat } from './read-records.ts'
import { ErpUnreachable, type RestErp } from './rest-client.ts'
import { cursorStore } from './rest-cursor.queries.ts'
import { sheetOf } from './rest-feed.ts'
import { BEGINNING, overlapping, type PageRow, readPages } from './rest-pages.ts'

const LIMIT = 1000

/** The link of an ERP's REST service. */
export function restLink(erp: RestErp, db: Kysely<Tables>): ErpLink {
  const cursors = cursorStore(db)

  /**
   * Posts, and reads the answer as a row of `answerFormats`. A refusal (409, 422) is an answer, too; a status by which the
   * ERP cannot take the post now is ErpUnreachable. A 202 means that the answer comes later.
   */
  async function send<K extends keyof typeof answerFormats>(
    kind: K,
    path: string,
    about: Record<string, number>,
    { key, body }: { key: string; body: unknown },
    signal: AbortSignal,
  ): Promise<Answers[K][number]> {
    const [id = 0] = Object.values(about)
    const { status, json } = await erp.post(path, key, body, signal)
    const hasVerdict = [200, 201, 409, 422].includes(status)
    if (!hasVerdict && status !== 202) throw new ErpUnreachable(`El ERP respondió ${status} a ${path}`)
    const given = json && typeof json === 'object' ? (json as Record<string, string | number>) : {}
    const row = { ...(hasVerdict ? given : { ESTADO: 'exportado' }), ...about }
    const format = answerFormats[kind] as unknown as FileFormat
    const headings = Object.values(format.columns).map(({ heading }) => heading)
    const { sheet } = sheetOf(new Map([[id, { NUMERO_PED: null, ID_CLI: null, MOTIVO: null, ...row }]]), headings)
    const { rows, problems } = await readFormat(format, path, sheet)
    const [answer] = rows
    if (answer) return answer.record as unknown as Answers[K][number]
    throw new ErpUnreachable(`El ERP respondió mal a ${path}: ${problems[0]?.column} ${problems[0]?.message}`)
  }

  async function read<K extends keyof typeof answerFormats>(kind: K, signal: AbortSignal) {
    const { file, columns } = answerFormats[kind]
    const headings = Object.values(columns).map(({ heading }) => heading)
    const last = await cursors.find(file)
    const from = last ? overlapping({ since: last.since, after: 0 }) : BEGINNING
    const reading = await readPages(erp, `/${file}`, headings[0] ?? '', { from, limit: LIMIT, signal })
    if (!reading || reading.rows.size === 0)
      return { answers: [] as Answers[K], rows: new Map<RowKey, PageRow>(), problems: '', store: async () => {} }
    const { sheet } = sheetOf(reading.rows, headings)
    const { rows, problems } = await readFormat(answerFormats[kind] as unknown as FileFormat, `${file} (REST)`, sheet)
    return {
      answers: rows.map(({ record }) => record) as unknown as Answers[K],
      rows: reading.rows,
      problems: problems.map(({ column, message }) => `${file} (REST), ${column}: ${message}\r\n`).join(''),
      store: () => cursors.store(db, { file, since: reading.end.since, fullAt: null }),
    }
  }

  return {
    async sendReport(key, report, signal) {
      const { status } = await erp.post('/informes', key, report, signal)
      // An ERP that has no such place refuses in its own way; only what may pass is tried again.
      if (status >= 500 || status === 429) throw new ErpUnreachable(`El ERP respondió ${status} a /informes`)
    },
    sendOrder: (order, signal) =>
      send('orders', '/pedidos', { IDCON_PED: order.id }, { key: order.key, body: orderOnWire(order) }, signal),
    sendClient: (client, signal) =>
      send('clients', '/altas', { IDCLI_WEB: client.id }, { key: client.key, body: clientOnWire(client) }, signal),
    async readAnswers(take, signal) {
      const orders = await read('orders', signal)
      const clients = await read('clients', signal)
      const withTime = (answer: OrderAnswer): OrderAnswer => {
        const at = orders.rows.get(answer.orderId)?.ACTUALIZADO
        return typeof at === 'string' ? { ...answer, at } : answer
      }
      await take({ orders: orders.answers.map(withTime), clients: clients.answers })
      await orders.store()
      await clients.store()
      return orders.problems + clients.problems
    },
  }
}
