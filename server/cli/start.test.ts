/** `bulto start` in a process of its own. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { createDatabase } from '../test/test-database.ts'

const bulto = fileURLToPath(new URL('bulto.ts', import.meta.url))

it('ends with 1 and a plain word when the port is taken', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const place = await createDatabase('embedded')
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    DATA_DIR: place.dataDir,
    PORT: String(port),
    LOG_LEVEL: 'silent',
  }
  const child = spawn(process.execPath, ['--import', 'tsx', bulto, 'start'], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  try {
    let noted = ''
    child.stderr.setEncoding('utf8').on('data', (text) => {
      noted += text
    })
    const [code] = await once(child, 'close')
    expect(noted).toContain(`El puerto ${port} ya está en uso`)
    expect(code).toBe(1)
  } finally {
    child.kill('SIGKILL')
    taken.close()
    await place.remove()
  }
})
