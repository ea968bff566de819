import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvRows, readCsv } from './csv.ts'

const read = (text: string) => readCsv(new TextEncoder().encode(text))
const cellsOf = (text: string) => read(text).rows.map(({ cells }) => cells)
/** One letter, one byte: right for the letters used here, which have the same place in Windows-1252. */
const windows1252 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

const utf32 = (text: string, isLittle = true) => {
  const view = new DataView(new ArrayBuffer(text.length * 4))
  for (let at = 0; at < text.length; at++) view.setUint32(at * 4, text.charCodeAt(at), isLittle)
  return new Uint8Array(view.buffer)
}

describe('readCsv', () => {
  it('reads cells, quotes and every kind of line break', () => {
    expect(cellsOf('a;b\r\n1;"x;""y"""\n2;\r3;z\r\n')).toEqual([
      ['a', 'b'],
      ['1', 'x;"y"'],
      ['2', ''],
      ['3', 'z'],
    ])
  })

  it('counts rows as a spreadsheet does: blank rows count, line breaks inside quotes do not', () => {
    expect(read('a;b\n\n1;"two\r\nlines"\n;\n2;x\n').rows.map(({ row }) => row)).toEqual([1, 3, 5])
  })

  it('keeps a quote inside a cell without quotes', () => {
    expect(cellsOf('osito 12" azul;1\n')).toEqual([['osito 12" azul', '1']])
  })

  it('reads back whatever cells are written with quotes', () => {
    const cell = fc.string({ unit: 'grapheme' })
    const row = fc.array(cell, { minLength: 1, maxLength: 4 }).filter((cells) => cells.some((text) => text.trim()))
    fc.assert(
      fc.property(fc.array(row), (rows) => {
        const line = (cells: string[]) => `${cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(';')}\r\n`
        expect(cellsOf(rows.map(line).join(''))).toEqual(rows)
      }),
    )
  })

  it('reads the same rows in pieces, wherever a piece ends', () => {
    const pieces = (bytes: Uint8Array, size: number) => [...csvRows(bytes, {}, size)].map(({ line }) => line)
    const cell = fc.oneof(
      fc.string({ unit: fc.constantFrom('a', 'ñ', '€', '"', ';', '\n', '\r', '\ufffd'), maxLength: 6 }),
      fc.constantFrom('', '12', '"x', 'Ñandú; "grande"'),
    )
    const part = fc.oneof(
      cell,
      cell.map((text) => `"${text.replaceAll('"', '""')}"`),
      fc.constantFrom(';', '\r\n', '\n', '\r'),
    )
    const file = fc.array(part, { maxLength: 30 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(file, fc.integer({ min: 1, max: 9 }), fc.boolean(), (text, size, isUtf8) => {
        const bytes = isUtf8 ? new TextEncoder().encode(text) : windows1252(text.replaceAll(/[€\ufffd]/g, 'é'))
        expect(pieces(bytes, size)).toEqual(readCsv(bytes).rows)
      }),
      { numRuns: 500 },
    )
  })

  it.each([
    ['UTF-8', new TextEncoder().encode('Muñeca;Güemes\n')],
    ['UTF-8 with its mark', new TextEncoder().encode('\ufeffMuñeca;Güemes\n')],
    ['Windows-1252', windows1252('Muñeca;Güemes\n')],
    ['UTF-16 with its mark', Buffer.from('\ufeffMuñeca;Güemes\n', 'utf16le')],
    ['UTF-16 without it', Buffer.from('Muñeca;Güemes\n', 'utf16le')],
    ['UTF-16 the other way round', Buffer.from('\ufeffMuñeca;Güemes\n', 'utf16le').swap16()],
    ['UTF-32 with its mark', utf32('\ufeffMuñeca;Güemes\n')],
    ['UTF-32 without it', utf32('Muñeca;Güemes\n')],
    ['UTF-32 the other way round', utf32('\ufeffMuñeca;Güemes\n', false)],
  ])('recognises %s', (_, bytes) => {
    expect(readCsv(bytes).rows).toMatchObject([{ row: 1, cells: ['Muñeca', 'Güemes'], damage: undefined }])
  })

  it('reads the letters that only Windows-1252 has', () => {
    expect(readCsv(Uint8Array.of(0x80, 0x3b, 0x93, 0x9f, 0x0a)).rows[0]?.cells).toEqual(['€', '“Ÿ'])
  })

  it('does not take damaged UTF-8 for Windows-1252', () => {
    const bytes = new TextEncoder().encode('Muñeca;Güemes\nCórdoba;x\n')
    bytes[bytes.length - 4] = 0xff
    const [good, bad] = readCsv(bytes).rows
    expect(good).toMatchObject({ cells: ['Muñeca', 'Güemes'], damage: undefined })
    expect(bad?.damage).toContain('carácter ilegible')
  })

  it('takes a replacement character that the file itself has', () => {
    expect(read('sheriff\ufffds;1\n').rows[0]).toMatchObject({
      cells: ['sheriff\ufffds', '1'],
      damage: undefined,
    })
  })

  it('marks a last row without a line break, which may have lost the end of its last cell', () => {
    const [, good, cut] = read('a;b\n1;2\n3;45').rows
    expect(good?.damage).toBeUndefined()
    expect(cut).toMatchObject({ row: 3, damage: expect.stringContaining('parece cortado') })
  })

  it('names the row where quotes were opened and never closed', () => {
    expect(read('a;b\n1;2\n3;"x\n4;y\n').rows.at(-1)).toMatchObject({
      row: 3,
      damage: expect.stringContaining('no se cierran'),
    })
  })

  it('refuses text after closing quotes', () => {
    expect(read('"a"b;c\n').rows[0]?.damage).toContain('comillas')
  })
})
