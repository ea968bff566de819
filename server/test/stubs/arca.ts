/**
 * The tax authority's two services as far as they can be seen from outside: the login (WSAA, on Axis) and
 * the registry (A13), with their envelopes, prefixes, escaped ticket and faults. A ticket is given once.
 */
import { httpStub, type StubAnswer, type StubRequest } from './http-stub.ts'

export interface ArcaStub {
  readonly loginUrl: string
  readonly registryUrl: string
  /** The signed login requests, decoded from base64. */
  readonly logins: Buffer[]
  /** CUITs asked for, with the token of each call. */
  readonly asked: { cuit: string; token: string }[]
  /** Bodies and headers of all calls. */
  readonly requests: readonly StubRequest[]
  /** Its clock, in milliseconds. */
  now(): number
  /** Forgets the ticket it gave, as if its time were over. */
  expire(): void
  /** Behaves as if another program had the ticket. */
  takeTicketAway(): void
  /** The login's answer in place of the usual one; undefined: the usual one. May wait. */
  onLogin: (() => StubAnswer | 'silence' | undefined | Promise<StubAnswer | undefined>) | undefined
  /** The registry's answer in place of the usual one. */
  onPersona: ((cuit: string) => StubAnswer | 'silence' | undefined) | undefined
  close(): Promise<void>
}

const TWELVE_HOURS_MS = 12 * 60 * 60_000

/** @param persons What stands in `persona`, by CUIT */
export async function arcaStub(persons: Readonly<Record<string, string>>): Promise<ArcaStub> {
  let valid: string | undefined
  let given = 0
  const logins: Buffer[] = []
  const asked: { cuit: string; token: string }[] = []

  const login = async (request: StubRequest): Promise<StubAnswer | 'silence'> => {
    logins.push(Buffer.from(between(request.body, 'in0'), 'base64'))
    const instead = await stub.onLogin?.()
    if (instead) return instead
    if (valid !== undefined)
      return axisFault('ns1:coe.alreadyAuthenticated', 'El CEE ya posee un TA valido para el acceso al WSN solicitado')
    given++
    valid = `token-${given}+/=`
    return { body: loginResponse(valid, `sign-${given}`, new Date(stub.now() + TWELVE_HOURS_MS)) }
  }
  const persona = (request: StubRequest): StubAnswer | 'silence' => {
    const cuit = between(request.body, 'idPersona')
    const token = between(request.body, 'token')
    asked.push({ cuit, token })
    const instead = stub.onPersona?.(cuit)
    if (instead) return instead
    if (token !== valid) return cxfFault('Error al autenticar: Token vencido o inexistente')
    return persons[cuit] ? personaResponse(persons[cuit]) : cxfFault('No existe persona con ese Id')
  }
  const server = await httpStub((request) => {
    if (request.headers.soapaction === undefined) return axisFault('ns1:Client.NoSOAPAction', 'no SOAPAction header!')
    return request.url === '/login' ? login(request) : persona(request)
  })
  const stub: ArcaStub = {
    loginUrl: `${server.url}/login`,
    registryUrl: `${server.url}/registry`,
    logins,
    asked,
    requests: server.requests,
    now: Date.now,
    expire: () => {
      valid = undefined
    },
    takeTicketAway: () => {
      valid = 'ticket of somebody else'
    },
    onLogin: undefined,
    onPersona: undefined,
    close: server.close,
  }
  return stub
}

const between = (xml: string, name: string): string => new RegExp(`<(?:\\w+:)?${name}>([^<]*)</`).exec(xml)?.[1] ?? ''
const escaped = (xml: string) => xml.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** The ticket is a whole XML document, escaped as the text of one element. */
export const loginResponse = (token: string, sign: string, expires: Date): string => {
  const ticket = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<loginTicketResponse version="1.0">
    <header>
        <source>CN=wsaahomo, O=AFIP, C=AR, SERIALNUMBER=CUIT 33693450239</source>
        <destination>SERIALNUMBER=CUIT 30710000000, CN=bulto</destination>
        <uniqueId>2711171522</uniqueId>
        <generationTime>2026-01-01T00:00:00.000-03:00</generationTime>
        <expirationTime>${expires.toISOString().replace('Z', '-00:00')}</expirationTime>
    </header>
    <credentials>
        <token>${token}</token>
        <sign>${sign}</sign>
    </credentials>
</loginTicketResponse>
`
  return `<?xml version="1.0" encoding="UTF-8"?><soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><soapenv:Body><loginCmsResponse xmlns="https://wsaahomo.afip.gov.ar/ws/services/LoginCms"><loginCmsReturn>${escaped(ticket)}</loginCmsReturn></loginCmsResponse></soapenv:Body></soapenv:Envelope>`
}

export const axisFault = (code: string, text: string): StubAnswer => ({
  status: 500,
  body: `<?xml version="1.0" encoding="UTF-8"?><soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"><soapenv:Body><soapenv:Fault><faultcode xmlns:ns1="http://xml.apache.org/axis/">${code}</faultcode><faultstring>${text}</faultstring><detail><ns2:exceptionName xmlns:ns2="http://xml.apache.org/axis/">gov.afip.desein.dvadac.sua.view.wsaa.LoginFault</ns2:exceptionName></detail></soapenv:Fault></soapenv:Body></soapenv:Envelope>`,
})

export const cxfFault = (text: string): StubAnswer => ({
  status: 500,
  body: `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><soap:Fault><faultcode>soap:Server</faultcode><faultstring>${text}</faultstring><detail><ns1:SRValidationException xmlns:ns1="http://a13.soap.ws.server.puc.sr/"/></detail></soap:Fault></soap:Body></soap:Envelope>`,
})

const personaResponse = (persona: string): StubAnswer => ({
  body: `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><ns2:getPersonaResponse xmlns:ns2="http://a13.soap.ws.server.puc.sr/"><personaReturn><metadata><fechaHora>2026-03-02T10:11:12.345-03:00</fechaHora><servidor>setiwsh2</servidor></metadata><persona>${persona}</persona></personaReturn></ns2:getPersonaResponse></soap:Body></soap:Envelope>`,
})

/** The error page of the load balancer in front of both services. */
export const errorPage: StubAnswer = {
  status: 500,
  contentType: 'text/html; charset=iso-8859-1',
  body: Buffer.from(
    '<html><head><title>Error</title></head><body><h1>Servicio inexistente o en reparación<br></h1></body></html>',
    'latin1',
  ),
}
