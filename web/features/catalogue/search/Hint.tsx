import { IconInfoCircle } from '@tabler/icons-react'
import type { Product } from '../../../../contract/catalogue.ts'
import { priceOf } from '../../../../contract/price.ts'
import marks from './marks.module.css'
import { useTaken } from './taken.ts'

/** The office's hint about an article, behind an 'i'. */
export function Hint({ of: { code, hint } }: { readonly of: Product }) {
  if (!hint) return null
  return (
    <button type="button" className={marks.hint} data-tip={hint} aria-label={`Indicación de ${code}: ${hint}`}>
      <IconInfoCircle size={17} aria-hidden="true" />
    </button>
  )
}

/** What the client took of an article last, and its price then where it differs (R223, R242); nothing until it is known. */
export function LastTaken({ of, className }: { readonly of: Product; readonly className?: string }) {
  const taken = useTaken(of.articleId)
  if (!taken) return null
  return (
    <small className={className}>
      Pidió {taken.words} {taken.since(priceOf(of))}
    </small>
  )
}
