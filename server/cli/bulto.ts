/** The command line of the shop. */
import { runBulto } from './run.ts'
import { processTerminal } from './terminal.ts'

process.exitCode = await runBulto(process.argv.slice(2), processTerminal())
