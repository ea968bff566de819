// Worker of a pool when the service runs from its TypeScript sources: it teaches the thread to read them,
// then lends the `run` of the worker named in its data.
import { workerData } from 'node:worker_threads'
import { register } from 'tsx/esm/api'

register()
export const { run } = await import(workerData.entry)
