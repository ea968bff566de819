/** The way to pictures whose addresses a list names. */

/** Most bytes of a picture: as large as an upload. */
export const MOST_PICTURE_BYTES = 20 * 2 ** 20

/** The picture did not come; the message is Spanish. */
export class PictureUnreachable extends Error {
  override readonly name = 'PictureUnreachable'
  /** Whether its server did not answer at all, so that its other pictures will not come either. */
  readonly isServerGone: boolean

  constructor(message: string, isServerGone = false) {
    super(message)
    this.isServerGone = isServerGone
  }
}

export interface PictureSource {
  /** The bytes of a picture, whatever they are. @throws PictureUnreachable */
  fetch(address: string): Promise<Buffer>
}
