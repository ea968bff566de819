/** A tab of a device, as all steps of a sequence find it, and what may happen to it. */
import type { Page } from '@playwright/test'
import type { Path } from './device.ts'
import type { Model } from './model.ts'
import type { Run } from './run.ts'

/** Tabs 0 and 1 are of the first device, 2 of the second. */
export interface OnTab {
  readonly tab: number
}
/** An event between a press and its answer. */
export type During = 'nothing' | 'kill' | 'off' | 'close'

export const deviceOf = (tab: number): { device: number; tab: number } => ({
  device: tab < 2 ? 0 : 1,
  tab: tab < 2 ? tab : 0,
})

/** Whether a device can reach the server. */
export const isReachable = ({ devices, isUp }: Model, device: number) => isUp && devices[device]!.online

/** What happens between a press in a tab and its answer. */
export async function whatHappens(run: Run, at: number, during: During): Promise<void> {
  const { device, tab } = deviceOf(at)
  if (during === 'kill') await run.kill()
  if (during === 'off') await run.goOff(device)
  if (during === 'close') await run.devices[device]!.close(tab)
}

/** Opens a screen in a tab, and signs in again where the tab asks for it and the server can be reached; else null. */
export async function open(run: Run, tab: number, path: Path): Promise<Page | null> {
  const at = deviceOf(tab)
  const device = run.devices[at.device]!
  const openPage = device.tabs[at.tab]
  if (openPage && !openPage.isClosed()) await run.decide(at.device, openPage, true)
  let page = await device.at(at.tab, path)
  const login = device.tabs[at.tab]
  if (!page && login && isReachable(run.model, at.device) && (await device.signIn(login))) {
    run.model.devices[at.device]!.signedIn = true
    page = await device.at(at.tab, path)
  }
  // The dialog of a stopped order covers the screen.
  if (page && (await run.decide(at.device, page, true))) page = await device.at(at.tab, path)
  return page
}
