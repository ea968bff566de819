/** Nobody waits for a document any more: its thread ends (R279). */
import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { askerOf } from '../http/asker.ts'
import { makeDocument } from './document-thread.ts'
import { heavyWork } from './heavy-work.ts'

/** A thread that never answers. */
const hanging = new URL('data:text/javascript,setInterval(()=>{},1000)')

test('when its connection closes the thread ends, and what waits behind it is not even begun', async () => {
  const app = Fastify()
  let read = 0
  app.get('/document', (request, reply) => makeDocument(hanging, askerOf(request, reply), async () => ++read))
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const leave = new AbortController()
  const begun = once(process, 'worker') as Promise<[Worker]>
  const ask = () => fetch(`${url}/document`, { signal: leave.signal }).catch(() => 'gone')
  const answers = [ask(), ask()]
  const [thread] = await begun
  const ended = once(thread, 'exit')
  await expect.poll(() => heavyWork.sheets.counts()).toMatchObject({ running: 1, waiting: 1 })
  leave.abort()
  await ended
  expect(await Promise.all(answers)).toEqual(['gone', 'gone'])
  await expect.poll(() => heavyWork.sheets.counts()).toMatchObject({ running: 0, waiting: 0 })
  expect(read).toBe(1)
  await app.close()
})
