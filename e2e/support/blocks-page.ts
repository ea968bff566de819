/** Serves the page of blocks from the sources, because no build contains it. */
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'

export interface BlocksPage {
  readonly url: string
  close(): Promise<void>
}

export async function serveBlocks(): Promise<BlocksPage> {
  const vite = await createServer({
    configFile: fileURLToPath(new URL('../../vite.config.ts', import.meta.url)),
    cacheDir: fileURLToPath(new URL('../../test-results/vite', import.meta.url)),
    server: { port: 0, hmr: false },
    logLevel: 'error',
  })
  await vite.listen()
  return { url: `${vite.resolvedUrls?.local[0]}blocks.html`, close: () => vite.close() }
}
