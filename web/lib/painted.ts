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

/** Milliseconds without a tap or a key after which somebody is taken to be reading. */
const READING = 2_000
/** Somebody who never pauses is waited for no longer than this, in milliseconds. */
const NEVER_READING = 20_000

/**
 * Once nobody has tapped or typed for two seconds: for what is heavy on a slow line and only makes the page prettier. What a tap
 * asks for would have to share the line with it.
 */
export const atRest = (): Promise<void> =>
  new Promise((done) => {
    const events = ['pointerdown', 'keydown', 'paste'] as const
    let pause = setTimeout(end, READING)
    const longest = setTimeout(end, NEVER_READING)
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

let wayStands: () => void
/** Once the code of the way to an order has come (web/pages.tsx): for what some look at, where that is what most go on to. */
export const prepared: Promise<void> = new Promise((done) => {
  wayStands = done
})
/** Says so; main.tsx fetches it. */
export const tellPrepared = (): void => wayStands()
