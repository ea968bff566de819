import { type ReactNode, useState } from 'react'
import type { BulkReview } from '../../../contract/bulk-edit.ts'
import { formatCount } from '../../lib/format.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { typedQuantity } from '../../ui/quantity.ts'
import { articlesText, pricesText } from './articles-text.ts'

/** A change of more articles than this is made only when their number is typed. */
const MANY = 500

interface Asked {
  readonly about: 'unpriced' | 'many'
  readonly review: BulkReview
  readonly answer: (yes: boolean) => void
}

/**
 * Asks once before a reviewed change takes the whole price of articles, which nobody can order then (R6), and has the number
 * typed of what changes very many.
 */
export function useSure(): { sure: (review: BulkReview) => Promise<boolean>; question: ReactNode } {
  const [asked, setAsked] = useState<Asked | null>(null)
  const ask = (about: Asked['about'], review: BulkReview) =>
    new Promise<boolean>((answer) => setAsked({ about, review, answer }))
  const settle = (yes: boolean) => {
    asked?.answer(yes)
    setAsked(null)
  }
  const answers = { onConfirm: () => settle(true), onCancel: () => settle(false) }
  return {
    sure: async (review) =>
      (review.unpriced === 0 || (await ask('unpriced', review))) &&
      (review.changed <= MANY || (await ask('many', review))),
    question:
      asked?.about === 'unpriced' ? (
        <ConfirmDialog
          title={`${articlesText(asked.review.unpriced)} ${asked.review.unpriced === 1 ? 'queda' : 'quedan'} sin precio`}
          text="Cuestan $ 0: se verán como «Consultar» y nadie podrá pedirlos."
          confirm="Dejar sin precio"
          {...answers}
        />
      ) : (
        asked && <ManyDialog review={asked.review} {...answers} />
      ),
  }
}

interface ManyDialogProps {
  review: BulkReview
  onConfirm: () => void
  onCancel: () => void
}

function ManyDialog({ review, ...answers }: ManyDialogProps) {
  const [typed, setTyped] = useState('')
  const { changed } = review
  return (
    <ConfirmDialog
      title={`Cambian ${articlesText(changed)}`}
      text={[pricesText(review), `Para confirmar escriba cuántos son: ${formatCount(changed)}.`]
        .filter(Boolean)
        .join('. ')}
      confirm={`Cambiar ${articlesText(changed)}`}
      ready={typedQuantity(typed) === changed}
      {...answers}
    >
      <input
        className="input"
        aria-label="Cuántos artículos cambian"
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </ConfirmDialog>
  )
}
