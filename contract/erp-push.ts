/** What the shop answers to the ERP's program (R294, R295). Its lists are named and made of columns by server/ports/erp. */
import * as z from 'zod/mini'
import { MEDIA_SLOTS } from './media.ts'
import { slotText } from './media-upload.ts'
import { flag, flagText, int, intText, optionalIntText, wireObject } from './wire.ts'

/** Where all calls by key begin. */
export const PUSH_PATH = '/api/erp/v1'
/** Rows of one batch, and of one page that is read. */
export const MOST_ROWS = 1000
/** Characters of JSON that a batch may have. */
export const BATCH_BYTES = 1024 * 1024

/** Rows of all batches of a run. */
export const MOST_RUN_ROWS = 100_000

export const pushTexts = {
  rows: `Un lote lleva de 1 a ${MOST_ROWS} filas`,
  otherBody: 'Esa Idempotency-Key ya se usó con otro contenido',
  busy: 'Hay otra importación en curso. Intente nuevamente en unos segundos',
  kept: 'El artículo ya tiene una asignación distinta, y la clave no puede cambiarla',
  noOrders: 'Los pedidos de esta tienda no se entregan por esta vía: falta ERP_PUSH=1',
  noList: 'No hay una lista con ese nombre',
  noRun: 'La corrida no existe, ya terminó o se descartó por quedar 30 minutos sin uso',
  runOpen: 'Ya hay una corrida abierta de esa lista. Termínela o espere 30 minutos',
  runChanged: 'Llegó otro lote mientras la corrida terminaba. Envíe el fin nuevamente',
  runFull: `Una corrida lleva hasta ${MOST_RUN_ROWS} filas`,
  runDropped: (id: number, rows: string): string =>
    `la corrida ${id} quedó 30 minutos sin uso y se descartó; no se tomó ninguna de sus ${rows} filas`,
  noArticle: 'No hay un artículo con ese código',
  pictureKept: 'El lugar ya tiene otra foto, y por esta vía no se cambia',
} as const

export const rowResults = ['nuevo', 'cambiado', 'sin cambios', 'baja', 'conservado', 'en espera', 'rechazado'] as const
/** `code`: the kind of fault, as in informe.json. */
const fault = wireObject({
  code: ['codigo', z.string()],
  column: ['columna', z.nullable(z.string())],
  message: ['motivo', z.string()],
})
/** What became of one row; `place` counts from 1. */
const rowAnswer = wireObject({
  place: ['fila', int],
  result: ['resultado', z.enum(rowResults)],
  /** Why it was not taken. */
  faults: ['faltas', z.optional(z.array(fault))],
  /** What somebody has to look at in a row that was taken. */
  remarks: ['avisos', z.optional(z.array(fault))],
})
export type RowAnswer = z.output<typeof rowAnswer>

/** What became of a batch, row by row. */
export const batchAnswer = wireObject({
  /** Nothing was changed: the answer says what would be. */
  dryRun: ['ensayo', flag],
  /** The id under which it waits until a person accepts it (202); null: it does not. */
  waiting: ['espera', z.nullable(int)],
  /** Why it waits. */
  guards: ['resguardos', z.array(z.string())],
  inserted: ['nuevas', int],
  changed: ['cambiadas', int],
  unchanged: ['sinCambios', int],
  deactivated: ['bajas', int],
  refused: ['rechazadas', int],
  rows: ['filas', z.array(rowAnswer)],
})
export type BatchAnswer = z.output<typeof batchAnswer>

/** What became of a batch that waited; `by`: the id under which its rows wait now, with those of a later batch. */
export const waitingAnswer = wireObject({
  id: ['espera', int],
  list: ['lista', z.string()],
  state: ['estado', z.enum(['en espera', 'aceptado', 'tomado', 'rechazado', 'reemplazado'])],
  by: ['por', z.nullable(int)],
})

export const batchQuery = wireObject({
  dryRun: ['ensayo', flagText],
  /** The run that the batch belongs to: it is kept until the run's end. */
  runId: ['corrida', optionalIntText],
})

/** A run of batches, and the rows that it has so far. */
export const pushRun = wireObject({ runId: ['corrida', int], list: ['lista', z.string()], rows: ['filas', int] })
export type PushRun = z.output<typeof pushRun>

/** `limit` rows after the id `after`. */
export const pageQuery = wireObject({
  after: ['despues', optionalIntText],
  limit: [
    'limite',
    z.optional(
      intText.check(z.refine((limit) => limit >= 1 && limit <= MOST_ROWS, `El límite va de 1 a ${MOST_ROWS}`)),
    ),
  ],
})
/** With `since`, a day (yyyy-mm-dd, in Buenos Aires): all orders since then, acknowledged or not. */
export const ordersQuery = wireObject({
  ...pageQuery.fields,
  since: ['desde', z.optional(z.iso.date('Debe ser un día, aaaa-mm-dd'))],
})
/** Of a list whose rows several columns tell apart: what `despues` answered, a text. */
export const textPageQuery = wireObject({
  ...pageQuery.fields,
  after: ['despues', z.optional(z.string().check(z.maxLength(100)))],
})
/** A page of rows; `next` is what the next one begins after, null after the last page. */
export const pageOf = <A extends z.ZodMiniType = typeof int>(row: z.ZodMiniType, after: A = int as unknown as A) =>
  wireObject({ rows: ['filas', z.array(row)], next: ['despues', z.nullable(after)] })

/** A place of a picture, 1 to 5, and what became of it. */
export const pictureAnswer = wireObject({
  slot: ['lugar', int],
  file: ['foto', z.string()],
  result: ['resultado', z.enum(['nuevo', 'cambiado', 'sin cambios'])],
})

const answerRow = wireObject({
  place: ['fila', int],
  result: ['resultado', z.enum(['tomado', 'sin cambios', 'rechazado'])],
  faults: ['faltas', z.optional(z.array(fault))],
})
/** What became of the ERP's answers about orders or clients, one by one. */
export const answersAnswer = wireObject({ rows: ['filas', z.array(answerRow)] })
export type AnswerRow = z.output<typeof answerRow>

/** Columns of the ERP's answers that a refusal names. */
export const answerColumns = { order: 'IDCON_PED', number: 'NUMERO_PED' } as const
/** A row of each kind of answer. */
export const answerExamples = {
  orders: { IDCON_PED: 482, ESTADO: 'aceptado', NUMERO_PED: 90_211 },
  clients: { IDCLI_WEB: 1_000_000_001, ESTADO: 'aceptado', ID_CLI: 77 },
} as const

/** Whose picture, and in which place. */
export const pictureQuery = wireObject({
  code: ['CODIGO_ART', z.string().check(z.minLength(1), z.maxLength(40))],
  slot: ['lugar', slotText(MEDIA_SLOTS)],
})
