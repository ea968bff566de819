/** What a PDF holds besides its pages: what a reader would run, open or unpack (R289). */
import { PDFArray, PDFDict, PDFDocument, PDFInvalidObject, PDFName, type PDFObject, PDFStream } from '@cantoo/pdf-lib'

/** Kinds of contents that are refused, each in the user's words, in the order in which they are told. */
const WORDS = {
  script: 'programas (JavaScript)',
  launch: 'órdenes de abrir otros programas',
  opening: 'acciones que empiezan solas',
  sending: 'formularios que mandan datos',
  files: 'otros archivos adentro',
  media: 'audio, video o 3D',
  xfa: 'un formulario XFA',
} as const
type Kind = keyof typeof WORDS

/** Keys that stand for such contents wherever they are. */
const KEYS: Readonly<Record<string, Kind>> = {
  JS: 'script',
  JavaScript: 'script',
  AA: 'opening',
  EF: 'files',
  EmbeddedFiles: 'files',
  RichMediaContent: 'media',
  XFA: 'xfa',
}
/** Values of /S, /Type and /Subtype that do. */
const VALUES: Readonly<Record<string, Kind>> = {
  JavaScript: 'script',
  Launch: 'launch',
  SubmitForm: 'sending',
  ImportData: 'sending',
  GoToE: 'files',
  EmbeddedFile: 'files',
  FileAttachment: 'files',
  Rendition: 'media',
  RichMedia: 'media',
  RichMediaExecute: 'media',
  Movie: 'media',
  Screen: 'media',
  Sound: 'media',
  '3D': 'media',
}

/**
 * Names that no page holds by chance, for what the library does not read as an object: an older version of one, or one
 * inside the bytes of another, to which a forged table of objects may lead.
 */
const RAW: Readonly<Record<string, Kind>> = {
  JavaScript: 'script',
  Launch: 'launch',
  SubmitForm: 'sending',
  EmbeddedFile: 'files',
  EmbeddedFiles: 'files',
  RichMedia: 'media',
}
/** A letter of a name as it is or as `#` and its code, in digits of either case. */
const letter = (char: string) => {
  const code = char.charCodeAt(0).toString(16)
  return `(?:${char}|#(?:${code}|${code.toUpperCase()}))`
}
const RAW_NAMES = Object.entries(RAW).map(
  ([name, kind]) => [kind, new RegExp(`/${[...name].map(letter).join('')}(?![\\w#])`)] as const,
)

export type PdfProblem = { holds: readonly string[] } | 'locked' | 'unreadable'

/**
 * Reads a whole PDF, compressed objects too; undefined when it is pages and nothing that acts. Time is linear in the bytes
 * that it unpacks to; the caller bounds time and memory.
 */
export async function problemOfPdf(bytes: Uint8Array): Promise<PdfProblem | undefined> {
  const doc = await opened(bytes)
  if (typeof doc === 'string') return doc
  const found = new Set<Kind>()
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  for (const [kind, name] of RAW_NAMES) if (name.test(text)) found.add(kind)
  for (const [, object] of doc.context.enumerateIndirectObjects()) {
    if (object instanceof PDFInvalidObject) return 'unreadable'
    findIn(object, found)
  }
  const kinds = (Object.keys(WORDS) as Kind[]).filter((kind) => found.has(kind))
  return kinds.length > 0 ? { holds: kinds.map((kind) => WORDS[kind]) } : undefined
}

/** The document, decrypted when it opens without a password. */
async function opened(bytes: Uint8Array): Promise<PDFDocument | 'locked' | 'unreadable'> {
  const options = { updateMetadata: false, parseSpeed: Number.POSITIVE_INFINITY }
  try {
    const doc = await PDFDocument.load(bytes, { ...options, ignoreEncryption: true })
    if (!doc.isEncrypted) return doc.getPageCount() > 0 ? doc : 'unreadable'
  } catch {
    return 'unreadable'
  }
  return PDFDocument.load(bytes, { ...options, password: '' }).catch(() => 'locked' as const)
}

/** Looks through an object and all that stands directly in it; what it refers to is looked through by itself. */
function findIn(root: PDFObject, found: Set<Kind>): void {
  const waiting: PDFObject[] = [root]
  for (let object = waiting.pop(); object; object = waiting.pop()) {
    if (object instanceof PDFArray) waiting.push(...object.asArray())
    const dict = object instanceof PDFStream ? object.dict : object
    if (!(dict instanceof PDFDict)) continue
    for (const [key, value] of dict.entries()) {
      const name = key.decodeText()
      const kind = KEYS[name]
      if (kind) found.add(kind)
      if (name === 'OpenAction' && !isJump(dict.context.lookup(value))) found.add('opening')
      if (name === 'S' || name === 'Type' || name === 'Subtype') {
        const meant = dict.context.lookup(value)
        const kindOfValue = meant instanceof PDFName ? VALUES[meant.decodeText()] : undefined
        if (kindOfValue) found.add(kindOfValue)
      }
      waiting.push(value)
    }
  }
}

/** Whether what happens at the opening is that a page is shown: a place, or the action that goes to one. */
function isJump(object: PDFObject | undefined): boolean {
  if (!(object instanceof PDFDict)) return true
  return object.lookup(PDFName.of('S')) === PDFName.of('GoTo') && !object.has(PDFName.of('Next'))
}
