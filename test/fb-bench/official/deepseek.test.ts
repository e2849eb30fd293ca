import { expect, test } from 'vitest'
import { hasShared } from '../../shared.ts'
import { describeRecorded, readExpected } from './describeRecorded.ts'

describeRecorded('DeepSeek-V3')

test.skipIf(!hasShared)('the published figures of DeepSeek-V3 are those of the paper repository', () => {
  expect(readExpected('DeepSeek-V3')).toMatchObject({ ec: 74.24, rm: 75.48, overall: 74.86 })
})
