import { benchmark } from 'holdfast'
import { readItems } from './items.js'
import { itemRubric } from './scoring.js'
import { summarize } from './summary.js'

benchmark(
  'suite-name',
  {
    items: readItems,
    data: { source: 'suites/suite-name/items.jsonl' },
    // What summary can tell apart.
    tags: (item) => ({ kind: item.kind, lang: item.lang }),
    // What varies together: intervals resample texts, not items.
    clusters: (item) => ({ source: item.source }),
    reference: (item) => item.reference,
    summary: summarize,
  },
  async (item, { dialogue, expect }) => {
    await dialogue.ask(
      `${item.text}\n\n${item.question} Answer from this text alone, in at most ${item.maxWords} words and in the language of the question. If the text does not say, say so.`,
    )
    await expect(dialogue).toPassRubric(itemRubric(item))
  },
)
