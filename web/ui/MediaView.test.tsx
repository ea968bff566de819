import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { MediaView } from './MediaView.tsx'

test('an article without a picture shows the placeholder, which says so', () => {
  const html = renderToStaticMarkup(<MediaView source={null} alt="Pelota" />)
  expect(html).toContain('aria-label="Pelota, sin imagen"')
  expect(html).not.toContain('<img')
})
