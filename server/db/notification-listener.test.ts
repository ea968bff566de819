import { EventEmitter, once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { withDatabase } from '../test/test-database.ts'
import { silentLog } from './log.ts'
import { listenForNotifications } from './notification-listener.ts'
import type { Announcements } from './topics.ts'

afterEach(() => vi.restoreAllMocks())

withDatabase('server', (database) => {
  test('while the server is away the listener asks again after growing pauses, of five seconds at most', async () => {
    const { hostname, port, username, password, pathname } = new URL(String(database().place.options.url))
    const sockets = new Set<Socket>()
    const way = createServer((near) => {
      const far = connect(Number(port), hostname)
      for (const socket of [near, far]) sockets.add(socket.on('error', () => undefined))
      near.pipe(far).pipe(near)
    })
    await once(way.listen(0, '127.0.0.1'), 'listening')
    const config = {
      host: '127.0.0.1',
      port: (way.address() as AddressInfo).port,
      user: username,
      password: decodeURIComponent(password),
      database: pathname.slice(1),
    }
    const { stop } = await listenForNotifications(config, new EventEmitter() as unknown as Announcements, silentLog)
    // Pauses are counted, not waited for; in the middle of its jitter each is what it is called.
    const pauses: number[] = []
    const begin = globalThis.setTimeout
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((work: () => void, ms = 0) => {
      if (ms >= 100) pauses.push(ms)
      return begin(work, Math.min(ms, 5))
    }) as typeof setTimeout)
    way.close()
    for (const socket of sockets) socket.destroy()
    await vi.waitUntil(() => pauses.length >= 9, { timeout: 20_000, interval: 10 })
    await stop()
    expect(pauses.slice(0, 9)).toEqual([100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000, 5_000])
  })
})
