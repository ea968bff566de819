/** What is judged of an address that somebody outside wrote (R288), for those who show it and those who dial it. */
import type { LookupAddress, lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { webhookTexts, webhookUrlProblem } from '../../../contract/webhooks.ts'
import { isLoopbackHost } from '../../lib/loopback.ts'
import { isInside } from './inside.ts'

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

export const NOT_INSIDE =
  'La dirección es de una red interna: quien administra el servidor debe nombrarla en WEBHOOK_HOSTS'

/** A look-up of a name that fails when one of its addresses is internal. The request connects to these very addresses. */
export const publicOnly =
  (find: typeof lookup): LookupFunction =>
  (host, options, done) =>
    find(host, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      const [first] = addresses ?? []
      if (error || !first) done(error ?? new Error('no address'), '')
      else if (addresses.some(({ address }) => isInside(address))) done(new Error(NOT_INSIDE), '')
      else if (options.all) done(null, addresses)
      else done(null, first.address, first.family)
    })
