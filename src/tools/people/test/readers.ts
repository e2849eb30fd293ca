import { isShare, type Reader } from '../../../../test/foreignText/reader.ts'
import { YES_NO } from '../../../judging/questions/scales.ts'
import { bleuTokens, rougeTokens, sentenceBleu } from '../correlate/overlap.ts'
import { labellingTime } from '../label/asking.ts'
import { packSheet } from '../ratingPage/ratingPage.ts'
import { codeParts } from '../ratingPage/shared/codeParts.ts'
import { labelLines, labelsFileName, readLabels } from '../ratingPage/shared/labelLines.ts'
import { restoredActs, savedActs } from '../ratingPage/shared/ratingState.ts'
import { pointOfKey, pointWords } from '../ratingPage/shared/sheetData.ts'
import { madeQuestion, madeSheet } from './madeRatingSheet.ts'

/** A sheet of a rater, and a label of it. */
const SHEET = packSheet(madeSheet([madeQuestion(1)]))
const LABEL = labelLines(SHEET, new Map([[0, 1]]))

/** Functions of the tool that take text which others wrote. */
export const READERS: readonly Reader[] = [
  { name: 'rougeTokens', read: rougeTokens, samples: ['The CAT, sat!', '港口空无一人。'] },
  { name: 'bleuTokens', read: bleuTokens, samples: ["It isn't 3.5, or 1-2: (yes).", '市议会以7票通过。OK'] },
  { name: 'sentenceBleu', read: (text) => sentenceBleu(bleuTokens(text), bleuTokens('the cat is on the mat')), isFine: isShare },
  {
    name: 'labellingTime',
    read: (text) =>
      labellingTime([{ questions: [{ question: 'q', kind: 'k', ask: 'Is it?', scale: YES_NO, shown: [{ title: 'User', text }] }] }]),
    samples: ['Three words here.', '四个汉字 and more'],
    isFine: (seconds) => typeof seconds === 'number' && seconds >= 10,
  },
  {
    name: 'codeParts',
    read: codeParts,
    samples: ['a\n```js\nx\n```\n~~~\nb'],
    slow: [
      ['', '```\n'],
      ['', '`'],
      ['', ' '],
    ],
  },
  {
    name: 'readLabels',
    read: (text) => readLabels(text, SHEET, { values: new Map(), skipped: new Set() }),
    samples: [LABEL, LABEL + LABEL],
  },
  { name: 'restoredActs', read: (text) => restoredActs(SHEET, text), samples: [savedActs(SHEET, [[{ at: 0, value: 1 }]])] },
  {
    name: 'labelsFileName',
    read: (text) => labelsFileName({ id: text, rater: text }),
    samples: ['fb-bench 2026/11'],
    slow: [
      ['x', '.', 'x'],
      ['', '.-', '/'],
    ],
    isFine: (result) => /^[^./\\\s][^/\\\s]*\.jsonl$/.test(result as string) && (result as string).length < 250,
  },
  {
    name: 'pointOfKey and pointWords',
    read: (text) => [pointOfKey(text, [{ value: 0, text }]), pointWords({ value: 0, text })],
    samples: ['0: no', 'Yes'],
  },
]
