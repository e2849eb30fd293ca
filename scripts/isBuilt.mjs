// Whether dist/ is what the sources say.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The file whose time is that of the build's begin. */
export const BUILT = `${root}dist/src/cli/main.js`

/** Whether no source has been edited since dist/ was built. */
export function isBuilt() {
  return existsSync(BUILT) && statSync(BUILT).mtimeMs >= Math.max(...['src', 'suites', 'matchers', 'scripts'].flatMap(modificationTimes))
}

function modificationTimes(folder) {
  return readdirSync(root + folder, { recursive: true })
    .filter((name) => /\.(?:ts|mjs)$/.test(name) && !name.endsWith('.test.ts'))
    .map((name) => statSync(`${root}${folder}/${name}`).mtimeMs)
}
