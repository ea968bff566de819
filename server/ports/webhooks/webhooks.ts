/** What is judged of an address that somebody outside wrote (R288), for those who show it and never dial it. */
import { isIP } from 'node:net'
import { webhookTexts, webhookUrlProblem } from '../../../contract/webhooks.ts'
import { isInside, isLoopbackHost } from './inside.ts'

/** Names that no public server answers for: RFC 6761, 6762 and 8375, ICANN's `internal`, and what offices call their own. */
const INSIDE_NAMES = /(^|\.)(localhost|local|internal|intranet|lan|home\.arpa)$/

/** Whether a host is this machine, a name of an internal network or one of its addresses. */
export const isInternal = (hostname: string): boolean => {
  const ip = hostname.replace(/^\[|\]$/g, '')
  if (isIP(ip) > 0) return isLoopbackHost(hostname) || isInside(ip)
  // A name may end with the dot of the root.
  const name = hostname.replace(/\.$/, '')
  return !name.includes('.') || INSIDE_NAMES.test(name)
}

/** Why an address may not be shown as a link: it is not https, carries a password, or is inside. Undefined for a good one. */
export function linkProblem(text: string): string | undefined {
  const problem = webhookUrlProblem(text)
  if (problem) return problem
  const { protocol, hostname } = new URL(text)
  if (protocol !== 'https:') return webhookTexts.url
  return isInternal(hostname) ? 'La dirección es de una red interna' : undefined
}
