/** An application with nothing registered yet, for the tests of one feature's calls. */
import Fastify from 'fastify'
import type { Caller } from '../caller.ts'
import { installErrorExit } from '../http/errors.ts'
import { createRequestLimit } from '../http/request-limit.ts'
import type { App } from '../http/route.ts'
import { unauthenticated } from '../refusal.ts'
import { factoryFace } from './factory-face.ts'

/** The caller of each token is what the test says; every page is open and no seller reaches anybody. */
export function bareApp(callers: Readonly<Record<string, Caller>> = {}): App {
  const fastify = Fastify()
  installErrorExit(fastify)
  return {
    fastify,
    sessions: { find: (token) => callers[token] },
    keys: {
      isKey: (token): token is string => token?.startsWith('bulto_') ?? false,
      admit: async () => {
        throw unauthenticated()
      },
    },
    reach: { client: async () => false, user: async () => false, exists: async () => false },
    requests: createRequestLimit(Number.POSITIVE_INFINITY),
    isPageOpen: () => true,
    face: () => factoryFace('Bulto'),
    endpoints: [],
  }
}
