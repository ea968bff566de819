/**
 * The places of lines that were taken out of a cart and put back (R34). The server orders a cart by the ids of its lines, and
 * a line that is put back gets a new one: while the page is open, it is shown at the place of its first id.
 */
import type { CartOwner } from './book/device-store.ts'

interface Placed {
  readonly id: number
  readonly articleId: number
}

const places = new Map<string, number>()
const nameOf = ({ userId, clientId }: CartOwner, articleId: number) => `${userId}:${clientId}:${articleId}`

/** The id by which a line is placed. */
export const placeOf = (owner: CartOwner, { id, articleId }: Placed): number =>
  places.get(nameOf(owner, articleId)) ?? (id || Number.MAX_SAFE_INTEGER)

/** Places a line that is put back as the line with this id was; undefined forgets its place: it has left the cart. */
export function keepPlace(owner: CartOwner, articleId: number, place: number | undefined): void {
  if (place === undefined) places.delete(nameOf(owner, articleId))
  else places.set(nameOf(owner, articleId), place)
}

/** A cart's rows, in the server's order but for those that were put back. */
export const inPlace = <Row extends Placed>(owner: CartOwner, rows: Row[]): Row[] =>
  places.size === 0 ? rows : rows.toSorted((a, b) => placeOf(owner, a) - placeOf(owner, b))
