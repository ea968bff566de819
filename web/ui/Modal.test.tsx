import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Modal } from './Modal.tsx'

test('a dialog brings no banner and no footer of a page with it: it may stand in the header of one', () => {
  const html = renderToStaticMarkup(
    <Modal title="Escanear" onClose={() => undefined} footer={<button type="button">Listo</button>}>
      Apunte la cámara
    </Modal>,
  )
  expect(html).toContain('Escanear')
  expect(html).not.toMatch(/<(header|footer)/)
})
