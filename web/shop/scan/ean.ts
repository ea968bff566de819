/** The bar codes of articles: EAN-13, EAN-8 and UPC-A, whose last digit follows from the others. */
export function isEan(code: string): boolean {
  if (!/^(\d{8}|\d{12,13})$/.test(code)) return false
  const sum = [...code].reverse().reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}
