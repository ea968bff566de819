import { DocumentProgress } from '../ui/DocumentProgress.tsx'
import type { Preparing } from './prepared-document.ts'

/** The progress of the document that is being prepared, with a button to cancel it; nothing while none is. */
export function PreparingDocument({ preparing }: { preparing: Preparing | null }) {
  if (!preparing) return null
  const { label, progress, cancel } = preparing
  return (
    <DocumentProgress
      label={label}
      done={progress?.done ?? null}
      total={progress?.total ?? 0}
      place={progress?.place ?? 0}
      onCancel={cancel}
    />
  )
}
