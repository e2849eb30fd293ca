import { describe, expect, test } from 'vitest'
import { credentialsIn, withoutCredentials } from './urlCredentials.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')

describe('credentials of URLs', () => {
  test.each([
    ['postgres://app:s3cret-pw@db:5432/app', ['s3cret-pw', base64('app:s3cret-pw')]],
    ['redis://:s3cret-pw@cache:6379', ['s3cret-pw', base64(':s3cret-pw')]],
    ['mongodb+srv://a:b%40c%2F1@h1,h2/app', ['b%40c%2F1', 'b@c/1', base64('a:b%40c%2F1'), base64('a:b@c/1')]],
    ['https://ghx_0123456789abcdef@git.example.org/x', ['ghx_0123456789abcdef', base64('ghx_0123456789abcdef')]],
    ['https://me:hunt@er22@example.org/v1', ['hunt@er22', base64('me:hunt@er22')]],
    ['amqp://u:pa/ss1@queue', ['pa/ss1', base64('u:pa/ss1')]],
    ['app:s3cret-pw@tcp(db:3306)/app', ['s3cret-pw', base64('app:s3cret-pw')]],
    ['openai:m@http://bob:s3cret-pw@host/v1', ['s3cret-pw', base64('bob:s3cret-pw')]],
    ['https://host/v1?api-version=2024&api-key=abc%2F12#x', ['abc%2F12', 'abc/12']],
    ['https://store/b?sv=1&sig=a1B2%3D&se=3', ['a1B2%3D', 'a1B2=']],
  ])('of %s are found', (text, credentials) => expect([...new Set(credentialsIn(text))]).toEqual(credentials))

  test.each([
    'git+ssh://git@github.com/org/repo.git',
    'git@github.com:org/repo.git',
    'https://registry:4873/@scope/package',
    'https://host/v1?api-version=2024-10-21&page=2',
    'npm:vite@7.0.0',
    'me@example.org',
  ])('there are none in %s', (text) => expect(credentialsIn(text)).toEqual([]))
})

test.each([
  ['openai:m@https://h/v1?api-key=abc12345', 'openai:m@https://h/v1?api-key=[redacted]'],
  ['https://h/v1?api-version=2024-10-21&key=abc&x=1', 'https://h/v1?api-version=2024-10-21&key=[redacted]&x=1'],
  ['at "https://f.example.net/api?code=Ab%2F1&sig=x-y" twice', 'at "https://f.example.net/api?code=[redacted]&sig=[redacted]" twice'],
  ['panel:openai:a@http://x?token=t0ken1;openai:b', 'panel:openai:a@http://x?token=[redacted];openai:b'],
  ['https://u:p@h/?access_token=abc, see https://h/?id=1', 'https://h/?access_token=[redacted] see https://h/?id=1'],
  ['sim:judge?key=value', 'sim:judge?key=value'],
  ['https://h/?auth=true&tokens=100', 'https://h/?auth=true&tokens=100'],
])('a text without credentials of URLs: %s', (text, clean) => expect(withoutCredentials(text)).toBe(clean))
