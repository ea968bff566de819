/** Certificates: taken in from an admin, found by everybody. */
import { CERTIFICATES_PAGE_SIZE, certificateTexts, type filterCertificates } from '../../../contract/certificates.ts'
import type { QueryOf, ResponseOf } from '../../../contract/endpoint.ts'
import { audit } from '../../audit/audit.ts'
import type { Caller } from '../../caller.ts'
import { type Db, isTwice, type Queryable } from '../../db/open.ts'
import { foldText } from '../../lib/search-text.ts'
import type { Files } from '../../ports/files/port.ts'
import { notFound, Refusal, wrongField } from '../../refusal.ts'
import { contentName } from '../files/media.service.ts'
import { refuseActingPdf } from './certificate-pdf.service.ts'
import * as queries from './certificates.queries.ts'

/**
 * The name under which a certificate is kept: the last part of the given name, ending in .pdf. It is only shown and
 * compared: on the disk a certificate is named by its content.
 * @throws Refusal 400 when the rest of the name can be no code
 */
export function certificateName(given: string): string {
  const lastPart = given.normalize('NFC').split(/[/\\]/).at(-1)?.trim() ?? ''
  const code = lastPart.replace(/\.pdf$/i, '').trim()
  if (code === '' || code.length > 100 || /[\p{Cc}<>:"|?*]/u.test(code)) throw wrongField('file', certificateTexts.name)
  return `${code}.pdf`
}

const HEAD = Buffer.from('%PDF-')

/** Whether bytes begin with a PDF's first mark; bytes before it are refused. */
const isPdf = (bytes: Buffer) => bytes.subarray(0, HEAD.length).equals(HEAD)
const CUT = 'El PDF está cortado: le falta el final. Guárdelo o descárguelo de nuevo.'
/** Whether its last mark is there; a download that broke off lacks it. */
const isWhole = (bytes: Buffer) => bytes.subarray(-2048).includes('%%EOF')

/**
 * Stores a PDF under a name made of its content, which it answers.
 * @throws Refusal WRONG_TYPE for bytes that are no PDF or more than pages (R289), 400 for a PDF that is cut
 */
export async function storePdf(files: Files, bytes: Buffer): Promise<string> {
  if (!isPdf(bytes))
    throw new Refusal('WRONG_TYPE', certificateTexts.choose, [{ field: 'file', message: certificateTexts.choose }])
  if (!isWhole(bytes)) throw wrongField('file', CUT)
  await refuseActingPdf(bytes)
  const file = contentName(bytes, 'pdf')
  if (!(await files.stat(file))) await files.put(file, bytes)
  return file
}

/**
 * Takes in a certificate; one of the same name is replaced.
 * @throws Refusal WRONG_TYPE for bytes that are no PDF or more than pages (R289), 400 for a name that can be no code
 */
export async function takeCertificate(
  { db, files }: { db: Db; files: Files },
  caller: Caller,
  { name: given, bytes, kind, expiresOn }: { name: string; bytes: Buffer; kind: string; expiresOn: string | null },
): Promise<void> {
  const name = certificateName(given)
  const file = await storePdf(files, bytes)
  const store = () =>
    db.tx(async (t) => {
      const { before, after } = await queries.saveCertificate(t, {
        name,
        file,
        kind: kind.trim(),
        expires_on: expiresOn,
      })
      await audit(t, {
        userId: caller.userId,
        action: before ? 'update' : 'create',
        entity: 'certificate',
        entityId: after.id,
        before: before ? { ...before } : null,
        after: { ...after },
      })
    })
  try {
    await store()
  } catch (error) {
    // Two uploads of one name at once: the second is a replacement then.
    if (!isTwice(error)) throw error
    await store()
  }
}

/** A page of the office's list; only its first row carries how many match (R5, R250). */
export async function certificatePage(
  db: Queryable,
  { text, page, size = CERTIFICATES_PAGE_SIZE, sort }: QueryOf<typeof filterCertificates>,
): Promise<ResponseOf<typeof filterCertificates>> {
  const words = foldText(text).split(/\s+/).filter(Boolean)
  const rows = await queries.filterCertificates(db, words, sort ?? { by: 'name', down: false }, {
    limit: size,
    offset: page * size,
  })
  return rows.map(({ total, ...row }, at) => ({ ...row, ...(at === 0 && { total }) }))
}

/** Removes a certificate, audited. @throws Refusal 404 */
export async function dropCertificate(db: Db, caller: Caller, id: number): Promise<void> {
  await db.tx(async (t) => {
    const before = await queries.removeCertificate(t, id)
    if (!before) throw notFound(certificateTexts.notFound)
    await audit(t, {
      userId: caller.userId,
      action: 'delete',
      entity: 'certificate',
      entityId: id,
      before: { ...before },
    })
  })
}

/** The stored file of a certificate by name, with or without its ending. @throws Refusal 404 */
export async function fileByName(db: Queryable, name: string): Promise<string> {
  const found =
    name.trim() === '' ? undefined : await queries.findByName(db, `${name.trim().replace(/\.pdf$/i, '')}.pdf`)
  if (!found) throw notFound(certificateTexts.notFound)
  return found.file
}

/** The stored file of an article's certificate. @throws Refusal 404 */
export async function fileOfArticle(db: Queryable, articleId: number): Promise<string> {
  const code = await queries.codeOfArticle(db, articleId)
  if (code === undefined) throw notFound(certificateTexts.notFound)
  return fileByName(db, code)
}
