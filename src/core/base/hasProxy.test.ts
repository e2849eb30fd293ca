import { afterEach, expect, test, vi } from 'vitest'
import { hasProxy } from './hasProxy.ts'

afterEach(() => void vi.unstubAllEnvs())

test.each<[Record<string, string>, boolean | string]>([
  [{}, false],
  [{ HTTP_PROXY: 'http://localhost:3128' }, true],
  [{ https_proxy: 'HTTPS://user:pass@proxy' }, true],
  [{ HTTP_PROXY: 'localhost:3128' }, 'HTTP_PROXY holds no address'],
  [{ HTTPS_PROXY: 'socks5://localhost:1080' }, 'HTTPS_PROXY holds no address'],
  [{ https_proxy: '//user:secret@proxy' }, 'https_proxy holds no address'],
  [{ http_proxy: 'http://proxy', HTTP_PROXY: 'proxy' }, true],
  [{ HTTP_PROXY: 'localhost:3128', NO_PROXY: '*' }, false],
])('%j', (variables, expected) => {
  for (const name of ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY', 'no_proxy', 'NO_PROXY']) vi.stubEnv(name, variables[name])
  if (typeof expected === 'boolean') return expect(hasProxy()).toBe(expected)
  expect(hasProxy).toThrow(`Failed to set up the proxy: ${expected} that begins with http:// or https://. Write it as http://host:port.`)
})
