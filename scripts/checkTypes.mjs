// Checks the types of all code: the project's, and that of each page's script, which knows a browser and not Node.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { clients } from './clients.mjs'

const tsc = createRequire(import.meta.url)
  .resolve('typescript7/package.json')
  .replace('package.json', 'bin/tsc')
const scripts = clients().map(({ folder }) => folder)
for (const project of ['.', ...scripts.filter((folder) => existsSync(`${folder}/tsconfig.json`))]) {
  try {
    execFileSync(process.execPath, [tsc, '-p', project], { stdio: 'inherit' })
  } catch {
    process.exit(1)
  }
}
