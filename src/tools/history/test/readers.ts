import { isShare, type Reader } from '../../../../test/foreignText/reader.ts'
import { answersChange } from '../canary/answersChange.ts'

/** Functions of the tool that take text which others wrote. */
export const READERS: readonly Reader[] = [
  {
    name: 'answersChange',
    read: (text) => answersChange([{ reference: ['yes', text], now: `${text}.` }]).p,
    samples: ['The CAT, sat!', ''],
    isFine: isShare,
  },
]
