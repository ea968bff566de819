import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { batchReader, isPanic } from './protocol.ts'

const startup = Buffer.from([0, 0, 0, 9, 0, 3, 0, 0, 0])
const message = (type: string, body = '') => {
  const length = Buffer.alloc(4)
  length.writeInt32BE(4 + Buffer.byteLength(body))
  return Buffer.concat([Buffer.from(type), length, Buffer.from(body)])
}
const extended = Buffer.concat([message('P', 'select 1'), message('B'), message('D'), message('E'), message('S')])
const conversation = [startup, message('Q', 'begin'), extended, message('Q', 'commit'), message('X')]

describe('the batches of a client', () => {
  test('are the same however the bytes arrive', () => {
    const bytes = Buffer.concat(conversation)
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length)), (cuts) => {
        const edges = [0, ...cuts.toSorted((a, b) => a - b), bytes.length]
        const read = batchReader()
        const batches = edges.slice(1).flatMap((edge, index) => read(bytes.subarray(edges[index], edge)))
        expect(batches.map(String)).toEqual(conversation.map(String))
      }),
    )
  })

  test('of the extended protocol wait for their Sync', () => {
    const read = batchReader()
    read(startup)
    expect(read(Buffer.concat([message('P', 'select 1'), message('B')]))).toEqual([])
    expect(read(message('S')).map(String)).toEqual([
      String(Buffer.concat([message('P', 'select 1'), message('B'), message('S')])),
    ])
  })
})

test('a panic is known by its severity, not by a value that says the same', () => {
  const ready = message('Z', 'I')
  const panic = message('E', 'SPANIC\0VPANIC\0C42501\0Mcould not write\0\0')
  expect(isPanic(panic)).toBe(true)
  expect(isPanic(Buffer.concat([message('1'), panic]))).toBe(true)
  expect(isPanic(Buffer.concat([message('E', 'SERROR\0VERROR\0\0'), ready]))).toBe(false)
  expect(isPanic(message('D', 'E\0VPANIC\0'))).toBe(false)
  expect(isPanic(Buffer.alloc(0))).toBe(false)
})
