import { readdirSync, readFileSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { Endpoint } from '../contract/endpoint.ts'
import { openTestApp } from './test/test-app.ts'
import { withDatabase } from './test/test-database.ts'

const contract = fileURLToPath(new URL('../contract/', import.meta.url))

const isCall = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value

/** Every call that a file of the contract exports. */
async function declaredCalls(): Promise<Endpoint[]> {
  const files = readdirSync(contract, { recursive: true, encoding: 'utf8' })
  const modules = await Promise.all(
    files
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map(async (file) => (await import(join(contract, file))) as Record<string, unknown>),
  )
  return modules.flatMap((exported) => Object.values(exported)).filter(isCall)
}

test('a call is found by its whole path, with who may make it on the line after', async () => {
  const sources = readdirSync(contract)
    .map((file) => readFileSync(join(contract, file), 'utf8'))
    .join('\n')
  const hidden = (await declaredCalls()).filter(
    ({ method, path }) => !sources.includes(`  method: '${method}',\n  path: '${path}',\n  access: `),
  )
  expect(hidden.map(({ method, path }) => `${method} ${path}`)).toEqual([])
})

withDatabase('embedded', (database) => {
  test('every call that the contract declares is served', async () => {
    const app = await openTestApp(database().db)
    const served = new Set(app.endpoints)
    const declared = await declaredCalls()
    await app.close()
    expect(declared.length).toBeGreaterThan(70)
    const unserved = declared.filter((call) => !served.has(call))
    expect(unserved.map(({ method, path }) => `${method} ${path}`)).toEqual([])
  })

  test('an upload that nobody may send is answered while it is being sent, and ends', async () => {
    const { app, close } = await openTestApp(database().db)
    await app.listen({ port: 0, host: '127.0.0.1' })
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk.toString()
    })
    // Writing on after the end is what this test does.
    socket.on('error', () => {})
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.write(
      [
        'POST /api/pedidos/itemsCarrito/importar-pedido/revisar HTTP/1.1\r\nHost: tienda.test',
        'Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 1000000000\r\n\r\n',
      ].join('\r\n'),
    )
    const chunk = Buffer.alloc(2 ** 20, 'x')
    const more = () => {
      while (!socket.destroyed && socket.write(chunk));
    }
    socket.on('drain', more)
    more()
    await closed
    await close()
    expect(answer).toMatch(/^HTTP\/1\.1 401 /)
    expect(answer).toContain('{"error":"UNAUTHENTICATED","message":"Debe iniciar sesión"}')
    expect(socket.bytesWritten).toBeLessThan(100 * 2 ** 20)
  })
})
