/** An ERP that speaks the protocol of docs/erp.md over HTTP; a seeded random schedule decides when it misbehaves. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export { seededNumbers as seeded } from '../../lib/seeded-numbers.ts'

type Row = Record<string, string | number | boolean | null>

export interface ErpStub {
  readonly url: string
  readonly token: string
  /** How often it misbehaves, from 0 to 1. */
  abuse: number
  /** Misbehaviours so far, by kind. */
  readonly faults: Record<string, number>
  /** Puts or changes a row of a list; its key decides which. */
  put(list: string, key: string, row: Row): void
  /** Says that a row is gone. */
  drop(list: string, key: string, id: number): void
  /** What a list holds that is not gone, by key. */
  rows(list: string): Row[]
  /** What was posted, by path and key, and how often each came. */
  readonly posted: Map<string, { body: Record<string, unknown>; times: number }>
  /** Answers a post the first time its key comes; later it gets the same answer. */
  onPost: (path: string, body: Record<string, unknown>) => { status: number; json: unknown }
  close(): Promise<void>
}

const everyFault = ['500', 'cut', 'short', 'again', 'silence', 'lost'] as const

/** `random` gives numbers from 0 up to 1, always the same for a seed; `faults` are the ways in which it misbehaves. */
export async function erpStub(
  random: () => number,
  faults: readonly (typeof everyFault)[number][] = everyFault,
): Promise<ErpStub> {
  const token = 'secreto-de-prueba'
  const lists = new Map<string, Map<number, Row>>()
  const keys = new Map<string, string>()
  const answers = new Map<string, { status: number; json: unknown }>()
  let clock = Date.parse('2026-11-01T00:00:00Z')
  let lastPage: string | undefined

  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://erp')
    const fault = random() < stub.abuse ? faults[Math.floor(random() * faults.length)] : undefined
    if (fault) stub.faults[fault] = (stub.faults[fault] ?? 0) + 1
    if (request.headers.authorization !== `Bearer ${token}`) return send(response, 401, '{}')
    if (fault === '500') return send(response, 500, '<html>Error interno</html>')
    if (fault === 'silence') return
    if (request.method === 'POST') {
      const body = JSON.parse(Buffer.concat(parts).toString('utf8')) as Record<string, unknown>
      const key = `${pathname} ${request.headers['idempotency-key']}`
      const known = stub.posted.get(key)
      stub.posted.set(key, { body: known?.body ?? body, times: (known?.times ?? 0) + 1 })
      const answer = answers.get(key) ?? stub.onPost(pathname, body)
      answers.set(key, answer)
      // The ERP took the post, but its answer is lost.
      if (fault) return void response.destroy()
      return send(response, answer.status, JSON.stringify(answer.json))
    }
    const list = pathname.slice(1)
    const all = lists.get(list)
    if (!all) return send(response, 404, '{}')
    const since = searchParams.get('desde') ?? ''
    const after = Number(searchParams.get('despues'))
    const limit = Number(searchParams.get('limite'))
    const idOf = (row: Row) => Number(row[keys.get(list) ?? ''])
    const wanted = [...all.values()]
      .filter((row) => {
        const at = String(row.ACTUALIZADO)
        return at > since || (at === since && idOf(row) > after)
      })
      .sort((a, b) =>
        a.ACTUALIZADO === b.ACTUALIZADO ? idOf(a) - idOf(b) : String(a.ACTUALIZADO) < String(b.ACTUALIZADO) ? -1 : 1,
      )
    const rows = wanted.slice(0, limit)
    // In any order, and one of them twice.
    if (stub.abuse > 0 && rows[0]) rows.push(rows[0])
    if (stub.abuse > 0) rows.sort(() => random() - 0.5)
    const page = {
      desde: since,
      despues: after,
      cantidad: rows.length,
      hay_mas: wanted.length > limit,
      filas: rows,
    }
    const before = lastPage
    lastPage = JSON.stringify(page)
    if (fault === 'again' && before) return send(response, 200, before)
    if (fault === 'short')
      return send(
        response,
        200,
        JSON.stringify({ ...page, filas: rows.slice(0, rows.length / 2), cantidad: rows.length + 1 }),
      )
    if (fault === 'cut') return send(response, 200, lastPage.slice(0, lastPage.length / 2))
    if (fault === 'lost') return void response.destroy()
    send(response, 200, lastPage)
  })
  const now = () => {
    clock += 1000
    return new Date(clock).toISOString()
  }
  const stub: ErpStub = {
    url: '',
    token,
    abuse: 0,
    faults: {},
    put(list, key, row) {
      keys.set(list, key)
      const rows = lists.get(list) ?? new Map<number, Row>()
      lists.set(list, rows.set(Number(row[key]), { ...row, ACTUALIZADO: now() }))
    },
    drop(list, key, id) {
      lists.get(list)?.set(id, { [key]: id, BAJA: 1, ACTUALIZADO: now() })
    },
    rows: (list) => [...(lists.get(list)?.values() ?? [])].filter(({ BAJA }) => BAJA !== 1),
    posted: new Map(),
    onPost: () => ({ status: 202, json: {} }),
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return Object.assign(stub, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
}

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
  response.end(body)
}
