/**
 * Types a code and Enter as a barcode gun does, faster than the test's connection to the browser could. The keys have the times
 * at which a gun would send them, 5 ms apart, however long the page takes for each.
 */
import type { Page } from '@playwright/test'

export const shoot = (page: Page, code: string): Promise<void> =>
  page.evaluate((text) => {
    let at = performance.now()
    const press = (key: string): boolean => {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
      at += 5
      Object.defineProperty(event, 'timeStamp', { value: at })
      return (document.activeElement ?? document.body).dispatchEvent(event)
    }
    for (const digit of text) if (press(digit)) document.execCommand('insertText', false, digit)
    press('Enter')
  }, code)
