import PDFDocument from 'pdfkit'
import { expect, test } from 'vitest'
import { fonts, inFonts, linesInFonts } from './fonts.ts'

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
  expect(inFonts('Š‑tefan Ő n\u0303 ﬁn Łódź đ ß')).toBe('S-tefan O ñ fin Lódz d ß')
  expect(inFonts('Ñandú “30 €”\t😀\u0007 \u00adbb')).toBe('Ñandú “30 €” bb')
})

test.each([
  ['Autito 5″ y 12″, pie 3′', `Autito 5" y 12", pie 3'`],
  ['½ ⅓ taza, llave 3⅜″', '½ 1/3 taza, llave 3 3/8"'],
  ['10 kΩ 5 μm ⌀8 φ 9', '10 kohm 5 µm Ø8 Ø 9'],
  ['≤ 3 años ≥ 36 meses ≈ 20 cm ± 1', '<= 3 años >= 36 meses ~ 20 cm ± 1'],
  ['30✕40 cm, 10⁵ giros, 30→40', '30×40 cm, 10^5 giros, 30->40'],
  ['№ 5 ㎝ ℃ 1️⃣ x‐2', 'No 5 cm °C 1 x-2'],
])('a sign of a size is printed, or one that says the same: %s', (text, printed) => {
  expect(inFonts(text)).toBe(printed)
})

test('what nothing stands for is a hole that nobody takes for a size; decoration does not glue what it parts', () => {
  expect(inFonts('Oso रामायण 熊 de 30 cm')).toBe('Oso […] de 30 cm')
  expect(inFonts('✮ CUSTOM★ROBE 商 ★')).toBe('CUSTOM ROBE […]')
})

test('the lines of a text stay lines', () => {
  expect(linesInFonts('\n Tocar  timbre\r\n=2+2\rmañana 12″\n')).toBe('Tocar timbre\n=2+2\nmañana 12"')
})

test('no sign of typesetting, of numbers or of Greek becomes a question mark', () => {
  const lost = letters.filter((letter) => !letter.normalize('NFKD').includes('?') && inFonts(letter).includes('?'))
  expect(lost).toEqual([])
})
