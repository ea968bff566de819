import { existsSync } from 'node:fs'

/**
 * The address to give `new Worker(…)` for a worker thread that is written in TypeScript.
 *
 *     new Worker(workerUrl(import.meta.url, 'embedded-worker'), { workerData })
 *
 * From the sources (tsx, vitest) the worker is `<name>.ts` beside the module that asks, and the thread
 * is started through a bootstrap that loads tsx into it. In a build it is the bundle `<name>.js` in the
 * folder of the asking bundle, so each worker is an entry point of its own and all server bundles share
 * one flat folder. Worker names are therefore unique over the whole server.
 *
 * @param askingModule `import.meta.url` of the module that starts the worker
 * @param name the worker's file name without its ending
 * @throws when neither file exists
 */
export function workerUrl(askingModule: string, name: string): URL {
  const bundle = new URL(`./${name}.js`, askingModule)
  if (existsSync(bundle)) return bundle
  const source = new URL(`./${name}.ts`, askingModule)
  if (!existsSync(source)) throw new Error(`No worker ${name}.js or ${name}.ts beside ${askingModule}`)
  const bootstrap = new URL('./worker-bootstrap.mjs', import.meta.url)
  bootstrap.searchParams.set('entry', source.href)
  // A worker loses the query of a file address; an import inside a data address keeps it.
  return new URL(`data:text/javascript,import ${encodeURIComponent(JSON.stringify(bootstrap.href))}`)
}
