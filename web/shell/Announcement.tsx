import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getAnnouncement, parseAnnouncement } from '../../contract/settings.ts'
import { queryOf } from '../lib/query.ts'

const KEY = 'anuncio-cerrado'

/** The announcement of every screen behind the guard. */
export const announcementQuery = { ...queryOf(getAnnouncement), staleTime: 300_000 }

/** The announcement banner in its own colours; a click dismisses it until its words change (R102). */
export function Announcement() {
  const { data = '' } = useQuery(announcementQuery)
  const [dismissed, setDismissed] = useState(() => sessionStorage.getItem(KEY))
  const announcement = parseAnnouncement(data)
  if (!announcement || dismissed === data) return null
  const dismiss = () => {
    sessionStorage.setItem(KEY, data)
    setDismissed(data)
  }
  const { title, text, textColour, backgroundColour } = announcement
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the button inside is the keyboard's way.
    <section
      className="announcement"
      aria-label="Anuncio"
      style={{ color: textColour, backgroundColor: backgroundColour }}
      onClick={dismiss}
    >
      <p>
        {title && <strong>{title}</strong>}
        {title && text && ' · '}
        {text}
      </p>
      <button type="button" aria-label="Cerrar anuncio" onClick={dismiss}>
        <IconX size={16} aria-hidden />
      </button>
    </section>
  )
}
