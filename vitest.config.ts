import { defineConfig } from 'vitest/config'

const SLOW = '**/*.slow.test.ts'
/** One replaces a module for all that is imported after it, one counts the statements of its whole process. */
const ALONE = ['server/people/accounts/accounts.test.ts', 'server/db/preparing-client.test.ts']

export default defineConfig({
  test: {
    // A process that runs one file after the other imports the server once; it takes half the time of one for each file.
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          include: ['{contract,engine,server,scripts,bench,testkit}/**/*.test.ts'],
          exclude: [SLOW, ...ALONE],
          isolate: false,
          setupFiles: './server/test/before-each-file.ts',
        },
      },
      // These replace fetch, clocks and storage, or are heavy enough to want a process of their own.
      { extends: true, test: { name: 'apart', include: ['web/**/*.test.{ts,tsx}', SLOW, ...ALONE] } },
    ],
    environment: 'node',
    globalSetup: './server/test/global-setup.ts',
    // Processes, not threads: tests open databases and native modules of their own.
    pool: 'forks',
    maxWorkers: 2,
    // As in the browser: what fails twice is broken, and the log names what failed once.
    retry: process.env.CI ? 1 : 0,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // What is polled for has longer than a second: a busy machine may not have looked once by then.
    expect: { poll: { timeout: 20_000, interval: 20 } },
  },
})
