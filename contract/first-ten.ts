/** 'A, B y 3 más': the first ten of many. */
export const firstTen = (texts: readonly string[]): string =>
  `${texts.slice(0, 10).join(', ')}${texts.length > 10 ? ` y ${texts.length - 10} más` : ''}`
