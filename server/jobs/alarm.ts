/** An alarm that one caller at a time waits for. No ring is missed: one without a waiting caller ends the next wait. */
export interface Alarm {
  ring(): void
  /** Waits for a ring, at most `ms` milliseconds. */
  wait(ms: number): Promise<void>
}

export function createAlarm(): Alarm {
  let rung = false
  let wake = () => {}
  return {
    ring: () => {
      rung = true
      wake()
    },
    wait: async (ms) => {
      if (!rung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      rung = false
    },
  }
}
