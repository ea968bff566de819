import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { serverTexts } from '../../../contract/errors.ts'
import { workerUrl } from '../../lib/worker-url.ts'
import type { PiecesTask } from '../../test/made-file-thread.ts'
import { type FileOrder, type MadeFiles, openMadeFiles } from './made-files.service.ts'

const worker = workerUrl(new URL('../../test/x.ts', import.meta.url).href, 'made-file-thread')
const childFile = fileURLToPath(new URL('../../test/made-file-child.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'bulto-made-'))
let files: MadeFiles
/** Pieces that a thread may write, and those it waits to be let through. */
let open: Set<string>
let gates: (() => void)[]

const letThrough = (...pieces: string[]) => {
  for (const piece of pieces) open.add(piece)
  for (const gate of gates.splice(0)) gate()
}
const photo = async (piece: string) => {
  while (!open.has(piece)) await new Promise<void>((resolve) => gates.push(resolve))
  return null
}
const order = (key: string, ...pieces: string[]) => {
  const read = vi.fn(async () => ({ pieces }) satisfies PiecesTask)
  return { key, worker, read } satisfies FileOrder<PiecesTask>
}
const keyOf = (file: string) => file.split('.')[0]
/** Waits for what a thread does; there is no other sign of it than the state. */
const until = (holds: () => boolean) => vi.waitUntil(holds, { timeout: 20_000, interval: 10 })

beforeEach(async () => {
  open = new Set()
  gates = []
  files = await openMadeFiles({ folder, photo, most: 1 })
  return () => files.close()
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('ten who ask at once get the bytes of one making, and who asks later finds it ready', async () => {
  const one = order('a', 'uno', 'dos')
  const interests = Array.from({ length: 10 }, () => files.ask(one))
  letThrough('uno', 'dos')
  expect(await Promise.all(interests.map((interest) => text(interest.stream())))).toEqual(
    Array.from({ length: 10 }, () => 'unodos'),
  )
  const again = files.ask(one)
  expect(again.progress()).toEqual({ state: 'done', done: 2, total: 2, place: 0 })
  expect(again.size()).toBe(6)
  expect(await text(again.stream())).toBe('unodos')
  expect(one.read).toHaveBeenCalledTimes(1)
})

test('the first bytes are there before the last ones are made', async () => {
  const interest = files.ask(order('a', 'uno', 'dos'))
  letThrough('uno')
  await interest.begun()
  expect(interest.progress()).toMatchObject({ state: 'making', done: 1, total: 2 })
  const stream = interest.stream()
  letThrough('dos')
  expect(await text(stream)).toBe('unodos')
})

test('others wait their turn and know their place; nothing is read before', async () => {
  const [first, second, third] = [order('a', 'a'), order('b', 'b'), order('c', 'c')]
  files.ask(first)
  const waiting = files.ask(second)
  const last = files.ask(third)
  expect(waiting.progress()).toMatchObject({ state: 'waiting', place: 1 })
  expect(last.progress()).toMatchObject({ state: 'waiting', place: 2 })
  waiting.leave()
  expect(last.progress()).toMatchObject({ place: 1 })
  letThrough('a', 'c')
  expect(await text(last.stream())).toBe('c')
  expect(second.read).not.toHaveBeenCalled()
})

test('of one user one file at a time; another user, and a file that another one wants too, go before the rest', async () => {
  const two = await openMadeFiles({ folder, photo, most: 2 })
  const [a1, a2, a3, b1] = [order('a1', 'held'), order('a2', 'x'), order('a3', 'x'), order('b1', 'held')]
  two.ask(a1, 1)
  const [second, third] = [two.ask(a2, 1), two.ask(a3, 1)]
  expect(second.progress()).toMatchObject({ state: 'waiting', place: 1 })
  expect(third.progress()).toMatchObject({ state: 'waiting', place: 2 })
  // Another user begins at once, on the thread that the first may not take as well.
  const ofOther = two.ask(b1, 2)
  await until(() => b1.read.mock.calls.length === 1)
  expect(a2.read).not.toHaveBeenCalled()
  // A third user wants the last of them, too, and has nothing before it.
  const shared = two.ask(a3, 3)
  ofOther.leave()
  letThrough('x')
  expect(await text(shared.stream())).toBe('x')
  expect(a2.read).not.toHaveBeenCalled()
  letThrough('held')
  expect(await text(second.stream())).toBe('x')
  expect(await text(third.stream())).toBe('x')
  expect(a3.read).toHaveBeenCalledTimes(1)
  await two.close()
})

test('a user who waits for too many files is told so, and nobody else is', async () => {
  files.ask(order('first', 'held'), 1)
  for (let nth = 0; nth < 16; nth++) files.ask(order(`more${nth}`, 'held'), 1)
  expect(() => files.ask(order('one too many', 'held'), 1)).toThrow(serverTexts.queueOfOneFull)
  expect(files.ask(order('other', 'held'), 2).progress().state).toBe('waiting')
})

test('when the last one leaves the work ends and nothing of it stays', async () => {
  let threads = 0
  const count = (thread: Worker) => {
    threads++
    thread.once('exit', () => threads--)
  }
  process.on('worker', count)
  const both = order('a', 'uno', 'dos')
  const [one, other] = [files.ask(both), files.ask(both)]
  letThrough('uno')
  await one.begun()
  one.leave()
  expect(other.progress().state).toBe('making')
  expect(threads).toBe(1)
  other.leave()
  await until(() => readdirSync(folder).length === 0 && threads === 0)
  process.off('worker', count)
  letThrough('dos')
  expect(await text(files.ask(both).stream())).toBe('unodos')
  expect(both.read).toHaveBeenCalledTimes(2)
})

test('asked again at once after the last one left: the end of the old making leaves the new one alone', async () => {
  const two = await openMadeFiles({ folder, photo, most: 2 })
  let goOn = () => {}
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const again = order('a', 'uno', 'dos')
  again.read.mockImplementationOnce(async () => {
    await held
    return { pieces: [] }
  })
  const first = two.ask(again)
  await until(() => again.read.mock.calls.length === 1)
  first.leave()
  const next = two.ask(again)
  letThrough('uno')
  await next.begun()
  goOn()
  // This making begins after the end of the old one.
  expect(await text(two.ask(order('b', 'uno')).stream())).toBe('uno')
  letThrough('dos')
  expect(await text(next.stream())).toBe('unodos')
  expect(readdirSync(folder).map(keyOf).sort()).toEqual(['a', 'b'])
  await two.close()
})

test('a making that fails breaks off whoever reads along, is not kept, and may be tried again', async () => {
  const failing = order('a', 'uno', 'fail')
  const interest = files.ask(failing)
  letThrough('uno')
  await interest.begun()
  const read = text(interest.stream())
  letThrough('fail')
  await expect(read).rejects.toThrow('made to fail')
  await until(() => readdirSync(folder).length === 0)
  await expect(files.ask(failing).begun()).resolves.toBeUndefined()
  expect(failing.read).toHaveBeenCalledTimes(2)
})

test('of a process that was killed in the middle nothing is ever answered', async () => {
  const child = spawn(process.execPath, ['--import', 'tsx', childFile, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(readdirSync(folder).map(keyOf)).toEqual(['a'])
  const later = await openMadeFiles({ folder, photo })
  expect(readdirSync(folder)).toEqual([])
  letThrough('uno', 'dos')
  const again = later.ask(order('a', 'uno', 'dos'))
  expect(again.size()).toBeUndefined()
  expect(await text(again.stream())).toBe('unodos')
  await later.close()
})

test('what an earlier process left behind is never answered', async () => {
  writeFileSync(join(folder, 'a.1'), 'half a f')
  const later = await openMadeFiles({ folder, photo })
  letThrough('whole')
  expect(await text(later.ask(order('a', 'whole')).stream())).toBe('whole')
  await later.close()
})

test('a finished file that somebody is about to read is kept beyond the limit', async () => {
  const small = await openMadeFiles({ folder, photo, keep: 4 })
  letThrough('uno', 'dos', 'tres')
  const held = small.ask(order('uno', 'uno'))
  await until(() => held.progress().state === 'done')
  for (const piece of ['dos', 'tres']) await text(small.ask(order(piece, piece)).stream())
  await until(() => readdirSync(folder).length === 2)
  expect(await text(held.stream())).toBe('uno')
  await small.close()
})

test('finished files are kept within a limit, the one unused for longest goes first', async () => {
  const small = await openMadeFiles({ folder, photo, keep: 7 })
  letThrough('uno', 'dos', 'tres')
  for (const piece of ['uno', 'dos', 'uno', 'tres']) await text(small.ask(order(piece, piece)).stream())
  await until(() => readdirSync(folder).length === 2)
  expect(readdirSync(folder).map(keyOf).sort()).toEqual(['tres', 'uno'])
  await small.close()
})
