import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { packagedBinaries, startPostgres } from './postgres.ts'

async function ask(url: string, question: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url })
  // A server that ends while it answers says so to the connection, too: the question fails with it.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(question)).rows[0]
  } finally {
    await client.end()
  }
}

test('the server that npm brings starts, durable when asked for, and is gone afterwards', async () => {
  const server = await startPostgres({ binaries: packagedBinaries(), fsync: true })
  try {
    expect(await ask(server.url, 'show fsync')).toEqual({ fsync: 'on' })
  } finally {
    await server.stop()
  }
  await expect(ask(server.url, 'select 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})

test('a server ends with its owner, even a killed one', async () => {
  const module = path.join(import.meta.dirname, 'postgres.ts')
  const script = `import { startPostgres } from ${JSON.stringify(module)}
    const { url } = await startPostgres()
    process.stdout.write(url)
    setInterval(() => {}, 60_000)`
  const arguments_ = ['--import', 'tsx', '--input-type=module', '-e', script]
  const owner = spawn(process.execPath, arguments_, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [url] = await once(owner.stdout, 'data')
  expect(await ask(String(url), 'select 1 as one')).toEqual({ one: 1 })
  owner.kill('SIGKILL')
  await vi.waitFor(() => expect(ask(String(url), 'select 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' }), {
    timeout: 10_000,
  })
})
