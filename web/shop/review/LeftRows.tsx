import { useMemo } from 'react'
import { formatCount } from '../../lib/format.ts'
import { Link } from '../../lib/router.tsx'
import { paths } from '../../paths.ts'
import { useCartOwner } from '../cart.ts'
import { leftOf } from './kept-list.ts'

/** Tells of the rows of a list file that nobody has answered, beside the cart and after the order. */
export function LeftRows({ className = '' }: { readonly className?: string | undefined }) {
  const owner = useCartOwner()
  // What is kept may be long: it is read once, not with each change of the cart.
  const count = useMemo(() => leftOf(owner), [owner])
  if (count === 0) return null
  return (
    <p className={`notice ${className}`}>
      {count === 1 ? 'Queda 1 renglón' : `Quedan ${formatCount(count)} renglones`} de su lista sin cargar.{' '}
      <Link to={paths.filledList}>Responder</Link>
    </p>
  )
}
