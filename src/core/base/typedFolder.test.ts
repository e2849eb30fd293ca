import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { otherFolder, typedPath } from './typedFolder.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

describe('a script of a workspace, typed at the root', () => {
  const [root, bot] = [join('/', 'ws'), join('/', 'ws', 'packages', 'bot')]
  const typedAt = (cwd: string, initial: string | undefined) => {
    vi.spyOn(process, 'cwd').mockReturnValue(cwd)
    vi.stubEnv('INIT_CWD', initial)
    vi.stubEnv('PROJECT_CWD', undefined)
  }

  test('has paths from the root, and says where its commands run', () => {
    typedAt(bot, root)
    expect(typedPath(join(bot, 'reports', 'a'))).toBe(join('packages', 'bot', 'reports', 'a'))
    expect(otherFolder(bot)).toBe(join('packages', 'bot'))
  })

  test('typed in the workspace has paths from there', () => {
    for (const initial of [bot, undefined]) {
      typedAt(bot, initial)
      expect(typedPath(join(bot, 'reports', 'a'))).toBe(join('reports', 'a'))
      expect(otherFolder(bot)).toBe(undefined)
    }
  })

  // `yarn workspace bot run eval` at the root has the same variables as `yarn run eval` in the workspace.
  test('has whole paths in a workspace of Yarn, which does not say where it was typed', () => {
    typedAt(bot, bot)
    vi.stubEnv('PROJECT_CWD', root)
    expect(typedPath(join(bot, 'reports', 'a'))).toBe(join(bot, 'reports', 'a'))
    expect(otherFolder(bot)).toBe(bot)
    vi.stubEnv('PROJECT_CWD', bot)
    expect(typedPath(join(bot, 'reports', 'a'))).toBe(join('reports', 'a'))
    expect(otherFolder(bot)).toBe(undefined)
  })

  test('a variable that another command left does not count', () => {
    for (const initial of [join('/', 'elsewhere'), join('/', 'ws', 'pack'), 'packages', '']) {
      typedAt(bot, initial)
      expect(typedPath(join(bot, 'reports', 'a'))).toBe(join('reports', 'a'))
    }
  })

  test('a run at the root of a project that lies within it has paths from the root', () => {
    typedAt(root, root)
    expect(typedPath(join(bot, 'reports', 'a'))).toBe(join('packages', 'bot', 'reports', 'a'))
    expect(otherFolder(bot)).toBe(join('packages', 'bot'))
  })

  test('of a project elsewhere, paths are whole', () => {
    typedAt(root, undefined)
    expect(typedPath(join('/', 'other', 'a'))).toBe(join('/', 'other', 'a'))
    expect(otherFolder(join('/', 'other'))).toBe(join('/', 'other'))
  })
})
