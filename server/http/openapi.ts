/** `/api/openapi.json`: every call with its wire names and whole paths (R1). */

import * as z from 'zod/mini'
import { addressesOf, type Endpoint, endpoint, raw, refusalsOf } from '../../contract/endpoint.ts'
import { PUSH_PATH } from '../../contract/erp-push.ts'
import { errorBody, statusOf } from '../../contract/errors.ts'
import { isOpenTo, userTypes } from '../../contract/roles.ts'
import { LONGEST_KEY } from './idempotency-key.ts'
import { type App, route } from './route.ts'

const describeApi = endpoint({
  method: 'GET',
  path: '/api/openapi.json',
  access: { who: 'everyone' },
  summary: 'Descripción de todas las llamadas.',
  response: raw('application/json'),
})

/** The same of the calls by key alone, for the programmer of the ERP (R293). */
const describePush = endpoint({
  method: 'GET',
  path: `${PUSH_PATH}/openapi.json`,
  access: { who: 'everyone' },
  summary: 'Descripción de las llamadas con clave de ERP.',
  response: raw('application/json'),
})

const audienceText = ({ who: audience, right }: Endpoint['access']): string => {
  if (audience === 'key') return `con una clave de ERP${right ? ` que pueda ${right}` : ''}`
  if (audience === 'everyone') return 'todos'
  if (audience === 'signedIn') return 'con sesión iniciada'
  return new Intl.ListFormat('es-AR', { type: 'disjunction' }).format(
    userTypes.filter((type) => isOpenTo(type, audience)),
  )
}

// The wire's side of a codec is its input, for answers too.
const schemaOf = (schema: z.ZodMiniType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })

type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  schema: unknown
  description?: string
}

const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'El mismo envío con la misma clave recibe la misma respuesta; otro envío con ella, 409.',
  schema: { type: 'string', maxLength: LONGEST_KEY, pattern: '^[!-~]+$' },
}

function parametersOf(schema: z.ZodMiniType | undefined, where: 'path' | 'query'): Parameter[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema) as { properties?: object; required?: string[] }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: property,
  }))
}

function contentOf(declared: Endpoint['body']): Record<string, unknown> | undefined {
  if (!declared) return undefined
  if (!('raw' in declared)) return { 'application/json': { schema: schemaOf(declared) } }
  const schema = declared.schema ? schemaOf(declared.schema) : { type: 'string', format: 'binary' }
  return Object.fromEntries(declared.raw.split(', ').map((type) => [type, { schema }]))
}

function operationOf(endpoint: Endpoint): Record<string, unknown> {
  const { access, summary, params, query, body, response, takesKey, accepted } = endpoint
  const refusal = (description: string) => ({
    description,
    content: { 'application/json': { schema: schemaOf(errorBody) } },
  })
  const refusals = refusalsOf(endpoint)
    .sort((a, b) => statusOf[a] - statusOf[b])
    .map((code) => [statusOf[code], refusal(code)])
  const requestContent = contentOf(body)
  return {
    summary,
    description: `Acceso: ${audienceText(access)}.`,
    security: access.who === 'everyone' ? [] : [{ bearer: [] }],
    parameters: [
      ...parametersOf(params, 'path'),
      ...parametersOf(query, 'query'),
      ...(takesKey ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(requestContent && { requestBody: { required: true, content: requestContent } }),
    responses: {
      200: { description: 'Respuesta', content: contentOf(response) ?? {} },
      ...(accepted && { 202: { description: accepted, content: contentOf(response) ?? {} } }),
      ...Object.fromEntries(refusals),
      default: refusal('INTERNAL, OUT_OF_SERVICE, OVERLOADED'),
    },
  }
}

/** The OpenAPI 3.1 description of a list of calls; `url`: where the shop answers. */
export function describe(
  endpoints: readonly Endpoint[],
  { title, url }: { title: string; url: string },
): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const call of endpoints) {
    for (const address of addressesOf(call.path)) {
      const path = address.replace(/:(\w+)/g, '{$1}')
      paths[path] = { ...paths[path], [call.method.toLowerCase()]: operationOf(call) }
    }
  }
  return {
    openapi: '3.1.0',
    info: { title, version: '1' },
    servers: [{ url }],
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    paths,
  }
}

/** Serves the description of everything registered on `app`, under the shop's name as it is now. */
export function openapiRoutes(app: App, url: string): void {
  const serve = (call: typeof describeApi | typeof describePush, isTold: (endpoint: Endpoint) => boolean) => {
    let made: { title: string; description: string } | undefined
    route(app, call, ({ reply }) => {
      const title = app.face().name
      if (made?.title !== title)
        made = { title, description: JSON.stringify(describe(app.endpoints.filter(isTold), { title, url })) }
      return reply.type('application/json; charset=utf-8').send(made.description)
    })
  }
  serve(describeApi, () => true)
  serve(describePush, ({ access }) => access.who === 'key')
}
