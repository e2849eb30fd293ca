import { expect, test } from 'vitest'
import { atPointer } from './httpSessions.ts'

// RFC 6901, section 5.
const DOCUMENT = { foo: ['bar', 'baz'], '': 0, 'a/b': 1, 'c%d': 2, 'e^f': 3, 'g|h': 4, 'i\\j': 5, 'k"l': 6, ' ': 7, 'm~n': 8 }

test.each([
  ['', DOCUMENT],
  ['/foo', ['bar', 'baz']],
  ['/foo/0', 'bar'],
  ['/', 0],
  ['/a~1b', 1],
  ['/c%d', 2],
  ['/e^f', 3],
  ['/g|h', 4],
  ['/i\\j', 5],
  ['/k"l', 6],
  ['/ ', 7],
  ['/m~0n', 8],
])('the pointer %j of the RFC', (pointer, value) => expect(atPointer(DOCUMENT, pointer)).toEqual(value))

test.each(['/bar', '/foo/2', '/foo/length', '/foo/0/length', '/foo/0/0', '/toString', '/__proto__', '/constructor/name', '//x'])(
  'nothing stands at %s',
  (pointer) => expect(atPointer(DOCUMENT, pointer)).toBeUndefined(),
)

test('an escape is read once', () => expect(atPointer({ '~1': 'own', '/': 'other' }, '/~01')).toBe('own'))
