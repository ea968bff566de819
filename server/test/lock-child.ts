/**
 * A process that contends for folder locks: for each line it reads, the path of a lock, it tries to take
 * that lock and answers 'held' or 'refused'. It keeps what it holds until it ends. For 'fill N' it takes N MB of memory
 * and answers 'filled'.
 */
import { createInterface } from 'node:readline'
import { lockFolder } from '../db/embedded/folder-lock.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

// Each lock that is held listens for the end of the process.
process.setMaxListeners(0)
const memory: Buffer[] = []
say('ready')
for await (const lockDir of createInterface({ input: process.stdin })) {
  if (lockDir.startsWith('fill ')) {
    memory.push(Buffer.alloc(Number(lockDir.slice(5)) * 1024 * 1024, 1))
    say('filled')
    continue
  }
  say(
    await lockFolder(lockDir, lockDir).then(
      () => 'held',
      () => 'refused',
    ),
  )
}
