import type { Sending } from '../../lib/upload.ts'
import { MediaSlots, type MediaSlotsProps } from './MediaSlots.tsx'

interface MediaSlotProps extends Pick<MediaSlotsProps, 'takes' | 'blocked' | 'wide'> {
  name: string
  source: string | null
  video?: boolean
  onSend: (file: File, sending: Required<Sending>) => Promise<void>
  onRemove?: () => Promise<boolean>
  onRestore?: () => Promise<boolean>
  onShow?: () => void
}

/** One place for a picture or video, for the banner or a slide. */
export const MediaSlot = ({
  name,
  source,
  video = false,
  onSend,
  onRemove,
  onRestore,
  onShow,
  ...rest
}: MediaSlotProps) => (
  <MediaSlots
    label={name}
    places={[{ name, source, video }]}
    onSend={(_slot, file, sending) => onSend(file, sending)}
    {...(onRemove && { onRemove })}
    {...(onRestore && { onRestore })}
    {...(onShow && { onShow })}
    {...rest}
  />
)
