// First module of a worker thread when the service runs from its TypeScript sources: it teaches the
// thread to read them, then loads the worker named in this module's own address.
import { register } from 'tsx/esm/api'

register()
await import(new URL(import.meta.url).searchParams.get('entry') ?? '')
