// The build in a process of its own; its argument is the hash that marks it as complete (prepare.mjs).
import { buildAll } from './build-all.mjs'

try {
  await buildAll(process.argv[2] ?? '')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
