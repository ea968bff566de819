import { useState } from 'react'
import { ApiError } from '../lib/api.ts'
import { MediaSlot } from '../ui/media/MediaSlot.tsx'
import { MediaSlots } from '../ui/media/MediaSlots.tsx'

const TOY = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><circle cx="50" cy="50" r="40" fill="teal"/></svg>',
)}`

/** Slots without a server: a file with 'rota' in its name is refused, one with 'lenta' never arrives. */
function send(file: File, { onProgress, signal }: { onProgress: (part: number) => void; signal: AbortSignal }) {
  onProgress(0.4)
  return new Promise<string>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('Given up', 'AbortError')))
    if (file.name.includes('rota')) reject(new ApiError(400, 'MALFORMED', 'El archivo está dañado o incompleto.'))
    if (!file.name.includes('lenta')) resolve(URL.createObjectURL(file))
  })
}

export function MediaBlocks() {
  const [sources, setSources] = useState<(string | null)[]>([TOY, null, TOY, null, null])
  const [banner, setBanner] = useState<string | null>(null)
  const put = (slot: number, source: string | null) =>
    setSources((now) => now.map((before, at) => (at === slot ? source : before)))
  return (
    <section>
      <h2>Fotos y videos</h2>
      <MediaSlots
        label="Fotos y videos"
        places={sources.map((source, at) => ({ name: `Foto ${at + 1}`, source, video: false }))}
        onSend={async (slot, file, sending) => put(slot, await send(file, sending))}
        onRemove={async (slot) => {
          put(slot, null)
          return true
        }}
        onRestore={async (slot) => {
          put(slot, TOY)
          return true
        }}
        onShow={() => {}}
      />
      <h2>Banner</h2>
      <MediaSlot
        name="Banner"
        wide
        takes="image"
        source={banner}
        onSend={async (file, sending) => setBanner(await send(file, sending))}
      />
    </section>
  )
}
