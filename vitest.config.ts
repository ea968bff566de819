import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,engine,server,web,scripts,bench,testkit}/**/*.test.{ts,tsx}'],
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
