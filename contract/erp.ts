/** The traffic between the shop and the ERP, and the jobs that were given up, as an admin sees them (R31, R42). */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { idText } from './ids.ts'
import { flag, instant, int, money, pageIndex, wireObject } from './wire.ts'

/** The states that the ERP gives an order, as the wire writes them. */
export const erpStates = ['pendiente', 'exportado', 'aceptado', 'observado', 'rechazado'] as const
const cleanStates = ['pending', 'exported', 'accepted', 'observed', 'rejected'] as const
export const erpState = z.codec(z.enum(erpStates), z.enum(cleanStates), {
  decode: (wire) => cleanStates[erpStates.indexOf(wire)] ?? 'pending',
  encode: (state) => erpStates[cleanStates.indexOf(state)] ?? 'pendiente',
})
export type ErpOrderState = z.output<typeof erpState>
/** The Spanish word of a state. */
export const stateWord = (state: ErpOrderState): string => erpStates[cleanStates.indexOf(state)] ?? state

/** The state of a Spanish word. */
export const stateOfWord = (word: (typeof erpStates)[number]): ErpOrderState =>
  cleanStates[erpStates.indexOf(word)] ?? 'pending'

/** Hands an order to the ERP once more; 409 unless it was refused, or given up. */
export const resendOrder = endpoint({
  method: 'POST',
  path: '/api/pedidos/productos/pedidos/:id/reenviar',
  access: { who: 'admin' },
  refusals: ['CONFLICT'],
  summary: 'Vuelve a enviar al ERP un pedido que rechazó, o que no se pudo enviar.',
  params: wireObject({ id: ['id', idText] }),
  response: z.boolean(),
})
export const orderNotRefused = 'El pedido no está rechazado ni detenido: no hay nada que reintentar'

/** A job that was given up after all its attempts. */
export const deadTask = wireObject({
  id: ['id', int],
  /** The job's task, in Spanish. */
  what: ['tarea', z.string()],
  /** The last failure. */
  reason: ['motivo', z.string()],
  attempts: ['intentos', int],
  createdAt: ['fecha', instant],
})
export type DeadTask = z.output<typeof deadTask>

export const listTasks = endpoint({
  method: 'GET',
  path: '/api/erp/tareas',
  access: { who: 'admin' },
  summary: 'Tareas que se dejaron de intentar (mails, envíos al ERP), las últimas primero, hasta 100.',
  response: z.array(deadTask),
})
export const retryTask = endpoint({
  method: 'POST',
  path: '/api/erp/tareas/:id/reintentar',
  access: { who: 'admin' },
  summary: 'Vuelve a intentar una tarea, con todos sus intentos.',
  params: wireObject({ id: ['id', idText] }),
  response: z.boolean(),
})
export const noSuchTask = 'La tarea ya no está detenida'

/** One kind of fault in a file, for all rows that have it. */
const feedFault = wireObject({ place: ['lugar', z.string()], message: ['motivo', z.string()] })
/** What an import of one file of the ERP would change, in numbers of rows. */
export const triedFile = wireObject({
  file: ['archivo', z.string()],
  /** Whether all of it, some of it or nothing would be taken. */
  outcome: ['resultado', z.enum(['importado', 'en parte', 'rechazado', 'en espera'])],
  read: ['leidas', int],
  inserted: ['nuevas', int],
  changed: ['cambiadas', int],
  unchanged: ['sinCambios', int],
  deactivated: ['bajas', int],
  refused: ['rechazadas', int],
  faults: ['faltas', z.array(feedFault)],
  /** How many faults there are beyond those in `faults`. */
  more: ['otras', int],
})
export type TriedFile = z.output<typeof triedFile>

/** A trial: what an import of the feed as it is now would change. */
export const feedTrial = wireObject({
  state: ['estado', z.enum(['en espera', 'en curso', 'listo', 'no se pudo'])],
  at: ['fecha', instant],
  /** The file that is being read; `done` and `total` count its rows. */
  file: ['archivo', z.string()],
  done: ['hechas', int],
  total: ['total', int],
  /** Why it could not be done. */
  reason: ['motivo', z.string()],
  files: ['archivos', z.array(triedFile)],
})
export type FeedTrial = z.output<typeof feedTrial>
export const isTrying = ({ state }: FeedTrial): boolean => state === 'en espera' || state === 'en curso'

export const getTrial = endpoint({
  method: 'GET',
  path: '/api/erp/ensayo',
  access: { who: 'admin' },
  summary: 'El último ensayo: qué cambiaría lo que hay del ERP. erp dice si hay un ERP configurado.',
  response: wireObject({ hasErp: ['erp', flag], last: ['ultimo', z.nullable(feedTrial)] }),
})
export const beginTrial = endpoint({
  method: 'POST',
  path: '/api/erp/ensayo',
  access: { who: 'admin' },
  refusals: ['CONFLICT'],
  summary: 'Empieza un ensayo de lo que hay del ERP, que no cambia nada; si hay uno en curso, es ese.',
  response: feedTrial,
})
export const noErp = 'No hay un ERP configurado (ERP_URL o ERP_FOLDER)'

/** The report of an import from the ERP. */
export const erpImport = wireObject({
  id: ['id', int],
  at: ['fecha', instant],
  source: ['origen', z.string()],
  /** Whether all of it was taken. */
  complete: ['completo', flag],
  /** A line for each file and fault. */
  text: ['informe', z.string()],
})
export type ErpImport = z.output<typeof erpImport>

export const listImports = endpoint({
  method: 'GET',
  path: '/api/erp/importaciones',
  access: { who: 'admin' },
  summary: 'Las últimas 50 importaciones que cambiaron algo o fueron rechazadas, también las de bulto import.',
  response: z.array(erpImport),
})

/** Why a feed waits for a person (R297): what the guard found, and its figures in words. */
export const guardCodes = ['BAJAS', 'PRECIOS', 'DIEZ_VECES', 'NOMBRES', 'FILAS', 'DEPENDE'] as const
const guard = wireObject({ code: ['codigo', z.enum(guardCodes)], message: ['motivo', z.string()] })

/** What taking a file would change: figures, and examples of each kind. */
export const feedPreview = wireObject({
  guards: ['resguardos', z.array(guard)],
  read: ['leidas', int],
  inserted: ['nuevas', int],
  changed: ['cambiadas', int],
  unchanged: ['sinCambios', int],
  deactivated: ['bajas', int],
  /** How many prices go to another one, and those that move most. */
  priceMoves: ['cambiosDePrecio', int],
  prices: [
    'precios',
    z.array(
      wireObject({
        code: ['codigo', z.string()],
        description: ['descripcion', z.string()],
        before: ['antes', money],
        after: ['despues', money],
      }),
    ),
  ],
  /** Records that would go out of use; the first ones by name. */
  lost: ['fueraDeUso', int],
  gone: ['salen', z.array(z.string())],
  /** Other changes: whose, which column of the file, from what to what. */
  changes: [
    'cambios',
    z.array(
      wireObject({
        what: ['registro', z.string()],
        column: ['columna', z.string()],
        before: ['antes', z.string()],
        after: ['despues', z.string()],
      }),
    ),
  ],
  /** New brands and categories: 'Ladrillo > Sistem'. */
  newNames: ['nombresNuevos', z.array(z.string())],
})
export type FeedPreview = z.output<typeof feedPreview>

/** A file of the ERP that waits until a person accepts it. */
export const waitingFeed = wireObject({
  id: ['id', int],
  file: ['archivo', z.string()],
  source: ['origen', z.string()],
  at: ['fecha', instant],
  /** `aceptado`: somebody accepted it, and it is being taken. */
  state: ['estado', z.enum(['en espera', 'aceptado'])],
  preview: ['cambiaria', feedPreview],
})
export type WaitingFeed = z.output<typeof waitingFeed>

export const listWaiting = endpoint({
  method: 'GET',
  path: '/api/erp/espera',
  access: { who: 'admin' },
  summary: 'Archivos del ERP que esperan que una persona los acepte, con lo que cambiarían.',
  response: z.array(waitingFeed),
})

/** One change of a file that waits. Prices stand in cents, all else as text. */
export const waitingChange = wireObject({
  kind: ['cambio', z.enum(['precio', 'sale de uso', 'otro', 'nombre nuevo'])],
  what: ['registro', z.string()],
  column: ['columna', z.string()],
  before: ['antes', z.string()],
  after: ['despues', z.string()],
  priceBefore: ['precioAntes', z.nullable(money)],
  priceAfter: ['precioDespues', z.nullable(money)],
})
export type WaitingChange = z.output<typeof waitingChange>
/** Rows of a page of changes. */
export const CHANGES_PAGE_SIZE = 100
/** All changes of a file that waits, of which its preview shows the first (R297). */
export const listWaitingChanges = endpoint({
  method: 'GET',
  path: '/api/erp/espera/:id/cambios',
  access: { who: 'admin' },
  refusals: ['CONFLICT'],
  summary: 'Todos los cambios de un archivo que espera, de a 100; como planilla, todos juntos.',
  params: wireObject({ id: ['id', idText] }),
  query: wireObject({ page: ['index', pageIndex] }),
  response: z.array(waitingChange),
})

export const acceptWaiting = endpoint({
  method: 'POST',
  path: '/api/erp/espera/:id/aceptar',
  access: { who: 'admin' },
  refusals: ['CONFLICT'],
  summary: 'Acepta un archivo que espera: se toma enseguida, sin que el ERP lo mande otra vez.',
  params: wireObject({ id: ['id', idText] }),
  response: z.boolean(),
})
export const rejectWaiting = endpoint({
  method: 'POST',
  path: '/api/erp/espera/:id/rechazar',
  access: { who: 'admin' },
  refusals: ['CONFLICT'],
  summary: 'Rechaza un archivo que espera: la tienda sigue con lo que tiene, y lo mismo otra vez no se toma.',
  params: wireObject({ id: ['id', idText] }),
  response: z.boolean(),
})
export const noSuchWaiting = 'Ese archivo ya no espera: llegó otro, o ya se respondió'
export const waitsForAnother = 'Depende de otro archivo que espera: acepte primero ese'

/** Whether the shop takes the ERP's feed. */
export const feedStatus = wireObject({
  /** The files that are refused, each with its first reasons, one line each. */
  refused: ['rechazado', z.array(z.string())],
  refusedSince: ['desde', z.nullable(instant)],
  /** When the whole feed was taken last. */
  successAt: ['ultimo', z.nullable(instant)],
  /** Active articles without a brand. */
  unassigned: ['sinAsignar', int],
  /** Those of them that clients see all the same: they have an active listing, in no branch of the tree. */
  unassignedShown: ['sinAsignarVisibles', int],
  /** Users who may sign in and whose client is out of use: they cannot order (R317). */
  usersOutOfUse: ['usuariosSinUso', int],
})
export type FeedStatus = z.output<typeof feedStatus>

export const getFeedStatus = endpoint({
  method: 'GET',
  path: '/api/erp/estado',
  access: { who: 'admin' },
  summary: 'Si se toma lo que manda el ERP: qué se rechazó y desde cuándo, y cuándo se tomó todo por última vez.',
  response: feedStatus,
})
