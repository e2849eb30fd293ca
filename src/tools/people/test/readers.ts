import { isShare, type Reader } from '../../../../test/foreignText/reader.ts'
import { bleuTokens, rougeTokens, sentenceBleu } from '../correlate/measureAnswers.ts'
import { packSheet } from '../ratingPage/ratingPage.ts'
import { restoredActs, savedActs } from '../ratingPage/shared/ratingState.ts'
import { pointOfKey, pointWords } from '../ratingPage/shared/sheetData.ts'
import { madeQuestion, madeSheet } from './madeRatingSheet.ts'

/** A sheet of a rater. */
const SHEET = packSheet(madeSheet([madeQuestion(1)]))

/** Functions of the tool that take text which others wrote. */
export const READERS: readonly Reader[] = [
  { name: 'rougeTokens', read: rougeTokens, samples: ['The CAT, sat!', '港口空无一人。'] },
  { name: 'bleuTokens', read: bleuTokens, samples: ["It isn't 3.5, or 1-2: (yes).", '市议会以7票通过。OK'] },
  { name: 'sentenceBleu', read: (text) => sentenceBleu(bleuTokens(text), bleuTokens('the cat is on the mat')), isFine: isShare },
  { name: 'restoredActs', read: (text) => restoredActs(SHEET, text), samples: [savedActs(SHEET, [{ at: 0, value: 1 }])] },
  {
    name: 'pointOfKey and pointWords',
    read: (text) => [pointOfKey(text, [{ value: 0, text }]), pointWords({ value: 0, text })],
    samples: ['0: no', 'Yes'],
  },
]
