import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, onTestFinished } from 'vitest'

/** An empty folder that is removed after the test that asks for it. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** An empty folder that is removed after all tests of the file, or of the group, that asks for it while it is collected. */
export function sharedTemporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
