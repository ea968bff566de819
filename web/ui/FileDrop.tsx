import { type DragEvent, type ReactNode, type Ref, useState } from 'react'
import { useNoStrayDrop } from '../lib/use-no-stray-drop.ts'
import styles from './FileDrop.module.css'

interface FileDropProps {
  /** What it is for, and below it what it takes. */
  title: string
  hint: string
  icon?: ReactNode
  /** As an input's `accept`. */
  accept: string
  busy: boolean
  /** Id of the element that tells why a file was refused. */
  describedBy?: string
  onFile?: (file: File) => void
  /** Takes several at once, in place of `onFile`. */
  onFiles?: (files: readonly File[]) => void
  /** The input, to give it the focus. */
  ref?: Ref<HTMLInputElement>
}

/** The box that takes a file, or several, by click, key or drop; while it is busy it takes none. */
export function FileDrop(props: FileDropProps) {
  const { title, hint, icon, accept, busy, describedBy, onFile, onFiles, ref } = props
  const [isOver, setIsOver] = useState(false)
  useNoStrayDrop()
  const take = (files: FileList | null) => {
    const [file, ...more] = files ?? []
    if (!file || busy) return
    if (onFiles) onFiles([file, ...more])
    else onFile?.(file)
  }
  const onDrop = (event: DragEvent) => {
    setIsOver(false)
    take(event.dataTransfer.files)
  }
  return (
    <label
      className={styles.drop}
      data-drop
      data-over={isOver}
      onDragEnter={() => setIsOver(true)}
      onDragOver={() => setIsOver(true)}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
    >
      <input
        ref={ref}
        type="file"
        className="visually-hidden"
        accept={accept}
        multiple={onFiles !== undefined}
        aria-disabled={busy}
        aria-describedby={describedBy}
        onChange={({ target }) => {
          take(target.files)
          // Emptied, so that choosing the same file again, once it is mended, is a change too.
          target.value = ''
        }}
      />
      {icon}
      <strong>{title}</strong>
      <span>{hint}</span>
    </label>
  )
}
