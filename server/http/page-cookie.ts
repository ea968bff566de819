/**
 * The two cookies. The page's lets the HTML carry the signed-in user's first data. It is the session's token, but no
 * call reads it: calls take the bearer token alone, so nothing can be forged with the cookie. The browser's mark tells
 * a browser in which somebody of the staff signed in before from a new one (R269); it opens nothing.
 */
import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Browser } from '../caller.ts'

/** As long as a session may last (SESSION_DAYS); the token of a session that ended earlier is simply unknown. */
const SESSION_SECONDS = 30 * 86_400
/** Longer than a browser stays known without a sign-in (KNOWN_DAYS). */
const MARK_SECONDS = 400 * 86_400

// With __Host- a browser takes the cookie from this host by https alone: a subdomain cannot plant its own. Secure would
// keep the cookie from a shop that is tried on plain http.
const nameOf = (name: string, https: boolean): string => (https ? `__Host-${name}` : name)
const attributes = (https: boolean): string => `Path=/; HttpOnly; SameSite=Strict${https ? '; Secure' : ''}`

function setCookie(reply: FastifyReply, [name, value, seconds]: [string, string, number], https: boolean) {
  reply.header('set-cookie', `${nameOf(name, https)}=${value}; ${attributes(https)}; Max-Age=${seconds}`)
}
function readCookie(request: FastifyRequest, name: string, https: boolean): string | undefined {
  const pattern = new RegExp(`(?:^|;\\s*)${nameOf(name, https)}=([\\w-]{20,100})(?:;|$)`)
  return request.headers.cookie?.match(pattern)?.[1]
}

const PAGE = 'bulto_pagina'
const BROWSER = 'bulto_equipo'

/** Gives the browser the cookie of a session. */
export const setPageCookie = (reply: FastifyReply, token: string, https: boolean): void =>
  setCookie(reply, [PAGE, token, SESSION_SECONDS], https)

export const clearPageCookie = (reply: FastifyReply, https: boolean): void => setCookie(reply, [PAGE, '', 0], https)

/** The token in a page request's cookie. */
export const pageToken = (request: FastifyRequest, https: boolean): string | undefined =>
  readCookie(request, PAGE, https)

/** The browser that signs in; one without a mark gets a fresh one. */
export const browserOf = (request: FastifyRequest, https: boolean): Browser => ({
  userAgent: request.headers['user-agent'] ?? '',
  mark: readCookie(request, BROWSER, https) ?? randomBytes(32).toString('base64url'),
})

/** Gives the browser its mark, or the one that it has for another while. */
export const markBrowser = (reply: FastifyReply, { mark }: Browser, https: boolean): void =>
  setCookie(reply, [BROWSER, mark, MARK_SECONDS], https)
