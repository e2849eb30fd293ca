// The layers of the source, from the ground up. `npm run check` fails where a file imports one of its own row's other rooms or
// of a row above it; an import of a type counts like any other. The map with what each room is for: docs/architecture.md.
const LAYERS = [
  { rooms: ['src/core/base'] },
  { rooms: ['src/core/format'] },
  { rooms: ['src/core/stats', 'src/core/config'] },
  { rooms: ['src/models'] },
  { rooms: ['src/judging'] },
  { rooms: ['src/judging/questions'] },
  { rooms: ['src/judging/dialogue', 'src/deciding'] },
  { rooms: ['src/reports'] },
  { rooms: ['src/tools/data', 'src/tools/exchange'] },
  { rooms: ['src/running/worker|matchers'] },
  { rooms: ['suites', 'src/tools/explore'] },
  { rooms: ['src/running/vitest'] },
  { rooms: ['src/cli'] },
]

/** Files that tests alone use may look everywhere. */
const TESTS = '\\.test(-d)?\\.ts$'

const inRoom = (room) => `^(?:${room})/`

/** A room imports itself and what stands in the rows below it. */
const layerRules = LAYERS.flatMap(({ rooms }, row) =>
  rooms.map((room) => {
    const above = LAYERS.flatMap((layer, other) => (other < row ? [] : layer.rooms.filter((name) => name !== room)))
    return {
      name: `${room} imports only what stands below it`,
      severity: 'error',
      from: { path: inRoom(room), pathNot: TESTS },
      to: { path: [...above.map(inRoom), '^src/index\\.ts$'] },
    }
  }),
)

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...layerRules,
    { name: 'no circle of imports', severity: 'error', from: { pathNot: TESTS }, to: { circular: true } },
    {
      name: 'no suite imports another',
      severity: 'error',
      from: { path: '^suites/([^/]+)/', pathNot: TESTS },
      to: { path: '^suites/', pathNot: '^suites/$1/' },
    },
    {
      name: 'only src/running/vitest imports vitest/node',
      severity: 'error',
      from: { path: '^(?:src|suites|matchers)/', pathNot: `^src/running/vitest/|${TESTS}` },
      to: { path: '^vitest/node$|node_modules/vitest/dist/node\\.' },
    },
  ],
  options: { doNotFollow: { path: 'node_modules' }, tsPreCompilationDeps: true, tsConfig: { fileName: 'tsconfig.json' } },
}
