import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { workerUrl } from './worker-url.ts'

let folder = ''
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bulto-test-'))
  fs.writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }')
})
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

const asking = () => pathToFileURL(path.join(folder, 'asking.js')).href

/** The first message of the worker thread at `url`. */
async function firstWord(url: URL): Promise<unknown> {
  const worker = new Worker(url, { workerData: 'question' })
  try {
    return (await once(worker, 'message'))[0]
  } finally {
    await worker.terminate()
  }
}

test('runs a worker from its TypeScript source, with what it imports', async () => {
  fs.writeFileSync(path.join(folder, 'words.ts'), "export const said = (what: string): string => 'source ' + what")
  fs.writeFileSync(
    path.join(folder, 'speaker.ts'),
    `import { parentPort, workerData } from 'node:worker_threads'
     import { said } from './words.ts'
     parentPort?.postMessage(said(workerData as string))`,
  )
  expect(await firstWord(workerUrl(asking(), 'speaker'))).toBe('source question')
})

test('prefers the bundle, which lies beside the bundle that asks', async () => {
  fs.writeFileSync(
    path.join(folder, 'speaker.js'),
    "import { parentPort } from 'node:worker_threads'; parentPort.postMessage('bundle')",
  )
  expect(await firstWord(workerUrl(asking(), 'speaker'))).toBe('bundle')
})

test('says which worker is missing', () => {
  expect(() => workerUrl(asking(), 'nobody')).toThrow('No worker nobody.js or nobody.ts')
})
