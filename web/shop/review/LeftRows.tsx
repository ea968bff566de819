import { useLayoutEffect, useState } from 'react'
import { formatCount } from '../../lib/format.ts'
import { Link } from '../../lib/router.tsx'
import { paths } from '../../paths.ts'
import { useCartOwner } from '../cart.ts'
import { leftOf } from './kept-review.ts'

/** Tells of the rows of a list file that nobody has answered, beside the cart and after the order. */
export function LeftRows({ className = '' }: { readonly className?: string | undefined }) {
  const owner = useCartOwner()
  const [count, setCount] = useState(0)
  // Read once, since it may be long; not while rendering, where the list that is being left has not been kept yet.
  useLayoutEffect(() => setCount(leftOf(owner)), [owner])
  if (count === 0) return null
  return (
    <p className={`notice ${className}`}>
      {count === 1 ? 'Queda 1 renglón' : `Quedan ${formatCount(count)} renglones`} de su lista sin cargar.{' '}
      <Link to={paths.filledList}>Responder</Link>
    </p>
  )
}
