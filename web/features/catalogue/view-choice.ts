/** How a user likes the catalogue on this device (R227). */

/** Cards with large pictures, or one line for each article. */
export type View = 'tarjetas' | 'lista'

const nameOf = (userId: number) => `vista-catalogo:${userId}`

export function chosenView(userId: number): View {
  try {
    return localStorage.getItem(nameOf(userId)) === 'lista' ? 'lista' : 'tarjetas'
  } catch {
    return 'tarjetas'
  }
}

/** A browser that refuses storage keeps it until the page closes. */
export function keepView(userId: number, view: View): void {
  try {
    localStorage.setItem(nameOf(userId), view)
  } catch {
    // As above.
  }
}
