/**
 * The first data: the HTML already carries the answers of the calls its screen will make, each under the
 * address of that call, in a script element that does not run. The web app's `call` takes an answer from
 * here once instead of asking; so a screen knows nothing of it, and without it everything still works.
 */
export const FIRST_DATA_ELEMENT = 'primeros-datos'

export interface FirstData {
  /** The signed-in user the answers belong to; they are ignored for any other. */
  readonly userId: number | null
  /** What the page shows of the shop itself; `dataFiscalUrl` null: no badge in the footer. */
  readonly shop: { readonly name: string; readonly dataFiscalUrl: string | null }
  /** Wire JSON by call address (see `addressOf`). */
  readonly answers: Readonly<Record<string, unknown>>
}
