/** The page to try the search with one's own list (R416): one script and one style, which scripts/lib/build-try-page.mjs puts into it. */
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { cssLayers } from './scripts/lib/css-layers.mjs'
import { breakpoints } from './web/styles/breakpoints.ts'

export default defineConfig({
  root: fileURLToPath(new URL('try', import.meta.url)),
  plugins: [cssLayers(breakpoints), react()],
  worker: { format: 'iife' },
  build: {
    write: false,
    target: 'baseline-widely-available',
    cssCodeSplit: false,
    modulePreload: false,
    rolldownOptions: {
      input: fileURLToPath(new URL('try/main.tsx', import.meta.url)),
      output: { format: 'iife', codeSplitting: false },
    },
  },
})
