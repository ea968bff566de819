import PDFDocument from 'pdfkit'
import { expect, test } from 'vitest'
import { fonts, inFonts } from './fonts.ts'

/** Letters of every kind that turn up in names: Latin, typographic signs, arrows, other alphabets, pictures. */
const letters = [
  ...Array.from({ length: 0x600 }, (_, code) => String.fromCodePoint(code)),
  ...Array.from({ length: 0x200 }, (_, at) => String.fromCodePoint(0x2000 + at)),
  ...['😀', '❤️', '商', '\ufeff', 'n\u0303'],
]

test.each(Object.entries(fonts))('whatever a text holds, %s has the letters it is shown with', (_, path) => {
  const doc = new PDFDocument().font(path) as unknown as {
    _font: { font: { hasGlyphForCodePoint(code: number): boolean } }
  }
  const { font } = doc._font
  const lacking = letters
    .flatMap((letter) => [...inFonts(`a${letter}b`)])
    .filter((letter) => !font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0))
  expect(lacking).toEqual([])
})

test('no Spanish letter is lost; of others the letter below its mark stays', () => {
  const spanish = 'ÁÉÍÓÚÜÑáéíóúüñ¿¡«»“”‘’–—…º ª € ™ ½ ¼ ¾ ×²³°'
  expect(inFonts(spanish)).toBe(spanish)
  expect(inFonts('Š‑tefan Ő n\u0303 ﬁn')).toBe('S-tefan O ñ fin')
  expect(inFonts('Ñandú “30 €” →\t😀\u0007 \u00adbb')).toBe('Ñandú “30 €” bb')
  expect(inFonts('✮ CUSTOM ROBE 商 ★')).toBe('CUSTOM ROBE ?')
})
