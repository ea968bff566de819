/**
 * The import rules of ARCHITECTURE.md, checked by `npm run check` and by scripts/architecture.test.ts, which also
 * proves that each one fires.
 */

/** Tests and what they are made with: factories, samples, the slow and obvious twin of something fast. */
const TESTS = ['\\.test\\.tsx?$', '^server/test/', '/(oracle|sample-[^/]+)\\.ts$']
/** A port's interface: port.ts or the file with the name of its folder. */
const PORT_INTERFACE = '^server/ports/([^/]+)/(\\1|port)\\.ts$'

/** What the business does, each in a folder with a SPEC.md. */
const CONTEXTS = 'ordering|catalogue|media|settings|people|papers|erp|audit|office'
/** What a context lets others call: server/erp/erp.ts. */
const FACE = `^server/(${CONTEXTS})/\\1\\.ts$`

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'contract-is-a-leaf',
      comment: 'The wire is shared by browser and server: it may import zod/mini and itself.',
      severity: 'error',
      from: { path: '^contract/', pathNot: TESTS },
      to: { pathNot: ['^contract/', '(^|/)node_modules/zod/mini/'] },
    },
    {
      name: 'web-never-server',
      comment: 'The browser knows the contract, never the server or a module of Node.',
      severity: 'error',
      from: { path: '^web/', pathNot: TESTS },
      to: { path: ['^server/', '^node:'] },
    },
    {
      name: 'try-reads-and-searches',
      comment: 'The page to try has of the server what reads files and headings, and nothing of Node.',
      severity: 'error',
      from: { path: '^try/', pathNot: TESTS },
      to: {
        path: ['^server/', '^node:'],
        pathNot: ['^server/spreadsheets/', '^server/ordering/readers/sheet/column-words\\.rules\\.ts$'],
      },
    },
    {
      name: 'server-never-web',
      comment: 'The server serves what the build made of web/; it never imports it.',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^web/' },
    },
    {
      name: 'web-features-apart',
      comment: 'What two features of the web app share belongs to contract/, web/shop/, web/ui/ or web/lib/.',
      severity: 'error',
      from: { path: '^web/features/([^/]+)/' },
      to: { path: '^web/features/', pathNot: '^web/features/$1/' },
    },
    {
      name: 'web-rooms-apart',
      comment: 'Nor do two features of one context know each other.',
      severity: 'error',
      from: { path: '^web/features/([^/]+)/([^/]+)/' },
      to: { path: '^web/features/$1/', pathNot: '^web/features/$1/$2/' },
    },
    {
      name: 'web-shared-below-features',
      comment: 'Building blocks, helpers and what screens share know no feature and no frame.',
      severity: 'error',
      from: { path: '^web/(ui|lib|shop)/' },
      to: { path: '^web/(features|shell|routes\\.tsx?$|main\\.tsx?$)' },
    },
    {
      name: 'web-lib-below-blocks',
      comment: 'The technical part (calls, cache, address, forms) knows neither a block nor what the shop is about.',
      severity: 'error',
      from: { path: '^web/lib/' },
      to: { path: '^web/(ui|shop)/' },
    },
    {
      name: 'web-ui-below-shop',
      comment: 'A building block knows no cart and no client: it fits any shop.',
      severity: 'error',
      from: { path: '^web/ui/' },
      to: { path: '^web/shop/' },
    },
    {
      name: 'ui-no-fetching-no-routing',
      comment: 'A building block gets its data and its links from whoever uses it.',
      severity: 'error',
      from: { path: '^web/ui/' },
      to: {
        path: [
          '^web/lib/(api|query-client|session|router|navigation)\\.',
          '(^|/)node_modules/@tanstack/react-(query|router)/',
        ],
      },
    },
    {
      name: 'contexts-by-their-face',
      comment:
        'A context is called by its face, server/<context>/<context>.ts; its routes by the app, its pure rules by rules.',
      severity: 'error',
      from: {
        path: '^(server|testkit|scripts)/',
        pathNot: [...TESTS, '\\.rules\\.ts$', `^server/(${CONTEXTS})/`],
      },
      to: { path: `^server/(${CONTEXTS})/`, pathNot: [FACE, '\\.routes\\.ts$'] },
    },
    {
      name: 'contexts-apart',
      comment: 'One context reaches another one by its face.',
      severity: 'error',
      from: { path: `^server/(${CONTEXTS})/`, pathNot: [...TESTS, '\\.rules\\.ts$'] },
      to: { path: `^server/(${CONTEXTS})/`, pathNot: ['^server/$1/', FACE] },
    },
    {
      name: 'routes-only-by-the-app',
      comment: 'A call is registered once, in server/app.ts.',
      severity: 'error',
      from: { path: '^server/', pathNot: [...TESTS, '^server/app\\.ts$'] },
      to: { path: `^server/(${CONTEXTS})/.*\\.routes\\.ts$` },
    },
    {
      name: 'face-is-for-others',
      comment: 'Rooms of one context import each other, not their own face: that would close circles.',
      severity: 'error',
      from: { path: `^server/(${CONTEXTS})/.+` },
      to: { path: '^server/$1/$1\\.ts$' },
    },
    {
      name: 'ordering-knows-the-catalogue',
      comment: 'Lines and codes know the catalogue and no other feature: whoever orders stands in front of them.',
      severity: 'error',
      from: { path: '^server/ordering/(lines|codes)/', pathNot: TESTS },
      to: {
        path: `^server/(${CONTEXTS}|page)/`,
        pathNot: ['^server/ordering/(lines|codes)/', '^server/catalogue/catalogue\\.ts$'],
      },
    },
    {
      name: 'cells-end-in-readers',
      comment:
        'A line has a number for its quantity: no reader of spreadsheet cells stands behind the way into a cart.',
      severity: 'error',
      from: { path: '^server/ordering/(lines|codes)/', pathNot: TESTS },
      to: { path: '^server/(spreadsheets|ordering/readers)/' },
    },
    {
      name: 'use-cases-know-no-http',
      comment:
        'A use case refuses (server/refusal.ts) and knows its caller (server/caller.ts); requests are for routes.',
      severity: 'error',
      from: { path: '\\.(service|rules|queries)\\.ts$', pathNot: TESTS },
      to: { path: '^server/http/' },
    },
    {
      name: 'queries-only-db',
      comment: 'SQL only: the database, the query builder, the contract, and their own pure neighbours.',
      severity: 'error',
      from: { path: '^server/(.+/)[^/]+\\.queries\\.ts$' },
      to: {
        pathNot: [
          '^server/db/',
          '^contract/',
          '(^|/)node_modules/kysely/',
          '^server/$1[^/]+\\.(queries|rules|types)\\.ts$',
        ],
      },
    },
    {
      name: 'rules-are-pure',
      comment: 'Rules import the contract, each other and the pure engine: nothing that could read or write anything.',
      severity: 'error',
      from: { path: '\\.rules\\.ts$|^contract/rules\\.ts$' },
      to: {
        pathNot: [
          '^contract/',
          '\\.(rules|types)\\.ts$',
          '(^|/)node_modules/zod/mini/',
          '^engine/',
          // Names and types of columns, and nothing else.
          '^server/db/article-columns\\.ts$',
          // Pure as well: folded texts, constants, and the face of given settings.
          '^server/lib/(search-text|brand-colours|cut-text|face)\\.ts$',
        ],
      },
    },
    {
      name: 'engine-is-pure',
      comment:
        'The catalogue engine runs in the server and in the browser: pure functions over the contract and itself.',
      severity: 'error',
      from: { path: '^engine/', pathNot: TESTS },
      to: { pathNot: ['^engine/', '^contract/'] },
    },
    {
      name: 'adapters-only-where-composed',
      comment: 'Whoever uses a port imports its interface; main, the command line and tests choose adapters.',
      severity: 'error',
      from: { path: '^server/', pathNot: [...TESTS, '^server/main\\.ts$', '^server/cli/', '^server/ports/'] },
      to: { path: '^server/ports/[^/]+/', pathNot: PORT_INTERFACE },
    },
    {
      name: 'adapters-apart',
      comment: "An adapter knows its own port's folder and other ports' interfaces.",
      severity: 'error',
      from: { path: '^server/ports/([^/]+)/', pathNot: TESTS },
      to: { path: '^server/ports/', pathNot: ['^server/ports/$1/', PORT_INTERFACE] },
    },
    {
      name: 'product-never-tests',
      comment: 'The product does not depend on what tests, measures or builds it.',
      severity: 'error',
      from: { path: '^(contract|engine|server|web)/', pathNot: TESTS },
      to: { path: [...TESTS, '^(e2e|bench|testkit|scripts)/'] },
    },
    {
      name: 'server-never-development-packages',
      comment: 'What runs in production stands in `dependencies`.',
      severity: 'error',
      // The bootstrap lets worker threads read TypeScript, which a build has none of.
      from: {
        path: '^(contract|engine|server)/',
        pathNot: [...TESTS, '^server/lib/worker-bootstrap\\.mjs$'],
      },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'browser-tests-from-outside',
      comment: 'A browser test knows screens and addresses; what it sets up comes from e2e/support and testkit/.',
      severity: 'error',
      from: { path: '^e2e/[^/]+\\.spec\\.ts$' },
      to: { path: '^(contract|engine|server|web|bench|scripts)/' },
    },
    {
      name: 'tools-never-web',
      comment: 'What measures, tests and builds meets the web app in a browser.',
      severity: 'error',
      from: { path: '^(bench|e2e|testkit|scripts)/' },
      to: { path: '^web/' },
    },
    {
      name: 'testkit-below-tools',
      comment: 'What measuring and browser tests share stands in testkit/, which knows neither of them.',
      severity: 'error',
      from: { path: '^(bench|testkit)/', pathNot: TESTS },
      to: { path: '^(e2e|bench)/', pathNot: '^$1/' },
    },
    {
      name: 'browser-tests-never-bench',
      comment: 'What a browser test shares with the benchmarks stands in testkit/.',
      severity: 'error',
      from: { path: '^e2e/' },
      to: { path: '^bench/' },
    },
    {
      name: 'commands-need-no-package',
      comment: 'On a fresh clone there is none yet: a command prepares first and imports packages afterwards.',
      severity: 'error',
      from: { path: '^scripts/([^/]+|lib/prepare|lib/test-totals)\\.mjs$' },
      to: { path: '(^|/)node_modules/', dynamic: false },
    },
    {
      name: 'no-unknown-imports',
      comment: 'Every import leads somewhere, and every package stands in package.json.',
      severity: 'error',
      from: {},
      // A file of a package that is served as it is: the build finds it or fails.
      to: { couldNotResolve: true, pathNot: ['\\.wasm\\?url$'] },
    },
    {
      name: 'no-cycles',
      comment: 'Who imports whom has a direction.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    // TypeScript 7 has no compiler API: with dependency-cruiser's own choice of parser it would read no module.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
  },
}
