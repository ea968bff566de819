/**
 * Types as a barcode gun does: a code and Enter faster than the test's own connection to the browser could. A gun's keys have the time at
 * which the device sent them, however long the page takes for each.
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
