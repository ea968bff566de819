/**
 * Joins PDFs into one that is written as it grows: only the pages of the PDF that is being added are in memory, and they
 * are freed as soon as they are written. The first pages may be added last, because the order of pages is written at the end.
 */
import {
  EncryptedPDFError,
  PDFContext,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFObjectCopier,
  type PDFRef,
} from '@cantoo/pdf-lib'

/** Pages of one PDF. */
export type Pages = readonly PDFRef[]

export interface Bookmark {
  title: string
  page: PDFRef
}

/** @throws EncryptedPDFError when it asks for a password */
async function opened(bytes: Uint8Array): Promise<PDFDocument> {
  try {
    return await PDFDocument.load(bytes, { updateMetadata: false })
  } catch (error) {
    if (!(error instanceof EncryptedPDFError)) throw error
    return PDFDocument.load(bytes, { updateMetadata: false, password: '' }).catch(() => {
      throw error
    })
  }
}

export class PdfMerger {
  readonly #context = PDFContext.create()
  readonly #write: (bytes: Uint8Array) => void
  readonly #offsets = new Map<number, number>()
  readonly #tree: PDFRef
  #at = 0

  constructor(write: (bytes: Uint8Array) => void) {
    this.#write = write
    this.#tree = this.#context.nextRef()
    // The second line tells programs that move files that this file is binary.
    this.#put(Buffer.from('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n', 'latin1'))
  }

  /**
   * Writes the pages of a PDF, also of one that only forbids printing or changes: it opens without a password.
   * @throws for one that asks for a password, a damaged one and one without pages; none of it is written then
   */
  async add(bytes: Uint8Array): Promise<Pages> {
    try {
      const source = await opened(bytes)
      const copier = PDFObjectCopier.for(source.context, this.#context)
      const pages = source.getPages().map(({ node }) => {
        const page = copier.copy(node)
        page.set(PDFName.of('Parent'), this.#tree)
        return this.#context.register(page)
      })
      if (pages.length === 0) throw new Error('A PDF without pages')
      this.#flush()
      return pages
    } catch (error) {
      this.#forget()
      throw error
    }
  }

  /** Writes the order of the pages, the bookmarks and the title; the PDF is complete then. */
  end(pages: Pages, bookmarks: readonly Bookmark[], info: { title: string; author: string }): void {
    const context = this.#context
    const text = PDFHexString.fromText
    context.assign(this.#tree, context.obj({ Type: 'Pages', Count: pages.length, Kids: [...pages] }))
    const catalog = context.obj({
      Type: 'Catalog',
      Pages: this.#tree,
      PageMode: bookmarks.length > 0 ? 'UseOutlines' : 'UseNone',
      ViewerPreferences: { DisplayDocTitle: true },
    })
    catalog.set(PDFName.of('Lang'), text('es-AR'))
    if (bookmarks.length > 0) catalog.set(PDFName.of('Outlines'), this.#outline(bookmarks))
    const root = context.register(catalog)
    const about = context.register(
      context.obj({
        Title: text(info.title),
        Author: text(info.author),
        Creator: text(info.author),
        Producer: text(info.author),
      } as Record<string, PDFObject>),
    )
    this.#flush()
    this.#end(root, about)
  }

  #outline(bookmarks: readonly Bookmark[]): PDFRef {
    const context = this.#context
    const outline = context.nextRef()
    const items = bookmarks.map(() => context.nextRef())
    bookmarks.forEach(({ title, page }, place) => {
      const item = PDFDict.withContext(context)
      const set = (name: string, value: PDFObject | undefined) => value && item.set(PDFName.of(name), value)
      set('Title', PDFHexString.fromText(title))
      set('Parent', outline)
      set('Prev', items[place - 1])
      set('Next', items[place + 1])
      set('Dest', context.obj([page, PDFName.of('Fit')]))
      context.assign(items[place] as PDFRef, item)
    })
    const dict = context.obj({ Type: 'Outlines' })
    dict.set(PDFName.of('First'), items[0] as PDFRef)
    dict.set(PDFName.of('Last'), items.at(-1) as PDFRef)
    dict.set(PDFName.of('Count'), PDFNumber.of(items.length))
    context.assign(outline, dict)
    return outline
  }

  /** Writes the objects that are in memory, and frees them. */
  #flush(): void {
    for (const [ref, object] of this.#context.enumerateIndirectObjects()) {
      this.#offsets.set(ref.objectNumber, this.#at)
      this.#put(Buffer.from(`${ref.objectNumber} 0 obj\n`))
      const bytes = new Uint8Array(object.sizeInBytes())
      object.copyBytesInto(bytes, 0)
      this.#put(bytes)
      this.#put(Buffer.from('\nendobj\n'))
    }
    this.#forget()
  }

  #forget(): void {
    for (const [ref] of this.#context.enumerateIndirectObjects()) this.#context.delete(ref)
  }

  /** Writes the table of each object's offset; a number that was never written is listed as free. */
  #end(root: PDFRef, info: PDFRef): void {
    const size = this.#context.largestObjectNumber + 1
    const start = this.#at
    const lines = ['0000000000 65535 f \n']
    for (let number = 1; number < size; number++) {
      const offset = this.#offsets.get(number)
      lines.push(offset === undefined ? '0000000000 65535 f \n' : `${String(offset).padStart(10, '0')} 00000 n \n`)
    }
    this.#put(
      Buffer.from(
        `xref\n0 ${size}\n${lines.join('')}trailer\n<< /Size ${size} /Root ${root} /Info ${info} >>\nstartxref\n${start}\n%%EOF\n`,
      ),
    )
  }

  #put(bytes: Uint8Array): void {
    this.#write(bytes)
    this.#at += bytes.length
  }
}
