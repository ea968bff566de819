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
