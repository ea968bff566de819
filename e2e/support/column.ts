/** Fills a column of quantities downwards without the mouse, in the cart and in the list view. */
import { expect, type Locator, type Page } from '@playwright/test'

/** Types the first two quantities with Enter and ↓ after them, and goes back to the second with `back`. */
export async function fillDown(
  page: Page,
  [first, second, third]: readonly [Locator, Locator, Locator],
  quantities: readonly [number, number],
  back: 'ArrowUp' | 'Shift+Enter',
): Promise<void> {
  await first.click()
  await page.keyboard.type(String(quantities[0]))
  await page.keyboard.press('Enter')
  await expect(second).toBeFocused()
  await page.keyboard.type(String(quantities[1]))
  await page.keyboard.press('ArrowDown')
  await expect(third).toBeFocused()
  await page.keyboard.press(back)
  await expect(second).toBeFocused()
}
