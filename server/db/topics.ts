/** News that the instances of the service tell each other. */
import type { Log } from './log.ts'

export const topics = ['catalogue', 'settings', 'session', 'job'] as const
export type Topic = (typeof topics)[number]

/** Payload of an event after which everything about its topic may have changed. */
export const everything = '*'

export type Listener = (payload: string) => void
export type Publish = (topic: Topic, payload?: string) => void

export interface Announcements {
  on(topic: Topic, listener: Listener): () => void
  emit(topic: Topic, payload: string): void
}

/** Listeners by topic; the error of one is logged, and the others are called all the same. */
export function announcements(log: Log): Announcements {
  const listeners = new Map<Topic, Set<Listener>>(topics.map((topic) => [topic, new Set()]))
  return {
    on: (topic, listener) => {
      listeners.get(topic)?.add(listener)
      return () => void listeners.get(topic)?.delete(listener)
    },
    emit: (topic, payload) => {
      for (const listener of listeners.get(topic) ?? []) {
        try {
          listener(payload)
        } catch (error) {
          log.error({ err: error, topic }, 'listener failed')
        }
      }
    },
  }
}
