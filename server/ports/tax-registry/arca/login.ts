/** The login service (WSAA): a signed request is exchanged for a ticket of twelve hours. */
import { type Credentials, signCms } from './cms.ts'
import { callSoap, ServiceDown, SoapFault } from './soap.ts'
import { elementAt, parseXml, textOf } from './xml.ts'

/** The ticket that every call to the registry carries. */
export interface Ticket {
  readonly token: string
  readonly sign: string
  readonly expiresAt: Date
}

/** There is a valid ticket already, and the service gives no second one. */
export class AlreadyAuthenticated extends Error {
  override readonly name = 'AlreadyAuthenticated'
}

export interface LoginOptions {
  url: string
  /** The service the ticket is for; a ticket is good for one only. */
  service: string
  credentials: Credentials
  now: Date
  signal: AbortSignal
}

/** How far the clocks of the two machines may be apart. */
const CLOCKS_APART_MS = 10 * 60_000

/** The login request (TRA): XML without namespace, valid from ten minutes ago to ten minutes from now. */
export function loginRequest(service: string, now: Date): string {
  const instant = (ms: number) => new Date(now.getTime() + ms).toISOString().replace(/\.\d+Z$/, 'Z')
  const seconds = Math.floor(now.getTime() / 1000)
  return (
    '<?xml version="1.0" encoding="UTF-8"?><loginTicketRequest version="1.0"><header>' +
    `<uniqueId>${seconds}</uniqueId>` +
    `<generationTime>${instant(-CLOCKS_APART_MS)}</generationTime>` +
    `<expirationTime>${instant(CLOCKS_APART_MS)}</expirationTime>` +
    `</header><service>${service}</service></loginTicketRequest>`
  )
}

/**
 * Fetches a ticket.
 *
 * @throws AlreadyAuthenticated, SoapFault (refused in another way) or ServiceDown
 */
export async function logIn({ url, service, credentials, now, signal }: LoginOptions): Promise<Ticket> {
  const cms = signCms(loginRequest(service, now), credentials, now)
  const answer = await callSoap({
    url,
    namespaces: 'xmlns:wsaa="http://wsaa.view.sua.dvadac.desein.afip.gov"',
    body: `<wsaa:loginCms><wsaa:in0>${cms}</wsaa:in0></wsaa:loginCms>`,
    signal,
  }).catch((error: unknown) => {
    if (error instanceof SoapFault && error.code.includes('alreadyAuthenticated'))
      throw new AlreadyAuthenticated(error.text)
    throw error
  })
  return readTicket(textOf(elementAt(answer, 'loginCmsResponse'), 'loginCmsReturn'))
}

/** The ticket is XML of its own, escaped inside the answer. */
function readTicket(xml: string): Ticket {
  const response = elementAt(parseXml(xml), 'loginTicketResponse')
  const credentials = elementAt(response, 'credentials')
  const token = textOf(credentials, 'token')
  const sign = textOf(credentials, 'sign')
  const expiresAt = new Date(textOf(elementAt(response, 'header'), 'expirationTime'))
  if (token === '' || sign === '' || Number.isNaN(expiresAt.getTime()))
    throw new ServiceDown('the login service answered without a ticket')
  return { token, sign, expiresAt }
}
