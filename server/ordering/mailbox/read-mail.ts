/** Reads a mail as it came: who sent it, its text, its files. Strangers write mails, so it runs in a thread (mail-worker.ts). */
import { createHash } from 'node:crypto'
import PostalMime, { type Attachment, type Email } from 'postal-mime'
import { htmlToText } from './html-text.rules.ts'
import { partQuoted } from './quoted.rules.ts'
import { tnefFiles } from './tnef.rules.ts'

export interface ReadMail {
  /** Of Message-ID, sender, date, subject and contents, not of the way that the mail took: a copy of it has the same. */
  key: string
  messageId: string
  /** The Message-IDs before it, as an answer names them. */
  thread: string
  sender: string
  senderName: string
  subject: string
  sentAt: string | null
  text: string
  quoted: string
  files: { name: string; bytes: number }[]
  remarks: string[]
}

/** Characters of a text that are kept; a pasted order takes no more. */
const LONGEST_TEXT = 100 * 1024
const LONGEST_HEAD = 500
const MOST_FILES = 100

const winmail = (name: string) =>
  `«${name}» es un archivo que solo Outlook abre: pida que lo manden como PDF o planilla.`

/** A text as the database takes it. */
const storable = (text: string | undefined, longest = LONGEST_HEAD): string =>
  Buffer.from((text ?? '').replaceAll('\0', '').slice(0, longest)).toString()

export interface MailFile {
  name: string
  bytes: Uint8Array
}

const bytesOf = ({ content }: Attachment): Uint8Array =>
  typeof content === 'string' ? Buffer.from(content, 'base64') : new Uint8Array(content)

const parse = (source: Uint8Array): Promise<Email> => PostalMime.parse(source, { maxRfc822NestingDepth: 3 })

interface Contents {
  text: string
  files: MailFile[]
  remarks: string[]
}

/** The text and files of a mail, and those of mails that hang on it, below its own. */
async function contentsOf(email: Email, depth = 0): Promise<Contents> {
  // Programs that write both forms put each cell of a table into a line of its own in the plain one.
  const html = email.html && (!email.text || /<td[\s>]/i.test(email.html)) ? htmlToText(email.html) : undefined
  const found: Contents = { text: html ?? email.text ?? '', files: [], remarks: [] }
  for (const attachment of email.attachments) {
    const { mimeType, filename } = attachment
    const name = storable(filename ?? '', 200) || (mimeType === 'message/rfc822' ? 'correo.eml' : 'sin nombre')
    const bytes = bytesOf(attachment)
    if (mimeType === 'message/rfc822' && depth < 3) {
      const inner = await parse(bytes)
      const { text, files, remarks } = await contentsOf(inner, depth + 1)
      found.text += `\n\n-- Mensaje reenviado: ${inner.subject ?? ''}\n${text}`
      found.files.push(...files)
      found.remarks.push(...remarks)
      continue
    }
    const isTnef = mimeType === 'application/ms-tnef' || /^winmail.*\.dat$/i.test(name)
    const inside = isTnef ? tnefFiles(bytes) : []
    if (isTnef && inside.length === 0) found.remarks.push(winmail(name))
    found.files.push(...(inside.length > 0 ? inside : [{ name, bytes }]))
  }
  return found
}

/** What of the source lies behind its head. */
function bodyOf(source: Uint8Array): Uint8Array {
  const buffer = Buffer.from(source.buffer, source.byteOffset, source.byteLength)
  const [crlf, lf] = [buffer.indexOf('\r\n\r\n'), buffer.indexOf('\n\n')]
  const ends = crlf >= 0 && (lf < 0 || crlf < lf) ? crlf + 4 : lf >= 0 ? lf + 2 : buffer.length
  return buffer.subarray(ends)
}

const dateOf = (text: string | undefined): string | null => {
  const time = new Date(text ?? Number.NaN)
  return time.getFullYear() >= 1970 && time.getFullYear() < 2200 ? time.toISOString() : null
}

/**
 * Reads a mail. @param tooLarge The bytes of a mail of which the source is the beginning alone: only its head is read
 * @throws what the parser throws for a mail that is none
 */
export async function readMail(source: Uint8Array, tooLarge?: number): Promise<ReadMail> {
  const email = await parse(source)
  const { address = '', name = '' } = email.from ?? {}
  const hash = createHash('sha256')
  for (const part of [email.messageId, address, email.date, email.subject, String(tooLarge ?? '')])
    hash.update(`${part ?? ''}\0`)
  if (tooLarge === undefined) hash.update(bodyOf(source))
  const { text, files, remarks } =
    tooLarge === undefined ? await contentsOf(email) : { text: '', files: [], remarks: [tooLargeText(tooLarge)] }
  const { own, quoted } = partQuoted(text.replace(/\r\n?/g, '\n'))
  if (own.length > LONGEST_TEXT || quoted.length > LONGEST_TEXT)
    remarks.push('El texto es demasiado largo: se muestra el comienzo. El correo entero se puede descargar.')
  if (files.length > MOST_FILES) remarks.push(`Trae ${files.length} archivos: se muestran los primeros ${MOST_FILES}.`)
  return {
    key: hash.digest('hex'),
    messageId: storable(email.messageId),
    thread: storable(`${email.references ?? email.inReplyTo ?? ''}`.trim(), 2_000),
    sender: storable(address.trim().toLowerCase()),
    senderName: storable(name),
    subject: storable(email.subject),
    sentAt: dateOf(email.date),
    text: storable(own, LONGEST_TEXT),
    quoted: storable(quoted, LONGEST_TEXT),
    files: files.slice(0, MOST_FILES).map((file) => ({ name: storable(file.name, 200), bytes: file.bytes.length })),
    remarks: remarks.map((remark) => storable(remark)),
  }
}

const tooLargeText = (bytes: number) =>
  `El correo tiene ${Math.ceil(bytes / 2 ** 20)} MB, y se leen hasta 30: ábralo en el programa de correo.`

/** One file of a mail, counted from 1 as `readMail` lists them; undefined for none. */
export const readMailFile = async (source: Uint8Array, number: number): Promise<Uint8Array | undefined> =>
  (await contentsOf(await parse(source))).files[number - 1]?.bytes
