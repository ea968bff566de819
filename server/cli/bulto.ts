/** The command line of the shop. */
import { runBulto } from './run.ts'
import { processTerminal } from './terminal.ts'

// What the shop writes (password hashes, mails, orders) is for the user it runs as, and nobody else.
process.umask(0o077)
process.exitCode = await runBulto(process.argv.slice(2), processTerminal())
