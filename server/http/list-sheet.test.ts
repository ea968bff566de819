import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoint, SHEET } from '../../contract/endpoint.ts'
import { pageIndex, wireObject } from '../../contract/wire.ts'
import type { Caller } from '../caller.ts'
import { bareApp } from '../test/bare-app.ts'
import { route } from './route.ts'

const client: Caller = { userId: 1, type: 'cliente', name: 'Ana', clientId: 10, sellerId: null }
const admin: Caller = { userId: 2, type: 'admin', name: 'Jefa', clientId: -1, sellerId: null }
const callers = { 'token-de-la-clienta-x': client, 'token-de-la-jefa-larga': admin }

const list = endpoint({
  method: 'GET',
  path: '/api/pedidos/prueba',
  access: { who: 'admin' },
  summary: 'Prueba.',
  query: wireObject({ page: ['index', pageIndex] }),
  response: z.array(wireObject({ code: ['CODIGO', z.string()] })),
})
const FORMULA = '=HYPERLINK("http://malo.example";"Ver")'
const rows = Array.from({ length: 60 }, (_, at) => ({
  code: at === 0 ? FORMULA : String(at).padStart(5, '0'),
  cents: 155_981_850 + at,
  units: at,
  // 23:30 of the last day of the year in Argentina is the next year elsewhere.
  since: '2026-01-01T02:30:00Z',
  sold: at > 0,
  note: '',
}))

async function ask(token: keyof typeof callers, accept?: string) {
  const app = bareApp(callers)
  route(app, list, ({ query }) => rows.slice(query.page * 25, query.page * 25 + 25), {
    sheet: {
      name: 'prueba',
      title: 'Prueba',
      columns: [
        { heading: 'Código', kind: 'text', width: 12, value: ({ code }) => code },
        { heading: 'Precio', kind: 'money', width: 12, value: ({ cents }) => cents },
        { heading: 'Unidades', kind: 'count', width: 12, value: ({ units }) => units },
        { heading: 'Desde', kind: 'day', width: 12, value: ({ since }) => since },
        { heading: 'Se vende', kind: 'yesNo', width: 12, value: ({ sold }) => sold },
        { heading: 'Nota', kind: 'text', width: 12, value: ({ note }) => note },
      ],
      rows: async () => rows,
    },
  })
  const headers = { authorization: `Bearer ${token}`, ...(accept && { accept }) }
  return app.fastify.inject({ method: 'GET', url: `${list.path}?index=1`, headers })
}

test('a list call answers all rows that match as a workbook, with real numbers and days', async () => {
  const answer = await ask('token-de-la-jefa-larga', SHEET)
  expect(answer.headers['content-type']).toBe(SHEET)
  expect(answer.headers['content-disposition']).toBe('attachment; filename="prueba.xlsx"')
  const [sheet] = (await readXlsx(answer.rawPayload)).sheets
  expect(sheet?.rows).toHaveLength(61)
  expect(sheet?.rows[0]).toEqual(['Código', 'Precio', 'Unidades', 'Desde', 'Se vende', 'Nota'])
  const [code, price, units, since, sold] = sheet?.rows[8] ?? []
  expect([code, price, units, sold]).toEqual(['00007', 1_559_818.57, 7, 'Sí'])
  expect(since).toEqual(new Date('2025-12-31T00:00:00Z'))
})

test('what begins as a formula is text', async () => {
  const answer = await ask('token-de-la-jefa-larga', SHEET)
  const [sheet] = (await readXlsx(answer.rawPayload)).sheets
  expect(sheet?.rows[1]?.[0]).toBe(FORMULA)
})

test('without being asked for a workbook it answers its page, and nobody gets more than the call allows', async () => {
  const answer = await ask('token-de-la-jefa-larga')
  expect(answer.json()).toHaveLength(25)
  expect(answer.headers.vary).toBe('accept')
  expect((await ask('token-de-la-clienta-x', SHEET)).statusCode).toBe(403)
})
