/**
 * The cookie that lets the HTML carry the signed-in user's first data. It is the session's token, but no
 * call reads it: calls take the bearer token alone, so nothing can be forged with the cookie.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'

const NAME = 'bulto_pagina'
/** As long as a session may last (SESSION_DAYS); the token of a session that ended earlier is simply unknown. */
const SESSION_SECONDS = 30 * 86_400
// Secure would keep the cookie from a shop that is tried on plain http.
const attributes = (https: boolean): string => `Path=/; HttpOnly; SameSite=Strict${https ? '; Secure' : ''}`

/** Gives the browser the cookie of a session. */
export function setPageCookie(reply: FastifyReply, token: string, https: boolean): void {
  reply.header('set-cookie', `${NAME}=${token}; ${attributes(https)}; Max-Age=${SESSION_SECONDS}`)
}

export function clearPageCookie(reply: FastifyReply, https: boolean): void {
  reply.header('set-cookie', `${NAME}=; ${attributes(https)}; Max-Age=0`)
}

const PATTERN = new RegExp(`(?:^|;\\s*)${NAME}=([\\w-]{20,100})(?:;|$)`)

/** The token in a page request's cookie. */
export function pageToken(request: FastifyRequest): string | undefined {
  return request.headers.cookie?.match(PATTERN)?.[1]
}
