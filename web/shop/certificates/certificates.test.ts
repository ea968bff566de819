import { expect, test } from 'vitest'
import { expiry } from './certificates.ts'

const noon = (day: string) => new Date(`${day}T12:00:00-03:00`)

test('a certificate holds to the end of its last day in Argentina, and is soon over from sixty days before', () => {
  const at = (day: string) => expiry({ expiresOn: '2027-03-31' }, noon(day))
  expect(at('2027-01-15')).toEqual({ text: '31/03/2027', state: 'holds' })
  expect(at('2027-03-01')?.state).toBe('soon')
  expect(at('2027-03-31')?.state).toBe('soon')
  expect(at('2027-04-01')?.state).toBe('expired')
  expect(expiry({ expiresOn: null }, noon('2027-01-01'))).toBeNull()
})
