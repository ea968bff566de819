/** The bytes that a browser receives before the first cards, counted on the wire with headers, not in the build. */
import { slowPhone, visit } from '../testkit/first-visit.ts'
import { expect, test } from './support/test.ts'

/** Bytes of JavaScript, with brotli: 110 KB. */
const LIMIT = 112_640

test.describe('the demo shop, with pictures, an announcement and a banner', () => {
  test.use({ shopKind: 'muestra' })

  test('at most 110 KB of JavaScript arrive before the first cards, and no call is made for them', async ({
    context,
    shop,
  }) => {
    // On a line where it matters: on a quick one the code that is asked for with the cards is there before they are painted,
    // and so it is on a processor that takes longer to paint them than the line to answer.
    const { bytes } = await visit(context, `${shop.url}/catalogo`, { ...slowPhone, slowdown: 1 })
    expect(bytes.Script).toBeGreaterThan(30_000)
    expect(bytes.Script).toBeLessThanOrEqual(LIMIT)
    expect(bytes.Fetch ?? 0).toBe(0)
    // 25 articles and the whole tree, compressed.
    expect(bytes.Document).toBeLessThan(30_000)
  })

  // On a phone the banner's button comes after the cards, in a row that two links fill.
  test('what stands on the screen stays in its place as the rest arrives', { tag: '@phone' }, async ({
    context,
    shop,
  }) => {
    const { layoutShift } = await visit(context, `${shop.url}/catalogo`)
    // A typeface that arrives may move a word by a pixel; a bar must not push the page down (0.04 and more).
    expect(layoutShift).toBeLessThan(0.01)
  })
})
