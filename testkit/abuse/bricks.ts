/** Short texts that are repeated in heavy inputs: each of a kind that slow readers stumble over. Named for the table. */
export const bricks = {
  coma: ',',
  paréntesis: '(',
  'punto y coma': '1;2\n',
  tabulación: '\t',
  espacio: ' ',
  'espacio y letra': 'a ',
  'retorno solo': '\r',
  'salto de línea': '\n',
  renglones: '00005 2\n',
  'código y cantidad': 'RY10001 x 12, ',
  'palabra del catálogo': 'auto muñeca ',
  'número con puntos': '1.',
  cero: '0',
  nueve: '9',
  guion: '-',
  'acento combinado': 'á̂',
  acento: '\u0301',
  'medio sustituto': '\ud800',
  emoji: '👩‍👧',
  'de derecha a izquierda': '\u202ea',
  'barra invertida': '\\',
  comodín: '%_',
  'corchete anidado': '[{"a":',
  etiqueta: '<b>',
  correo: 'a@b.',
} as const

/** A brick again and again: at most so many UTF-16 units, and at most so many bytes as `bytesOf` counts a brick. */
export function wallOf(
  brick: string,
  { length, room, bytesOf }: { length: number; room: number; bytesOf: (text: string) => number },
): string {
  const bricksInRoom = Math.floor(room / bytesOf(brick))
  const isTight = bricksInRoom * brick.length <= length
  return isTight
    ? brick.repeat(Math.max(0, bricksInRoom))
    : // Half a character at the end would have the whole text refused.
      brick
        .repeat(Math.ceil(length / brick.length))
        .slice(0, length)
        .replace(/\p{Surrogate}$/u, '')
}
