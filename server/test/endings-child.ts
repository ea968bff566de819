/** A process of its own that ends a hundred threads at random moments: what ends a process with them must not end the tests. */
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { Thread } from '../lib/thread.ts'

for (let ended = 0; ended < 100; ended++) {
  const thread = new Thread(new URL('./compressing-thread.js', import.meta.url), {})
  await once(thread, 'message')
  await delay(Math.random() * 5)
  await thread.terminate()
}
process.stdout.write('all ended')
