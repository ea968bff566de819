/** Once per test run: the worker threads' code, a PostgreSQL server and, for both kinds, a migrated database to copy from. */
import type { TestProject } from 'vitest/node'
import { prepareEmbeddedTemplates, prepareServerTemplates } from './database-templates.ts'
import { startPostgres } from './postgres.ts'
import { bundleWorkers } from './worker-bundles.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Superuser's address of the run's PostgreSQL server. */
    postgresUrl: string
    /** Data folders to copy: migrated, and without any table. */
    embeddedTemplates: { migrated: string; empty: string }
  }
}

let stop: (() => Promise<void>) | undefined
let removeBundles: (() => void) | undefined

export async function setup(project: TestProject): Promise<void> {
  removeBundles = await bundleWorkers()
  const given = process.env.TEST_DATABASE_URL
  const server = given ? { url: given, stop: async () => {} } : await startPostgres()
  stop = server.stop
  await prepareServerTemplates(server.url)
  project.provide('postgresUrl', server.url)
  project.provide('embeddedTemplates', await prepareEmbeddedTemplates())
}

export async function teardown(): Promise<void> {
  await stop?.()
  removeBundles?.()
}
