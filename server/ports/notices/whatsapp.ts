/**
 * WhatsApp Business' cloud interface: POST {version}/{phone number id}/messages with an approved template
 * (developers.facebook.com/docs/whatsapp/cloud-api/reference/messages, and its page of error codes). It knows no idempotency key: a
 * message that is sent again is a second one.
 */
import * as z from 'zod/mini'
import { readUtf8 } from '../../lib/utf8.ts'
import {
  type NoticeKind,
  NoticeRefused,
  type NoticeSender,
  NoticeUnknown,
  NoticeUnsent,
  type PhoneNotice,
} from './port.ts'

export interface WhatsappOptions {
  /** Without a slash at its end. */
  readonly url: string
  /** Such as v23.0. */
  readonly version: string
  /** The id of the number that sends, which is not the number. */
  readonly numberId: string
  readonly token: string
  /** The templates' language, such as es_AR. */
  readonly language: string
  /** The template of each kind. */
  readonly templates: Readonly<Record<NoticeKind, string>>
  /** For connection and answer together. */
  readonly timeoutMs?: number
}

/** Codes that mean 'later', whatever their HTTP status: the service is away, or there were too many messages. */
const LATER = new Set([2, 4, 80_007, 130_429, 131_000, 131_016, 131_048, 131_056, 131_057, 133_004])
/** Failures of the connection before a byte was sent. */
const NEVER_CONNECTED = new Set([
  ...['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'],
  ...['CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])
/** Most bytes of an answer, which has some hundred. */
const MOST_BYTES = 64 * 1024
/** Longest text of a place; the interface refuses line breaks, tabs and more than four blanks in a row there. */
const LONGEST_VALUE = 300

const accepted = z.object({ messages: z.array(z.object({ id: z.string() })).check(z.minLength(1)) })
const refused = z.object({
  error: z.object({
    code: z.number(),
    message: z.optional(z.string()),
    error_data: z.optional(z.object({ details: z.optional(z.string()) })),
  }),
})

/** Sends by WhatsApp; `timeoutMs` is 10 seconds unless given. */
export function whatsappNotices({ timeoutMs = 10_000, ...options }: WhatsappOptions): NoticeSender {
  const { url, version, numberId, token } = options
  return {
    async send(notice, signal) {
      const limit = AbortSignal.timeout(timeoutMs)
      let status: number
      let text: string
      try {
        const answer = await fetch(`${url}/${version}/${numberId}/messages`, {
          method: 'POST',
          redirect: 'manual',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify(bodyOf(notice, options)),
          signal: signal ? AbortSignal.any([limit, signal]) : limit,
        })
        status = answer.status
        text = await textOf(answer)
      } catch (error) {
        throw unanswered(error)
      }
      return read(status, text)
    },
  }
}

const bodyOf = ({ to, kind, values }: PhoneNotice, { templates, language }: WhatsappOptions) => ({
  messaging_product: 'whatsapp',
  recipient_type: 'individual',
  to,
  type: 'template',
  template: {
    name: templates[kind],
    language: { code: language },
    components: [{ type: 'body', parameters: values.map((value) => ({ type: 'text', text: oneLine(value) })) }],
  },
})

/** A text as a place takes it: one line, and never empty. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, LONGEST_VALUE) || '-'

/** An answer's text; '' for one that is too long, of which the rest is not read. */
async function textOf(answer: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of answer.body ?? []) {
    parts.push(part)
    size += part.length
    if (size > MOST_BYTES) break
  }
  return size > MOST_BYTES ? '' : readUtf8(Buffer.concat(parts))
}

/** Without an answer only a connection that never stood says that nothing left. */
function unanswered(error: unknown): Error {
  const { cause } = error as { cause?: { code?: unknown } }
  const code = String(cause?.code ?? '')
  return NEVER_CONNECTED.has(code)
    ? new NoticeUnsent(`WhatsApp no se pudo alcanzar (${code})`)
    : new NoticeUnknown(`WhatsApp no contestó${code && ` (${code})`}`)
}

/** The message's id. @throws NoticeUnsent @throws NoticeRefused @throws NoticeUnknown */
function read(status: number, text: string): string {
  const answer = parsed(text)
  const told = refused.safeParse(answer)
  if (told.success) {
    const { code, message = '', error_data } = told.data.error
    const why = `WhatsApp: ${[error_data?.details, message].find(Boolean) ?? 'sin motivo'} (código ${code})`
    // With an error of its own the interface says that the message failed.
    throw LATER.has(code) || status === 429 || status >= 500 ? new NoticeUnsent(why) : new NoticeRefused(why)
  }
  const sent = accepted.safeParse(answer)
  if (status === 200 && sent.success) return sent.data.messages[0]?.id ?? ''
  if (status === 429 || status === 503) throw new NoticeUnsent(`WhatsApp contestó ${status}`)
  if (status >= 300 && status < 500) throw new NoticeRefused(`WhatsApp contestó ${status}`)
  throw new NoticeUnknown(`WhatsApp contestó ${status}, y no se entiende qué`)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
