/** The shop's own letters for documents: embedded, so that a page looks the same everywhere. Licences beside them. */
import { fileURLToPath } from 'node:url'

/** From the sources and from a build, two folders below the top. */
const folder = new URL('../../server/fonts/', import.meta.url)
const path = (file: string) => fileURLToPath(new URL(file, folder))

export const fonts = {
  text: path('figtree-400.ttf'),
  bold: path('figtree-700.ttf'),
  title: path('bricolage-grotesque-800.ttf'),
} as const

/**
 * Text on one line as the fonts can show it. A letter that they lack becomes the one below its mark (Š is S, Ł is L), a
 * sign of sizes one that says the same (″ is ", ≤ is <=, Ω is ohm, ⅜ is 3/8); decoration that nobody reads (stars,
 * pictures) leaves a blank. What nothing stands for, as the letters of another alphabet, is '[…]', which nobody takes for
 * a size. White space is single spaces; what has no shape (control characters) is left out.
 */
export function inFonts(text: string): string {
  let shown = ''
  // What is said in other signs must not run into the figure before it: 3⅜ is 3 3/8, 10⁵ is 10^5.
  const apart = text.normalize('NFC').replace(FRACTION, '$1 $2').replace(POWER, '$&^').replace(/\s+/g, ' ')
  for (const letter of apart) shown += shownAs(letter)
  return shown
    .replace(/(?:\[…\] ?)+(?=\[…\])/g, '')
    .replace(/ {2,}/g, ' ')
    .trim()
}

/** The lines of a text as the fonts can show them. */
export const linesInFonts = (text: string): string =>
  text
    .trim()
    .split(/\r\n?|\n/)
    .map(inFonts)
    .join('\n')

function shownAs(letter: string): string {
  if (THERE.test(letter)) return letter
  const said = SAID.get(letter)
  if (said !== undefined) return said
  if (SHAPELESS.test(letter)) return ''
  if (HYPHENS.test(letter)) return '-'
  const below = letter.normalize('NFKD').replace(/\p{M}+/gu, '')
  if (below !== '' && below !== letter) return [...below].map(shownAs).join('')
  return DECORATION.test(letter) ? ' ' : NOT_SHOWN
}

const NOT_SHOWN = '[…]'
/** What all three have: Latin-1 but for ¤, and the signs of Spanish typesetting. */
const THERE = /^[ -~\u00a0-\u00a3\u00a5-\u00ac\u00ae-ÿŒœ–—‘’‚“”„•…‹›€™−]$/
const SHAPELESS = /^[\p{Cc}\p{Cf}\p{M}]$/u
const DECORATION = /^[\p{So}\p{Sk}\p{Extended_Pictographic}\u2190-\u21ff]$/u
const HYPHENS = /^[\u2010-\u2012]$/
const FRACTION = /(\d)([\u2150-\u215e\u2189])/g
/** A figure before a raised one other than ¹ ² ³, which the fonts have. */
const POWER = /\d(?=[\u2070\u2074-\u2079])/g

/** What is printed for signs that the fonts lack: a sign and what is said for it, in pairs; several signs may be named. */
const SAID: ReadonlyMap<string, string> = new Map(
  [
    // Inches and feet.
    ...(['″ʺ˝‶ "', "′ʹ‵ʼʻˈ '", "‴ '''"] as const),
    // Times, minus and the like: without them '30✕40' would be another size.
    ...(['✕✖⨉⨯╳❌ ×', '➕ +', '➖ −', '➗ ÷', '⁄∕ /', '∙⋅・ ·', '∶ :', '∼≈≃≅ ~'] as const),
    ...(['≤≦⩽ <=', '≥≧⩾ >=', '≠ <>', '≡ =', '→➔➜➡⇒ ->', '←⬅⇐ <-', '↔⇔ <->'] as const),
    ...(['⌀∅ Ø', '‰ %o', '∞ infinito', '√ raíz', '₲ Gs.', '¤ $'] as const),
    // Letters of Latin that have no mark to take away.
    ...(['Ł L', 'ł l', 'ĐƉ D', 'đ d', 'Ħ H', 'ħ h', 'Ŧ T', 'ŧ t', 'ı i', 'ĸ k', 'Ŋ Ng', 'ŋ ng'] as const),
    ...(['ẞ SS', 'Ə E', 'ə e', 'ƒ f'] as const),
    // Greek stands in measures and models.
    ...(['Ω ohm', 'μ µ', 'Φφϕ Ø', 'α alfa', 'β beta', 'γ gamma', 'Δ∆ Delta', 'δ delta', 'ε épsilon'] as const),
    ...(['θ theta', 'λ lambda', 'π pi', 'ρ rho', 'Σ Sigma', 'σς sigma', 'τ tau', 'χ chi', 'ψ psi', 'ω omega'] as const),
  ].flatMap((pair) => {
    const [signs = '', said = ''] = pair.split(' ')
    return [...signs].map((sign): [string, string] => [sign, said])
  }),
)
