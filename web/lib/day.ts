/** A day yyyy-mm-dd as dd/mm/yyyy; it has no time, so no time zone may touch it. */
export const formatDay = (day: string): string => day.split('-').reverse().join('/')
