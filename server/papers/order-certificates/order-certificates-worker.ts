/** The thread that joins the certificates of an order: one at a time in memory, and last the first pages, which list all. */
import { EncryptedPDFError, type PDFRef } from '@cantoo/pdf-lib'
import { picturesOfFace } from '../../lib/face.ts'
import { makeFileInThread } from '../made-files/file-thread.ts'
import { drawFirstPages, drawPicturePage } from './draw-order-certificates.ts'
import { type Bookmark, PdfMerger } from './merge-pdf.ts'
import { CERTIFICATES_TITLE, type OrderCertificatesTask, type Outcome } from './order-certificates.types.ts'

const damaged = 'No se pudo incluir: el archivo está dañado'
const locked = 'No se pudo incluir: está protegido con contraseña'
const lost = 'No se pudo incluir: falta el archivo'

const startsWith = (bytes: Uint8Array, ...mark: number[]) => mark.every((byte, at) => bytes[at] === byte)
const isPicture = (bytes: Uint8Array) =>
  startsWith(bytes, 0xff, 0xd8, 0xff) || startsWith(bytes, 0x89, 0x50, 0x4e, 0x47)

await makeFileInThread<OrderCertificatesTask>(async (task, { photosOf, writeBytes, tell }) => {
  const merger = new PdfMerger(writeBytes)
  const pages: PDFRef[] = []
  const bookmarks: Bookmark[] = []
  /** By stored file: several articles may have the same certificate. */
  const outcomes = new Map<string, Outcome>()
  const files = [...new Set(task.lines.flatMap(({ file }) => (file === null ? [] : [file])))]
  tell(0, files.length)
  for (const [place, file] of files.entries()) {
    outcomes.set(file, await include(file))
    tell(place + 1, files.length)
  }

  async function include(file: string): Promise<Outcome> {
    const bytes = (await photosOf([file])).get(file)
    if (!bytes) return { why: lost }
    try {
      const added = await merger.add(isPicture(bytes) ? await drawPicturePage(bytes) : bytes)
      const page = pages.length
      pages.push(...added)
      return { page }
    } catch (error) {
      return { why: error instanceof EncryptedPDFError ? locked : damaged }
    }
  }

  const first = await merger.add(
    await drawFirstPages(task, outcomes, pages.length, await photosOf(picturesOfFace(task.face))),
  )
  const bookmarkedFiles = new Set<string>()
  for (const { code, description, file } of task.lines) {
    const outcome = file === null || bookmarkedFiles.has(file) ? undefined : outcomes.get(file)
    const page = outcome && 'page' in outcome ? pages[outcome.page] : undefined
    if (file !== null) bookmarkedFiles.add(file)
    if (page) bookmarks.push({ title: `${code} · ${description}`, page })
  }
  merger.end([...first, ...pages], bookmarks, {
    title: `${CERTIFICATES_TITLE} ${task.orderId}`,
    author: task.face.name,
  })
})
