import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ConfirmDialog } from './ConfirmDialog.tsx'

const ask = (harmless: boolean) =>
  renderToStaticMarkup(
    createElement(ConfirmDialog, {
      title: 'Hay cambios sin guardar',
      text: 'Si sale ahora, se pierden.',
      confirm: 'Descartar cambios',
      cancel: 'Seguir editando',
      harmless,
      onConfirm: () => {},
      onCancel: () => {},
    }),
  )
const classOf = (markup: string, label: string) => new RegExp(`class="([^"]*)"[^>]*>${label}<`).exec(markup)?.[1]

test('what takes something away is red, and the safe answer is not', () => {
  expect(classOf(ask(false), 'Descartar cambios')).toContain('button--danger')
  expect(classOf(ask(false), 'Seguir editando')).not.toContain('button--danger')
})

test('a question about nothing that is lost has no red answer', () => {
  expect(classOf(ask(true), 'Descartar cambios')).toBe('button')
})
