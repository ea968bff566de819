/** Threads that make documents: each makes several, and ends when nobody waits for its document any more (R279). */
import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import Fastify from 'fastify'
import { expect, test, vi } from 'vitest'
import { askerOf } from '../http/asker.ts'
import { makeDocument } from './document-thread.ts'
import { heavyWork } from './heavy-work.ts'

/** A thread that answers with its name and the task, and dies of the task 'die'. */
const saying = (name: string) =>
  new URL(
    `data:text/javascript,import{parentPort}from'node:worker_threads';parentPort.on('message',(task)=>{if(task==='die')throw new Error('dead');parentPort.postMessage(Buffer.from('${name} '+task))})`,
  )
const make = async (worker: URL, key: string, task: string) =>
  Buffer.from(await makeDocument(worker, { key }, async () => task)).toString()

/** The threads that are begun while `work` runs, and which of them have ended since. */
async function threadsOf(work: () => Promise<unknown>): Promise<{ begun: number; ended: () => number }> {
  let [begun, ended] = [0, 0]
  const count = (thread: Worker) => {
    begun++
    thread.once('exit', () => ended++)
  }
  process.on('worker', count)
  try {
    await work()
  } finally {
    process.off('worker', count)
  }
  return { begun, ended: () => ended }
}

test('one thread makes one document after the other', async () => {
  const worker = saying('uno')
  const { begun, ended } = await threadsOf(async () => {
    expect(await make(worker, 'a', '1')).toBe('uno 1')
    expect(await make(worker, 'b', '2')).toBe('uno 2')
  })
  expect([begun, ended()]).toEqual([1, 0])
})

test('of two threads that made documents at the same time one waits for the next', async () => {
  const worker = saying('dos')
  const { begun, ended } = await threadsOf(async () => {
    expect(await Promise.all([make(worker, 'a', '1'), make(worker, 'b', '2')])).toEqual(['dos 1', 'dos 2'])
    expect(await make(worker, 'a', '3')).toBe('dos 3')
  })
  expect(begun).toBe(2)
  // At once, not when it has waited its time.
  await expect.poll(ended, { timeout: 5_000 }).toBe(1)
})

test('a document that is asked for as the thread’s time runs out has a thread of its own', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const worker = saying('cuatro')
    expect(await make(worker, 'a', '1')).toBe('cuatro 1')
    vi.advanceTimersByTime(20_000)
    expect(await make(worker, 'a', '2')).toBe('cuatro 2')
  } finally {
    vi.useRealTimers()
  }
})

test('a thread that fails is never asked again', async () => {
  const worker = saying('tres')
  expect(await make(worker, 'a', '1')).toBe('tres 1')
  await expect(make(worker, 'a', 'die')).rejects.toThrow('dead')
  const { begun } = await threadsOf(async () => expect(await make(worker, 'a', '2')).toBe('tres 2'))
  expect(begun).toBe(1)
})

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
