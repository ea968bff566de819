import { noteInWords, partsOfNote } from '../../../contract/order-text.ts'
import styles from './line-note.module.css'

/** An observation as it is read; where a bar divides it, each part on its own. */
export function Note({ note }: { note: string }) {
  return partsOfNote(note).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name, and never change places.
    <span key={at}>
      {at > 0 && ' · '}
      <span>{part}</span>
    </span>
  ))
}

/** A line's observation below what it is about; nothing where there is none. */
export const LineNote = ({ note }: { note: string }) =>
  noteInWords(note) && (
    <small className={styles.note}>
      <Note note={note} />
    </small>
  )

/** A line's observation in one line of a list; a text that has no room ends with '…' and stands whole in the title. */
export const ShortLineNote = ({ note, className = '' }: { note: string; className?: string | undefined }) =>
  noteInWords(note) && (
    <p className={`${styles.short} ${className}`} title={noteInWords(note)}>
      <span className="visually-hidden">Observación: </span>
      <Note note={note} />
    </p>
  )
