/** What both steps say of a list: pure. */
import type { ImportNotice } from '../../../contract/cart-lines.ts'
import { formatCount } from '../../lib/format.ts'

export const counted = (count: number, one: string, many: string): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`

export const leftOut = (notices: readonly ImportNotice[]): ImportNotice[] =>
  notices.filter(({ dropped }) => dropped)
