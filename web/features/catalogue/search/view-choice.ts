/** A user's choice of the catalogue's view, kept on this device (R227). */
import { firstShop } from '../../../lib/first-answers.ts'
import { useKeptChoice } from '../../../lib/kept-choice.ts'

/** Cards with large pictures, or one line for each article. */
export type View = 'tarjetas' | 'lista'

/** The kept view of a user, else cards, or rows where few articles have a picture, and the function that changes it. */
export function useView(userId: number): readonly [View, (view: View) => void] {
  const [kept, keep] = useKeptChoice('vista-catalogo', userId)
  return [(kept ?? (firstShop().fewPictures ? 'lista' : '')) === 'lista' ? 'lista' : 'tarjetas', keep]
}
