import { describe, expect, test } from 'vitest'
import { label } from '../../labels/label.ts'
import { madeQuestion, madeSheet } from '../../test/madeRatingSheet.ts'
import { packSheet } from '../ratingPage.ts'
import { labelLines, labelsFileName } from './labelLines.ts'

const sha256 = 'ab'.repeat(32)

describe('exported labels', () => {
  test('are one a line in the order of the questions, in the form of a file of labels', () => {
