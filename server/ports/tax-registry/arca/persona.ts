/** The registry service itself (ws_sr_padron_a13): asks for one CUIT and reads the answer. */

import { isProvince } from '../../../../contract/provinces.ts'
import type { RegistryEntry } from '../../../../contract/registry.ts'
import { type RegistryAnswer, unavailable } from '../port.ts'
import type { Ticket } from './login.ts'
import { callSoap, SoapFault } from './soap.ts'
import { elementAt, escapeXml, isElement, textOf, type XmlElement } from './xml.ts'

/** The name of the service, also for the login. */
export const SERVICE = 'ws_sr_padron_a13'

/** The registry does not take the ticket (any more). */
export class TicketRefused extends Error {
  override readonly name = 'TicketRefused'
}

export interface PersonaCall {
  url: string
  ticket: Ticket
  /** Eleven digits: for whom the certificate may ask. */
  represented: string
  cuit: string
  signal: AbortSignal
}

/**
 * Asks for a CUIT.
 *
 * @throws TicketRefused or ServiceDown
 */
export async function getPersona(call: PersonaCall): Promise<RegistryAnswer> {
  const { url, ticket, represented, cuit, signal } = call
  const body =
    `<a13:getPersona><token>${escapeXml(ticket.token)}</token><sign>${escapeXml(ticket.sign)}</sign>` +
    `<cuitRepresentada>${represented}</cuitRepresentada><idPersona>${cuit}</idPersona></a13:getPersona>`
  try {
    const namespaces = 'xmlns:a13="http://a13.soap.ws.server.puc.sr/"'
    return readPersona(await callSoap({ url, body, namespaces, signal }), cuit)
  } catch (error) {
    if (error instanceof SoapFault) return readFault(error)
    throw error
  }
}

// Faults about the caller come first: 'Token inexistente' is not an unknown CUIT.
const ABOUT_TICKET = /\b(token|sign|firma|ticket|ta)\b/i
const ABOUT_CALLER = /autoriz|autentic|certificad|relaci[oó]n|representad|permiso|wsaa|\bcee\b|computador/i
const UNKNOWN = /inexistente|no existe persona/i
const INACTIVE = /inactiv/i

/** The answer that a fault means for the CUIT; 'unavailable' when it is not about the CUIT. @throws TicketRefused */
export function readFault({ code, text }: SoapFault): RegistryAnswer {
  if (ABOUT_TICKET.test(text)) throw new TicketRefused(text)
  if (ABOUT_CALLER.test(text)) return unavailable(`the registry refuses the shop: ${text}`)
  if (UNKNOWN.test(text)) return { status: 'unknown' }
  if (INACTIVE.test(text)) return { status: 'inactive' }
  return unavailable(`the registry answered ${code} ${text}`)
}

/** The answer about a person. Fields are taken one by one: the shop keeps no birth date and no document number. */
export function readPersona(answer: XmlElement, cuit: string): RegistryAnswer {
  const persona = elementAt(answer, 'getPersonaResponse', 'personaReturn', 'persona')
  if (!persona || textOf(persona, 'idPersona') !== cuit)
    return unavailable('the registry answered without the person asked for')
  if (INACTIVE.test(textOf(persona, 'estadoClave'))) return { status: 'inactive' }
  const firstName = textOf(persona, 'nombre')
  const lastName = textOf(persona, 'apellido')
  const addresses = persona.domicilio
  const entry: RegistryEntry = {
    cuit,
    firstName,
    lastName,
    businessName: textOf(persona, 'razonSocial') || `${firstName} ${lastName}`.trim(),
    addresses: Array.isArray(addresses) ? addresses.filter(isElement).map(readAddress) : [],
  }
  return { status: 'found', entry }
}

/** When `calle` and `numero` are missing, the one line `direccion` has both. */
function readAddress(address: XmlElement): RegistryEntry['addresses'][number] {
  const street = textOf(address, 'calle')
  const number = textOf(address, 'numero')
  const provinceId = textOf(address, 'idProvincia')
  return {
    kind: textOf(address, 'tipoDomicilio'),
    street: street || textOf(address, 'direccion'),
    number: street === '' || number === '0' ? '' : number,
    // The same ids as the shop's (R16); one that the shop does not know is none.
    provinceId: /^\d+$/.test(provinceId) && isProvince(Number(provinceId)) ? Number(provinceId) : null,
    city: textOf(address, 'localidad'),
    postalCode: textOf(address, 'codigoPostal') || textOf(address, 'codPostal'),
  }
}
