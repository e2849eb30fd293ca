import type { Demonstration } from './prompts.ts'

const CAPITALS: Demonstration = {
  pair: {
    instruction: 'Name the capital of Australia. Answer in one word.',
    outputs: ['Canberra', 'The capital of Australia is Sydney, its largest and best-known city.'],
  },
  answer: 'a',
}
const SHORTEN: Demonstration = {
  pair: {
    instruction: 'Shorten this sentence to at most five words: "In spite of the heavy rain, we went for a long walk."',
    outputs: ['Of course! Here is a shorter version: Although it was raining heavily, we took a long walk.', 'We walked despite the rain.'],
  },
  answer: 'b',
}

/** Worked examples in the order they are shown: with two, the answers are (b) and then (a). */
export const DEMONSTRATIONS: Readonly<Record<0 | 1 | 2, readonly Demonstration[]>> = {
  0: [],
  1: [CAPITALS],
  2: [SHORTEN, CAPITALS],
}
