/** One call of the API, described once for the server, the web app and `/api/openapi.json`. */

import type * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'
import type { KeyRight } from './key-rights.ts'
import type { Audience } from './roles.ts'

/** The place of an id in a request, by its wire name. */
export type Where = `params.${string}` | `query.${string}` | `body.${string}`

/**
 * Access to a call; the server decides it before it parses anything.
 * `client`: the ERP client (ID_CLI, −1 none) the call is about. A cliente reaches only the own client, a vendedor
 * the own clients, supervisor and admin all. `user`: the user the call is about. A cliente reaches only the own
 * account, a vendedor also those of the own clients, supervisor and admin all; with `write` each only the own, an admin all.
 */
export interface Access {
  /** `key`: a program of the ERP's with a key (R293), and no user. */
  readonly who: Audience | 'key'
  /** A page an admin can close: then the call answers 403 to clients and goes on for staff (R19). */
  readonly page?: 'CATALOGO' | 'CARRITO' | 'PEDIDOS'
  readonly client?: Where
  readonly user?: Where
  readonly write?: boolean
  /** With `who: 'key'`, what the key must allow; absent: any key may call. */
  readonly right?: KeyRight
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** A response that is not JSON made from a schema: bytes, a file, or JSON text that is ready already. */
export interface RawResponse {
  readonly raw: string
  readonly schema?: z.ZodMiniType
}

/** Marks a response as ready bytes of a content type; `schema` documents JSON that the server has ready. */
export function raw(contentType: string): RawResponse
export function raw<S extends z.ZodMiniType>(
  contentType: string,
  schema: S,
): { readonly raw: string; readonly schema: S }
export function raw(contentType: string, schema?: z.ZodMiniType): RawResponse {
  return { raw: contentType, schema }
}

/** The content type under which a list call also answers all rows that match, as a workbook. */
export const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** A call as it is declared. */
export interface Endpoint {
  readonly method: Method
  /** Whole path with `:name` parameters, e.g. `/api/pedidos/productos/filtros`. */
  readonly path: string
  readonly access: Access
  /** A GET with an effect (it sends a mail, asks an outside service): then HEAD, which must have none, is not answered. */
  readonly effects?: boolean
  /**
   * Its answers may be kept on the device of the user who asked, and stand in for an answer that does not come (R226).
   * Never for a call that the administration alone makes, or whose answer carries anything secret.
   */
  readonly kept?: true
  /** One sentence for `/api/openapi.json`. */
  readonly summary: string
  readonly params?: z.ZodMiniType
  readonly query?: z.ZodMiniType
  readonly body?: z.ZodMiniType | RawResponse
  /** The record that the call is about: its fields may be refused, though the request does not carry them. */
  readonly about?: z.ZodMiniType
  readonly response?: z.ZodMiniType | RawResponse
  /** With an `Idempotency-Key` the same request gets the same answer. */
  readonly takesKey?: true
  /** Why the call may answer 202, with the same body. */
  readonly accepted?: string
  /** Refusals beyond those that follow from its access and its schemas (`refusalsOf`). */
  readonly refusals?: readonly ErrorCode[]
}

/** Declares a call. `access` is required: there is no default to forget. */
export const endpoint = <const E extends Endpoint>(declaration: E): E => declaration

type CleanIn<S> = S extends z.ZodMiniType ? z.output<S> : undefined
export type ParamsOf<E extends Endpoint> = CleanIn<E['params']>
export type QueryOf<E extends Endpoint> = CleanIn<E['query']>
export type BodyOf<E extends Endpoint> = E['body'] extends RawResponse ? Uint8Array : CleanIn<E['body']>
export type ResponseOf<E extends Endpoint> = E['response'] extends z.ZodMiniType
  ? z.output<E['response']>
  : E['response'] extends { schema: infer S extends z.ZodMiniType }
    ? z.output<S>
    : undefined

/**
 * All refusals of a call: by its access, by its schemas, for too many requests, and as declared. INTERNAL, OUT_OF_SERVICE
 * and OVERLOADED are not refusals.
 */
export function refusalsOf({ method, access, params, query, body, refusals = [] }: Endpoint): ErrorCode[] {
  const aboutSomebody = access.client !== undefined || access.user !== undefined
  const codes: (ErrorCode | false)[] = [
    // A call that may carry a body may carry one that is no JSON, even when nobody reads it.
    (method !== 'GET' || (params ?? query) !== undefined) && 'MALFORMED',
    access.who !== 'everyone' && 'UNAUTHENTICATED',
    (!['everyone', 'signedIn'].includes(access.who) || access.page !== undefined || aboutSomebody) && 'FORBIDDEN',
    // A word where an id stands names a call that does not exist (R43).
    (access.client !== undefined || params !== undefined) && 'NOT_FOUND',
    body !== undefined && 'TIMEOUT',
    body !== undefined && 'TOO_LARGE',
    body !== undefined && 'WRONG_TYPE',
    'TOO_MANY',
    ...refusals,
  ]
  return [...new Set(codes.filter((code) => code !== false))]
}

/** The addresses a call answers at: the spec also writes three areas without `pedidos`, and `auth/` with a slash (R1). */
export function addressesOf(path: string): string[] {
  if (path.endsWith('/')) return [path, path.slice(0, -1)]
  const short = path.replace(/^\/api\/pedidos\/(itemsCarrito|productos|categorias)(?=\/|$)/, '/api/$1')
  return short === path ? [path] : [path, short]
}
