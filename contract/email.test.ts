import { expect, test } from 'vitest'
import { isEmail } from './email.ts'

test('a mail address has one @, a dot behind it, no space and nothing that would make it two', () => {
  for (const right of ['ana@example.com', 'ana.perez+bulto@sub.example.com.ar', 'cliente.benítez@bulto.example'])
    expect([right, isEmail(right)]).toEqual([right, true])
  for (const wrong of [
    '',
    'ana',
    'ana@example',
    'ana@example.',
    'ana perez@example.com',
    'ana@@example.com',
    'ana@example.com,luis@example.com',
    'ana@example.com;luis@example.com',
    'Ana <ana@example.com>',
    '"ana"@example.com',
  ])
    expect([wrong, isEmail(wrong)]).toEqual([wrong, false])
})
