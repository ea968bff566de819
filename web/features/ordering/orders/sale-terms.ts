/** Sale lines and their conditions as staff chooses them (R104): pure. */
import { SALE_CONDITIONS, saleLineOf } from '../../../../contract/orders.ts'

export type SaleLine = ReturnType<typeof saleLineOf>
/** The sale lines in the order of the form. */
export const SALE_LINES: readonly SaleLine[] = ['j', 'c']

/** The conditions a line offers, its default first. */
export const conditionsOf = (line: SaleLine): readonly number[] =>
  SALE_CONDITIONS.filter((condition) => saleLineOf(condition) === line)

/** The condition a line begins with: 1 on line j, 4 on line c. */
export const defaultCondition = (line: SaleLine): number => conditionsOf(line)[0] ?? 1

/** The condition to begin with: the client's own where it can be chosen, else the default of its line. */
export function conditionFor(loaded: number): number {
  const line = saleLineOf(loaded)
  return conditionsOf(line).includes(loaded) ? loaded : defaultCondition(line)
}
