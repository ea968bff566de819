/** Parts a mail's text: what its sender wrote, and what it quotes or forwards below or between. */

/** From such a line on, all is quoted: what Outlook, Gmail and telephones write above the mail that is answered or forwarded. */
const BEGINS =
  /^[\s*>-]*(mensaje original|original message|mensaje reenviado|forwarded message|begin forwarded message|inicio del mensaje reenviado|reenviado por)\b.{0,80}$/i
/** 'El lun, 3 nov 2026 a las 10:12, Ana <ana@example.com> escribió:', in one line or in two. */
const WROTE = /(escribi[óo]|wrote)\s*:\s*$/i
const WROTE_FIRST = /^\s*(el|on)\s.{0,200}\d/i
/** The head that Outlook puts there without a line above it. */
const FROM = /^\s*\*?(de|from)\s*:/i
const OTHER_HEAD = /^\s*\*?(enviado( el)?|sent|fecha|date|para|to|asunto|subject)\s*:/i

/** `quoted` without the '>' of its lines; '' where the mail quotes nothing. */
export function partQuoted(text: string): { own: string; quoted: string } {
  const lines = text.split('\n')
  const own: string[] = []
  const quoted: string[] = []
  let isBelow = false
  for (const [at, line] of lines.entries()) {
    const next = lines[at + 1] ?? ''
    isBelow ||= BEGINS.test(line) || (FROM.test(line) && OTHER_HEAD.test(next))
    const isAttribution = WROTE.test(line) || (WROTE_FIRST.test(line) && !WROTE.test(line) && WROTE.test(next))
    const isQuoted = isBelow || /^\s*>/.test(line) || (isAttribution && line.length < 300)
    if (isQuoted) quoted.push(line.replace(/^[\s>]*> ?/, ''))
    else own.push(line)
  }
  return { own: own.join('\n').trim(), quoted: quoted.join('\n').trim() }
}

/** Lines with which forwarded mails begin: who wrote, when, to whom. They order nothing. */
const HEAD = /^\s*(de|from|para|to|cc|enviado( el)?|sent|fecha|date|asunto|subject)\s*:/i
/** A quoted text without such lines, to be read as an order. */
export const orderedText = (quoted: string): string =>
  quoted
    .split('\n')
    .filter((line) => !HEAD.test(line))
    .join('\n')
    .trim()
