/** Everything about the device that may wait until the first screen stands: loaded lazily by main.tsx (R226). */
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { atRest } from '../lib/at-rest.ts'
import { dataOf, isWithoutSignal, onDataOf } from '../lib/device/data-age.ts'
import { keepDeviceToUser } from '../lib/device/device.ts'
import { keepAnswers } from '../lib/device/kept-answers.ts'
import { registerWorker } from '../lib/new-version.ts'
import { queryClient } from '../lib/query-client.ts'
import { prepareSending, sendAll } from '../shop/book/cart-saves.ts'
import { keepSealed } from '../shop/book/sealed-book.ts'
import { GunScans } from '../shop/scan/GunScans.tsx'
import { DeviceBar } from './DeviceBar.tsx'

/**
 * Starts everything that keeps data on the device, and shows the notices about it. `showTypefaces` waits until the user
 * rests: it is undefined where the typefaces are on the device already.
 */
export function startDevice(showTypefaces: (() => void) | undefined): void {
  if (showTypefaces) void atRest().then(showTypefaces)
  keepDeviceToUser()
  keepAnswers()
  prepareSending()
  // A browser that believed itself connected tells of no return: an answer does, and what waits goes with it.
  let wasWithoutSignal = false
  onDataOf(() => {
    const isBack = wasWithoutSignal && dataOf() === null
    wasWithoutSignal = isWithoutSignal()
    if (isBack) sendAll()
  })
  keepSealed()
  // A private window refuses the worker; the shop is an ordinary page there.
  registerWorker().catch(() => undefined)
  const place = document.createElement('aside')
  place.setAttribute('aria-label', 'Avisos de la tienda en este dispositivo')
  document.body.append(place)
  createRoot(place).render(
    <>
      <DeviceBar />
      <QueryClientProvider client={queryClient}>
        <GunScans />
      </QueryClientProvider>
    </>,
  )
}
