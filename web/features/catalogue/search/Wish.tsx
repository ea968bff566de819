import { lazy, Suspense } from 'react'
import type { CatalogueRow } from '../../../../contract/catalogue.ts'
import { hasPrice } from '../../../../contract/price.ts'

// After the first cards. Without signal the code may not come, and a card is whole without it.
const WishButton = lazy(() =>
  import('../../../shop/notices/NoticeButton.tsx').then(
    (module) => ({ default: module.WishButton }),
    () => ({ default: () => null }),
  ),
)

/** 'Avisarme' on what has no price or no stock (R380); nothing on any other article. */
export const Wish = ({ of }: { of: CatalogueRow }) =>
  hasPrice(of) && (of.stock ?? 1) > 0 ? null : (
    <Suspense>
      <WishButton of={of} />
    </Suspense>
  )
