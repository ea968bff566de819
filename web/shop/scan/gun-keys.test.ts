import { expect, test } from 'vitest'
import { createGunKeys, GUN_GAP } from './gun-keys.ts'

const EAN = '7790895000997'

/** The answer to the Enter after a text, with `gap` milliseconds between the keys. */
function type(text: string, gap: number, keys = createGunKeys(), from = 1_000) {
  let at = from
  let pressed: ReturnType<typeof keys.press> = null
  for (const key of [...text, 'Enter']) {
    pressed = keys.press(key, at)
    at += gap
  }
  return pressed
}

test('a bar code typed faster than fingers can is a scan', () => {
  expect(type(EAN, 5)).toEqual({ code: EAN })
  expect(type(EAN, GUN_GAP)).toEqual({ code: EAN })
  expect(type('036000291452', 10)).toEqual({ code: '036000291452' })
  expect(type('96385074', 10)).toEqual({ code: '96385074' })
})

test('a person who types the same is none, and neither is a number that is no bar code', () => {
  expect(type(EAN, GUN_GAP + 1)).toBeNull()
  expect(type('7790895000998', 5)).toBeNull()
  expect(type('24', 5)).toBeNull()
  expect(type('RY10013', 5)).toBeNull()
})

test('what was typed before by hand is no part of the scan, nor does one scan leave anything to the next', () => {
  const keys = createGunKeys()
  keys.press('1', 0)
  keys.press('2', 500)
  expect(type(EAN, 5, keys, 2_000)).toEqual({ code: EAN })
  expect(type(EAN, 5, keys, 3_000)).toEqual({ code: EAN })
})

test('an Enter that comes late ends nothing', () => {
  const keys = createGunKeys()
  let at = 0
  for (const key of EAN) {
    at += 5
    keys.press(key, at)
  }
  expect(keys.press('Enter', at + 500)).toBeNull()
})
