// Builds dist/ and makes `npx holdfast` work in this checkout.
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
// Built aside and swapped in, so that a command that runs meanwhile finds the old files or the new ones.
const fresh = `${root}dist-${process.pid}`
execFileSync(process.execPath, [`${root}node_modules/typescript/bin/tsc`, '-p', `${root}tsconfig.build.json`, '--outDir', fresh], {
  stdio: 'inherit',
})
// npm links a bin as it is, and tsc writes files without the bit.
chmodSync(`${fresh}/src/cli/main.js`, 0o755)
rmSync(`${root}dist`, { recursive: true, force: true })
renameSync(fresh, `${root}dist`)
// npm links every package's bin except the checkout's own; without a link, npx would install the checkout into its cache.
const bin = `${root}node_modules/.bin`
if (existsSync(bin) && process.platform !== 'win32') {
  rmSync(`${bin}/holdfast`, { force: true })
  symlinkSync('../../dist/src/cli/main.js', `${bin}/holdfast`)
}
