import { useEffect } from 'react'

/** Where files may be dropped: file inputs, and what marks itself so. */
const TARGETS = 'input[type=file], [data-drop]'

/** A file that is dropped beside the place that takes it must not take the place of the shop (R205). */
export function useNoStrayDrop(): void {
  useEffect(() => {
    const preventOpening = (event: DragEvent) => {
      event.preventDefault()
      const isTarget = event.target instanceof Element && event.target.closest(TARGETS) !== null
      if (!isTarget && event.dataTransfer) event.dataTransfer.dropEffect = 'none'
    }
    window.addEventListener('dragover', preventOpening)
    window.addEventListener('drop', preventOpening)
    return () => {
      window.removeEventListener('dragover', preventOpening)
      window.removeEventListener('drop', preventOpening)
    }
  }, [])
}
