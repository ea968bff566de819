import { describe, expect, it } from 'vitest'
import { mayLoadNext } from './paging.ts'

describe('mayLoadNext', () => {
  it('asks only after full pages, while nothing is on its way and something is left', () => {
    expect(mayLoadNext({ loading: false, loaded: 25, total: 60 })).toBe(true)
    expect(mayLoadNext({ loading: true, loaded: 25, total: 60 })).toBe(false)
    expect(mayLoadNext({ loading: false, loaded: 60, total: 61 })).toBe(false)
    expect(mayLoadNext({ loading: false, loaded: 0, total: 0 })).toBe(false)
    expect(mayLoadNext({ loading: false, loaded: 50, total: 50 })).toBe(false)
  })
})
