/** Amounts in price filters: pure. */
import { joinThousands } from '../../contract/amounts.ts'

/**
 * An amount as typed by an Argentine in a price filter ('1.234,50', '1234.5', '$ 80'), in pesos.
 * undefined for an empty box, null for what is not an amount.
 */
export function readPrice(typed: string): number | undefined | null {
  const text = joinThousands(typed.replace('$', ' '))
  if (text === '') return undefined
  const plain = /^[1-9]\d{0,2}(\.\d{3})+(,\d{0,2})?$/.test(text) ? text.replaceAll('.', '') : text
  return /^\d{1,12}([.,]\d{0,2})?$/.test(plain) ? Number(plain.replace(',', '.')) : null
}
