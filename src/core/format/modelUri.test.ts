import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { isAtOpenAI, parseModelUri, withoutCredentials } from './modelUri.ts'

describe('an openai: URI', () => {
  test.each([
    ['openai:gpt-5-mini', 'gpt-5-mini', undefined],
    ['openai:org/model', 'org/model', undefined],
    ['openai:llama3:8b-instruct', 'llama3:8b-instruct', undefined],
    ['openai:m@http://localhost:8000/v1', 'm', 'http://localhost:8000/v1'],
    ['openai:org/m:free@https://example.org/v1', 'org/m:free', 'https://example.org/v1'],
    ['openai:claude@20250101@https://example.org/v1', 'claude@20250101', 'https://example.org/v1'],
    ['openai:a@http-b@http://example.org', 'a@http-b', 'http://example.org'],
    ['openai:m@https://user:pw@example.org/v1', 'm', 'https://user:pw@example.org/v1'],
  ])('%s is a model and perhaps a base URL', (uri, model, baseURL) => {
    expect(parseModelUri(uri)).toEqual({ scheme: 'openai', model, baseURL })
  })

  test('holds any model name, whatever characters it has', () => {
    const name = fc.string({ minLength: 1, unit: 'binary' }).filter((text) => !text.includes('@http'))
    fc.assert(
      fc.property(name, (model) => {
        expect(parseModelUri(`openai:${model}`)).toEqual({ scheme: 'openai', model, baseURL: undefined })
        const baseURL = 'https://example.org/v1'
        expect(parseModelUri(`openai:${model}@${baseURL}`)).toEqual({ scheme: 'openai', model, baseURL })
      }),
    )
  })

  test('may have an endpoint behind a password whose host begins with http', () => {
    const baseURL = 'http://user:pw@http-proxy:8000/v1'
    expect(parseModelUri(`openai:m@${baseURL}`)).toEqual({ scheme: 'openai', model: 'm', baseURL })
  })

  test('is refused when what follows the @ has another scheme than http or https', () =>
    expect(() => parseModelUri('openai:m@httpx://example.org')).toThrow('what follows the @ is no URL'))
})

test.each([
  ['sim:oracle', { scheme: 'sim', policy: 'oracle', parameters: {} }],
  ['sim:degraded?p=0.3', { scheme: 'sim', policy: 'degraded', parameters: { p: '0.3' } }],
  ['replay:runs/a:b', { scheme: 'replay', path: 'runs/a:b' }],
  ['module:./agent.ts#ask', { scheme: 'module', path: './agent.ts', exportName: 'ask' }],
  ['module:./agent.ts', { scheme: 'module', path: './agent.ts', exportName: 'default' }],
  ['module:./c#/agent.ts#ask', { scheme: 'module', path: './c#/agent.ts', exportName: 'ask' }],
  ['panel:openai:a/b@http://h:1/v1;sim:judge', { scheme: 'panel', members: ['openai:a/b@http://h:1/v1', 'sim:judge'] }],
])('the other URIs: %s', (uri, parsed) => expect(parseModelUri(uri)).toEqual(parsed))

describe('a wrong URI is refused with what to do', () => {
  test('no scheme and no name', () => {
    expect(() => parseModelUri('gpt-5')).toThrowErrorMatchingInlineSnapshot(
      `[HoldfastError: Failed to read the model "gpt-5": neither a name from \`models\` nor a URI. Use openai:<model>, sim:<policy>, replay:<path>, module:<file>#<export>, panel:<model>;<model>, or a name from models.]`,
    )
  })

  test('an unknown scheme', () => {
    expect(() => parseModelUri('anthropic:claude')).toThrowErrorMatchingInlineSnapshot(
      `[HoldfastError: Failed to read the model "anthropic:claude": no scheme "anthropic". Use openai:<model>, sim:<policy>, replay:<path>, module:<file>#<export>, panel:<model>;<model>, or a name from models.]`,
    )
  })

  test('nothing after the colon', () => {
    expect(() => parseModelUri('openai:')).toThrowErrorMatchingInlineSnapshot(
      `[HoldfastError: Failed to read the model "openai:": nothing after the colon. Write openai:<something>.]`,
    )
  })

  test('no model before the base URL', () => {
    expect(() => parseModelUri('openai:@http://localhost/v1')).toThrowErrorMatchingInlineSnapshot(
      `[HoldfastError: Failed to read the model "openai:@http://localhost/v1": no model before the @. Write openai:<model>@<baseURL>.]`,
    )
  })

  test('a base URL that is none, shown without its password', () => {
    expect(() => parseModelUri('openai:m@http://user:pw@:99999')).toThrowErrorMatchingInlineSnapshot(
      `[HoldfastError: Failed to read the model "openai:m@http://:99999": what follows the @ is no URL. Write openai:<model>@http://host:port/v1.]`,
    )
  })

  test('an unknown simulated policy, with the near name', () => {
    expect(() => parseModelUri('sim:orcale')).toThrow(
      'Failed to read the model "sim:orcale": no simulated policy "orcale". Did you mean sim:oracle? Policies: oracle, null, echo, wrong, degraded',
    )
  })

  test('a policy that is near to none', () => {
    expect(() => parseModelUri('sim:parrot')).toThrow(
      'Failed to read the model "sim:parrot": no simulated policy "parrot". Policies: oracle, null, echo, wrong, degraded',
    )
  })

  test('a parameter that the policy does not take', () => {
    expect(() => parseModelUri('sim:degraded?p=0.3&q=1')).toThrowErrorMatchingInlineSnapshot(
      `[HoldfastError: Failed to read the model "sim:degraded?p=0.3&q=1": parameters: Unrecognized key: "q". sim:degraded takes p, vary, as sim:degraded?p=….]`,
    )
  })

  test('a parameter for a policy that takes none', () => {
    expect(() => parseModelUri('sim:oracle?p=1')).toThrowErrorMatchingInlineSnapshot(
      `[HoldfastError: Failed to read the model "sim:oracle?p=1": parameters: Unrecognized key: "p". sim:oracle takes no parameters.]`,
    )
  })

  test.each(['1.5', '-0.1', 'half', ''])('a share of %j', (p) => {
    expect(() => parseModelUri(`sim:degraded?p=${p}`)).toThrow(
      `Failed to read the model "sim:degraded?p=${p}": p: expected a number from 0 to 1. sim:degraded takes p, vary, as sim:degraded?p=….`,
    )
  })

  test('a parameter that is missing', () =>
    expect(() => parseModelUri('sim:degraded')).toThrow(
      /^Failed to read the model "sim:degraded": p: it is missing\. sim:degraded takes p, vary, as sim:degraded\?p=…\.$/,
    ))

  test.each(['constructor', 'toString', '__proto__'])('a policy named like a property of every object: %s', (name) => {
    expect(() => parseModelUri(`sim:${name}`)).toThrow(`no simulated policy "${name}"`)
  })
})

test.each([
  ['openai:m', undefined, '', true],
  ['openai:m@https://api.openai.com/v1', undefined, 'http://localhost/v1', true],
  ['openai:m', 'https://gateway.example/v1', '', false],
  ['openai:m', undefined, 'https://gateway.example/v1', false],
  ['openai:m@https://api.openai.com.example/v1', undefined, '', false],
  ['sim:oracle', undefined, '', false],
])('%s with base URL %s and OPENAI_BASE_URL "%s" is at OpenAI: %s', (uri, baseURL, standard, expected) => {
  vi.stubEnv('OPENAI_BASE_URL', standard)
  expect(isAtOpenAI({ uri, baseURL })).toBe(expected)
})

describe('a text without credentials', () => {
  test.each([
    ['openai:m@https://user:hunter22@example.org/v1', 'openai:m@https://example.org/v1'],
    ['openai:m@http://user@example.org/v1', 'openai:m@http://example.org/v1'],
    ['GET HTTPS://user:pw@example.org failed', 'GET HTTPS://example.org failed'],
    ['from http://a:b@one.org to http://c:d@two.org', 'from http://one.org to http://two.org'],
    ['openai:m@http://localhost:8000/v1', 'openai:m@http://localhost:8000/v1'],
    ['see http://example.org/@someone', 'see http://example.org/@someone'],
    ['openai:m@https://example.org/v1?api-version=1&api-key=abc12345', 'openai:m@https://example.org/v1?api-version=1&api-key=[redacted]'],
  ])('%s', (text, clean) => expect(withoutCredentials(text)).toBe(clean))

  test('loses the whole of a password that contains an @', () => {
    // The URL standard takes the last @ before the path as the end of the credentials.
    expect(new URL('https://user:hunt@er22@example.org/v1').host).toBe('example.org')
    expect(withoutCredentials('https://user:hunt@er22@example.org/v1')).toBe('https://example.org/v1')
  })
})
