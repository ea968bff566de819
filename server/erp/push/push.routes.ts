/** The calls of the ERP's program, made of the lists that its files have (R293). */
import * as z from 'zod/mini'
import { endpoint, raw } from '../../../contract/endpoint.ts'
import {
  BATCH_BYTES,
  batchAnswer,
  batchQuery,
  MOST_ROWS,
  PUSH_PATH,
  pushTexts,
} from '../../../contract/erp-push.ts'
import { wireObject } from '../../../contract/wire.ts'
import { idempotencyKey } from '../../http/idempotency-key.ts'
import { type App, route } from '../../http/route.ts'
import type { PushedKind } from '../../ports/erp/port.ts'
import { type PushParts, pushBatch } from './push.service.ts'

/** A batch of rows; each is read for itself, so that one that is wrong refuses no other. */
const batchOf = (row: PushedKind['row'], example: unknown) => {
  const rows = z
    .array(z.unknown().register(z.globalRegistry, row))
    .check(z.minLength(1, pushTexts.rows), z.maxLength(MOST_ROWS, pushTexts.rows))
  const body = wireObject({ rows: ['filas', rows] })
  body.register(z.globalRegistry, { examples: [{ filas: [example] }] })
  return body
}

const pushList = ({ name, subject, row, example }: PushedKind) =>
  endpoint({
    method: 'POST',
    path: `${PUSH_PATH}/${name}`,
    access: { who: 'key', right: `${subject}:escribir` },
    refusals: ['CONFLICT', 'OVERLOADED'],
    summary: `Agrega o cambia filas de ${name}; responde qué fue de cada una. Con ensayo=1 no cambia nada.`,
    query: batchQuery,
    body: batchOf(row, example),
    response: raw('application/json', batchAnswer),
  })

export function pushRoutes(app: App, parts: PushParts): void {
  for (const kind of parts.wire.kinds)
    route(
      app,
      pushList(kind),
      async ({ key, body, query, request, reply }) => {
        const answer = await pushBatch(parts, key, kind, {
          ...{ rows: body.rows, dryRun: query.dryRun ?? false },
          idempotencyKey: idempotencyKey(request),
        })
        return reply.type('application/json; charset=utf-8').send(answer)
      },
      { bodyLimit: BATCH_BYTES },
    )
}
