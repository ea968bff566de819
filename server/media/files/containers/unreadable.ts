/** The reasons for which bytes are refused as a picture or a video, each with its sentence for the user. */

/**
 * `none`: neither a picture nor a video; `format`: one that is not taken; `type`: more than a picture or a video; `damaged`:
 * cut off or broken; `large`: more pixels or bytes than are taken.
 */
export type UnreadableReason = 'none' | 'format' | 'type' | 'damaged' | 'large'

/** The bytes are no picture or video that can be shown; the message is for users. */
export class UnreadableMedia extends Error {
  override readonly name = 'UnreadableMedia'
  readonly reason: UnreadableReason
  constructor(reason: UnreadableReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

export const noMedia = () => new UnreadableMedia('none', 'El archivo no es una imagen ni un video')
export const otherFormat = () =>
  new UnreadableMedia(
    'format',
    'Ese formato no se admite. Use imágenes JPEG, PNG, WebP, GIF, AVIF o TIFF, o videos mp4 (H.264) o webm.',
  )
/** A file that is also something else: a page, a program, an archive. */
export const moreThanMedia = () =>
  new UnreadableMedia('type', 'El archivo trae algo más que una imagen o un video y no se admite.')
/** Notes beside the picture that unpack to megabytes. */
export const tooMuchMetadata = () =>
  new UnreadableMedia('large', 'La imagen trae demasiados datos además de la imagen. Guárdela de nuevo sin metadatos.')
export const damaged = (cause?: unknown) =>
  new UnreadableMedia('damaged', 'El archivo está dañado o incompleto. Pruebe con otra copia.', { cause })
