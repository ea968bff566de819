/** The one HTML page in the shop's face (R404): name, colours and logo stand in it before any program runs. */
import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { faceTokens, HEADER_LOGO, logoWithin } from '../../contract/face.rules.ts'
import { type FaceRendition, facePictureAddress } from '../../contract/face.ts'
import type { Face, FacePicture } from '../lib/face.ts'

/** The page up to its first data, and from there on. */
export interface DressedPage {
  readonly before: string
  readonly after: string
  /** Its own style; '' where the face has none. */
  readonly style: string
  /** What of the style its content policy must allow; '' for nothing. */
  readonly styleSource: string
  /** Pictures that the page needs without signal. */
  readonly pictures: readonly string[]
}

/** The picture that icons are made of; null for the factory's. */
const iconOf = ({ icon, logo }: Face): FacePicture | null => icon ?? logo

/** The address of one of the face's icons; null for the factory's. */
export function iconAddress(face: Face, rendition: FaceRendition): string | null {
  const picture = iconOf(face)
  return picture && facePictureAddress(picture.file, rendition)
}

/** Properties for the page's tokens (web/styles/tokens.css): they win over those of its style sheets, which stand in layers. */
function styleOf(face: Face): string {
  const { logo, darkLogo, icon, withName } = face
  const properties = Object.entries<string>(faceTokens(face)).map(([name, value]) => `--${name}:${value}`)
  if (logo) {
    const { width, height } = logoWithin(logo, HEADER_LOGO)
    properties.push(
      `--logo:url(${facePictureAddress(logo.file, 'logo.webp')})`,
      ...[`--logo-width:${width}px`, `--logo-height:${height}px`],
      ...(withName ? [] : ['--logo-name:none']),
    )
  }
  if (logo && icon) properties.push(`--logo-small:url(${facePictureAddress(icon.file, '192.png')})`)
  if (darkLogo) properties.push(`--logo-dark:url(${facePictureAddress(darkLogo.file, 'logo.webp')})`)
  return properties.length > 0 ? `:root{${properties.join(';')}}` : ''
}

/** @throws when the built page lacks what the face is written into: it was changed, and the face would be lost */
export function dressPage(html: string, face: Face): DressedPage {
  const style = styleOf(face)
  let dressed = filled(html, '<title>', escaped(face.name), '</title>')
  if (face.main) dressed = filled(dressed, '<meta name="theme-color" content="', face.colours.navy, '"')
  const [favicon, touchIcon] = [iconAddress(face, '64.png'), iconAddress(face, '180.png')]
  if (favicon && touchIcon) {
    dressed = filled(dressed, '<link rel="icon"', ` href="${favicon}" type="image/png" /`, '>')
    dressed = filled(dressed, '<link rel="apple-touch-icon" href="', touchIcon, '"')
  }
  const at = dressed.indexOf('</head>')
  if (at < 0) throw new Error('The built page has no head to put the first data in')
  return {
    before: dressed.slice(0, at) + (style && `<style>${style}</style>`),
    after: `</script>${dressed.slice(at)}`,
    style,
    styleSource: style && `'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    pictures: picturesOf(face),
  }
}

function picturesOf({ logo, darkLogo, icon }: Face): string[] {
  const of = (picture: FacePicture | null, rendition: FaceRendition) =>
    picture ? [facePictureAddress(picture.file, rendition)] : []
  return [...of(logo, 'logo.webp'), ...of(darkLogo, 'logo.webp'), ...of(logo && icon, '192.png')]
}

/** Puts a text between the first `begin` and the `end` after it, in the place of what stands there. */
function filled(html: string, begin: string, text: string, end: string): string {
  const found = html.indexOf(begin)
  const from = found + begin.length
  const to = html.indexOf(end, from)
  if (found < 0 || to < 0) throw new Error(`The built page has no ${begin}`)
  return html.slice(0, from) + text + html.slice(to)
}

const escaped = (text: string): string => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** Lets a page wear its own style, which no other page may. */
export function allowStyle(reply: FastifyReply, source: string): void {
  if (!source) return
  const policy = String(reply.getHeader('content-security-policy'))
  reply.header('content-security-policy', policy.replace("style-src 'self'", `style-src 'self' ${source}`))
}
