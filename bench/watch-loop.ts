/** Watches the longest turn of a shop's main thread from outside. Linux only: it reads /proc. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** The longest turn of a loop in milliseconds: by the thread's processor time, and by the clock, which counts other processes too. */
export interface Hold {
  ran: number
  wall: number
}

/** Prepares the watch in a folder: options for Node at the shop's start, and `hold`, which tells the longest turn since its last call. */
export function loopWatch(folder: string) {
  const [module, file] = [join(folder, 'watch-loop.mjs'), join(folder, 'held.json')]
  writeFileSync(module, source(file))
  return {
    nodeArgs: [`--import=${module}`],
    async hold(pid: number): Promise<Hold> {
      rmSync(file, { force: true })
      process.kill(pid, 'SIGPROF')
      for (;;) {
        await delay(50)
        try {
          return JSON.parse(readFileSync(file, 'utf8')) as Hold
        } catch {
          // Not written yet, or not whole.
        }
      }
    },
  }
}

/** A module for the main thread: on SIGPROF it writes the longest turn since the last signal (processor time: schedstat). */
const source = (file: string) => `
import { readFileSync, writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'
if (isMainThread) {
  const run = () => Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[0]) / 1e6
  let hold = { wall: 0, ran: 0 }
  let [last, lastRun] = [performance.now(), run()]
  setInterval(() => {
    const [now, ran] = [performance.now(), run()]
    hold = { wall: Math.max(hold.wall, now - last), ran: Math.max(hold.ran, ran - lastRun) }
    last = now
    lastRun = ran
  }, 1).unref()
  process.on('SIGPROF', () => {
    writeFileSync(${JSON.stringify(file)}, JSON.stringify(hold))
    hold = { wall: 0, ran: 0 }
  })
}
`
