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

/** Milliseconds without a tap or a key after which a user counts as reading. */
const READING = 2_000
/** The longest wait for a user who never pauses, in milliseconds. */
const LONGEST_WAIT = 20_000

/**
 * Resolves once the user has not tapped or typed for two seconds. For downloads that only make the page prettier: on a slow
 * line the answers to taps would have to share it with them.
 */
export const atRest = (): Promise<void> =>
  new Promise((done) => {
    const events = ['pointerdown', 'keydown', 'paste'] as const
    let pause = setTimeout(end, READING)
    const longest = setTimeout(end, LONGEST_WAIT)
    function end() {
      clearTimeout(pause)
      clearTimeout(longest)
      for (const kind of events) window.removeEventListener(kind, again, { capture: true })
      done()
    }
    function again() {
      clearTimeout(pause)
      pause = setTimeout(end, READING)
    }
    for (const kind of events) window.addEventListener(kind, again, { capture: true })
  })

let resolvePrepared: () => void
/** Resolves once the code of the way to an order has come (web/pages.tsx), which most users need next. */
export const prepared: Promise<void> = new Promise((done) => {
  resolvePrepared = done
})
/** Resolves `prepared`: main.tsx calls it when it has fetched that code. */
export const tellPrepared = (): void => resolvePrepared()
