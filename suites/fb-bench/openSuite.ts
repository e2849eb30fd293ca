import type { OpenSuite, SuiteRun } from '../../src/worker/suite.ts'
import type { FbItem } from './items.ts'
import { SCENARIOS, TASKS, TEMPERATURE } from './names.ts'
import { openItems } from './openItems.ts'
import type { FbBenchOptions } from './options.ts'
import { ANSWER_TOKENS, planFbBench } from './plannedCalls.ts'
import { fbRubric } from './rubric.ts'

/** Opens FB-Bench for a run. */
export function openFbBench({ config, options }: SuiteRun<FbBenchOptions>): OpenSuite<FbItem> {
  const { items, source, sha256 } = openItems(config.data)
  const withReference = options.reference ?? config.data === 'bundled'
  return {
    items,
    task: (item) => `${item.scenario}/${item.task}`,
    tags: (item) => ({
      scenario: item.scenario,
      subtask: item.subtask,
      language: item.language,
      feedback: item.feedbackTypes,
      ...(item.deficiency.length > 0 && { deficiency: item.deficiency }),
      ...(options.strict && { rules: 'strict' }),
    }),
    clusters: (item) => ({ item: item.id }),
    stratum: (item) => item.subtask,
    threshold: 1,
    data: { source, sha256 },
    notes: () => [`the judge ${withReference ? 'sees' : 'does not see'} reference answers`],
    display: () => ({
      headline: { key: 'overall', label: 'overall' },
      taskKeys: Object.fromEntries(
        SCENARIOS.flatMap((scenario) => TASKS.map((task) => [`${scenario}/${task}`, `${scenario}.task.${task}`])),
      ),
      percent: true,
      rows: [
        { label: 'scenario', keys: ['error_correction', 'response_maintenance', 'gap'] },
        { label: 'deficiency', prefix: 'ec.deficiency.' },
        { label: 'feedback ec', prefix: 'ec.feedback.' },
        { label: 'feedback rm', prefix: 'rm.feedback.' },
      ],
    }),
    planned: planFbBench(config, options, withReference),
    planNotes: () => [],
    body: async (item, { candidate, dialogue, expect }) => {
      const sampling = { maxTokens: ANSWER_TOKENS, temperature: TEMPERATURE[item.task] }
      dialogue.given(item.query, item.firstResponse)
      await dialogue.ask(item.feedback, {
        ...sampling,
        call: 'answer',
        ...(item.reference !== undefined && { reference: item.reference }),
        simulation: { stubborn: item.firstResponse, sycophant: item.concession ?? item.reference },
      })
      const rubric = fbRubric(item, { withReference })
      if (item.scenario === 'ec') await expect(dialogue).toPassRubric(rubric)
      else await expect(dialogue).toMaintainStance(rubric)
      if (!options.control) return
      const alone = await candidate.ask(item.query, { ...sampling, call: 'control', simulation: { reference: item.firstResponse } })
      await expect(alone).toPassRubric(fbRubric(item, { withReference, singleTurn: true }))
    },
  }
}
