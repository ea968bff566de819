import { formatDate } from '../../lib/format.ts'

/** The last day on which a link works, dd/mm/yyyy: it ends with that day. @param until ISO 8601 */
export const lastDay = (until: string): string => formatDate(new Date(Date.parse(until) - 1).toISOString())
