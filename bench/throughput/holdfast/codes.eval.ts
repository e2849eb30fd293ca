import { benchmark, criterion, rubric } from 'holdfast'

import { items } from '../workload.mjs'

benchmark('codes', { items: items(), reference: (item) => item.expected }, async (item, { candidate, expect }) => {
  const answer = await candidate.ask(item.prompt)
  await expect(answer).toPassRubric(rubric([criterion('code', { check: (text) => text.includes(item.expected) })]))
})
