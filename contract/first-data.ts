/**
 * The first data: the HTML already carries the answers of the calls its screen will make, each under the
 * address of that call, in a script element that does not run. The web app's `call` takes each answer from
 * there once instead of asking the server. Screens know nothing of it, and work without it.
 */
export const FIRST_DATA_ELEMENT = 'primeros-datos'

export interface FirstData {
  /** The signed-in user the answers belong to; they are ignored for any other. */
  readonly userId: number | null
  /** What the page shows of the shop itself; `dataFiscalUrl` null: no badge in the footer. `isDrill`: R301. */
  readonly shop: { readonly name: string; readonly dataFiscalUrl: string | null; readonly isDrill?: boolean }
  /** Whether under a third of the catalogue's articles have a picture: then its list is what opens first (R330). */
  readonly fewPictures?: boolean
  /** Wire JSON by call address (see `addressOf`). */
  readonly answers: Readonly<Record<string, unknown>>
}
