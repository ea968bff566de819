/** The device's camera as a stream of codes (R222). */
import { type RefObject, useEffect, useRef, useState } from 'react'
import { openReader } from './barcode-reader.ts'

/** Why there is no picture. */
export type CameraFault = 'insecure' | 'refused' | 'none' | 'taken' | 'reader'
export type CameraState = 'starting' | 'on' | CameraFault

/** Pause between two looks, in milliseconds: the device has other things to do. */
const PAUSE = 90

function faultOf(error: unknown): CameraFault {
  const name = error instanceof Error || error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused'
  return name === 'NotReadableError' || name === 'AbortError' ? 'taken' : 'none'
}

async function openCamera(): Promise<MediaStream> {
  return navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
  })
}

/** Shows the camera in `video` and tells what codes are in sight, over and over, until it is unmounted. */
export function useCamera(video: RefObject<HTMLVideoElement | null>, onLook: (codes: readonly string[]) => void) {
  const [state, setState] = useState<CameraState>('starting')
  const [attempt, setAttempt] = useState(0)
  const latest = useRef(onLook)
  useEffect(() => {
    latest.current = onLook
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt begins anew.
  useEffect(() => {
    let stream: MediaStream | undefined
    let timer: ReturnType<typeof setTimeout>
    let ended = false
    const end = () => {
      ended = true
      clearTimeout(timer)
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    const begin = async () => {
      if (!navigator.mediaDevices) return setState('insecure')
      const opening = openReader()
      opening.catch(() => undefined)
      try {
        stream = await openCamera()
      } catch (error) {
        return ended || setState(faultOf(error))
      }
      const reader = await opening.catch(() => null)
      const videoElement = video.current
      if (ended || !videoElement) return end()
      if (!reader) {
        end()
        return setState('reader')
      }
      videoElement.srcObject = stream
      await videoElement.play().catch(() => undefined)
      setState('on')
      const look = async () => {
        // Until the video has a picture there is nothing to read.
        const codes = videoElement.readyState >= 2 ? await reader.read(videoElement).catch(() => null) : null
        if (ended) return
        if (codes) latest.current(codes)
        timer = setTimeout(look, PAUSE)
      }
      void look()
    }
    setState('starting')
    void begin()
    return end
  }, [attempt])
  return { state, retry: () => setAttempt(attempt + 1) }
}
