import { readdirSync } from 'node:fs'
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
})
