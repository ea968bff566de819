/** An S3 store of a test's own: fresh, on a free port, removed afterwards. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { S3Config } from '../config-providers.ts'

export interface S3Server {
  readonly config: S3Config
  stop(): Promise<void>
}

const ACCESS_KEY = 'TIENDA'
const SECRET_KEY = 'un secreto/de+prueba='

const childFile = fileURLToPath(new URL('./s3-child.ts', import.meta.url))

export async function startS3(): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), 'bulto-s3-'))
  const keys = [ACCESS_KEY, SECRET_KEY]
  // It tells where a list goes on in an old cipher.
  const flags = ['--openssl-legacy-provider', '--import', 'tsx']
  const child = spawn(process.execPath, [...flags, childFile, directory, ...keys], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [port] = await once(child.stdout, 'data')
  return {
    config: {
      url: `http://127.0.0.1:${port}/tienda`,
      accessKey: ACCESS_KEY,
      secretKey: SECRET_KEY,
      region: 'us-east-1',
    },
    stop: async () => {
      const ended = once(child, 'exit')
      child.stdin.end()
      await ended
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
