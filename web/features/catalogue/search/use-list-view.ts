/** Whether the catalogue is shown as cards or as a list (R227). */
import { useCallback, useState } from 'react'
import { useView, type View } from './view-choice.ts'

/** The chosen view, and whether its articles are on the screen yet: the code of the rows loads a moment later. */
export function useListView(userId: number) {
  const [view, setView] = useView(userId)
  const [shownView, setShownView] = useState<View>('tarjetas')
  const onRowsShown = useCallback(() => setShownView('lista'), [])
  const changeView = (next: View) => {
    setView(next)
    if (next === 'tarjetas') setShownView(next)
  }
  return { view, isShown: shownView === view, changeView, onRowsShown }
}
