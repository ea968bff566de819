/** A busy browser is never idle: it is waited for no longer than this, in milliseconds. */
const BUSY = 300

/** Safari has no idle callbacks; there the next task has to do. */
const whenIdle = (then: () => void): unknown =>
  'requestIdleCallback' in window ? requestIdleCallback(then, { timeout: BUSY }) : setTimeout(then)

/**
 * Once what has been rendered is painted and the browser is idle: for what must not come before the first cards. A page
 * in the background paints nothing, and is not waited for.
 */
export const painted = (): Promise<void> =>
  new Promise((done) => {
    if (document.hidden) whenIdle(done)
    else requestAnimationFrame(() => setTimeout(() => whenIdle(done)))
  })

let wayStands: () => void
/** Once the code of the way to an order has come (web/pages.tsx): for what some look at, where that is what most go on to. */
export const prepared: Promise<void> = new Promise((done) => {
  wayStands = done
})
/** Says so; main.tsx fetches it. */
export const tellPrepared = (): void => wayStands()
