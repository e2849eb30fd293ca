// The house: which room may import which. `npm run check` fails where a file breaks a rule; an import of a type counts like any other.
// The map with what each room is for: docs/architecture.md.

/** The rooms of the engine, from the ground up. A room imports itself and the rooms before it. */
const ROOMS = ['src/core', 'src/models', 'src/judging', 'src/deciding', 'src/reports', 'src/running|matchers']

/** Rooms within the first, from the ground up. */
const CORE = ['src/core/base', 'src/core/format', 'src/core/(?:stats|config)']

/** Files that tests alone use may look everywhere. */
const TESTS = '\\.test(-d)?\\.ts$|^src/tools/[^/]+/(?:test|e2e|bench)/'

/** Files that a process begins with: they tell the engine of its tools and suites. */
const ENTRIES = '^src/(?:plugin|cli/main|running/worker/setup|running/vitest/suiteProcess|tools/shrink/caseProcess)\\.ts$'

/** Scripts of pages run in a browser: they share the report page's own, and of the rest what is named here, which needs no Node. */
const BROWSER = '^src/tools/.+/(?:client|shared)/'
const BROWSER_WORDS = 'core/base/text/counted\\.ts$'

/** An entry of the package that declares the matchers for the types of users' tests. The kit cannot: commands load it outside Vitest. */
const DECLARES = '^src/tools/explore/index\\.ts$'

const inside = (room) => `^(?:${room})/`

/** A room imports no room above it: none that follows it in the list, and nothing that is built on the engine. */
const rising = (rooms, beyond) =>
  rooms.flatMap((room, row) => {
    const path = [...rooms.slice(row + 1).map(inside), ...beyond]
    if (path.length === 0) return []
    return {
      name: `${room} imports no room above it`,
      severity: 'error',
      from: { path: inside(room), pathNot: `${TESTS}|${ENTRIES}` },
      to: { path },
    }
  })

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...rising(ROOMS, ['^src/cli/', '^src/tools/', '^suites/', '^src/(?:index|kit|plugin|registered)\\.ts$']),
    ...rising(CORE, []),
    {
      name: 'tools and suites import of the engine src/kit.ts alone',
      severity: 'error',
      from: { path: '^(?:src/tools|suites)/[^/]+/', pathNot: `${TESTS}|${BROWSER}|${ENTRIES}|${DECLARES}` },
      to: { path: '^(?:src|matchers)/', pathNot: '^src/(?:kit\\.ts$|tools/)' },
    },
    {
      name: 'the script of a page imports of the engine the page alone',
      severity: 'error',
      from: { path: BROWSER, pathNot: TESTS },
      to: { path: '^(?:src|matchers|suites)/', pathNot: `^src/(?:(?:tools|reports/page/(?:client|shared))/|${BROWSER_WORDS})` },
    },
    {
      name: 'no tool imports another tool',
      severity: 'error',
      from: { path: '^src/tools/([^/]+)/' },
      to: { path: '^src/tools/[^/]+/', pathNot: '^src/tools/$1/' },
    },
    {
      name: 'no suite imports another suite',
      severity: 'error',
      from: { path: '^suites/([^/]+)/', pathNot: TESTS },
      to: { path: '^suites/[^/]+/', pathNot: '^suites/$1/' },
    },
    {
      name: 'no tool imports a suite, and no suite a tool',
      severity: 'error',
      from: { path: '^(src/tools|suites)/[^/]+/', pathNot: TESTS },
      to: { path: '^(?:src/tools|suites)/', pathNot: '^$1/' },
    },
    {
      name: 'only the list of tools imports a tool',
      severity: 'error',
      from: { path: '^(?:src|matchers|suites|test)/', pathNot: '^src/tools/' },
      to: { path: '^src/tools/[^/]+/' },
    },
    {
      name: 'only the list of suites imports a suite',
      severity: 'error',
      from: { path: '^(?:src|matchers)/', pathNot: TESTS },
      to: { path: '^suites/[^/]+/' },
    },
    {
      name: 'only src/registered.ts imports the lists of tools and suites',
      severity: 'error',
      from: { path: '^(?:src|matchers|suites)/', pathNot: `^src/registered\\.ts$|${TESTS}` },
      to: { path: '^(?:src/tools/index|suites/bundled)\\.ts$' },
    },
    {
      name: 'only an entry of a process imports src/registered.ts',
      severity: 'error',
      from: { path: '^(?:src|matchers|suites)/', pathNot: `${ENTRIES}|${TESTS}` },
      to: { path: '^src/registered\\.ts$' },
    },
    { name: 'no circle of imports', severity: 'error', from: { pathNot: TESTS }, to: { circular: true } },
    {
      name: 'only src/running/vitest imports vitest/node',
      severity: 'error',
      from: { path: '^(?:src|suites|matchers)/', pathNot: `^src/running/vitest/|${ENTRIES}|${TESTS}` },
      to: { path: '^vitest/node$|node_modules/vitest/dist/node\\.' },
    },
  ],
  options: { doNotFollow: { path: 'node_modules' }, tsPreCompilationDeps: true, tsConfig: { fileName: 'tsconfig.json' } },
}
