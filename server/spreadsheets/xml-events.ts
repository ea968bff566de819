/** XML read piece by piece, as far as spreadsheets need it, so that a sheet of a hundred megabytes is never in memory. */

export interface XmlHandler {
  /** `name` is without its namespace; `attributes` is what `attribute` reads. `<v/>` starts and ends, too. */
  start(name: string, attributes: string): void
  text?(text: string): void
  end?(name: string): void
}

/** The text is no XML, or none that a spreadsheet program writes. */
export class XmlDamage extends Error {}
/** The XML has an element or a text that is longer than any spreadsheet program makes it. */
export class XmlTooLong extends Error {}

/** An element, a comment or a text between two elements may have this many characters. */
const MOST_PENDING = 256 * 1024
const ENTITY = /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(lt|gt|amp|quot|apos));/gi
const NAMED = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" } as const
/** From the name to the closing sign; quotes may hold one. A name has no quotes, and is read to its end or not at all. */
const TAG = /<(\/?)([^\s<>/"']+)(?=[\s/>])([^<>"']*(?:"[^"]*"[^<>"']*|'[^']*'[^<>"']*)*)>/y

/** An attribute's value, whatever its namespace; undefined: there is none of this name. */
export function attribute(attributes: string, name: string): string | undefined {
  let from = 0
  for (;;) {
    const at = attributes.indexOf(`${name}=`, from)
    if (at < 0) return undefined
    from = at + name.length + 1
    const before = attributes[at - 1] ?? ' '
    const quote = attributes[from]
    if (!/[\s:]/.test(before) || (quote !== '"' && quote !== "'")) continue
    const end = attributes.indexOf(quote, from + 1)
    return end < 0 ? undefined : decodeEntities(attributes.slice(from + 1, end))
  }
}

const decodeEntities = (text: string): string =>
  text.includes('&')
    ? text.replace(ENTITY, (whole, hex?: string, decimal?: string, name?: string) => {
        if (name) return NAMED[name.toLowerCase() as keyof typeof NAMED]
        const point = hex ? Number.parseInt(hex, 16) : Number(decimal)
        return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : whole
      })
    : text

/** Calls a handler with the elements and texts of the XML that is pushed, in pieces of any size. @throws XmlDamage, XmlTooLong */
export function xmlEvents(handler: XmlHandler): { push(piece: string): void; finish(): void } {
  let pending = ''
  const push = (piece: string) => {
    const text = pending + piece
    let at = 0
    for (;;) {
      const open = text.indexOf('<', at)
      if (open < 0) break
      if (open > at) handler.text?.(decodeEntities(text.slice(at, open)))
      at = open
      const end = readMarkup(text, open, handler)
      if (end < 0) break
      at = end
    }
    pending = text.slice(at)
    if (pending.length > MOST_PENDING) throw new XmlTooLong()
  }
  return {
    push,
    finish() {
      if (pending.trim() !== '') throw new XmlDamage('cut inside an element')
    },
  }
}

/** Reads what begins with `<` at a place. @returns the place after it; -1: its end is not there yet */
function readMarkup(text: string, open: number, handler: XmlHandler): number {
  const next = text[open + 1]
  if (next === undefined) return -1
  if (next === '?') return after(text, '?>', open)
  if (next === '!') {
    // Only the beginning of a comment may have arrived yet.
    if (text.length < open + 9) return -1
    if (text.startsWith('<!--', open)) return after(text, '-->', open)
    if (!text.startsWith('<![CDATA[', open)) throw new XmlDamage('a declaration')
    const end = after(text, ']]>', open)
    if (end > 0) handler.text?.(text.slice(open + 9, end - 3))
    return end
  }
  TAG.lastIndex = open
  const tag = TAG.exec(text)
  if (!tag) return -1
  const [, slash, qualified = '', attributes = ''] = tag
  const name = qualified.slice(qualified.indexOf(':') + 1)
  if (slash) {
    handler.end?.(name)
  } else {
    handler.start(name, attributes)
    if (attributes.endsWith('/')) handler.end?.(name)
  }
  return TAG.lastIndex
}

function after(text: string, end: string, from: number): number {
  const at = text.indexOf(end, from)
  return at < 0 ? -1 : at + end.length
}
