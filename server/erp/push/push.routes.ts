/** The calls of the ERP's program, made of the lists that its files have (R293). */
import * as z from 'zod/mini'
import { endpoint, raw } from '../../../contract/endpoint.ts'
import { erpStates } from '../../../contract/erp.ts'
import {
  answerColumns,
  answerExamples,
  answersAnswer,
  BATCH_BYTES,
  batchAnswer,
  batchQuery,
  MOST_ROWS,
  ordersQuery,
  PUSH_PATH,
  pageOf,
  pageQuery,
  pictureAnswer,
  pictureQuery,
  pushRun,
  pushTexts,
  textPageQuery,
  waitingAnswer,
} from '../../../contract/erp-push.ts'
import { idText } from '../../../contract/ids.ts'
import { uploadBody } from '../../../contract/media-upload.ts'
import { flagText, int, wireObject } from '../../../contract/wire.ts'
import { idempotencyKey } from '../../http/idempotency-key.ts'
import { type App, route } from '../../http/route.ts'
import { readUpload } from '../../http/upload.ts'
import { fillArticleSlot, MEDIA_UPLOAD, takeUpload } from '../../media/media.ts'
import type { PushedKind, PushWire } from '../../ports/erp/port.ts'
import type { Files } from '../../ports/files/port.ts'
import { conflict } from '../../refusal.ts'
import {
  ordersSince,
  readOrder,
  takeClientAnswers,
  takeOrderAnswers,
  waitingClients,
  waitingOrders,
} from './handover.service.ts'
import { type PushParts, pushBatch, readList, waitingBatch } from './push.service.ts'
import { addBatch, beginRun, endRun } from './push-runs.service.ts'

/** A value that its schema describes and the reader of its kind judges. */
const rowsLike = (row: Readonly<Record<string, unknown>>) => z.unknown().register(z.globalRegistry, row)

/** Rows of a body; each is read for itself, so that one that is wrong refuses no other. */
const rowsOf = (row: Readonly<Record<string, unknown>>, example: unknown) => {
  const rows = z.array(rowsLike(row)).check(z.minLength(1, pushTexts.rows), z.maxLength(MOST_ROWS, pushTexts.rows))
  rows.register(z.globalRegistry, { examples: [[example]] })
  return wireObject({ rows: ['filas', rows] })
}

const pushList = ({ name, subject, row, example }: PushedKind) =>
  endpoint({
    method: 'POST',
    path: `${PUSH_PATH}/${name}`,
    access: { who: 'key', right: `${subject}:escribir` },
    refusals: ['NOT_FOUND', 'CONFLICT', 'OVERLOADED'],
    takesKey: true,
    accepted: 'El lote espera a una persona: resguardos dice por qué, espera es su id.',
    summary: `Agrega o cambia filas de ${name}; responde qué fue de cada una. Con ensayo=1 no cambia nada.`,
    query: batchQuery,
    body: rowsOf(row, example),
    response: raw('application/json', batchAnswer),
  })

const getList = ({ name, subject, row, hasTextKey }: PushedKind) =>
  endpoint({
    method: 'GET',
    path: `${PUSH_PATH}/${name}`,
    access: { who: 'key', right: `${subject}:leer` },
    summary: `Las filas de ${name} que la tienda tiene, por su id.`,
    query: hasTextKey ? textPageQuery : pageQuery,
    response: pageOf(rowsLike(row), hasTextKey ? z.string() : int),
  })

const getWaiting = endpoint({
  method: 'GET',
  path: `${PUSH_PATH}/esperas/:id`,
  access: { who: 'key' },
  refusals: ['NOT_FOUND'],
  summary: 'Qué fue de un lote que esperaba a una persona (202).',
  params: wireObject({ id: ['id', idText] }),
  response: waitingAnswer,
})

const runs = {
  begin: endpoint({
    method: 'POST',
    path: `${PUSH_PATH}/corridas`,
    access: { who: 'key' },
    refusals: ['NOT_FOUND', 'CONFLICT'],
    summary: 'Empieza una corrida de una lista: sus lotes se toman juntos cuando termina. Una por lista.',
    body: wireObject({ list: ['lista', z.string().check(z.maxLength(40))] }),
    response: pushRun,
  }),
  end: endpoint({
    method: 'POST',
    path: `${PUSH_PATH}/corridas/:id/fin`,
    access: { who: 'key' },
    refusals: ['NOT_FOUND', 'CONFLICT', 'OVERLOADED'],
    accepted: 'Las filas esperan a una persona: resguardos dice por qué, espera es su id.',
    summary: 'Toma todas las filas de una corrida como un solo lote, o las deja en espera (202).',
    params: wireObject({ id: ['id', idText] }),
    query: wireObject({ dryRun: ['ensayo', flagText] }),
    response: raw('application/json', batchAnswer),
  }),
} as const

/** An order that is read again tells besides what the ERP answered. */
const readAgain = ({ properties, required, ...schema }: PushWire['schemas']['order']) => ({
  ...schema,
  properties: {
    ...(properties as object),
    ESTADO: { type: 'string', enum: erpStates },
    [answerColumns.number]: { type: ['integer', 'null'] },
  },
  required: [...(required as string[]), 'ESTADO', answerColumns.number],
})

const handoverCalls = ({ order, client, answers }: PushWire['schemas']) => ({
  orders: endpoint({
    method: 'GET',
    path: `${PUSH_PATH}/pedidos`,
    access: { who: 'key', right: 'pedidos:leer' },
    refusals: ['CONFLICT'],
    summary:
      'Los pedidos que el ERP todavía no confirmó, los primeros primero; con desde, todos los hechos desde ese día, por su id.',
    query: ordersQuery,
    response: pageOf(rowsLike(order)),
  }),
  order: endpoint({
    method: 'GET',
    path: `${PUSH_PATH}/pedidos/:id`,
    access: { who: 'key', right: 'pedidos:leer' },
    refusals: ['NOT_FOUND', 'CONFLICT'],
    summary: 'Un pedido, confirmado o no. Leerlo no cambia qué falta confirmar.',
    params: wireObject({ id: ['id', idText] }),
    response: rowsLike(readAgain(order)),
  }),
  orderAnswers: endpoint({
    method: 'POST',
    path: `${PUSH_PATH}/respuestas`,
    access: { who: 'key', right: 'pedidos:escribir' },
    summary: 'Confirma pedidos: tomado (exportado), aceptado con su número, observado o rechazado.',
    body: rowsOf(answers.orders, answerExamples.orders),
    response: answersAnswer,
  }),
  clients: endpoint({
    method: 'GET',
    path: `${PUSH_PATH}/altas`,
    access: { who: 'key', right: 'pedidos:leer' },
    refusals: ['CONFLICT'],
    summary: 'Los clientes que la tienda hizo o cambió y el ERP todavía no confirmó.',
    query: pageQuery,
    response: pageOf(rowsLike(client)),
  }),
  clientAnswers: endpoint({
    method: 'POST',
    path: `${PUSH_PATH}/respuestas_clientes`,
    access: { who: 'key', right: 'pedidos:escribir' },
    summary: 'Confirma clientes, con el id que el ERP les dio.',
    body: rowsOf(answers.clients, answerExamples.clients),
    response: answersAnswer,
  }),
})

const pushPicture = endpoint({
  method: 'POST',
  path: `${PUSH_PATH}/fotos`,
  access: { who: 'key', right: 'fotos:escribir' },
  refusals: ['NOT_FOUND', 'CONFLICT'],
  summary: 'Pone una foto en uno de los cinco lugares de un artículo.',
  query: pictureQuery,
  body: uploadBody,
  response: pictureAnswer,
})

const JSON_TEXT = 'application/json; charset=utf-8'

/** @param fetches whether the ERP fetches the orders by itself */
export function pushRoutes(app: App, parts: PushParts & { files: Files; fetches: boolean }): void {
  for (const kind of parts.wire.kinds) {
    route(
      app,
      pushList(kind),
      async ({ key, body, query, request, reply }) => {
        if (query.runId !== undefined) {
          const run = await addBatch(parts, key, kind, { runId: query.runId, rows: body.rows })
          return reply.type(JSON_TEXT).send(JSON.stringify(z.encode(pushRun, run)))
        }
        const { answer, waits } = await pushBatch(parts, key, kind, {
          rows: body.rows,
          dryRun: query.dryRun ?? false,
          idempotencyKey: idempotencyKey(request),
        })
        return reply
          .code(waits ? 202 : 200)
          .type(JSON_TEXT)
          .send(answer)
      },
      { bodyLimit: BATCH_BYTES },
    )
    if (!kind.isNews)
      route(app, getList(kind), ({ query: { after, limit = MOST_ROWS } }) => readList(parts, kind, { after, limit }))
  }
  route(app, runs.begin, ({ key, body }) => beginRun(parts, key, body.list))
  route(app, runs.end, async ({ key, params, query, reply }) => {
    const { answer, waits } = await endRun(parts, key, params.id, query.dryRun ?? false)
    return reply
      .code(waits ? 202 : 200)
      .type(JSON_TEXT)
      .send(answer)
  })
  route(app, getWaiting, ({ key, params }) => waitingBatch(parts, key, params.id))

  const handover = handoverCalls(parts.wire.schemas)
  const fetched = <T>(read: () => T): T => {
    if (!parts.fetches) throw conflict(pushTexts.noOrders)
    return read()
  }
  route(app, handover.orders, ({ query }) =>
    fetched(() => (query.since ? ordersSince(parts, query.since, pageIn(query)) : waitingOrders(parts, pageIn(query)))),
  )
  route(app, handover.order, ({ params }) => fetched(() => readOrder(parts, params.id)))
  route(app, handover.clients, ({ query }) => fetched(() => waitingClients(parts, pageIn(query))))
  route(app, handover.orderAnswers, async ({ body }) => ({ rows: await takeOrderAnswers(parts, body.rows) }))
  route(app, handover.clientAnswers, async ({ body }) => ({
    rows: await takeClientAnswers(parts, body.rows),
  }))

  route(app, pushPicture, ({ key, query, request, asker }) =>
    takeUpload(parts.files, {
      asker,
      only: 'image',
      read: () => readUpload(request, MEDIA_UPLOAD),
      keep: (stored) => fillArticleSlot(parts, { ...query, mayChange: key.rights.includes('fotos:cambiar') }, stored),
    }),
  )
}

const pageIn = ({ after, limit }: { after?: number | undefined; limit?: number | undefined }) => ({
  after: after ?? 0,
  limit: limit ?? MOST_ROWS,
})
