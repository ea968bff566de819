/** SOAP 1.1 over HTTP, as much of it as the two services speak. */
import http from 'node:http'
import https from 'node:https'
import tls from 'node:tls'
import { elementAt, parseXml, textOf, type XmlElement } from './xml.ts'

/** The service refuses the call in its own words. */
export class SoapFault extends Error {
  override readonly name = 'SoapFault'
  readonly code: string
  readonly text: string
  constructor(code: string, text: string) {
    super(`${code}: ${text}`)
    this.code = code
    this.text = text
  }
}

/** The service is down: no connection, no answer in time, an error page, anything but SOAP. */
export class ServiceDown extends Error {
  override readonly name = 'ServiceDown'
}

export interface SoapCall {
  url: string
  /** What stands in soap:Body, as XML. */
  body: string
  /** Further namespaces of the envelope, e.g. `xmlns:a13="…"`. */
  namespaces?: string
  signal: AbortSignal
}

const MOST_BYTES = 1024 * 1024
/** Without finite-field Diffie-Hellman: the production hosts offer a key that a strict OpenSSL refuses. */
const CIPHERS = `${tls.DEFAULT_CIPHERS}:!kDHE`

/**
 * Makes a call and answers what stands in soap:Body.
 *
 * @throws SoapFault or ServiceDown
 */
export async function callSoap({ url, body, namespaces = '', signal }: SoapCall): Promise<XmlElement> {
  const envelope =
    '<?xml version="1.0" encoding="UTF-8"?>' +
    `<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" ${namespaces}>` +
    `<soapenv:Header/><soapenv:Body>${body}</soapenv:Body></soapenv:Envelope>`
  const { status, text } = await post(url, envelope, signal)
  const answer = elementAt(parseXml(text), 'Envelope', 'Body')
  const fault = elementAt(answer, 'Fault')
  if (fault) throw new SoapFault(textOf(fault, 'faultcode'), textOf(fault, 'faultstring'))
  if (answer && status === 200) return answer
  // Some faults of the registry come as plain text with a status of 500.
  if (status === 500 && text.length < 500 && !text.includes('<')) throw new SoapFault('', text.trim())
  throw new ServiceDown(`${new URL(url).host} answered ${status} without SOAP`)
}

interface HttpAnswer {
  status: number
  text: string
}

function post(url: string, envelope: string, signal: AbortSignal): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      const reason = signal.aborted && signal.reason instanceof Error ? signal.reason : error
      reject(new ServiceDown(`${new URL(url).host}: ${reason.message}`, { cause: error }))
    }
    const options = {
      method: 'POST',
      signal,
      headers: {
        'content-type': 'text/xml; charset=utf-8',
        'content-length': Buffer.byteLength(envelope),
        // Both services refuse a call without this header, and neither looks into it.
        soapaction: '""',
      },
    }
    const request = url.startsWith('https:')
      ? https.request(url, { ...options, ciphers: CIPHERS })
      : http.request(url, options)
    request.on('error', fail)
    request.on('response', (response) => {
      const parts: Buffer[] = []
      let bytes = 0
      response.on('error', fail)
      response.on('data', (part: Buffer) => {
        bytes += part.length
        if (bytes > MOST_BYTES) response.destroy(new Error('the answer is too long'))
        else parts.push(part)
      })
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          text: decode(Buffer.concat(parts), response.headers['content-type']),
        }),
      )
    })
    request.end(envelope)
  })
}

function decode(bytes: Buffer, contentType = ''): string {
  const charset = /charset="?([\w-]+)/i.exec(contentType)?.[1]
  return /^(iso-8859-1|latin1|windows-1252)$/i.test(charset ?? '') ? bytes.toString('latin1') : bytes.toString('utf8')
}
