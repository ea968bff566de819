/** The text of a description that is HTML. Pure, and linear in its length. */

const ENTITIES: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', iexcl: '¡', iquest: '¿', deg: '°', ordm: 'º' },
  ...{ aacute: 'á', eacute: 'é', iacute: 'í', oacute: 'ó', uacute: 'ú', ntilde: 'ñ', uuml: 'ü', ordf: 'ª' },
  ...{ Aacute: 'Á', Eacute: 'É', Iacute: 'Í', Oacute: 'Ó', Uacute: 'Ú', Ntilde: 'Ñ', Uuml: 'Ü', copy: '©', reg: '®' },
  ...{ ndash: '–', mdash: '—', lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', laquo: '«', raquo: '»', bull: '•' },
  ...{ hellip: '…', trade: '™', times: '×', frac12: '½', frac14: '¼', frac34: '¾', euro: '€', middot: '·' },
}

/** Elements that begin a new line. */
const BLOCKS = /^(?:p|div|br|li|ul|ol|tr|table|h[1-6]|section|article|header|footer|blockquote|pre|hr|dt|dd)$/
/** Elements whose content nobody reads. */
const UNREAD = /^(?:script|style|template|iframe|noscript)$/

/** '&ntilde;' and '&#241;' are 'ñ'; an entity that is not known stays as it is written. */
export const withoutEntities = (text: string): string =>
  text.replace(/&(#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,30});/g, (written, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name] ?? written
    const code = /^#[xX]/.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    const isLetter = code > 31 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
    return isLetter ? String.fromCodePoint(code) : ' '
  })

/**
 * What a browser would show of HTML, a line for each of its blocks: tags, comments and scripts are gone, entities are
 * letters. A '<' that begins no tag is kept.
 */
export function textOfHtml(html: string): string {
  const parts: string[] = []
  let at = 0
  while (at < html.length) {
    const open = html.indexOf('<', at)
    if (open < 0) {
      parts.push(html.slice(at))
      break
    }
    parts.push(html.slice(at, open))
    if (html.startsWith('<!--', open)) {
      const end = html.indexOf('-->', open + 4)
      at = end < 0 ? html.length : end + 3
      continue
    }
    const [, name = ''] = /^<\/?([a-zA-Z][a-zA-Z0-9-]{0,30})/.exec(html.slice(open, open + 40)) ?? []
    const close = name === '' ? -1 : html.indexOf('>', open)
    if (close < 0) {
      parts.push('<')
      at = open + 1
      // An open tag that never ends: no further '<' needs to be looked at.
      if (name !== '') {
        parts.push(html.slice(at))
        break
      }
      continue
    }
    const tag = name.toLowerCase()
    if (BLOCKS.test(tag)) parts.push('\n')
    at = close + 1
    if (UNREAD.test(tag) && html[open + 1] !== '/') at = endOfElement(html, tag, at)
  }
  return withoutEntities(parts.join(''))
    .split(/\r\n|\r|\n/)
    .map((line) => line.replace(/[\p{Cc}\u00a0\u2028\u2029 ]+/gu, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')
}

function endOfElement(html: string, tag: string, from: number): number {
  const end = new RegExp(`</${tag}\\s*>`, 'gi')
  end.lastIndex = from
  const found = end.exec(html)
  return found ? found.index + found[0].length : html.length
}
