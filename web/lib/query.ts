/**
 * Queries, made from the endpoint alone: the cache's key, the call, and what a change (action.ts) invalidates. Query keys are
 * written in this module only.
 */
import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryFunction,
  type QueryKey,
  queryOptions,
  skipToken,
} from '@tanstack/react-query'
import type * as z from 'zod/mini'
import type { Endpoint, ResponseOf } from '../../contract/endpoint.ts'
import { PAGE_SIZE } from '../../contract/rules.ts'
import { type CallValues, call } from './api.ts'
import { patience } from './first-answers.ts'
import type { PartOf } from './part-of.ts'
import { isPassing, queryClient } from './query-client.ts'
import { storedUser } from './stored-user.ts'

type Part<E extends Endpoint, P extends 'params' | 'query' | 'body'> = E[P] extends z.ZodMiniType
  ? object extends z.output<E[P]>
    ? { readonly [K in P]?: z.output<E[P]> }
    : { readonly [K in P]: z.output<E[P]> }
  : { readonly [K in P]?: undefined }

/** The values of a call: exactly those that its endpoint declares. */
export type ValuesOf<E extends Endpoint> = Part<E, 'params'> & Part<E, 'query'> & Part<E, 'body'>
type Given<Values> = object extends Values ? [values?: Values | null] : [values: Values | null]
/** Some of a call's values, to mean every answer that has them. */
type SomeOf<E extends Endpoint> = {
  readonly [P in keyof ValuesOf<E>]?: Partial<NonNullable<ValuesOf<E>[P]>>
}

const keyOf = ({ method, path }: Endpoint, values: object | null | undefined): QueryKey =>
  values === undefined ? [method, path] : [method, path, values]

/**
 * The server's answer, or the kept one where the server can't be reached or takes long (R226). A query that has an answer
 * already waits for the server: its answer is newer than the kept one.
 */
function orKept<E extends Endpoint>(
  endpoint: E,
  key: QueryKey,
  page: number,
  asked: Promise<ResponseOf<E>>,
  part?: PartOf<E>,
): Promise<ResponseOf<E>> {
  const shown = queryClient.getQueryData<{ pages?: readonly unknown[] }>(key)
  if (!endpoint.kept || !storedUser() || (page > 0 ? shown?.pages?.[page] : shown)) return asked
  const read = async () => {
    // The catalogue on the device has answered meanwhile (R224); its answer is newer than the kept one.
    if (page === 0 && queryClient.getQueryData(key) !== undefined) throw new Error('The device has answered')
    const device = await import('./device/kept-answers.ts')
    return device.keptAnswer(endpoint, key, page, asked, part)
  }
  let reading: ReturnType<typeof read> | undefined
  // Once: a second reading would count the server's next answer as a kept one.
  const kept = () => (reading ??= read())
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => kept().then(resolve, () => undefined), patience())
    asked
      .then(resolve, (error) => (isPassing(error) ? kept().then(resolve, () => reject(error)) : reject(error)))
      .finally(() => clearTimeout(late))
  })
}

/**
 * A call as a query: `useQuery(queryOf(getUser, { params: { id } }))`. Null in place of the values: there is nothing
 * to ask yet. What else TanStack offers is spread beside it: `{ ...queryOf(listZones), staleTime: HOUR }`.
 */
export function queryOf<const E extends Endpoint>(endpoint: E, ...[values]: Given<ValuesOf<E>>) {
  const queryKey = keyOf(endpoint, values)
  const ask: QueryFunction<ResponseOf<E>> = ({ signal }) =>
    orKept(endpoint, queryKey, 0, call(endpoint, { ...(values as CallValues<E>), signal }))
  return queryOptions({
    queryKey,
    queryFn: values === null ? (skipToken as never) : ask,
    meta: { endpoint },
  })
}

/** As `queryOf`; where the server can't be reached, also from the kept answer of a larger call that holds this one (R226). */
export function partQueryOf<const E extends Endpoint, const W extends Endpoint>(
  endpoint: E,
  values: ValuesOf<E> | null,
  { whole, pick }: PartOf<E, W>,
) {
  const options = queryOf(endpoint, ...([values] as Given<ValuesOf<E>>))
  const part: PartOf<E> = { whole, pick: (found) => pick(found as ResponseOf<W>) }
  const ask: QueryFunction<ResponseOf<E>> = ({ signal }) =>
    orKept(endpoint, options.queryKey, 0, call(endpoint, { ...(values as CallValues<E>), signal }), part)
  return { ...options, queryFn: values === null ? options.queryFn : ask }
}

/** A record as a form begins with it: asked anew each time the form opens, and not again while it is filled in. */
export function recordQueryOf<const E extends Endpoint>(endpoint: E, ...given: Given<ValuesOf<E>>) {
  return {
    ...queryOf(endpoint, ...given),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  }
}

type RowOf<E extends Endpoint> = ResponseOf<E> extends readonly (infer Row)[] ? Row : never
/** A call that answers a list page by page (R5). */
type Paged = Endpoint & { readonly query: z.ZodMiniType<{ page: number }> }

/** Rows of one page, and how many match in all. */
export interface Page<Row> {
  readonly rows: readonly Row[]
  readonly total: number
}

/** The first row carries the count of all; an order's row as `matches`, because its `total` is an amount. */
function pageOf<Row>(rows: readonly Row[]): Page<Row> {
  const { matches, total } = (rows[0] ?? {}) as { matches?: number; total?: number }
  return { rows, total: matches ?? total ?? rows.length }
}

/**
 * One page of a list whose first row carries the total; the page before stays on the screen meanwhile. A page behind the
 * last has no row to carry the total, so the first page is asked for it (R204).
 */
export function pageQueryOf<const E extends Paged>(endpoint: E, ...[values]: Given<ValuesOf<E>>) {
  const { queryKey, queryFn, meta } = queryOf(endpoint, ...([values] as Given<ValuesOf<E>>))
  const { query, ...rest } = (values ?? {}) as { query?: { page: number } }
  const ask: QueryFunction<Page<RowOf<E>>> = async (context) => {
    const rows = (await (queryFn as QueryFunction<ResponseOf<E>>)(context)) as RowOf<E>[]
    if (rows.length > 0 || !query || query.page === 0) return pageOf(rows)
    const first = await call(endpoint, {
      ...rest,
      query: { ...query, page: 0 },
      signal: context.signal,
    } as CallValues<E>)
    return { rows, total: pageOf(first as RowOf<E>[]).total }
  }
  return queryOptions({
    queryKey: [...queryKey, 'page'],
    queryFn: values === null ? (skipToken as never) : ask,
    meta,
    placeholderData: keepPreviousData,
  })
}

type WithoutPage<Values> = Values extends { readonly query: infer Query }
  ? Omit<Values, 'query'> & { readonly query: Omit<Query, 'page'> }
  : Values

/** A list that grows as one scrolls, for `useInfiniteQuery`: another page exists only behind a full one. */
export function pagesQueryOf<const E extends Paged>(
  endpoint: E,
  values: WithoutPage<ValuesOf<E>>,
  pageSize = PAGE_SIZE,
) {
  const { query, ...rest } = values as CallValues<Endpoint>
  const queryKey = [...keyOf(endpoint, values), 'pages']
  const ask = ({ pageParam, signal }: { pageParam: number; signal: AbortSignal }) => {
    const pageValues = { ...rest, query: { ...(query as object), page: pageParam }, signal }
    return orKept(endpoint, queryKey, pageParam, call(endpoint, pageValues as CallValues<E>))
  }
  return infiniteQueryOptions({
    queryKey,
    queryFn: ask,
    meta: { endpoint },
    initialPageParam: 0,
    getNextPageParam: (last: ResponseOf<E>, pages) =>
      (last as readonly unknown[]).length === pageSize ? pages.length : undefined,
  })
}

/**
 * Invalidates the answers of a call: those on the screen are asked for at once, the others when they are next needed.
 * @param values only the answers to these; without them all of the call's
 */
export async function outdate<E extends Endpoint>(endpoint: E, values?: SomeOf<E>): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: keyOf(endpoint, values) })
}

/** Forgets the answers that no screen shows: the next screen waits for a new answer instead of showing the old one. */
export const forgetUnseen = (endpoint: Endpoint): void =>
  queryClient.removeQueries({ queryKey: keyOf(endpoint, undefined), type: 'inactive' })
