import { expect, test } from 'vitest'
import { filesWithoutSignal } from './lib/build-service-worker.mjs'

const doors = {
  'shell/admin-screens.ts': {
    file: 'assets/admin.js',
    imports: ['_shared.js'],
    dynamicImports: ['users.tsx'],
  },
  'shell/product-screens.tsx': { file: 'assets/products.js' },
  'features/catalogue/bulk-edit/BulkChangesPage.tsx': { file: 'assets/bulk.js' },
  'features/office/order-admin/PendingCartsPage.tsx': { file: 'assets/pending.js' },
  'features/ordering/order-import/ImportPage.tsx': { file: 'assets/import.js' },
}
const manifest = {
  'index.html': {
    file: 'assets/index.js',
    css: ['assets/index.css'],
    assets: ['assets/letters.woff2'],
    dynamicImports: ['cart.tsx', ...Object.keys(doors)],
  },
  'cart.tsx': { file: 'assets/cart.js', imports: ['_shared.js'], css: ['assets/cart.css'] },
  '_shared.js': { file: 'assets/shared.js' },
  'users.tsx': { file: 'assets/users.js', css: ['assets/users.css'] },
  ...doors,
}

test('the device keeps what the shop’s screens need, and nothing that only lies behind the administration’s doors', () => {
  const names = 'admin bulk cart import index pending products shared users worker-of-nobody'.split(' ')
  const files = [
    ...names.map((name) => `${name}.js`),
    ...['cart.css', 'index.css', 'users.css', 'letters.woff2', 'favicon.svg', 'cart.js.br', 'reader.wasm'],
  ]
  expect(filesWithoutSignal(manifest, files)).toEqual(
    ['cart.css', 'cart.js', 'index.css', 'index.js', 'letters.woff2', 'shared.js', 'worker-of-nobody.js'].map(
      (file) => `/assets/${file}`,
    ),
  )
})

test('a door that is none any more stops the build', () => {
  expect(() => filesWithoutSignal({ 'index.html': manifest['index.html'] }, [])).toThrow('admin-screens')
})
