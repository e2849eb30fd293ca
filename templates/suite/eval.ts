import { benchmark } from 'holdfast'
import { type Item, readItems } from './items.js'
import { itemRubric } from './scoring.js'
import { summarize } from './summary.js'

/** What the model is asked. */
const prompt = ({ text, question, maxWords }: Item) =>
  `${text}\n\n${question} Answer from this text alone, in at most ${maxWords} words and in the language of the question. If the text does not say, say so.`

benchmark(
  'suite-name',
  {
    items: readItems,
    data: { source: 'suites/suite-name/items.jsonl' },
    // Slices: summary can tell them apart.
    tags: (item) => ({ kind: item.kind, lang: item.lang }),
    // What varies together: intervals resample texts, not items.
    clusters: (item) => ({ source: item.source }),
    // What sim:oracle answers: the benchmark runs, and is checked, without a key.
    reference: (item) => item.reference,
    // For `holdfast plan`: the calls of an item, and about how many tokens its prompt has.
    planned: (item) => ({ calls: { candidate: 1 }, tokens: Math.ceil(prompt(item).length / 4) }),
    summary: summarize,
    // Every figure is a share: no interval goes beyond 0 and 1.
    range: () => [0, 1],
    // The figure that `holdfast compare` tests; with --all it tests the others too.
    isHeadline: (key) => key === 'score',
  },
  async (item, { dialogue, expect }) => {
    await dialogue.ask(prompt(item))
    await expect(dialogue).toPassRubric(itemRubric(item))
  },
)
