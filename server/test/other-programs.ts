/** Programs of others that open what the shop writes, where a machine has them. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

/** Where a program is; undefined on a machine without it. */
export const programOf = (name: string): string | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file))

const office = programOf('soffice')
export const hasOffice = office !== undefined

/** What LibreOffice sends to the printer for a workbook, as a PDF. Takes seconds. @throws where it is not installed */
export function printedByOffice(workbook: Uint8Array): Uint8Array<ArrayBuffer> {
  const folder = mkdtempSync(join(tmpdir(), 'bulto-office-'))
  try {
    writeFileSync(join(folder, 'sheet.xlsx'), workbook)
    const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
    const convert = ['--convert-to', 'pdf', '--outdir', folder, join(folder, 'sheet.xlsx')]
    execFileSync(office ?? 'soffice', [profile, '--headless', ...convert], { stdio: 'ignore' })
    return new Uint8Array(readFileSync(join(folder, 'sheet.pdf')))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
