/** Words that are one to the ear, or but for a slip of a finger: pure. */

/** How a folded word sounds: 'muñeka', 'vuenas' and 'trensito' are heard as they are meant. */
export const heard = (folded: string): string =>
  folded
    .replaceAll('v', 'b')
    .replace(/n(?=[bp])/g, 'm')
    .replace(/z|c(?=[ei])|x(?=[ei])/g, 's')
    .replace(/qu(?=[ei])|q|k/g, 'c')
    .replaceAll('h', '')
    .replaceAll('ll', 'y')

/** Whether two words differ by one letter, or by two neighbours in each other's place. */
export function isOneSlip(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false
  let from = 0
  while (from < one.length && one[from] === other[from]) from++
  const [a, b] = [one.slice(from), other.slice(from)]
  const isSwapped = a.length > 1 && a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2)
  return a.slice(1) === b.slice(1) || a.slice(1) === b || a === b.slice(1) || isSwapped
}
