import { expect, test } from 'vitest'
import { screens } from '../contract/screens.ts'
import { routes } from './routes.tsx'

test('the server knows exactly the screens that there are', () => {
  const shown = routes.map(({ path }) => path).filter((path) => path.startsWith('/'))
  expect(shown.sort()).toEqual([...screens].sort())
})
