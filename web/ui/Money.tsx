import { formatMoney } from '../lib/format.ts'

/** An amount in cents as it is read in Argentina. */
export const Money = ({ cents, className }: { cents: number; className?: string }) => (
  <span className={className}>{formatMoney(cents)}</span>
)
