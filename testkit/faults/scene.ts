/** Where one named fault is tried. */

/** How much is tried of each fault. */
export interface Extent {
  /** Points at which the fault is met. */
  readonly points: readonly string[]
  /** Megabytes of the disks that are too small for the demo shop. */
  readonly disks: readonly number[]
  /** Days by which the clock is off, start by start. */
  readonly shifts: readonly number[]
  readonly isShort: boolean
}

export interface Scene {
  /** A folder of its own. */
  readonly folder: string
  /** What was found, in Spanish. */
  readonly faults: string[]
  readonly extent: Extent
  /** Ends something when the scene is over, however it ends; the last one first. A shop left behind would keep the run alive. */
  atEnd(cleanUp: () => unknown): void
}

/** Tries a fault; answers what was seen, in Spanish. */
export type Trial = (scene: Scene) => Promise<string>
