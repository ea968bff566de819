/** PDFs of one page, for tests that send certificates. */

/**
 * A whole PDF whose page says `text` (letters, digits and spaces).
 * @param more Entries of its catalogue, e.g. `/OpenAction 9 0 R`, and objects behind its own four, e.g. `9 0 obj … endobj`
 */
export function smallPdf(text: string, { catalogue = '', objects = '' } = {}): Buffer {
  const content = `BT /F1 12 Tf 72 720 Td (${text}) Tj ET`
  const body = [
    '%PDF-1.4',
    `1 0 obj\n<< /Type /Catalog /Pages 2 0 R ${catalogue} >>\nendobj`,
    '2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj',
    `3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R
/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>\nendobj`,
    `4 0 obj\n<< /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream\nendobj`,
    ...(objects ? [objects] : []),
  ].join('\n')
  const numbers = [...body.matchAll(/^(\d+) 0 obj$/gm)]
  const entries = numbers.map(({ 1: number, index }) => `${number} 1\n${String(index).padStart(10, '0')} 00000 n \n`)
  const size = Math.max(...numbers.map(([, number]) => Number(number))) + 1
  return Buffer.from(
    `${body}\nxref\n0 1\n0000000000 65535 f \n${entries.join('')}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length + 1}\n%%EOF\n`,
    'latin1',
  )
}
