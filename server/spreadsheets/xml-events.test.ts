import fc from 'fast-check'
import { expect, test } from 'vitest'
import { leastOf, processorTime } from '../../testkit/processor-time.ts'
import { attribute, XmlDamage, XmlTooLong, xmlEvents } from './xml-events.ts'

function eventsOf(pieces: readonly string[]): string[] {
  const events: string[] = []
  let text = ''
  const flush = () => {
    if (text) events.push(text)
    text = ''
  }
  const reader = xmlEvents({
    start(name, attributes) {
      flush()
      events.push(`<${name} ${attribute(attributes, 'a') ?? ''}`)
    },
    text(piece) {
      text += piece
    },
    end(name) {
      flush()
      events.push(`>${name}`)
    },
  })
  for (const piece of pieces) reader.push(piece)
  reader.finish()
  flush()
  return events
}

const XML = `<?xml version="1.0"?><x:r xmlns:x="m"><!-- <no/> --><c ba="0" a="1 &gt; &quot;0"/>
<c a='>'>ñ &amp; &#x41;&#66;</c><![CDATA[<raw> &amp;]]></x:r>`

test('elements, texts, entities and comments, wherever the file is cut into pieces', () => {
  const whole = eventsOf([XML])
  expect(whole).toEqual(['<r ', '<c 1 > "0', '>c', '\n', '<c >', 'ñ & AB', '>c', '<raw> &amp;', '>r'])
  fc.assert(
    fc.property(fc.array(fc.nat(XML.length)), (cuts) => {
      const places = [0, ...cuts.sort((a, b) => a - b), XML.length]
      expect(eventsOf(places.slice(1).map((end, at) => XML.slice(places[at], end)))).toEqual(whole)
    }),
  )
})

test('what is cut, declares something or never ends is refused', () => {
  expect(() => eventsOf(['<a><b'])).toThrow(XmlDamage)
  expect(() => eventsOf(['<!DOCTYPE a []><a/>'])).toThrow(XmlDamage)
  expect(() => eventsOf([`<a ${'b="1" '.repeat(100_000)}`])).toThrow(XmlTooLong)
})

test('quotes that never close take no time', async () => {
  const read = () => expect(() => eventsOf([`<a ${'"\''.repeat(100_000)}`])).toThrow()
  expect(await leastOf(1_000, () => processorTime(read))).toBeLessThan(1_000)
})
