/** Headers every answer carries: constants, because a plugin that computes them costs as much as a search. */
import type { FastifyInstance } from 'fastify'

const security: Readonly<Record<string, string>> = {
  'content-security-policy': [
    "default-src 'self'",
    "script-src 'self'",
    // The component kit positions its menus and modals with style attributes.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}
const TRANSPORT = { 'strict-transport-security': 'max-age=31536000' }

/** Adds the security headers to every answer; with `https` also the one that keeps browsers on it. */
export function installHeaders(app: FastifyInstance, { https }: { https: boolean }): void {
  const headers = https ? { ...security, ...TRANSPORT } : security
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}
