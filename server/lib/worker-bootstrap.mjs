// First module of a worker thread when the service runs from its TypeScript sources: it loads the worker named in this
// module's own address. Tests bundle the workers once and start hundreds of them (server/test/worker-bundles.ts); else
// it teaches the thread to read TypeScript, which takes half a second.
import { existsSync } from 'node:fs'
import { basename } from 'node:path'

const entry = new URL(import.meta.url).searchParams.get('entry') ?? ''
const folder = process.env.WORKER_BUNDLES
const bundle = folder && new URL(basename(entry).replace(/\.ts$/, '.js'), folder)
if (bundle && existsSync(bundle)) await import(bundle.href)
else {
  const { register } = await import('tsx/esm/api')
  register()
  await import(entry)
}
