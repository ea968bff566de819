/** Pastes as somebody does from a chat or a sheet: the box hears of it before anything stands there. */
import type { Locator } from '@playwright/test'

export const pasteInto = (box: Locator, text: string): Promise<unknown> =>
  box.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', pasted)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
