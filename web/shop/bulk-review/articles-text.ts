/** How many articles a change is of, and what it does to prices, in words. */
import type { BulkReview } from '../../../contract/bulk-edit.ts'
import { formatCount } from '../../lib/format.ts'

export const articlesText = (count: number): string => (count === 1 ? '1 artículo' : `${formatCount(count)} artículos`)

/** What a reviewed change does to prices: '18 bajan y 1 sube de precio'; '' where none moves. */
export const pricesText = ({ cheaper, dearer }: Pick<BulkReview, 'cheaper' | 'dearer'>): string => {
  const moves = [
    cheaper > 0 && `${formatCount(cheaper)} ${cheaper === 1 ? 'baja' : 'bajan'}`,
    dearer > 0 && `${formatCount(dearer)} ${dearer === 1 ? 'sube' : 'suben'}`,
  ].filter(Boolean)
  return moves.length > 0 ? `${moves.join(' y ')} de precio` : ''
}
