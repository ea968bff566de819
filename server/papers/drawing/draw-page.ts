/** What every document of the shop is drawn with: letters, colours, the sign, running head and foot, tags. */
import PDFDocument from 'pdfkit'
import { fonts, inFonts } from '../../fonts/fonts.ts'
import { brandColours } from '../../lib/brand-colours.ts'
import { PAPER } from '../catalogue-files/catalogue-pages.rules.ts'

export type Document = InstanceType<typeof PDFDocument>
export type Structure = ReturnType<Document['struct']>

const { margin: MARGIN, width: WIDTH, height: HEIGHT } = PAPER
/** Points between the margins. */
export const INSIDE = WIDTH - 2 * MARGIN

/** A tagged document in Spanish with the shop's letters ('text', 'bold', 'title'); the caller adds its pages. */
export function openPdf({ title, author, subject }: Record<'title' | 'author' | 'subject', string>): {
  doc: Document
  body: Structure
} {
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    tagged: true,
    pdfVersion: '1.7',
    displayTitle: true,
    lang: 'es-AR',
    info: {
      Title: inFonts(title),
      Author: inFonts(author),
      Subject: inFonts(subject),
      Creator: inFonts(author),
      Producer: inFonts(author),
    },
  })
  doc.registerFont('text', fonts.text).registerFont('bold', fonts.bold).registerFont('title', fonts.title)
  const body = doc.struct('Document')
  doc.addStructure(body)
  return { doc, body }
}

/** Draws decoration, which screen readers leave out. */
export function artifact(doc: Document, draw: () => void): void {
  doc.markContent('Artifact', { type: 'Layout' })
  draw()
  doc.endMarkedContent()
}

/** Where a link is on its page, in points, what it leads to, and what a screen reader says of it. */
interface Link {
  x: number
  y: number
  width: number
  height: number
  /** An address of the web, or the name of a place in the document. */
  to: { url: string } | { place: string }
  contents: string
}

/** Draws something that is a link: in the structure, so that a screen reader finds it where it stands. */
export function addLink(
  doc: Document,
  parent: Structure,
  { to, contents, ...box }: Link,
  draw: Parameters<Structure['add']>[0],
): void {
  const link = doc.struct('Link')
  parent.add(link)
  link.add(draw)
  const { x, y, width, height } = box
  // A text of PDFKit is a String object: a bare one becomes a name.
  const options = { structParent: link, Contents: new String(contents) } as object
  if ('url' in to) doc.link(x, y, width, height, to.url, options)
  else doc.goTo(x, y, width, height, to.place, options)
  link.end()
}

interface Line {
  x: number
  y: number
  width: number
  font?: 'text' | 'bold' | 'title'
  size: number
  colour?: string
  align?: 'left' | 'right' | 'center'
  /** Points; text that needs more ends with an ellipsis. */
  height?: number
  strike?: boolean
}

/** Writes text at a place; without a height on one line, uncut. */
export function write(doc: Document, text: string, line: Line): void {
  const { x, y, width, font = 'text', size, colour = brandColours.ink, align = 'left', height, strike } = line
  doc.font(font).fontSize(size).fillColor(colour)
  doc.text(text, x, y, {
    width,
    align,
    lineGap: 0,
    ...(height === undefined ? { lineBreak: false } : { height, ellipsis: true }),
    ...(strike ? { strike: true } : {}),
  })
}

/** The shop's sign, `size` points high. */
export function drawSign(doc: Document, shopName: string, x: number, y: number, size: number): void {
  brandColours.balls.forEach((colour, place) => {
    doc.circle(x + size * (0.4 + place * 0.9), y + size * 0.55, size * 0.36).fill(colour)
  })
  write(doc, inFonts(shopName), {
    x: x + size * 3,
    y,
    width: 340,
    font: 'title',
    size,
    colour: brandColours.navy,
  })
}

/** Draws the top of a page: the sign (none for null), and the part of the document that the page belongs to. */
export function drawRunningHead(doc: Document, shopName: string | null, running: string): void {
  artifact(doc, () => {
    if (shopName !== null) drawSign(doc, shopName, MARGIN, MARGIN - 6, 11)
    write(doc, inFonts(running), {
      x: MARGIN + 170,
      y: MARGIN - 4,
      width: INSIDE - 170,
      height: 12,
      size: 9,
      align: 'right',
      colour: brandColours.muted,
    })
    doc
      .moveTo(MARGIN, MARGIN + 14)
      .lineTo(WIDTH - MARGIN, MARGIN + 14)
      .lineWidth(0.8)
      .stroke(brandColours.line)
  })
}

/** Draws the foot of a page: what the document is, and the page's number. */
export function drawFoot(doc: Document, label: string, page: number, last: number): void {
  artifact(doc, () => {
    const small = { y: HEIGHT - MARGIN - 6, size: 8, colour: brandColours.muted }
    write(doc, inFonts(label), { ...small, x: MARGIN, width: INSIDE - 90, height: 10 })
    write(doc, `Página ${page} de ${last}`, { ...small, x: WIDTH - MARGIN - 90, width: 90, align: 'right' })
  })
}

/** Draws a photo within a box; an empty box without a photo, or for one that can't be read. */
export function drawPhoto(
  doc: Document,
  photo: Uint8Array | null,
  { x, y, width, height }: Record<'x' | 'y' | 'width' | 'height', number>,
): void {
  try {
    if (photo) {
      doc.image(Buffer.from(photo.buffer, photo.byteOffset, photo.byteLength), x, y, {
        fit: [width, height],
        align: 'center',
        valign: 'center',
      })
      return
    }
  } catch {
    // A photo that can't be read costs the photo, not the document.
  }
  doc.roundedRect(x, y, width, height, 5).fill(brandColours.page)
}
