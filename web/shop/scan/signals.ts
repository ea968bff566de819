/** The signals that a code was read: a beep, which can be muted, and a short vibration. */

const NAME = 'bulto:escaner-sin-sonido'

/** Whether this browser has the beep muted. */
export function isMuted(): boolean {
  try {
    return localStorage.getItem(NAME) === '1'
  } catch {
    return false
  }
}

/** Mutes the beep in this browser, or lets it sound again. */
export function mute(muted: boolean): void {
  try {
    if (muted) localStorage.setItem(NAME, '1')
    else localStorage.removeItem(NAME)
  } catch {
    // Without storage it is forgotten with the page.
  }
}

/** Sound of one scanner; made after a click, because browsers allow none before. */
export function createSignals() {
  let sound: AudioContext | undefined
  const beep = (pitch: number, seconds: number) => {
    sound ??= new AudioContext()
    const [tone, volume] = [sound.createOscillator(), sound.createGain()]
    tone.frequency.value = pitch
    volume.gain.value = 0.15
    tone.connect(volume).connect(sound.destination)
    tone.start()
    tone.stop(sound.currentTime + seconds)
  }
  return {
    /** @param muted only vibrates */
    read(muted: boolean): void {
      navigator.vibrate?.(60)
      if (!muted) beep(1_250, 0.09)
    },
    end: () => void sound?.close(),
  }
}
