/**
 * A process that contends for folder locks: for each line it reads, the path of a lock, it tries to take
 * that lock and answers 'held' or 'refused'. It keeps what it holds until it ends.
 */
import { createInterface } from 'node:readline'
import { lockFolder } from '../db/embedded/folder-lock.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

// Each lock that is held listens for the end of the process.
process.setMaxListeners(0)
say('ready')
for await (const lockDir of createInterface({ input: process.stdin })) {
  say(
    await lockFolder(lockDir, lockDir).then(
      () => 'held',
      () => 'refused',
    ),
  )
}
