import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import * as OTPAuth from 'otpauth'
import { renderToStaticMarkup } from 'react-dom/server'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { QrCode } from './QrCode.tsx'

const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))

/** What a reader of codes sees in the picture, as wide as on the screen. */
async function readBack(text: string, width: number): Promise<string[]> {
  const drawn = renderToStaticMarkup(<QrCode text={text} label="Código QR" />)
    .replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"')
    // The colours of the style sheet: white behind the dark modules.
    .replace('<rect', '<rect fill="#fff"')
  const picture = await sharp(Buffer.from(drawn)).resize({ width }).png().toBuffer()
  await prepareZXingModule({ overrides: { wasmBinary: wasm.buffer as ArrayBuffer }, fireImmediately: true })
  return (await readBarcodes(new Uint8Array(picture), { formats: ['QRCode'] })).map((code) => code.text)
}

test.each([160, 240, 480])('the code of the second factor is read as its address, %i pixels wide', async (width) => {
  const totp = new OTPAuth.TOTP({
    issuer: 'Juguetería Ñandú & Cía.',
    label: '30-71234567-1',
    secret: OTPAuth.Secret.fromBase32('JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'),
  })
  const [read, ...others] = await readBack(totp.toString(), width)
  expect(others).toEqual([])
  expect(read).toBe(totp.toString())
  const again = OTPAuth.URI.parse(read ?? '')
  expect(again.generate({ timestamp: 0 } as never)).toBe(totp.generate({ timestamp: 0 }))
})
