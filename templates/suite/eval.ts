import { benchmark } from 'holdfast'
import { readItems } from './items.js'
import { itemRubric, judgedRubric } from './scoring.js'
import { summarize } from './summary.js'

benchmark(
  'suite-name',
  {
    items: readItems,
    // Some items have criteria that a judge decides. Beside a simulated candidate the judge is simulated too.
    roles: ['candidate', 'judge'],
    data: { source: 'suites/suite-name/items.jsonl' },
    // Slices: summary can tell them apart.
    tags: (item) => ({ kind: item.kind, lang: item.lang }),
    // What varies together: intervals resample texts, not items.
    clusters: (item) => ({ source: item.source }),
    // What sim:oracle answers: the benchmark runs, and is checked, without a key.
    reference: (item) => item.reference,
    // For `holdfast plan`: the calls of an item, about how many tokens it asks with, and how many an answer has as a rule.
    planned: (item) => {
      const promptTokens = Math.ceil((item.text.length + item.question.length) / 4)
      const candidate = { calls: 1, promptTokens, completionTokens: 20 }
      // A judge sees the conversation and its instructions, and gives a reason for each criterion.
      const judge = { calls: 1, promptTokens: promptTokens + 200, completionTokens: 40 * item.judged.length }
      return { roles: item.judged.length > 0 ? { candidate, judge } : { candidate } }
    },
    summary: summarize,
  },
  async (item, { dialogue, expect }) => {
    await dialogue.ask(
      `${item.text}\n\n${item.question} Answer from this text alone, in at most ${item.maxWords} words and in the language of the question. If the text does not say, say so.`,
    )
    await expect(dialogue).toPassRubric(itemRubric(item))
    if (item.judged.length > 0) await expect(dialogue).toPassRubric(judgedRubric(item))
  },
)
