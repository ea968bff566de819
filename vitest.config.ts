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
          include: ['{contract,engine,server,try,scripts,bench,testkit}/**/*.test.ts'],
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
    // The landing check names what passed only at its second try. A property that failed has shown a fault: other cases would hide it.
    retry: process.env.CI ? { count: 1, condition: /^(?!Property failed)/ } : 0,
    tags: [{ name: 'timed', description: 'Judges a time; a release runs it, a landing does not.' }],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // What is polled for has longer than a second: a busy machine may not have looked once by then.
    expect: { poll: { timeout: 20_000, interval: 20 } },
  },
})
