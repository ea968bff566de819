import { formatTime } from '../../lib/format.ts'

/** The name of a cart that is put aside without one: 'Carrito del 29/11 16:40'. */
export const asideName = (now = new Date()): string => `Carrito del ${formatTime(now.toISOString())}`
