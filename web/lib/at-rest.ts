/** When the user rests. Apart from painted.ts, which the first screen needs: this comes with the device's code. */

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
