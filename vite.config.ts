import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { contractWords } from './scripts/lib/contract-words.mjs'
import { cssLayers } from './scripts/lib/css-layers.mjs'
import { cssNames } from './scripts/lib/css-names.mjs'
import { chunkGroups, namedChunks } from './scripts/lib/named-chunks.mjs'
import { chunks } from './web/chunks.ts'
import { breakpoints } from './web/styles/breakpoints.ts'

const server = `http://${process.env.HOST ?? '127.0.0.1'}:${process.env.PORT ?? 3000}`

export default defineConfig({
  root: fileURLToPath(new URL('web', import.meta.url)),
  plugins: [contractWords(), cssLayers(breakpoints), cssNames(), namedChunks(chunks), react()],
  css: { modules: { generateScopedName: '[hash:base64:5]' } },
  build: {
    outDir: fileURLToPath(new URL('dist/web', import.meta.url)),
    emptyOutDir: true,
    target: 'baseline-widely-available',
    modulePreload: { polyfill: false },
    manifest: true,
    // The page's Content-Security-Policy allows no data: script or style.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // The first file lists the names of all others, and chance does not compress: 28 bits are enough to tell versions apart.
        hashCharacters: 'hex',
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: chunkGroups(chunks),
        },
      },
    },
  },
  worker: { format: 'es' },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: { '/api': server, '/media': server },
  },
})
