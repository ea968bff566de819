/** The text of an HTML mail: rows of a table as lines with tabs, quoted parts with '>' before each line. Linear in its length. */

const ENTITIES: Readonly<Record<string, string>> = {
  ...{ nbsp: ' ', amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", ordm: 'º', deg: '°', euro: '€', times: '×' },
  ...{ aacute: 'á', eacute: 'é', iacute: 'í', oacute: 'ó', uacute: 'ú', ntilde: 'ñ', uuml: 'ü', frac12: '½' },
  ...{ Aacute: 'Á', Eacute: 'É', Iacute: 'Í', Oacute: 'Ó', Uacute: 'Ú', Ntilde: 'Ñ', ndash: '–', mdash: '—' },
}
const decoded = (text: string): string =>
  text.replace(/&(#x?[0-9a-f]{1,6}|[a-z0-9]{2,8});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name] ?? whole
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' '
  })

/** Elements whose contents nobody reads. */
const UNREAD = new Set(['style', 'script', 'head', 'title'])
const LINES = new Set(['br', 'p', 'div', 'li', 'ul', 'ol', 'h1', 'h2', 'h3', 'h4', 'hr', 'table', 'tbody', 'pre'])

interface Frame {
  name: 'mail' | 'blockquote' | 'table' | 'tr' | 'td'
  /** Pieces: to look at the end of a text that grows would copy it each time. */
  pieces: string[]
  cells: string[]
}
/** Writes a text in lines of its own. */
function writeBlock({ pieces }: Frame, text: string): void {
  if (text === '') return
  if (!(pieces.at(-1) ?? '\n').endsWith('\n')) pieces.push('\n')
  pieces.push(text, '\n')
}

/** Frames within each other; the text of each is copied into the one around it. */
const DEEPEST = 30
const frame = (name: Frame['name']): Frame => ({ name, pieces: [], cells: [] })

export function htmlToText(html: string): string {
  const lower = html.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
  const stack: [Frame, ...Frame[]] = [frame('mail')]
  const top = (): Frame => stack.at(-1) ?? stack[0]
  const write = (text: string) => {
    const { pieces } = top()
    const spaced = text.replace(/\s+/g, ' ')
    const piece = /\s$/.test(pieces.at(-1)?.slice(-1) ?? '\n') ? spaced.trimStart() : spaced
    if (piece !== '') pieces.push(piece)
  }
  /** Closes the innermost frame into the one around it. */
  const close = () => {
    const done = stack.pop() as Frame
    const text = done.pieces
      .join('')
      .replace(/ ?\n ?/g, '\n')
      .trim()
    const around = top()
    if (done.name === 'td') around.cells.push(text)
    else if (done.name === 'tr') {
      const isRow = done.cells.every((cell) => !cell.includes('\n'))
      writeBlock(around, done.cells.join(isRow ? '\t' : '\n'))
    } else if (done.name === 'blockquote') writeBlock(around, text.replace(/^/gm, '> '))
    else writeBlock(around, text)
  }
  /** Closes frames up to the innermost one of a name; nothing where a table stands between. */
  const closeTo = (name: Frame['name']) => {
    for (let at = stack.length - 1; at > 0; at--) {
      const found = stack[at]?.name
      if (found === name) {
        while (stack.length > at) close()
        return
      }
      if (found === 'table') return
    }
  }

  let at = 0
  while (at < html.length) {
    const open = html.indexOf('<', at)
    write(decoded(html.slice(at, open < 0 ? html.length : open)))
    if (open < 0) break
    if (html.startsWith('<!--', open)) {
      const end = html.indexOf('-->', open + 4)
      at = end < 0 ? html.length : end + 3
      continue
    }
    const tag = /^<(\/?)([a-z][a-z0-9]*)/.exec(lower.slice(open, open + 20))
    if (!tag && !/^<[!?/]/.test(lower.slice(open, open + 2))) {
      write('<')
      at = open + 1
      continue
    }
    const end = html.indexOf('>', open)
    at = end < 0 ? html.length : end + 1
    const [, slash = '', name = ''] = tag ?? []
    if (UNREAD.has(name) && !slash) {
      const after = lower.indexOf(`</${name}`, at)
      at = after < 0 ? html.length : after
    } else if (name === 'td' || name === 'th') {
      closeTo('td')
      if (!slash && top().name === 'tr' && stack.length < DEEPEST) stack.push(frame('td'))
    } else if (name === 'tr') {
      closeTo('tr')
      if (!slash && stack.length < DEEPEST) stack.push(frame('tr'))
    } else if (name === 'table' || name === 'blockquote') {
      if (!slash && stack.length < DEEPEST) stack.push(frame(name))
      else if (slash && stack.some((one) => one.name === name)) {
        while (top().name !== name) close()
        close()
      }
    } else if (LINES.has(name)) top().pieces.push('\n')
  }
  while (stack.length > 1) close()
  return stack[0].pieces
    .join('')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
