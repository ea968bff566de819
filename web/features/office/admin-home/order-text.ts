/** A day yyyy-mm-dd as dd/mm/yyyy; it has no time, so no time zone may touch it. */
export const dayOf = (date: string): string => date.split('-').reverse().join('/')
