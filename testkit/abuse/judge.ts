/** Whether an answer to an odd input is one that a person can read (R4, R275). */
import type { Answer } from './calls.ts'

/** Words of English that no Spanish text has. */
const ENGLISH =
  /\b(the|is|are|was|not|of|and|or|must|should|cannot|could|expected|received|invalid|unexpected|undefined|required|property|value|failed|unknown|missing|with|input|token at|string|object|array)\b/i
/** A line of a stack. */
const STACK = /\bat .+:\d+:\d+|node_modules|node:internal/

/**
 * The fault of an answer, in Spanish; null where it is as it should be. An English word that was `sent` is no fault: the
 * answer repeats what was written. A call that answers pages (`isPage`) may refuse with one in Spanish.
 */
export function faultOf({ status, headers, text }: Answer, sent = '', isPage = false): string | null {
  if (status === 0) return `no hubo respuesta: ${text.slice(0, 200)}`
  if (status < 400) return null
  if (STACK.test(text)) return `${status} con una pila: ${text.slice(0, 300)}`
  if (isPage && status < 500 && text.includes('<html lang="es-AR">')) return null
  const body = bodyOf(text)
  if (!body) return `${status} sin error ni message: ${text.slice(0, 200)}`
  // The specification's own 501, for a CUIT or mail that is in use.
  if (status >= 500 && status !== 503 && !(status === 501 && body.error === 'IN_USE'))
    return `${status} ${text.slice(0, 300)}`
  if (status === 503 && body.error !== 'UNAVAILABLE' && !headers.get('retry-after'))
    return `503 sin Retry-After: ${text.slice(0, 200)}`
  const english = body.texts.find((words) => {
    const [word] = ENGLISH.exec(words) ?? []
    return word !== undefined && !sent.includes(word)
  })
  return english === undefined ? null : `${status} en inglés: ${english.slice(0, 200)}`
}

/** The code and all texts for people of an error body; null where it is none. */
function bodyOf(text: string): { error: string; texts: string[] } | null {
  try {
    const { error, message, details } = JSON.parse(text) as {
      error?: unknown
      message?: unknown
      details?: unknown
    }
    if (typeof error !== 'string' || typeof message !== 'string' || message.trim() === '') return null
    const others = Array.isArray(details) ? details : []
    const told = others.flatMap((detail: { message?: unknown } | null) =>
      typeof detail?.message === 'string' ? [detail.message] : [],
    )
    return { error, texts: [message, ...told] }
  } catch {
    return null
  }
}
