import { DocumentProgress } from '../ui/DocumentProgress.tsx'
import type { Preparing } from './prepared-document.ts'

/** How far the document that was asked for is, with the way out; nothing while none is. */
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
