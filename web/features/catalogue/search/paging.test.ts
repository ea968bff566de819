import { describe, expect, it } from 'vitest'
import { LOAD_AT, mayLoadNext, reached } from './paging.ts'

describe('reached', () => {
  it('holds from exactly 75 percent of the page on', () => {
    expect(reached(LOAD_AT, { scrollTop: 2099, height: 900, scrollHeight: 4000 })).toBe(false)
    expect(reached(LOAD_AT, { scrollTop: 2100, height: 900, scrollHeight: 4000 })).toBe(true)
  })
})

describe('mayLoadNext', () => {
  it('asks only after full pages, while nothing is on its way and something is left', () => {
    expect(mayLoadNext({ loading: false, loaded: 25, total: 60 })).toBe(true)
    expect(mayLoadNext({ loading: true, loaded: 25, total: 60 })).toBe(false)
    expect(mayLoadNext({ loading: false, loaded: 60, total: 61 })).toBe(false)
    expect(mayLoadNext({ loading: false, loaded: 0, total: 0 })).toBe(false)
    expect(mayLoadNext({ loading: false, loaded: 50, total: 50 })).toBe(false)
  })
})
