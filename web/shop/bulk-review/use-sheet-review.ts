import { useState } from 'react'
import { BULK_MAX_BYTES, type BulkReview } from '../../../contract/bulk-edit.ts'
import { type ActionOptions, useAction } from '../../lib/action.ts'
import { ApiError } from '../../lib/api.ts'

/** A sheet that was read: what was asked with it, and what it would change. */
export interface ReviewedSheet<Asked> {
  readonly file: File
  readonly asked: Asked
  readonly review: BulkReview
}

interface SheetCalls<Asked, Done> extends ActionOptions<ReviewedSheet<Asked>, Done> {
  readonly review: (file: File, asked: Asked) => Promise<BulkReview>
  readonly apply: (sheet: ReviewedSheet<Asked>) => Promise<Done>
}

/** A sheet that comes back changed (R34): read and shown first, applied as it was shown. The options are those of applying it. */
export function useSheetReview<Asked, Done>({ review, apply, ...options }: SheetCalls<Asked, Done>) {
  const [reviewed, setReviewed] = useState<ReviewedSheet<Asked> | null>(null)
  /** Why the file could not be read; '' where it could. */
  const [refused, setRefused] = useState('')
  const reading = useAction(
    async ({ file, asked }: Omit<ReviewedSheet<Asked>, 'review'>): Promise<ReviewedSheet<Asked>> => {
      if (file.size > BULK_MAX_BYTES)
        throw new ApiError(413, 'TOO_LARGE', `El archivo pasa los ${BULK_MAX_BYTES / 2 ** 20} MB`)
      return { file, asked, review: await review(file, asked) }
    },
    {
      onDone: (sheet) => {
        setReviewed(sheet)
        setRefused('')
      },
      onRefused: ({ message, fields }) => {
        setReviewed(null)
        setRefused(Object.values(fields)[0] ?? message)
      },
    },
  )
  const applying = useAction(apply, options)
  return {
    reviewed,
    refused,
    isReading: reading.busy,
    isBusy: reading.busy || applying.busy,
    read: (file: File, asked: Asked) => void reading.run({ file, asked }),
    apply: () => void (reviewed && applying.run(reviewed)),
  }
}
export type SheetReview<Asked> = ReturnType<typeof useSheetReview<Asked, unknown>>
