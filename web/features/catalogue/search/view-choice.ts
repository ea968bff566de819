/** A user's choice of the catalogue's view, kept on this device (R227). */
import { useState } from 'react'
import { firstShop } from '../../../lib/first-answers.ts'
import { useKeptChoice } from '../../../lib/kept-choice.ts'

/** Cards with large pictures, or one line for each article. */
export type View = 'tarjetas' | 'lista'

const FEW = 'pocas-fotos'
/** Whether few articles have a picture: as the page says it, else as the last page said it that came from the shop. */
function hasFewPictures(): boolean {
  const { fewPictures } = firstShop()
  try {
    if (fewPictures === undefined) return localStorage.getItem(FEW) === '1'
    localStorage.setItem(FEW, fewPictures ? '1' : '0')
  } catch {
    // In a browser that refuses storage cards come first without signal.
  }
  return fewPictures === true
}

/** The kept view of a user, else cards, or rows where few articles have a picture, and the function that changes it. */
export function useView(userId: number): readonly [View, (view: View) => void] {
  const [few] = useState(hasFewPictures)
  const [kept, keep] = useKeptChoice('vista-catalogo', userId)
  return [(kept ?? (few ? 'lista' : '')) === 'lista' ? 'lista' : 'tarjetas', keep]
}
