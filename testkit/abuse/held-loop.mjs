/**
 * Is loaded into the shop's process (`--import`). A server on a socket of its own answers the longest time, in milliseconds,
 * that the event loop was held since it was last asked.
 */
import { createServer } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

const socket = process.env.HELD_LOOP_SOCKET
/** How often the loop is looked at, in milliseconds; that long it may seem held while nothing holds it. */
const RESOLUTION = 5

if (socket && isMainThread) {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION })
  delays.enable()
  createServer((_request, response) => {
    const longest = Math.max(0, delays.max / 1e6 - RESOLUTION)
    delays.reset()
    response.end(String(longest))
  })
    .listen(socket)
    .unref()
}
