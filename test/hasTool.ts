import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../src/core/base/packageRoot.ts'

/** Whether this checkout has a tool: the folder of any may be deleted, and the tests of others go on. */
export const hasTool = (name: string): boolean => existsSync(join(packageRoot, 'src', 'tools', name, 'tool.ts'))

/** Whether a path lies in no tool that was deleted. */
export function isThere(path: string): boolean {
  const [, tool] = /^src\/tools\/([^/]+)\//.exec(path) ?? []
  return tool === undefined || hasTool(tool)
}
