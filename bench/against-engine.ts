/** The engine's figures for `bench -- against`, run inside the repository that is compared; prints them as JSON. */
import { measureEngine } from './engine.ts'

console.log(JSON.stringify(await measureEngine(process.argv.slice(2).map(Number))))
