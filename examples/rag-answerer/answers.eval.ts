import { benchmark, criterion, readJsonl, rubric, z } from 'holdfast'

const NOT_SAID = 'The documents do not say.'

const schema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('answered'), id: z.string(), question: z.string(), fact: z.string(), document: z.string() }),
  // Nothing in the documents answers these: an answer is made up.
  z.strictObject({ kind: z.literal('unknown'), id: z.string(), question: z.string() }),
])
type Item = z.output<typeof schema>

/** What an answer is held against: facts and source by program, whether it keeps to the question by a judge. */
function rubricOf(item: Item) {
  if (item.kind === 'unknown') return rubric([criterion('says that the documents do not say', { check: /do not say/ })])
  return rubric([
    criterion('names the fact', { weight: 2, check: (text) => text.includes(item.fact) }),
    criterion('cites the document', { check: (text) => text.includes(`[${item.document}]`) }),
    criterion('answers the question and adds nothing else', {
      calibration: { simulated: (text) => text.split('.').length <= 2 && text.includes(item.fact) },
    }),
  ])
}

benchmark(
  'library',
  {
    items: readJsonl(new URL('./items.jsonl', import.meta.url), schema),
    roles: ['candidate', 'judge'],
    tags: ({ kind }) => ({ kind }),
    // Questions on one document are right or wrong together: intervals count documents.
    clusters: (item) => ({ document: item.kind === 'answered' ? item.document : 'none' }),
    // What sim:oracle answers, to check the scoring without the application.
    reference: (item) => (item.kind === 'answered' ? `${item.fact} [${item.document}]` : NOT_SAID),
    summary: ({ items, mean }) => {
      const known = items.where({ kind: 'answered' })
      const range = [0, 1] as const
      return {
        answered: { ...mean(known), label: 'questions answered', range, headline: { digits: 2 } },
        facts: { ...mean(known, 'names the fact'), range },
        cited: { ...mean(known, 'cites the document'), range },
        unknown: { ...mean(items.where({ kind: 'unknown' })), range },
      }
    },
  },
  async (item, { candidate, expect }) => {
    await expect(await candidate.ask(item.question)).toPassRubric(rubricOf(item))
  },
)
