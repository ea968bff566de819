import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getAnnouncement, parseAnnouncement } from '../../contract/settings.ts'
import { call } from '../lib/api.ts'

const KEY = 'anuncio-cerrado'

/** The announcement banner in its own colours; a click dismisses it until its words change (spec 1 section 2). */
export function Announcement() {
  const { data = '' } = useQuery({
    queryKey: ['announcement'],
    queryFn: ({ signal }) => call(getAnnouncement, { signal }),
    staleTime: 300_000,
  })
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
