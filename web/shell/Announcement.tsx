import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getAnnouncement, parseAnnouncement } from '../../contract/settings.ts'
import { queryOf } from '../lib/query.ts'
import { AnnouncementStrip } from '../ui/AnnouncementStrip.tsx'

const KEY = 'anuncio-cerrado'

/** The announcement of every screen behind the guard. */
export const announcementQuery = { ...queryOf(getAnnouncement), staleTime: 300_000 }

/** The announcement of the shop; a click dismisses it until its words change (R102). */
export function Announcement() {
  const { data = '' } = useQuery(announcementQuery)
  const [dismissed, setDismissed] = useState(() => sessionStorage.getItem(KEY))
  const announcement = parseAnnouncement(data)
  if (!announcement || dismissed === data) return null
  const dismiss = () => {
    sessionStorage.setItem(KEY, data)
    setDismissed(data)
  }
  return <AnnouncementStrip announcement={announcement} onDismiss={dismiss} />
}
