/** Decides whether the news are shown; the popup itself is loaded only then. */
import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react'
import { useUser } from '../../../lib/session.ts'
import { hasBegun, signinOf, useTouch } from '../../../shop/work-begun.ts'
import { useNews } from './catalogue.api.ts'
import type { NewsPopupProps } from './NewsPopup.tsx'

const SEEN = 'novedades-vistas'
/** The sign-in whose news were shown, for a browser that refuses storage. */
let shown: string | undefined

const readSeen = (): string | null => {
  try {
    return localStorage.getItem(SEEN)
  } catch {
    return null
  }
}
const markSeen = (signin: string) => {
  shown = signin
  try {
    localStorage.setItem(SEEN, signin)
  } catch {
    // A browser that refuses storage shows the news again at the next load.
  }
}

/**
 * The news popup (R102, R45): on load, once per sign-in, and never over work begun, on this screen or one before. `ready` is true
 * once the first articles are painted: until then nothing is fetched for the popup.
 */
export function News({ ready }: { readonly ready: boolean }) {
  const signin = signinOf(useUser())
  const [Popup, setPopup] = useState<ComponentType<NewsPopupProps>>()
  const [done, setDone] = useState(() => shown === signin || readSeen() === signin || hasBegun(signin))
  const news = useNews(ready && !done)
  const hasNews = news !== undefined
  const slides = useRef(news?.slides)
  slides.current = news?.slides
  const open = useRef(false)
  open.current = Popup !== undefined

  useTouch(
    useCallback(() => {
      if (!open.current) setDone(true)
    }, []),
  )

  useEffect(() => {
    if (done || !hasNews) return
    let isCancelled = false
    import('./NewsPopup.tsx').then(
      async (module) => {
        await module.isFirstReady(slides.current ?? [])
        if (isCancelled) return
        markSeen(signin)
        setPopup(() => module.NewsPopup)
      },
      // Without the popup's code there are no news; the catalogue works on.
      () => undefined,
    )
    return () => {
      isCancelled = true
    }
  }, [done, hasNews, signin])

  if (done || !Popup || !news) return null
  return <Popup {...news} onClose={() => setDone(true)} />
}
