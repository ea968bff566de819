/**
 * Typed arrays in shared memory: a worker fills them, the main thread reads them, nobody copies them. A browser
 * has none without cross-origin isolation; there the index stays in the worker that built it.
 */
const Memory = globalThis.SharedArrayBuffer ?? ArrayBuffer

export const sharedBytes = (length: number): Uint8Array => new Uint8Array(new Memory(length))
export const sharedUint16 = (length: number): Uint16Array => new Uint16Array(new Memory(length * 2))
export const sharedUint32 = (length: number): Uint32Array => new Uint32Array(new Memory(length * 4))
export const sharedFloat64 = (length: number): Float64Array => new Float64Array(new Memory(length * 8))

/** The bytes of all typed arrays in a value, however deep. */
export function byteLengthOf(value: unknown): number {
  if (ArrayBuffer.isView(value)) return value.byteLength
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce<number>((total, part) => total + byteLengthOf(part), 0)
}

/** The first index in [from, to) at which `isBefore` is false; `isBefore` must be true, then false. */
export function lowerBound(from: number, to: number, isBefore: (index: number) => boolean): number {
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBefore(middle)) low = middle + 1
    else high = middle
  }
  return low
}

/** A list of 32-bit numbers whose length is not known before, kept in one flat array that doubles. */
export function createNumberList(capacity = 1024) {
  let values = new Uint32Array(capacity)
  let length = 0
  return {
    push(value: number): void {
      if (length === values.length) {
        const larger = new Uint32Array(length * 2)
        larger.set(values)
        values = larger
      }
      values[length++] = value
    },
    /** The pushed numbers, without a copy; valid until the next push. */
    view: (): Uint32Array => values.subarray(0, length),
    length: (): number => length,
  }
}
