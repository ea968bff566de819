import { expect, test, vi } from 'vitest'
import { screens } from '../contract/screens.ts'

test('the server knows exactly the screens that there are', async () => {
  // Some modules of the shell look at the window when they are loaded.
  vi.stubGlobal('window', {
    addEventListener: () => {},
    matchMedia: () => ({ matches: false, addEventListener: () => {} }),
    location: { pathname: '/', search: '' },
    history: { state: null, replaceState: () => {} },
  })
  vi.stubGlobal('document', { getElementById: () => null, addEventListener: () => {} })
  const { routes } = await import('./routes.tsx')
  expect(routes.map(({ path }) => path).sort()).toEqual([...screens].sort())
})
