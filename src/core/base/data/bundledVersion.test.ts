import { describe, expect, test } from 'vitest'
import { bundledVersion, isBundled, readBundled } from './bundledVersion.ts'

describe('a setting of the data', () => {
  test.each([
    ['bundled', 'bundled'],
    ['bundled@2', 'bundled'],
    ['bundled@1', 'bundled@1'],
  ])('%s is bundled, in the plain form %s', (data, plain) => {
    expect(isBundled(data)).toBe(true)
    expect(readBundled(data, 'HOLDFAST_DATA')).toBe(plain)
  })

  test.each(['data', './bundled@1', '/bundled', 'bundled-2'])('%s is a folder', (data) => expect(isBundled(data)).toBe(false))

  test.each(['3', '0', '', 'old', '01'])('that asks for version %j is one clear error', (version) => {
    expect(() => readBundled(`bundled@${version}`, 'HOLDFAST_DATA')).toThrow(
      `Failed to read HOLDFAST_DATA: the bundled data has no version "${version}". Use bundled@1 for the older items, or bundled for the newest.`,
    )
  })
})

test.each([
  ['bundled', 2, 2],
  ['bundled@1', 2, 1],
  ['/data', 2, 2],
  ['bundled', 1, 1],
  ['bundled@1', 1, 1],
] as const)('the version of a suite’s items of %s is, where the newest is %i, %i', (data, newest, version) => {
  expect(bundledVersion(data, newest)).toBe(version)
})
