import { codePointLength, strip } from '../../../src/kit.ts'
import { type OneDocFacts, type QaParam, type RawScore, summed } from './types.ts'

/** Whether a sentence is a genuine key sentence of the text. */
export function isKeySentence(evidence: string, { sentences }: OneDocFacts): boolean {
  const asked = strip(evidence)
  // Equal sentences: the official lookup keeps the last.
  return sentences.findLast((sentence) => strip(sentence.text) === asked)?.genuine ?? false
}

/** OQ: correct 3, format 2 (docs/suites/lifbench.md, R15). `out` is stripped; an empty one has no early return. */
export function scoreQa(out: string, { evidence, options: [yes, no] }: QaParam, facts: OneDocFacts): RawScore {
  const saysYes = out.includes(yes)
  const saysNo = out.includes(no)
  const length = codePointLength(out)
  const lengths = [codePointLength(yes), codePointLength(no)]
  let format = 0
  if (lengths.includes(length)) format += 1
  else if (length > Math.max(...lengths) + 3) format += 0.5 // rambling pays, one character too many does not (docs/suites/lifbench.md, Q12)
  if (saysYes && saysNo) format += 0.5
  else if (saysYes || saysNo) format += 1
  return summed({ correct: correctness(saysYes, saysNo, isKeySentence(evidence, facts)), format })
}

function correctness(saysYes: boolean, saysNo: boolean, isKey: boolean): number {
  if (saysYes && saysNo) return 0.5
  if (!saysYes && !saysNo) return 0
  if (isKey) return saysYes ? 3 : 0.1
  return saysYes ? 2 : 3
}
