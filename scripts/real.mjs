// Runs every suite on real models, and keeps the runs as recordings that ship: docs/guides/small-models.md and
// fixtures/recorded/README.md say how. `npm run real -- --help` lists what it does.
import { execFileSync } from 'node:child_process'
import { register } from 'node:module'
import { isBuilt } from './isBuilt.mjs'

if (!isBuilt()) execFileSync('npm', ['run', 'build'], { stdio: ['ignore', 2, 2] })
register('./typescriptHooks.mjs', import.meta.url)
const { main } = await import('./real/main.ts')
process.exitCode = await main(process.argv.slice(2))
