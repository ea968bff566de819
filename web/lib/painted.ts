/** A busy browser is never idle: the longest wait for it, in milliseconds. */
const BUSY = 300

/** Safari has no idle callbacks; there the next task has to do. */
const whenIdle = (then: () => void): unknown =>
  'requestIdleCallback' in window ? requestIdleCallback(then, { timeout: BUSY }) : setTimeout(then)

/**
 * Resolves once the rendered page is painted and the browser is idle: for work that must come after the first cards. A
 * page in the background paints nothing; there it resolves as soon as the browser is idle.
 */
export const painted = (): Promise<void> =>
  new Promise((done) => {
    if (document.hidden) whenIdle(done)
    else requestAnimationFrame(() => setTimeout(() => whenIdle(done)))
  })

let resolvePrepared: () => void
/** Resolves once the code of the way to an order has come (web/pages.tsx), which most users need next. */
export const prepared: Promise<void> = new Promise((done) => {
  resolvePrepared = done
})
/** Resolves `prepared`: main.tsx calls it when it has fetched that code. */
export const tellPrepared = (): void => resolvePrepared()
