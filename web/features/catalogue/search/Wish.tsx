import { Suspense } from 'react'
import type { CatalogueRow } from '../../../../contract/catalogue.ts'
import { hasPrice } from '../../../../contract/price.ts'
import { optionalPart } from '../../../lib/optional-part.ts'

// After the first cards.
const WishButton = optionalPart(() => import('../../../shop/notices/NoticeButton.tsx').then((m) => m.WishButton))

/** 'Avisarme' on what has no price or no stock (R380); nothing on any other article. */
export const Wish = ({ of }: { of: CatalogueRow }) =>
  hasPrice(of) && (of.stock ?? 1) > 0 ? null : (
    <Suspense>
      <WishButton of={of} />
    </Suspense>
  )
