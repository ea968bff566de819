/** How a user likes the catalogue on this device (R227). */
import { useKeptChoice } from '../../../lib/kept-choice.ts'

/** Cards with large pictures, or one line for each article. */
export type View = 'tarjetas' | 'lista'

export function useView(userId: number): readonly [View, (view: View) => void] {
  const [kept, keep] = useKeptChoice('vista-catalogo', userId)
  return [kept === 'lista' ? kept : 'tarjetas', keep]
}
