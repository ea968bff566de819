/**
 * A pattern of numbers in pasted orders, and the meaning of the number. The first production that fits at a token
 * decides. Elements are signs as they are, `n` (a number), `d` (one of at most two digits), `4d` (four digits), `8d` (six
 * to twelve digits), classes of words and signs (words.rules.ts), or `unit`. `~` before an element: no blank before it.
 */
export interface Production {
  readonly pattern: string
  /** What the number is: ordered, money or a measure, or something with a number of its own (a date, a telephone, a page). */
  readonly use: 'quantity' | 'amount' | 'name'
  /** Indexes of the elements that hold the number, its unit and the size of a pack. */
  readonly count?: number
  readonly unit?: number
  readonly packOf?: number
  /** Added to the count: 'docena y media'. */
  readonly plus?: number
  /** The number itself where none is written: 'media docena'. */
  readonly value?: number
  /** The number counts each of several articles. */
  readonly isEach?: boolean
}

export const PRODUCTIONS: readonly Production[] = [
  // Dates, hours, telephones, tax numbers, scales.
  { pattern: 'd ~slash ~d ~slash ~n', use: 'name' },
  { pattern: 'd ~- ~8d ~- ~d', use: 'name' },
  { pattern: '4d ~- ~4d', use: 'name' },
  { pattern: '4d ~- ~8d', use: 'name' },
  { pattern: '8d ~- ~n', use: 'name' },
  { pattern: 'n ~: ~n', use: 'name' },
  { pattern: 'weekday d ~/ ~d', use: 'name' },
  { pattern: 'until d ~/ ~d ~/ ~n', use: 'name' },
  { pattern: 'until d ~/ ~d', use: 'name' },
  { pattern: 'until the d ~/ ~d', use: 'name' },
  { pattern: 'until the weekday d', use: 'name' },
  { pattern: 'until the n', use: 'name' },
  { pattern: 'the weekday d', use: 'name' },
  { pattern: 'at n', use: 'name' },
  { pattern: 'd of month of n', use: 'name' },
  { pattern: 'd of month', use: 'name' },
  { pattern: 'n counted', use: 'name' },
  { pattern: 'month n', use: 'name' },
  { pattern: '# n', use: 'name' },
  { pattern: 'phone sign n n n', use: 'name' },
  { pattern: 'phone n n n', use: 'name' },
  { pattern: 'phone n n', use: 'name' },
  { pattern: 'called sign 4d ~- ~8d', use: 'name' },
  { pattern: 'called sign n', use: 'name' },
  { pattern: 'called n ~/ ~n', use: 'name' },
  { pattern: 'called n of n', use: 'name' },
  { pattern: 'called n', use: 'name' },
  // Money and measures.
  { pattern: '$ n', use: 'amount' },
  { pattern: 'n %', use: 'amount' },
  { pattern: 'n ~inches', use: 'amount' },
  { pattern: 'amount sign n', use: 'amount' },
  { pattern: 'amount sign $ n', use: 'amount' },
  { pattern: 'amount n', use: 'amount' },
  { pattern: 'n measure', use: 'amount' },
  { pattern: 'n money', use: 'amount' },
  { pattern: 'n ~$', use: 'amount' },
  // Halves and dozens.
  { pattern: 'half divided', use: 'quantity', value: 0.5, unit: 1 },
  { pattern: '1 ~/ ~2 divided', use: 'quantity', value: 0.5, unit: 3 },
  { pattern: 'n divided and 1 ~/ ~2', use: 'quantity', count: 0, plus: 0.5, unit: 1 },
  { pattern: 'one divided and half', use: 'quantity', value: 1.5, unit: 1 },
  { pattern: 'divided and half', use: 'quantity', value: 1.5, unit: 0 },
  { pattern: 'n divided and half', use: 'quantity', count: 0, plus: 0.5, unit: 1 },
  // Packs, with what they hold.
  { pattern: 'n pack closed of n', use: 'quantity', count: 0, unit: 1, packOf: 4 },
  { pattern: 'n pack of n', use: 'quantity', count: 0, unit: 1, packOf: 3 },
  { pattern: 'n pack by n', use: 'quantity', count: 0, unit: 1, packOf: 3 },
  { pattern: 'one pack of n', use: 'quantity', value: 1, unit: 1, packOf: 3 },
  { pattern: 'pack by n', use: 'amount' },
  { pattern: 'pack of n', use: 'amount' },
  { pattern: 'pack closed of n', use: 'amount' },
  { pattern: 'n by onePack', use: 'amount' },
  { pattern: 'n ~/ ~onePack', use: 'amount' },
  { pattern: 'n u ~/ ~onePack', use: 'amount' },
  { pattern: 'n unit by onePack', use: 'amount' },
  // For each of several.
  { pattern: 'n unit of each', use: 'quantity', count: 0, unit: 1, isEach: true },
  { pattern: 'n unit c ~/ ~u', use: 'quantity', count: 0, unit: 1, isEach: true },
  { pattern: 'n of each', use: 'quantity', count: 0, isEach: true },
  { pattern: 'n each', use: 'quantity', count: 0, isEach: true },
  { pattern: 'n c ~/ ~u', use: 'quantity', count: 0, isEach: true },
  // With a unit, behind the number or before it.
  { pattern: 'n unit', use: 'quantity', count: 0, unit: 1 },
  { pattern: 'n ( unit )', use: 'quantity', count: 0, unit: 2 },
  { pattern: 'one divided', use: 'quantity', value: 1, unit: 1 },
  { pattern: 'packs sign n', use: 'quantity', count: 2, unit: 0 },
  { pattern: 'packs n', use: 'quantity', count: 1, unit: 0 },
  { pattern: 'onePack sign n', use: 'amount' },
  { pattern: 'onePack n', use: 'amount' },
  { pattern: 'n', use: 'quantity', count: 0 },
]
