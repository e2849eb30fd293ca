import type { SuiteView } from '../../src/kit.ts'
import { lifbenchBoard } from './board.ts'
import { lifbenchPictures } from './pictures.ts'

/** LIFBench for people: its pictures. */
export const lifbenchView: SuiteView = {
  board: lifbenchBoard,
  pictures: lifbenchPictures,
  // The first wording of one task has nothing in common with the first of another, nor have the values in them.
  sliceName: (tag, value) =>
    tag === 'expression' || tag === 'variable' ? undefined : tag === 'length' ? `length: ${value} tokens` : `${tag}: ${value}`,
}
