/** Lower prices from a quantity on, as the wire carries them (R351). */
import * as z from 'zod/mini'
import { int, money, percent, wireObject } from './wire.ts'

const priceStep = wireObject({
  units: ['UNIDADES', int],
  percent: ['PORCENTAJE', percent],
  unitPrice: ['PRECIO_UNI', money],
})

/** The steps of an article, by rising units; absent where every quantity has one price. */
export const priceSteps = z.optional(z.array(priceStep))
