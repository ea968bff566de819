import { describe, expect, it } from 'vitest'
import { isEan } from './ean.ts'
import { createScanGate, searchFor } from './scan-rules.ts'

const MILK = '7790895000997'
const TEA = '7791293038230'

describe('which codes count', () => {
  it('knows the bar codes of articles by their check digit', () => {
    expect(isEan('4006381333931')).toBe(true)
    expect(isEan('96385074')).toBe(true)
    expect(isEan('036000291452')).toBe(true)
    for (const wrong of ['4006381333932', '400638133393', '', 'RY10013', '14006381333938']) {
      expect(isEan(wrong)).toBe(false)
    }
  })

  it('seeks a UPC-A also as the EAN-13 it is, and what is no bar code as it is', () => {
    expect(searchFor('036000291452')).toBe('036000291452 0036000291452')
    expect(searchFor('0036000291452')).toBe('0036000291452 036000291452')
    expect(searchFor('4006381333931')).toBe('4006381333931')
    expect(searchFor('ry 10013')).toBe('ry 10013')
  })

  const ean = (twelve: string) => {
    const sum = [...twelve].reduce((total, digit, at) => total + Number(digit) * (at % 2 ? 3 : 1), 0)
    return `${twelve}${(10 - (sum % 10)) % 10}`
  }
  const milk = ean(MILK.slice(0, 12))
  const tea = ean(TEA.slice(0, 12))

  it('takes a code that is read twice in a row, and no smudge', () => {
    const gate = createScanGate()
    expect(gate.look([milk], 0, true)).toBeNull()
    expect(gate.look([tea], 100, true)).toBeNull()
    expect(gate.look([milk], 200, true)).toBeNull()
    expect(gate.look(['123'], 250, true)).toBeNull()
    expect(gate.look([milk], 300, true)).toBe(milk)
  })

  it('does not take two readings that are far apart for one', () => {
    const gate = createScanGate()
    gate.look([milk], 0, true)
    expect(gate.look([milk], 1_500, true)).toBeNull()
    expect(gate.look([milk], 1_600, true)).toBe(milk)
  })

  it('takes the same code again only after it was looked for in vain', () => {
    const gate = createScanGate()
    gate.look([milk], 0, true)
    expect(gate.look([milk], 100, true)).toBe(milk)
    // It stays before the camera for ten seconds, blurred now and then.
    for (let at = 200; at <= 10_000; at += 100)
      expect(gate.look(at % 700 === 0 ? [] : [milk], at, at > 5_000)).toBeNull()
    // A slow device does not look for a while.
    expect(gate.look([milk], 20_000, true)).toBeNull()
    expect(gate.look([milk], 20_100, true)).toBeNull()
    for (let at = 20_200; at <= 22_300; at += 100) expect(gate.look([], at, true)).toBeNull()
    expect(gate.look([milk], 22_400, true)).toBeNull()
    expect(gate.look([milk], 22_500, true)).toBe(milk)
  })

  it('takes nothing while another article is being dealt with, and the next one after it', () => {
    const gate = createScanGate()
    gate.look([milk], 0, true)
    gate.look([milk], 100, true)
    expect(gate.look([tea], 200, false)).toBeNull()
    expect(gate.look([milk, tea], 300, false)).toBeNull()
    expect(gate.look([milk, tea], 400, true)).toBe(tea)
  })
})
