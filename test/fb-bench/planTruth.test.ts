import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, test } from 'vitest'
import { tokenizer } from '../../src/core/base/text/tokenizer.ts'
import { CHECKLIST_FORMS, readListed } from '../../src/judging/checklistJudge.ts'
import { fencedText } from '../../src/judging/fence.ts'
import type { PlainMessage } from '../../src/models/transport.ts'
import { fbBenchSuite, TYPICAL } from '../../suites/fb-bench/suite.ts'
import { jsonLines } from '../jsonLines.ts'
import { expectTruth, lastOf, planAndRun, words } from '../planTruth.ts'
import { hasShared, sharedFolder } from '../shared.ts'

const { count } = tokenizer('o200k_base')

/** The form of the judge's prompt, filled in at the stated length. */
function fillIn(messages: readonly PlainMessage[]): string {
  const prompt = lastOf(messages)
  const form = CHECKLIST_FORMS[prompt.endsWith(CHECKLIST_FORMS.zh.example) ? 'zh' : 'en']
  const left = TYPICAL.verdictPerCriterion - count(form.write([{ met: true, reason: '' }]))
  return form.write(readListed(fencedText(prompt, 'criteria') ?? '').map(() => ({ met: true, reason: words(Math.max(1, left)) })))
}

test.each([false, true])('the plan tells what a run with texts of the stated lengths takes, with the control %s', async (control) => {
  const firsts = new Map<string, number>()
  const candidate = (messages: readonly PlainMessage[], id: string) => {
    const first = messages.find(({ role }) => role === 'assistant')?.content
    if (first !== undefined) firsts.set(id, count(first))
    return words(Math.round(TYPICAL.answerPerFirst * (firsts.get(id) ?? 0)))
  }
  const truth = await planAndRun(fbBenchSuite, { candidate, judge: fillIn }, { limit: 3, suites: { 'fb-bench': { control } } })
  expectTruth(truth, ['candidate', 'judge'])
})

/** A recorded dialogue. */
interface Recorded {
  readonly id: string
  readonly answer: string
  readonly judge_text: string | null
}

describe.skipIf(!hasShared).each(['DeepSeek-V3', 'gpt-4o-2024-11-20', 'claude-3-5-sonnet-20241022'])(
  'the recorded dialogues of %s (skipped without the shared folder)',
  (model) => {
    test('take what the plan tells', async () => {
      const data = join(sharedFolder, 'data')
      const file = gunzipSync(readFileSync(join(data, 'fb-bench', 'replay', `${model}.jsonl.gz`)))
      const recorded = new Map(jsonLines<Recorded>(file.toString('utf8')).map((line) => [line.id, line]))
      const said = {
        candidate: (_messages: unknown, id: string) => recorded.get(id)?.answer ?? '',
        judge: (_messages: unknown, id: string) => recorded.get(id)?.judge_text ?? '{}',
      }
      expectTruth(await planAndRun(fbBenchSuite, said, { data, limit: 3 }), ['candidate', 'judge'])
    })
  },
)
