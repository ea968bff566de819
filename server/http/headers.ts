/** Headers every answer carries: constants, because a plugin that computes them costs as much as a search. */
import type { FastifyInstance } from 'fastify'

const CONSTANT: Readonly<Record<string, string>> = {
  // A route whose answer may be kept says so itself; every other answer is private or soon out of date.
  'cache-control': 'no-store',
  'content-security-policy': [
    "default-src 'self'",
    // The scanner's reader of bar codes is WebAssembly, where the browser has none of its own (R222).
    "script-src 'self' 'wasm-unsafe-eval'",
    // React sets single properties of styles by script, which this allows; no style attribute is in the HTML.
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}
const YEAR = 'max-age=31536000'

export type ConstantHeaders = Readonly<Record<string, string>>

/**
 * The headers of every answer; with `https` also the one that keeps browsers on it, with `subdomains` for those of the
 * shop's address, too.
 */
export const constantHeaders = ({
  https,
  subdomains = false,
}: {
  https: boolean
  subdomains?: boolean
}): ConstantHeaders =>
  https ? { ...CONSTANT, 'strict-transport-security': subdomains ? `${YEAR}; includeSubDomains` : YEAR } : CONSTANT

/** What only a page heeds. Each script and style would bring it along, a kilobyte before the first cards. */
const OF_PAGES: ReadonlySet<string> = new Set(['cross-origin-opener-policy', 'permissions-policy', 'x-frame-options'])

/** Kinds of files that obey the content policy of the page that asks for them, and heed none of their own. */
const UNDER_THE_PAGE: readonly string[] = ['.js', '.css', '.woff2']
/** The beginning of a worker's address: it obeys the policy that its own file brings along. */
const WORKER = '/assets/worker-'

/** Adds the headers to every answer that comes from a route. */
export function installHeaders(app: FastifyInstance, headers: ConstantHeaders): void {
  const { 'content-security-policy': policy = '', ...others } = headers
  const underThePage = Object.fromEntries(Object.entries(others).filter(([name]) => !OF_PAGES.has(name)))
  const ofFiles = { ...underThePage, 'content-security-policy': policy }
  app.addHook('onRequest', ({ url }, reply, done) => {
    const isUnderThePage = !url.startsWith(WORKER) && UNDER_THE_PAGE.some((ending) => url.endsWith(ending))
    reply.headers(!url.startsWith('/assets/') ? headers : isUnderThePage ? underThePage : ofFiles)
    done()
  })
}
