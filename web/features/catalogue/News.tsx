/** Decides whether the news are shown; the popup itself is loaded only then. */
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { useUser } from '../../lib/session.ts'
import { useNews } from './catalogue.api.ts'
import type { NewsPopupProps } from './NewsPopup.tsx'

const SEEN = 'novedades-vistas'
/** The sign-in whose news are past: seen, or overtaken by the first touch or key in the catalogue. */
let past: string | undefined

const seen = (): string | null => {
  try {
    return localStorage.getItem(SEEN)
  } catch {
    return null
  }
}
const markSeen = (signin: string) => {
  past = signin
  try {
    localStorage.setItem(SEEN, signin)
  } catch {
    // A browser that refuses storage shows them at the next load again.
  }
}

/**
 * The news popup (R102, R45): on load, once per sign-in, never over work begun. `ready` once the first
 * articles are painted: until then nothing is fetched for it.
 */
export function News({ ready }: { readonly ready: boolean }) {
  const { id, token } = useUser()
  // A session's token is its own; a few letters of it name the sign-in.
  const signin = `${id}:${token.slice(-8)}`
  const [Popup, setPopup] = useState<ComponentType<NewsPopupProps>>()
  const [done, setDone] = useState(() => past === signin || seen() === signin)
  const news = useNews(ready && !done)
  const some = news !== undefined
  const open = useRef(false)
  open.current = Popup !== undefined

  useEffect(() => {
    if (done) return
    const begin = () => {
      if (open.current) return
      past = signin
      setDone(true)
    }
    const work = ['pointerdown', 'keydown'] as const
    for (const name of work) window.addEventListener(name, begin, true)
    return () => {
      for (const name of work) window.removeEventListener(name, begin, true)
    }
  }, [done, signin])

  useEffect(() => {
    if (done || !some) return
    let late = false
    import('./NewsPopup.tsx').then(
      (module) => {
        if (late) return
        markSeen(signin)
        setPopup(() => module.NewsPopup)
      },
      // Without its code there are no news; the catalogue goes on.
      () => undefined,
    )
    return () => {
      late = true
    }
  }, [done, some, signin])

  if (done || !Popup || !news) return null
  return <Popup {...news} onClose={() => setDone(true)} />
}
