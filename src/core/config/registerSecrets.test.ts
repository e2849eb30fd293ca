import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { redactSecrets } from '../base/secrets.ts'
import { registerEnvironment, registerLateVariables, registerSecrets, weakSecrets } from './registerSecrets.ts'
import { resolveConfig } from './resolve.ts'
import type { HoldfastOptions } from './schema.ts'

/** The project's root, which is removed after the test. */
function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'holdfast-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  return path
}

function setVariable(name: string, value: string): void {
  vi.stubEnv(name, value)
  onTestFinished(() => void vi.unstubAllEnvs())
}

const register = (options: HoldfastOptions = {}, root = folder()) => registerSecrets(resolveConfig(options, {}, root, []))

describe('a run knows as secret', () => {
  test('what the environment holds, by name and by value', () => {
    setVariable('SOME_SERVICE_KEY', 'env-Value-11111111')
    setVariable('SOME_SERVICE_AT', 'https://me:env-Value-22222222@host')
    register()
    expect(redactSecrets('env-Value-11111111 and env-Value-22222222')).toBe('[redacted] and [redacted]')
  })

  test('the keys of every model of the configuration, used or not', () => {
    setVariable('PET_NAME', 'model-Value-1111111')
    setVariable('OTHER_PET', 'model-Value-2222222')
    setVariable('THIRD_PET', 'model-Value-3333333')
    register({
      models: {
        idle: { uri: 'openai:idle', apiKeyEnv: 'PET_NAME' },
        other: { uri: 'openai:other', headers: { 'x-pet': '$OTHER_PET' }, query: { pet: '$THIRD_PET' } },
      },
    })
    expect(redactSecrets('model-Value-1111111 model-Value-2222222 model-Value-3333333')).toBe('[redacted] [redacted] [redacted]')
  })

  test('the credentials in URLs of the models that it uses', () => {
    register({ model: 'openai:m@https://host/v1?api-key=url-Value-1111111', judge: 'openai:m@https://me:url-Value-2222222@host/v1' })
    expect(redactSecrets('url-Value-1111111 url-Value-2222222')).toBe('[redacted] [redacted]')
  })

  test('what files .env of the root hold, but their examples', () => {
    const root = folder()
    writeFileSync(join(root, '.env'), 'FILE_TOKEN=file-Value-11111111\n')
    writeFileSync(join(root, '.env.local'), 'export FILE_TOKEN="file-Value-22222222"\n')
    writeFileSync(join(root, '.env.example'), 'FILE_TOKEN=file-Value-33333333\n')
    mkdirSync(join(root, '.env.d'))
    register({}, root)
    expect(redactSecrets('file-Value-11111111 file-Value-22222222 file-Value-33333333')).toBe('[redacted] [redacted] file-Value-33333333')
  })

  test('what an application adds to its environment', () => {
    registerEnvironment()
    setVariable('ADDED_LATER_TOKEN', 'late-Value-11111111')
    expect(redactSecrets('late-Value-11111111')).toBe('late-Value-11111111')
    registerLateVariables()
    expect(redactSecrets('late-Value-11111111')).toBe('[redacted]')
  })
})

test('variables that are too weak are named, without what is no secret at all', () => {
  registerEnvironment({
    WEAK_PASSWORD: 'holdfast',
    WEAK_URL: 'postgres://app:app@db/app',
    NO_TOKEN: 'false',
    SSH_AUTH_SOCK: '/tmp/agent.1',
    STRONG_KEY: 'not-Weak-123456789',
  })
  expect(weakSecrets().filter((name) => /WEAK|NO_|SSH|STRONG/.test(name))).toEqual(['WEAK_PASSWORD', 'WEAK_URL'])
})
