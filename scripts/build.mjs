// Builds dist/ and makes `npx holdfast` work in this checkout.
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, rmSync, symlinkSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
rmSync(`${root}dist`, { recursive: true, force: true })
execFileSync(process.execPath, [`${root}node_modules/typescript/bin/tsc`, '-p', `${root}tsconfig.build.json`], { stdio: 'inherit' })
// npm links a bin as it is, and tsc writes files without the bit.
chmodSync(`${root}dist/src/cli/main.js`, 0o755)
// npm links every package's bin except the checkout's own; without a link, npx would install the checkout into its cache.
const bin = `${root}node_modules/.bin`
if (existsSync(bin) && process.platform !== 'win32') {
  rmSync(`${bin}/holdfast`, { force: true })
  symlinkSync('../../dist/src/cli/main.js', `${bin}/holdfast`)
}
