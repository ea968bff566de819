import { type ReactNode, useState } from 'react'
import type { BulkReview } from '../../../../contract/bulk-edit.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { articlesText } from './undo.ts'

/** Asks once before a reviewed change takes the whole price of articles: nobody can order them then (R6). */
export function useUnpricedQuestion(): { sure: (review: BulkReview) => Promise<boolean>; question: ReactNode } {
  const [asked, setAsked] = useState<{ count: number; answer: (yes: boolean) => void } | null>(null)
  const settle = (yes: boolean) => {
    asked?.answer(yes)
    setAsked(null)
  }
  return {
    sure: async ({ unpriced }) =>
      unpriced === 0 || new Promise<boolean>((answer) => setAsked({ count: unpriced, answer })),
    question: asked && (
      <ConfirmDialog
        title={`${articlesText(asked.count)} ${asked.count === 1 ? 'queda' : 'quedan'} sin precio`}
        text="Con ese descuento cuestan $ 0: se verán como «Consultar» y nadie podrá pedirlos."
        confirm="Dejar sin precio"
        onConfirm={() => settle(true)}
        onCancel={() => settle(false)}
      />
    ),
  }
}
