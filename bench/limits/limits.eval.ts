import { benchmark, criterion, rubric } from 'holdfast'

const COUNT = Number(process.env.BENCH_ITEMS ?? 600)

/** Four questions to the candidate for each to the judge, as their limits are; neither waits for the other. */
benchmark(
  'limits',
  {
    items: Array.from({ length: COUNT }, (_, index) => ({ id: `item-${index}`, judged: index % 5 === 4 })),
    roles: ['candidate', 'judge'],
  },
  async ({ id, judged }, { candidate, judge, expect }) => {
    const answer = await (judged ? judge : candidate).ask(`Say ${id}.`)
    await expect(answer).toPassRubric(rubric([criterion('says it', { check: (text) => text.includes(id) })]))
  },
)
