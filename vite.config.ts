import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { contractWords } from './scripts/lib/contract-words.mjs'
import { cssLayers } from './scripts/lib/css-layers.mjs'

const server = `http://${process.env.HOST ?? '127.0.0.1'}:${process.env.PORT ?? 3000}`

export default defineConfig({
  root: fileURLToPath(new URL('web', import.meta.url)),
  plugins: [contractWords(), cssLayers(), react()],
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
        codeSplitting: {
          // Few files before the first cards: each has a kilobyte of headers, and one compresses better than ten.
          groups: [
            { name: 'base', tags: ['$initial'] },
            {
              name: 'parts',
              // What the catalogue shares with other screens; alone each of them would be a file.
              test: new RegExp(
                [
                  String.raw`[\\/]web[\\/]ui[\\/](EmptyState|MediaView|QuantityBox|quantity|Skeleton)\.`,
                  String.raw`[\\/]web[\\/]features[\\/]catalogue[\\/]search[\\/](ArticleBlocks|blocks|catalogue\.api|product-text|tree)\.`,
                  String.raw`[\\/]web[\\/]shop[\\/](PriceField|Tips|code-notice|price-text|book[\\/]waiting-words)\.`,
                  String.raw`[\\/]web[\\/]lib[\\/]kept-choice\.`,
                  String.raw`[\\/]contract[\\/]carousel\.`,
                  String.raw`[\\/]icons[\\/]Icon(Check|ChevronRight|InfoCircle|Loader2|Refresh)\.`,
                  String.raw`queryOptions\.js$`,
                ].join('|'),
              ),
            },
            // What web/pages.tsx has ready before anybody taps, and what it shares with other screens: on a slow phone each
            // file is half a second in a queue of six.
            {
              name: 'common',
              test: new RegExp(
                [
                  String.raw`[\\/]web[\\/]ui[\\/](ConfirmDialog|Modal|Waiting|column-keys|table[\\/]DataTable)\.`,
                  String.raw`[\\/]web[\\/]lib[\\/](device[\\/]data-age|draft|random-key|refusal|use-debounced)\.`,
                  String.raw`[\\/]web[\\/]shop[\\/](ChooseClientFirst|PriceSince|last-taken|book[\\/]opened-book|price-since|scan[\\/]ScanButton)\.`,
                  String.raw`[\\/]web[\\/]features[\\/]catalogue[\\/]search[\\/]list-keys\.`,
                  String.raw`[\\/]contract[\\/]cart-lines\.`,
                  String.raw`[\\/]icons[\\/]Icon(Trash|UserSearch)\.`,
                ].join('|'),
              ),
            },
            // The rest of what the way to an order shares with other screens: its first one needs none of it.
            {
              name: 'records',
              test: new RegExp(
                [
                  String.raw`[\\/]web[\\/]lib[\\/]use-rest\.`,
                  String.raw`[\\/]web[\\/]shop[\\/](ContactWays|clients)\.`,
                  String.raw`[\\/]contract[\\/](clients|cuit|orders|users)\.`,
                  String.raw`[\\/]icons[\\/]Icon(BrandWhatsapp|Mail|Phone)\.`,
                  String.raw`useInfiniteQuery\.js$`,
                ].join('|'),
              ),
            },
            // What the device keeps (web/shell/device-start.tsx).
            {
              name: 'device',
              test: /[\\/]web[\\/](lib[\\/]device[\\/](device-database|kept-answers)|shop[\\/]book[\\/]sealed-book)\./,
            },
            // Pedido rápido comes with the list of all screens: nobody waits for the one and then for the other.
            { name: 'pages', test: /[\\/](pages|QuickOrderPage)\.tsx$|[\\/]web[\\/]shop[\\/]review[\\/]/ },
            {
              name: 'ordering',
              test: /[\\/](CartPage|ConfirmOrderPage|OrderConfirmedPage|OrdersNotice)\.tsx$/,
            },
          ],
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
