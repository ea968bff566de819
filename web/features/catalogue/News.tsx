/** Decides whether the news are shown; the popup itself is loaded only then. */
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { newsQuery } from './catalogue.api.ts'

const NewsPopup = lazy(() => import('./NewsPopup.tsx').then((module) => ({ default: module.NewsPopup })))
const SEEN = 'novedades-vistas'

const seenBy = (userId: number): boolean => sessionStorage.getItem(SEEN) === String(userId)

export function News({ userId }: { readonly userId: number }) {
  const [open, setOpen] = useState(() => !seenBy(userId))
  const { data } = useQuery({ ...newsQuery, enabled: open })
  const shown = open && data !== undefined && data.slides.length > 0
  useEffect(() => {
    if (shown) sessionStorage.setItem(SEEN, String(userId))
  }, [shown, userId])
  if (!shown) return null
  return (
    <Suspense>
      <NewsPopup title={data.title} slides={data.slides} onClose={() => setOpen(false)} />
    </Suspense>
  )
}
