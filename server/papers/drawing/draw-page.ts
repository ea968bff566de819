/** What every document of the shop is drawn with: letters, colours, the sign, running head and foot, tags. */
import PDFDocument from 'pdfkit'
import { fonts, inFonts } from '../../fonts/fonts.ts'
import { type BrandColours, brandColours } from '../../lib/brand-colours.ts'
import type { Face, FacePicture } from '../../lib/face.ts'
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

/** How a document is dressed: in the shop's colours, with its logos where it has some. */
interface Dress {
  readonly face: Face
  readonly logo: OpenLogo | null
  readonly darkLogo: OpenLogo | null
}
/** A logo that the document holds once, however often it is drawn. */
interface OpenLogo extends Pick<FacePicture, 'width' | 'height'> {
  readonly image: unknown
}
const dresses = new WeakMap<Document, Dress>()

/** Dresses a document before anything is drawn. A logo that cannot be read costs the logo: the name stands in its place. */
export function dress(doc: Document, face: Face, pictures: ReadonlyMap<string, Uint8Array | null>): void {
  const open = (picture: FacePicture | null): OpenLogo | null => {
    const bytes = picture && pictures.get(picture.file)
    if (!picture || !bytes) return null
    try {
      const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      // The types leave it out: it makes one picture of bytes that are drawn on every page.
      const image = (doc as unknown as { openImage(bytes: Buffer): unknown }).openImage(source)
      return { image, width: picture.width, height: picture.height }
    } catch {
      return null
    }
  }
  dresses.set(doc, { face, logo: open(face.logo), darkLogo: open(face.darkLogo) })
}

/** The colours of a document. */
export const paletteOf = (doc: Document): BrandColours => dresses.get(doc)?.face.colours ?? brandColours

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

/** What a logo takes at most, by the size of the name in whose place it stands; less where the name follows it. */
const LOGO = { width: 9.5, beside: 5, height: 1.6 } as const

/** Where the sign stands: its left upper corner, the height of its letters and the width it may take, in points. */
interface SignPlace {
  x: number
  y: number
  size: number
  width: number
}

/** The shop's sign for light grounds: its logo, with the name where the shop wants it, or three balls and the name. */
export function drawSign(doc: Document, shopName: string, { x, y, size, width }: SignPlace): void {
  const worn = dresses.get(doc)
  if (worn?.logo) {
    const most = {
      width: Math.min(width, size * (worn.face.withName ? LOGO.beside : LOGO.width)),
      height: size * LOGO.height,
    }
    const logo = drawLogo(doc, worn.logo, x, y + size / 2, most)
    const taken = logo.width + size * 0.5
    if (worn.face.withName) drawName(doc, shopName, { x: x + taken, y, size, width: width - taken })
    return
  }
  brandColours.balls.forEach((colour, place) => {
    doc.circle(x + size * (0.4 + place * 0.9), y + size * 0.55, size * 0.36).fill(colour)
  })
  drawName(doc, shopName, { x: x + size * 3, y, size, width: width - size * 3 })
}

/** A long name is written smaller, and at last cut: beside it stands what the paper is. */
function drawName(doc: Document, shopName: string, { x, y, size, width }: SignPlace): void {
  const name = inFonts(shopName)
  const full = doc.font('title').fontSize(size).widthOfString(name)
  const fitting = Math.max(size * 0.5, Math.min(size, (size * width) / full - 0.1))
  const look = { width, font: 'title', size: fitting, colour: paletteOf(doc).navy } as const
  const top = y + (size - fitting) / 2
  write(doc, name, { ...look, x, y: top, ...(fitting < size && { height: fitting * 1.3 }) })
}

/** The sign as part of what is read aloud. */
export function addSign(doc: Document, parent: Structure, shopName: string, place: SignPlace): void {
  const draw = () => drawSign(doc, shopName, place)
  const isPicture = Boolean(dresses.get(doc)?.logo)
  parent.add(isPicture ? doc.struct('Figure', { alt: inFonts(shopName) }, draw) : doc.struct('P', {}, draw))
}

/** Draws the logo for dark grounds, its middle at `y`; false where the shop has none, so that its name is written. */
export function drawDarkLogo(doc: Document, x: number, y: number, most: { width: number; height: number }): boolean {
  const logo = dresses.get(doc)?.darkLogo
  if (logo) drawLogo(doc, logo, x, y, most)
  return Boolean(logo)
}

/** Draws a logo within a box, at its left edge and with its middle at `y`; answers its size. */
function drawLogo(doc: Document, logo: OpenLogo, x: number, y: number, most: { width: number; height: number }) {
  const scale = Math.min(most.width / logo.width, most.height / logo.height)
  const [width, height] = [logo.width * scale, logo.height * scale]
  doc.image(logo.image as string, x, y - height / 2, { width, height })
  return { width, height }
}

/** Draws the top of a page: the sign (none for null), and the part of the document that the page belongs to. */
export function drawRunningHead(doc: Document, shopName: string | null, running: string): void {
  artifact(doc, () => {
    if (shopName !== null) drawSign(doc, shopName, { x: MARGIN, y: MARGIN - 6, size: 11, width: 165 })
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
