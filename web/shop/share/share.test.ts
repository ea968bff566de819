import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { call } from '../../lib/api.ts'
import { saveFile } from '../../lib/download.ts'
import { share, whatsappText } from './share.ts'

vi.mock('../../lib/api.ts', async (original) => ({ ...(await original<object>()), call: vi.fn() }))
vi.mock('../../lib/download.ts', () => ({ saveFile: vi.fn() }))

const pdf = new File(['%PDF'], 'pedido-7.pdf', { type: 'application/pdf' })
const address = 'https://tienda.example/api/pedidos/enlaces/papel#clave'
const link = { opens: 'order', opensId: 7 } as const
const title = 'Pedido web 7'
/** A device whose sheet is `sheet`; without one it has none. `files`: whether it takes PDFs. */
function device(sheet?: (data: ShareData) => Promise<void>, files = true): void {
  vi.stubGlobal('navigator', sheet ? { share: sheet, canShare: () => files } : {})
}

beforeEach(() => {
  vi.mocked(call)
    .mockReset()
    .mockResolvedValue({ id: 1, address, endsAt: '' } as never)
  vi.mocked(saveFile).mockReset()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('a sheet that takes files', () => {
  test('gets the PDF, and no link is made', async () => {
    const sheet = vi.fn(async () => {})
    device(sheet)
    expect(await share({ title, file: async () => pdf, link })).toBe('done')
    expect(sheet.mock.calls).toEqual([[{ files: [pdf], title }]])
    expect(call).not.toHaveBeenCalled()
  })

  test('gets the link in place of a PDF that takes too long', async () => {
    vi.useFakeTimers()
    const sheet = vi.fn(async () => {})
    device(sheet)
    const outcome = share({ title, file: () => new Promise(() => {}), link })
    await vi.advanceTimersByTimeAsync(2_500)
    expect(await outcome).toBe('done')
    expect(sheet.mock.calls).toEqual([[{ title, text: title, url: address }]])
  })

  test('that was closed without a choice is no failure', async () => {
    device(async () => {
      throw new DOMException('closed', 'AbortError')
    })
    expect(await share({ title, file: async () => pdf, link })).toBe('done')
  })

  test('that wants a tap of its own leaves what was made for it', async () => {
    device(async () => {
      throw new DOMException('too late', 'NotAllowedError')
    })
    expect(await share({ title, file: async () => pdf, link })).toEqual({ file: pdf })
    expect(await share({ title, link })).toEqual({ address })
    expect(saveFile).not.toHaveBeenCalled()
  })
})

test('a sheet that takes no files gets the link', async () => {
  const sheet = vi.fn(async () => {})
  device(sheet, false)
  expect(await share({ title, file: async () => pdf, link })).toBe('done')
  expect(sheet.mock.calls).toEqual([[{ title, text: title, url: address }]])
})

describe('without a sheet', () => {
  test('there is a link to copy', async () => {
    device()
    expect(await share({ title, file: async () => pdf, link })).toEqual({ address })
  })
  test('a paper without a link is downloaded', async () => {
    device()
    expect(await share({ title, file: async () => pdf })).toBe('saved')
    expect(saveFile).toHaveBeenCalledWith(pdf)
  })
})

test('what can’t be made is told by whoever asked', async () => {
  device(async () => {})
  const failed = new Error('No hay conexión')
  await expect(share({ title, file: () => Promise.reject(failed), link })).rejects.toBe(failed)
})

test('WhatsApp’s address carries title and link, the # too', () => {
  expect(whatsappText(title, address)).toBe(
    'https://wa.me/?text=Pedido%20web%207%0Ahttps%3A%2F%2Ftienda.example%2Fapi%2Fpedidos%2Fenlaces%2Fpapel%23clave',
  )
})
