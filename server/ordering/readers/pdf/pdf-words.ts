/** Takes the words of a PDF with their places, in the reading direction of each page. Only for a thread: files may be hostile. */
import { PDF_MAX_PAGES } from '../../../../contract/row-place.ts'
import { Unreadable } from '../../../spreadsheets/archive-parts.ts'
import { type Line, NO_LETTER, type Page, type Piece } from './pdf.types.ts'

/** Pieces of text of all pages; a page full of small print has some 2,000. */
const MOST_PIECES = 200_000
/** Bytes of one unpacked stream, and of all that the library asks for at once or one after the other. */
const STREAM_BYTES = 64 * 2 ** 20
const ALL_BYTES = 320 * 2 ** 20
/** In sizes of the letter: pieces on one line, and the widest blank between words of one text, that of a typewriter. */
const SAME_LINE = 0.35
const BLANK = 0.68

const tooLarge = 'El PDF es demasiado grande'
const tooManyPages = `El PDF tiene más de ${PDF_MAX_PAGES} páginas: divídalo en varios`
const withPassword = 'El PDF está protegido con contraseña: guárdelo sin contraseña'
const damaged = 'El PDF está dañado y no se puede leer: guárdelo o descárguelo de nuevo'
const isPicture =
  'Este PDF es una imagen: no tiene texto que leer. Pida la planilla o el PDF original, o escriba el pedido en Pedido rápido'
const withoutLetters =
  'Las letras de este PDF no se pueden leer: no dice cuáles son. Pida la planilla, o escriba el pedido en Pedido rápido'

/**
 * Refuses memory beyond bounds: a thread's limits do not count the buffers that a stream is unpacked into, and few bytes
 * unpack to gigabytes.
 */
function boundBuffers(): void {
  let left = ALL_BYTES
  globalThis.Uint8Array = new Proxy(Uint8Array, {
    construct(target, args, made) {
      const [size] = args
      if (typeof size === 'number') {
        left -= size
        if (size > STREAM_BYTES || left < 0) throw new Unreadable(tooLarge, { tooLarge: true })
      }
      return Reflect.construct(target, args, made)
    },
  })
  // Unpacks outside of these bounds; without it the library does so itself.
  Reflect.deleteProperty(globalThis, 'DecompressionStream')
  Reflect.deleteProperty(globalThis, 'fetch')
}

type Library = typeof import('unpdf/pdfjs')
type Document = Awaited<ReturnType<Library['getDocument']>['promise']>
type Leaf = Awaited<ReturnType<Document['getPage']>>

/** The pages of a PDF as lines. @throws Unreadable */
export async function readPages(bytes: Uint8Array): Promise<Page[]> {
  const { getDocument } = await import('unpdf/pdfjs')
  boundBuffers()
  try {
    const document = await getDocument({
      data: bytes,
      isEvalSupported: false,
      disableFontFace: true,
      useSystemFonts: false,
      useWorkerFetch: false,
      enableXfa: false,
      stopAtErrors: true,
      verbosity: 0,
    }).promise
    if (document.numPages > PDF_MAX_PAGES) throw new Unreadable(tooManyPages, { tooLarge: true })
    const pages: Page[] = []
    let pieces = 0
    for (let number = 1; number <= document.numPages; number++) {
      const leaf = await document.getPage(number)
      const found = await piecesOf(leaf)
      pieces += found.length
      if (pieces > MOST_PIECES) throw new Unreadable(tooLarge, { tooLarge: true })
      pages.push({ page: number, lines: linesOf(found) })
      leaf.cleanup()
    }
    const texts = pages.flatMap(({ lines }) => lines.flatMap((line) => line.pieces.map(({ text }) => text))).join('')
    if (texts === '') throw new Unreadable(isPicture)
    if ((texts.match(NO_LETTER)?.length ?? 0) > texts.length / 10) throw new Unreadable(withoutLetters)
    return pages
  } catch (error) {
    throw refusalOf(error)
  }
}

/** What to say of an error: the library tells errors of its own by their names, and wraps those of others. */
function refusalOf(error: unknown): unknown {
  if (error instanceof Unreadable || !(error instanceof Error)) return error
  if (error.name === 'PasswordException') return new Unreadable(withPassword)
  return error.message.includes(tooLarge) ? new Unreadable(tooLarge, { tooLarge: true }) : new Unreadable(damaged)
}

/** A text with the corner where it begins and the direction in which it is read, in the coordinates of the page as it is shown. */
interface Placed {
  readonly text: string
  readonly at: readonly [number, number]
  readonly along: readonly [number, number]
  readonly width: number
  readonly size: number
}

async function piecesOf(leaf: Leaf): Promise<Piece[]> {
  const { transform, width, height } = leaf.getViewport({ scale: 1 })
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = transform
  const scale = Math.hypot(a, b)
  const placed: Placed[] = []
  const place = (text: string, matrix: readonly number[], length: number) => {
    const [ma = 1, mb = 0, mc = 0, md = 1, x = 0, y = 0] = matrix
    const along = [a * ma + c * mb, b * ma + d * mb] as const
    const at = [a * x + c * y + e, b * x + d * y + f] as const
    placed.push({ text, at, along, width: length * scale, size: Math.hypot(mc, md) * scale })
  }
  const { items } = await leaf.getTextContent()
  if (items.length > MOST_PIECES) throw new Unreadable(tooLarge, { tooLarge: true })
  for (const item of items)
    if ('str' in item && /[\p{L}\p{N}\p{Co}\p{Cn}\p{Cc}\uFFFD]/u.test(item.str))
      place(item.str, item.transform, item.width)
  // What was filled into fields, or written over the page.
  for (const { subtype, rect, fieldValue, contentsObj } of await leaf.getAnnotations()) {
    const text = subtype === 'Widget' ? fieldValue : subtype === 'FreeText' ? contentsObj?.str : ''
    if (typeof text !== 'string' || !/[\p{L}\p{N}]/u.test(text)) continue
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = rect as number[]
    const size = Math.min(10, y1 - y0)
    place(
      text.slice(0, 200),
      [size, 0, 0, size, x0 + 1, (y0 + y1) / 2 - size * 0.35],
      Math.min(x1 - x0, text.length * size * 0.5),
    )
  }
  const seen = placed.filter(({ at: [x, y] }) => x >= -1 && y >= -1 && x <= width + 1 && y <= height + 1)
  const quarterOf = ({ along: [x, y] }: Placed) => (Math.round(Math.atan2(y, x) / (Math.PI / 2)) + 4) % 4
  const letters = [0, 0, 0, 0]
  for (const text of seen) letters[quarterOf(text)] = (letters[quarterOf(text)] ?? 0) + text.text.length
  const reading = letters.indexOf(Math.max(...letters))
  return seen
    .filter((text) => quarterOf(text) === reading)
    .map(({ text, at: [x, y], width: length, size }) => {
      const [x0, base] = (
        [
          [x, y],
          [y, width - x],
          [width - x, height - y],
          [height - y, x],
        ] as const
      )[reading] ?? [x, y]
      return { x0, x1: x0 + Math.max(length, 1), y: base, size: Math.max(size, 1), text: text.trim() }
    })
    .flatMap(atBars)
}

/** Bars between the cells of a table that is drawn in letters are no text. */
function atBars(piece: Piece): Piece[] {
  if (!piece.text.includes('|')) return [piece]
  const each = (piece.x1 - piece.x0) / piece.text.length
  return [...piece.text.matchAll(/[^|]+/g)].flatMap(({ 0: part, index }) => {
    const text = part.trim()
    const x0 = piece.x0 + each * (index + part.length - part.trimStart().length)
    return /[\p{L}\p{N}]/u.test(text) ? [{ ...piece, text, x0, x1: x0 + each * text.length }] : []
  })
}

/** Lines from above, each with its pieces from the left; what is drawn twice to look bold stands once. */
function linesOf(pieces: readonly Piece[]): Line[] {
  const lines: { y: number; size: number; pieces: Piece[] }[] = []
  for (const piece of pieces.toSorted((one, other) => one.y - other.y)) {
    const line = lines.at(-1)
    if (line && piece.y - line.y <= SAME_LINE * Math.min(line.size, piece.size)) line.pieces.push(piece)
    else lines.push({ y: piece.y, size: piece.size, pieces: [piece] })
  }
  for (const line of lines) {
    const joined: Piece[] = []
    for (const piece of line.pieces.toSorted((one, other) => one.x0 - other.x0)) {
      const before = joined.at(-1)
      if (before && before.text === piece.text && piece.x0 - before.x0 < 1) continue
      const gap = before ? piece.x0 - before.x1 : 0
      const blank = before ? Math.min(BLANK * piece.size, (1.1 * (before.x1 - before.x0)) / before.text.length) : 0
      if (before && Math.abs(gap) < blank) {
        const text = `${before.text}${gap > 0.1 * piece.size ? ' ' : ''}${piece.text}`
        joined[joined.length - 1] = { ...before, x1: piece.x1, text }
      } else joined.push(piece)
    }
    line.pieces = joined
  }
  return lines
}
