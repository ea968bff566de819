/** An address with a value that makes no sense. The frame shows it in place of the screen. */
export class AddressError extends Error {
  override readonly name = 'AddressError'
  /** The part nobody understands, as it stands in the address: 'pag=abc'. */
  readonly part: string

  constructor(part: string) {
    super(`Not understood in the address: ${part}`)
    this.part = part
  }
}
