/** What is judged of an address that somebody outside wrote (R288), for those who show it and never dial it. */
import { isIP } from 'node:net'
import { webhookTexts, webhookUrlProblem } from '../../../contract/webhooks.ts'
import { isInside, isLoopbackHost } from './inside.ts'

/** Whether a host is this machine, or an address of an internal network. */
export const isInternal = (hostname: string): boolean => {
  const ip = hostname.replace(/^\[|\]$/g, '')
  return isLoopbackHost(hostname) || (isIP(ip) > 0 && isInside(ip))
}

/** Why an address may not be shown as a link: it is not https, carries a password, or is inside. Undefined for a good one. */
export function linkProblem(text: string): string | undefined {
  const problem = webhookUrlProblem(text)
  if (problem) return problem
  const { protocol, hostname } = new URL(text)
  if (protocol !== 'https:') return webhookTexts.url
  return isInternal(hostname) ? 'La dirección es de una red interna' : undefined
}
