import { IconX } from '@tabler/icons-react'
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
  /** Called on a click anywhere on the strip; without it the strip has no button to close it. */
  onDismiss?: () => void
}

/** The announcement above every screen, in its own colours (R102). */
export function AnnouncementStrip({ announcement, onDismiss }: AnnouncementStripProps) {
  const { title, text, textColour, backgroundColour } = announcement
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the button inside is the keyboard's way.
    <section
      className={styles.announcement}
      // A preview of the strip is no landmark of the page.
      aria-label={onDismiss && 'Anuncio'}
      style={{
        color: tones[textColour] ?? textColour,
        backgroundColor: tones[backgroundColour] ?? backgroundColour,
      }}
      onClick={onDismiss}
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
