import { defineConfig } from '@playwright/test'
import { browserArgs, browserPath } from './scripts/lib/browser-path.mjs'

const PHONE =
  'Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './e2e/support/global-setup.ts',
  outputDir: 'test-results/e2e',
  workers: 2,
  // The landing check names what passed only at its second try.
  retries: process.env.CI ? 1 : 0,
  timeout: 60_000,
  // What is expected has longer than a person would give it: two browsers and two shops share two processors.
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  use: {
    locale: 'es-AR',
    timezoneId: 'America/Argentina/Buenos_Aires',
    // Tests wait for states; a movement on the way there takes their time and tells nothing.
    contextOptions: { reducedMotion: 'reduce' },
    // What a worker answers never reaches a test's own routes; the tests of the worker allow it.
    serviceWorkers: 'block',
    // Recording every test costs a third of the run; BULTO_TRACE=1 brings it back for the one that fails.
    trace: process.env.BULTO_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: await browserPath(), args: browserArgs },
  },
  projects: [
    { name: 'escritorio', grepInvert: /@phone-only/, use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'celular',
      // What looks, scrolls, folds or is reached differently there, and each way to an order once (decision 0186).
      grep: /@phone/,
      use: {
        viewport: { width: 390, height: 844 },
        isMobile: true,
        hasTouch: true,
        userAgent: PHONE,
      },
    },
  ],
})
