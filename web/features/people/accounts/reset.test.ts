import { expect, test } from 'vitest'
import { ApiError } from '../../../lib/api.ts'
import { changeFailureOf, emptyNewPassword, emptyReset, isCodeOut, mailFailureOf, resetProblemsOf } from './reset.ts'

const right = { code: '123456', password: 'tren-de-madera', confirmation: 'tren-de-madera' }

test('the reset is wrong in the words of the spec and in its order of checks', () => {
  expect(Object.entries(resetProblemsOf(emptyNewPassword, 'ana@example.com'))).toEqual([
    ['password', 'La nueva contraseña no puede estar vacia..'],
    ['confirmation', 'Las contraseñas no coinciden..'],
    ['code', 'Ingrese un codigo valido..'],
  ])
  expect(resetProblemsOf({ ...right, confirmation: 'otra' }, 'a@b.c')).toEqual({
    confirmation: 'Las contraseñas no coinciden..',
  })
  expect(resetProblemsOf({ ...right, code: '  ' }, 'a@b.c')).toEqual({ code: 'Ingrese un codigo valido..' })
  expect(resetProblemsOf(right, 'a@b.c')).toEqual({})
})

test('failures have the spec’s texts, and say more where more is known', () => {
  const down = new ApiError(500, 'INTERNAL', 'Ocurrió un error')
  expect(mailFailureOf(down)).toBe('No se pudo enviar el correo, revise la dirección de email')
  expect(changeFailureOf(down)).toBe('No se realizo el cambio, verifique el codigo de seguridad..')
  const often = new ApiError(429, 'TOO_MANY', 'Demasiados intentos', [], 600)
  expect(mailFailureOf(often)).toBe('Demasiados intentos. Podrá intentarlo nuevamente en 10 minutos.')
  expect(changeFailureOf(new ApiError(0, 'NETWORK', 'No hay conexión'))).toBe(
    'No se realizo el cambio, verifique el codigo de seguridad.. No hay conexión',
  )
})

test('a code is asked for as long as it may be good', () => {
  const sentAt = Date.UTC(2026, 6, 1)
  expect(isCodeOut({ sentAt }, sentAt + 15 * 60_000 - 1)).toBe(true)
  expect(isCodeOut({ sentAt }, sentAt + 15 * 60_000)).toBe(false)
  expect(isCodeOut(emptyReset, sentAt)).toBe(false)
})
