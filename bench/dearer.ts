/** The process of `npm run test:dearer`. */
import { runGuard } from './guard.ts'

process.exitCode = (await runGuard(process.argv.slice(2))) ? 0 : 1
