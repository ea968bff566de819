/** The texts about lines and orders that wait on the device (R33, R230, R228). They name the signal only where it is missing. */

/** Why the server has not stored what was sent: no answer came, or the shop answered that it can't now (R230). */
export interface Failure {
  readonly of: 'signal' | 'shop'
  /** For the user. */
  readonly reason: string
  /** How long the server asked to wait (Retry-After), in milliseconds. */
  readonly wait: number
}

/** What a kept line or order waits for: the signal, the shop, or an earlier order. */
export type WaitsFor = Failure['of'] | 'order'

/** For a line, inside a sentence. */
export const lineWaits: Record<WaitsFor, string> = {
  signal: 'espera señal',
  shop: 'la tienda no pudo guardarlo; se vuelve a intentar',
  order: 'espera a que se resuelva el pedido anterior',
}

/** For a line, as a sentence of its own; undefined: it waits for the signal. */
export const lineWaitsAlone = (waitsFor: WaitsFor | undefined): string => {
  const words = lineWaits[waitsFor ?? 'signal']
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** For an order; undefined: it is on its way. */
export const orderWaits = (waitsFor: WaitsFor | undefined): string => {
  if (waitsFor === undefined) return 'Enviando…'
  if (waitsFor === 'signal') return 'Se enviará cuando haya señal'
  return waitsFor === 'shop'
    ? 'La tienda no pudo recibirlo; se vuelve a intentar'
    : 'Espera a que se resuelva el pedido anterior'
}
