/** A signed-in user who may call any instance of the shop, with the same token. */
import { PASSWORD } from './cluster.ts'

/** An answer: its status, and its body out of JSON (an HTML page stays text). */
export interface Called<T> {
  status: number
  json: T
}

export interface Caller {
  readonly token: string
  /** Calls the instance at `url`. A body that is no form is sent as JSON. @throws when no instance answers */
  call<T>(url: string, method: string, path: string, body?: unknown, headers?: object): Promise<Called<T>>
}

/** Signs in at `url`. @throws when that is refused */
export async function signIn(url: string, cuit: string): Promise<Caller> {
  const { status, json } = await send<{ accessToken: string }>(url, 'POST', '/api/auth/signin', {
    username: cuit,
    password: PASSWORD,
  })
  if (status !== 200) throw new Error(`signin answered ${status}`)
  const token = json.accessToken
  return {
    token,
    call: (at, method, path, body, headers) =>
      send(at, method, path, body, { authorization: `Bearer ${token}`, ...headers }),
  }
}

async function send<T>(
  url: string,
  method: string,
  path: string,
  body?: unknown,
  headers: object = {},
): Promise<Called<T>> {
  const isForm = body instanceof FormData
  const answer = await fetch(url + path, {
    method,
    headers: { ...(body !== undefined && !isForm && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, json: (text.startsWith('<') ? text : JSON.parse(text || 'null')) as T }
}
