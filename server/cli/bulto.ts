/** The command line of the shop. */
import { runBulto } from './run.ts'
import { processTerminal } from './terminal.ts'

// Only the user that the shop runs as may read the files it writes: they hold password hashes, mails, orders.
process.umask(0o077)
process.exitCode = await runBulto(process.argv.slice(2), processTerminal())
