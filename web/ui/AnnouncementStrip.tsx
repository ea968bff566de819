import { IconX } from '@tabler/icons-react'
import { type MouseEvent, useState } from 'react'
import type { Announcement } from '../../contract/settings.ts'
import styles from './AnnouncementStrip.module.css'

/** The colours that an admin chooses from, in the shop's own tones; any other is taken as it is written. */
const tones: Readonly<Record<string, string>> = {
  red: 'var(--strip-red)',
  lightblue: 'var(--strip-blue)',
  yellow: 'var(--strip-yellow)',
  white: 'var(--surface)',
  black: 'var(--black)',
}

interface AnnouncementStripProps {
  announcement: Announcement
  /** Called on a click anywhere on a strip whose words are all in sight; without it the strip cannot be closed. */
  onDismiss?: () => void
}

/** The announcement above every screen, in its own colours and in one line (R102): a click on one that is cut shows all of it. */
export function AnnouncementStrip({ announcement, onDismiss }: AnnouncementStripProps) {
  const { title, text, textColour, backgroundColour } = announcement
  const [isWhole, setWhole] = useState(!onDismiss)
  const onClick = ({ currentTarget: { firstElementChild: words } }: MouseEvent) => {
    if (!isWhole && words && words.scrollWidth > words.clientWidth) setWhole(true)
    else onDismiss?.()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the button inside is the keyboard's way.
    <section
      className={styles.announcement}
      data-announcement
      data-whole={isWhole || undefined}
      // A preview of the strip is no landmark of the page.
      aria-label={onDismiss && 'Anuncio'}
      style={{
        color: tones[textColour] ?? textColour,
        backgroundColor: tones[backgroundColour] ?? backgroundColour,
      }}
      onClick={onClick}
    >
      <p>
        {title && <strong>{title}</strong>}
        {title && text && ' · '}
        {text}
      </p>
      {onDismiss && (
        <button type="button" aria-label="Cerrar anuncio" onClick={onDismiss}>
          <IconX size={16} aria-hidden />
        </button>
      )}
    </section>
  )
}
