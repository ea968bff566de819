/** A rule of orders in words (R361). Pure. */
import { daysInWords } from '../../../../contract/order-amounts.ts'
import type { OrderRule } from '../../../../contract/order-rules.ts'
import { formatMoney } from '../../../lib/format.ts'

/** 'Todos los clientes', 'Condición 4', 'Zona Sur', 'Lista Interior'. */
export function whoseText({ scope, targetId, target }: Pick<OrderRule, 'scope' | 'targetId' | 'target'>): string {
  if (scope === 'all') return 'Todos los clientes'
  if (scope === 'condition') return `Condición ${targetId}`
  const name = target || `N.º ${targetId}`
  const kind = scope === 'zone' ? 'Zona' : 'Lista'
  return name.toLowerCase().startsWith(kind.toLowerCase()) ? name : `${kind} ${name}`
}

/** '$ 50.000,00', 'Sin mínimo'; '' where the rule says nothing of it. */
export const leastText = ({ least }: Pick<OrderRule, 'least'>): string =>
  least === null ? '' : least === 0 ? 'Sin mínimo' : formatMoney(least)

/** 'desde $ 300.000,00', 'siempre'; '' where the rule says nothing of it. */
export const freeText = ({ freeFrom }: Pick<OrderRule, 'freeFrom'>): string =>
  freeFrom === null ? '' : freeFrom === 0 ? 'siempre' : `desde ${formatMoney(freeFrom)}`

export const daysText = ({ days }: Pick<OrderRule, 'days'>): string => daysInWords(days)
