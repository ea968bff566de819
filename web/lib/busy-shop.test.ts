/** A shop that has too much to do: a change is made once it has time, and what else is refused is told at once (R280). */
import { expect, test, vi } from 'vitest'

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} })
vi.stubGlobal('document', { getElementById: () => null })
vi.stubGlobal('window', { addEventListener: () => {} })
const { ApiError } = await import('./api.ts')
const { waitFor, waitingText, whenNotBusy } = await import('./busy-shop.ts')
const { currentToasts } = await import('./toast.ts')

const busy = (seconds = 3) => new ApiError(503, 'OVERLOADED', 'La tienda está muy ocupada', [], seconds)

test('a change that was refused for the load is made again, after the time that the shop asked for', async () => {
  const waits: number[] = []
  const make = vi.fn<() => Promise<string>>()
  make.mockRejectedValueOnce(busy(3)).mockRejectedValueOnce(busy(2)).mockResolvedValueOnce('hecho')
  expect(await whenNotBusy(make, async (ms) => void waits.push(ms))).toBe('hecho')
  expect(waits).toHaveLength(2)
  expect(waits[0]).toBeGreaterThanOrEqual(3_000)
  expect(waits[0]).toBeLessThanOrEqual(4_000)
  expect(currentToasts().at(-1)?.text).toMatch(/^La tienda está muy ocupada\. Se vuelve a intentar en \d+ segundos$/)
})

test('it is given up after five tries, and the reason is the last answer', async () => {
  const make = vi.fn(() => Promise.reject(busy()))
  await expect(whenNotBusy(make, async () => {})).rejects.toThrow('La tienda está muy ocupada')
  expect(make).toHaveBeenCalledTimes(5)
})

test('what may have been begun is never made again by itself', async () => {
  for (const error of [
    new ApiError(503, 'OUT_OF_SERVICE', 'La tienda no puede guardar', [], 10),
    new ApiError(500, 'INTERNAL', 'x'),
    new ApiError(0, 'NETWORK', 'x'),
    new ApiError(429, 'TOO_MANY', 'x', [], 5),
  ]) {
    const make = vi.fn(() => Promise.reject(error))
    await expect(whenNotBusy(make, async () => {})).rejects.toBe(error)
    expect(make).toHaveBeenCalledTimes(1)
  }
})

test('nobody waits longer than ten seconds and a little, whatever an answer says', () => {
  expect(waitFor(busy(3_600), () => 0.5)).toBe(10_500)
  expect(waitingText(10_500)).toBe('La tienda está muy ocupada. Se vuelve a intentar en 11 segundos')
})
