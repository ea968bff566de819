/**
 * The first data: the HTML already carries the answers of the calls its screen will make, each under the
 * address of that call, in a script element that does not run. The web app's `call` takes each answer from
 * there once instead of asking the server. Screens know nothing of it, and work without it.
 */
export const FIRST_DATA_ELEMENT = 'primeros-datos'

export interface FirstData {
  /** The signed-in user the answers belong to; they are ignored for any other. */
  readonly userId: number | null
  /**
   * What a page says of the shop itself, whoever asks. `dataFiscalUrl` null: no badge in the footer. `isDrill`: R301.
   * `fewPictures`: under a third of the articles have a picture, so the list is what opens first (R330); absent in the page
   * that a device keeps.
   */
  readonly shop: {
    readonly name: string
    readonly dataFiscalUrl: string | null
    readonly isDrill?: boolean
    readonly fewPictures?: boolean
    /** Whether the shop reads a mailbox (R326). */
    readonly hasMailbox?: boolean
    /** Whether the shop asks no tax registry (PADRON_PROVIDER=none). */
    readonly hasNoRegistry?: boolean
    /** Whether no mail leaves a shop that others reach, as it was told no server (R332). */
    readonly hasNoMail?: boolean
  }
  /** Wire JSON by call address (see `addressOf`). */
  readonly answers: Readonly<Record<string, unknown>>
}
