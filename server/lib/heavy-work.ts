/** The queues of heavy work of this instance (R279); made documents have one more, in papers/made-files. */
import { fairQueue } from './fair-queue.ts'

export const heavyWork = {
  /**
   * Sheets and cart documents that are written or read in threads while a person waits. Apart from made documents: nobody
   * waits a minute behind an own catalogue to take a list along.
   */
  sheets: fairQueue({ most: 2, waiting: 40, waitingOfOne: 12 }),
  /** Uploaded pictures, videos and PDFs, which are in memory with up to 20 MB each. */
  uploads: fairQueue({ most: 6, waiting: 120, waitingOfOne: 60 }),
  /**
   * Passwords that are hashed in the threads that also read files: two of these four stay free. Each hash takes 64 MB and a tenth
   * of a second, so that the last of them waits five.
   */
  passwords: fairQueue({ most: 2, waiting: 100, waitingOfOne: 1 }),
  /**
   * Passwords from addresses that never signed in to the account: one at a time, so that wrong ones from a thousand addresses
   * leave a processor to the shop, and delay nobody who is known.
   */
  strangersPasswords: fairQueue({ most: 1, waiting: 100, waitingOfOne: 1 }),
} as const
