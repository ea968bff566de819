/** Pastes text as a person does from a chat or a sheet: the box gets a paste event before its text changes. */
import type { Locator } from '@playwright/test'

export const pasteInto = (box: Locator, text: string): Promise<unknown> =>
  box.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', pasted)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
