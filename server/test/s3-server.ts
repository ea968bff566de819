/** A store of one's own for tests that speaks the S3 protocol: fresh, on a free port, gone afterwards. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { S3Config } from '../config-providers.ts'

export interface S3Server {
  readonly config: S3Config
  stop(): Promise<void>
}

/** The only keys that such a server takes. */
const KEY = 'S3RVER'

/** Ends when its input does, however its owner ends. */
const script = `
  const S3rver = require(process.argv[1])
  const server = new S3rver({
    address: '127.0.0.1', port: 0, silent: true, directory: process.argv[2], configureBuckets: [{ name: 'tienda' }],
  })
  server.run().then(({ port }) => process.stdout.write(String(port)))
  process.stdin.resume().on('end', () => process.exit())`

export async function startS3(): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), 'bulto-s3-'))
  const s3rver = createRequire(import.meta.url).resolve('s3rver')
  // It tells where a list goes on in an old cipher.
  const child = spawn(process.execPath, ['--openssl-legacy-provider', '-e', script, s3rver, directory], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [port] = await once(child.stdout, 'data')
  return {
    config: { url: `http://127.0.0.1:${port}/tienda`, accessKey: KEY, secretKey: KEY, region: 'us-east-1' },
    stop: async () => {
      const ended = once(child, 'exit')
      child.stdin.end()
      await ended
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
