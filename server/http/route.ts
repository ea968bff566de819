/** The one way from a declared call to its handler: access, parsing, the handler, the answer. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import {
  type Access,
  addressesOf,
  type BodyOf,
  type Endpoint,
  type ParamsOf,
  type QueryOf,
  type RawResponse,
  type ResponseOf,
  SHEET,
} from '../../contract/endpoint.ts'
import { keyTexts } from '../../contract/erp-keys.ts'
import { type FieldError, fieldError, texts } from '../../contract/errors.ts'
import { wireNameOf, wireNamesOf } from '../../contract/wire-names.ts'
import { type Caller, isStaff, type KeyHolder, type Keys, type SellersReach, type Sessions } from '../caller.ts'
import type { Face } from '../lib/face.ts'
import type { Asker } from '../lib/fair-queue.ts'
import { forbidden, malformed, Refusal } from '../refusal.ts'
import { type ListSheet, makeListSheet } from '../spreadsheets/list-sheet.ts'
import { checkAudience, checkReach } from './access.ts'
import { askerOf } from './asker.ts'
import { callerOf } from './caller-of.ts'
import { noSuchAddress } from './errors.ts'
import type { RequestLimit } from './request-limit.ts'

/** The application that features register their calls on. */
export interface App {
  readonly fastify: FastifyInstance
  readonly sessions: Sessions
  readonly keys: Keys
  readonly reach: SellersReach
  readonly requests: RequestLimit
  /** Whether a page is open; a closed one refuses clients, not staff. */
  readonly isPageOpen: (page: NonNullable<Access['page']>) => boolean
  /** The shop's face as it is now. */
  readonly face: () => Face
  /** Every registered call, for the description and the access test. */
  readonly endpoints: Endpoint[]
}

/** A call as its handler sees it: clean, typed, allowed. */
export interface Call<E extends Endpoint> {
  readonly params: ParamsOf<E>
  readonly query: QueryOf<E>
  readonly body: BodyOf<E>
  readonly caller: E['access']['who'] extends 'everyone'
    ? Caller | undefined
    : E['access']['who'] extends 'key'
      ? undefined
      : Caller
  /** Whose program asks, where a call is for keys. */
  readonly key: E['access']['who'] extends 'key' ? KeyHolder : undefined
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** Who asks, for heavy work; it is told when the connection closes. */
  readonly asker: Asker
}

type Result<E extends Endpoint> = E['response'] extends RawResponse ? unknown : ResponseOf<E>
type Handler<E extends Endpoint> = (call: Call<E>) => Result<E> | Promise<Result<E>>

/** How a list call answers all its rows when it is asked for a workbook. */
export interface SheetOf<E extends Endpoint, Row> extends ListSheet<Row> {
  /** All rows that match, whatever page was asked for. */
  readonly rows: (call: Call<E>) => Promise<readonly Row[]>
}

/** A request as `Call` promises it. A class, because a getter in an object literal is defined anew for each request. */
class ParsedCall {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
  readonly caller: Caller | undefined
  readonly key: KeyHolder | undefined
  readonly request: FastifyRequest
  readonly reply: FastifyReply

  constructor({ params, query, body }: Endpoint, request: FastifyRequest, reply: FastifyReply) {
    this.params = parse(params, request.params, noSuchPlace)
    this.query = parse(query, request.query)
    this.body = body && 'raw' in body ? request.body : parse(body, request.body)
    this.caller = request.caller
    this.key = request.erpKey
    this.request = request
    this.reply = reply
  }

  get asker(): Asker {
    return askerOf(this.request, this.reply)
  }
}

const BEARER = /^Bearer ([\w-]{20,100})$/

/** The bearer token of a request; undefined when there is none or it can't be one. */
export function bearerToken(request: FastifyRequest): string | undefined {
  return request.headers.authorization?.match(BEARER)?.[1]
}

/**
 * Registers a call at all its addresses. Access is checked in two steps, both before parsing: the
 * audience and ids of the address before the body is even read, an id in the body before the schema.
 * `bodyLimit`: bytes of JSON, for the few calls that take more than others. `sheet`: when `accept` is a workbook's type,
 * the call answers a workbook of all rows that match, to every caller who may make the call.
 */
export function route<const E extends Endpoint, Row = unknown>(
  app: App,
  endpoint: E,
  handler: Handler<E>,
  { bodyLimit, sheet }: { bodyLimit?: number; sheet?: SheetOf<E, Row> } = {},
): void {
  const { access } = endpoint
  app.endpoints.push(endpoint)
  const respond = encoderOf(endpoint.response)
  const isFile = answersFile(endpoint)
  // Files for everyone do not count (R278): a page shows dozens of pictures, and an office shares one address.
  const isFileForAll = isFile && endpoint.method === 'GET' && access.who === 'everyone'
  // Files wait in queues of their own; an upload takes as long as its sender's line.
  const sparedFromLoad = isFile || (endpoint.body !== undefined && 'raw' in endpoint.body)

  // A link in a mail may carry further parameters. A program that misspells 'ensayo' would change data instead of trying.
  const knownQuery = access.who === 'key' ? new Set(wireNamesOf(endpoint.query)) : undefined

  const namesBody = [access.client, access.user].some((where) => where?.startsWith('body.'))

  const authorise = async (request: FastifyRequest): Promise<void> => {
    const token = bearerToken(request)
    if (access.who === 'key' && app.keys.isKey(token)) {
      app.requests.take(request, token)
      request.erpKey = await app.keys.admit(token, access.right)
      return
    }
    const { caller, isIdle } = await callerOf(app, request, token, !isFileForAll)
    checkAudience(access, caller, access.who === 'key' ? keyTexts.needed : isIdle ? texts.idle : undefined)
    if (!caller) return
    request.caller = caller
    if (access.page && !isStaff(caller) && !app.isPageOpen(access.page)) throw forbidden(texts.pageClosed)
    if (access.client || access.user) await checkReach(access, caller, request, app.reach, 'address')
  }

  for (const url of addressesOf(endpoint.path)) {
    app.fastify.route({
      method: endpoint.method,
      url,
      bodyLimit,
      config: { sparedFromLoad },
      exposeHeadRoute: endpoint.effects ? false : undefined,
      onRequest: authorise,
      handler: async (request, reply) => {
        if (namesBody && request.caller) await checkReach(access, request.caller, request, app.reach, 'body')
        if (knownQuery) refuseUnknown(knownQuery, request.query)
        const call = new ParsedCall(endpoint, request, reply) as Call<E>
        try {
          if (sheet) reply.header('vary', 'accept')
          if (sheet && request.headers.accept === SHEET) {
            const bytes = await makeListSheet(sheet, app.face().name, call.asker, () => sheet.rows(call))
            return reply
              .type(SHEET)
              .header('content-disposition', `attachment; filename="${sheet.name}.xlsx"`)
              .send(Buffer.from(bytes))
          }
          const given = handler(call)
          // What is ready at once needs no further turn of the event loop.
          const result: unknown = given instanceof Promise ? await given : given
          return respond ? reply.type('application/json; charset=utf-8').send(respond(result)) : result
        } catch (error) {
          throw withWireNames(endpoint, error)
        }
      },
    })
  }
}

/** A use case names the fields of a refusal as the code does; here they get the names that the call declares (R4). */
function withWireNames(endpoint: Endpoint, error: unknown): unknown {
  if (!(error instanceof Refusal) || !error.details) return error
  return new Refusal(error.code, error.message, error.details.map(onWire(endpoint)), error.headers)
}

function onWire({ body, query, params, about }: Endpoint): (detail: unknown) => unknown {
  const schemas = [body && 'raw' in body ? undefined : body, query, params, about]
  return (detail) => {
    const { data } = z.safeParse(fieldError, detail)
    if (!data) return detail
    const names = schemas.map((schema) => wireNameOf(schema, data.field))
    return { ...data, field: names.find((name) => name !== undefined) ?? data.field }
  }
}

/** Whether a call answers bytes that are no JSON. */
const answersFile = ({ response }: Endpoint): boolean =>
  response !== undefined && 'raw' in response && response.schema === undefined

/** How an answer becomes JSON; null for ready bytes, which the handler sends as they are. */
function encoderOf(response: Endpoint['response']): ((clean: unknown) => string) | null {
  if (response === undefined) return () => 'null'
  if ('raw' in response) return null
  return (clean) => JSON.stringify(z.encode(response, clean as never))
}

/** @throws Refusal 400 that names the first parameter that the call does not have */
function refuseUnknown(known: ReadonlySet<string>, query: unknown): void {
  const unknownName = Object.keys(query ?? {}).find((name) => !known.has(name))
  if (unknownName === undefined) return
  const shown = unknownName.slice(0, 60)
  const taken = known.size > 0 ? `tiene ${[...known].join(', ')}` : 'no tiene ninguno'
  const message = `La llamada no tiene el parámetro «${shown}»: ${taken}`
  throw malformed(message, [{ field: shown, message }])
}

/** The refusal of an address; it names the first part that the call does not take. */
function noSuchPlace(value: unknown, { issues: [issue] }: z.core.$ZodError): Refusal {
  const name = issue?.path.join('.') ?? ''
  return noSuchAddress((value as Record<string, unknown>)[name], name)
}

/** Decodes one part of a request; a refusal names every field as on the wire, unless `refuse` says otherwise. */
function parse(
  schema: z.ZodMiniType | undefined,
  value: unknown,
  refuse?: (value: unknown, error: z.core.$ZodError) => Refusal,
): unknown {
  if (!schema) return undefined
  const result = z.safeDecode(schema, (value ?? {}) as never)
  if (result.success) return result.data
  if (refuse) throw refuse(value, result.error)
  const details: FieldError[] = result.error.issues.map((issue) => ({
    field: issue.path.join('.'),
    message: issue.message && !ENGLISH.test(issue.message) ? issue.message : 'Valor no válido',
  }))
  const [only] = details
  throw malformed(
    details.length === 1 && only && only.message !== 'Valor no válido' ? only.message : undefined,
    details,
  )
}
// zod's own texts are for developers; a schema with a text for users brings its own in Spanish.
const ENGLISH = /^(Invalid|Too |Unrecognized|Expected)/

declare module 'fastify' {
  interface FastifyRequest {
    caller?: Caller
    erpKey?: KeyHolder
  }
}
