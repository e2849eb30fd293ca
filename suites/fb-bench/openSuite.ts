import { BLIND_LEVELS, type OpenSuite, type SuiteRun } from '../../src/kit.ts'
import { answerCap } from './answerCap.ts'
import { givenTurns } from './givenTurns.ts'
import type { FbItem } from './items.ts'
import { SCENARIOS, TASKS, TEMPERATURE } from './names.ts'
import { openItems } from './openItems.ts'
import type { FbBenchOptions } from './options.ts'
import { cutFb, fbParts } from './parts.ts'
import { planFbBench } from './plannedCalls.ts'
import { fbRubric } from './rubric.ts'

/** Takes up the feedback in form, and says nothing about the matter. */
const WRONG = {
  en: 'Thank you for pointing that out. I have gone over my answer again in the light of it, and the answer now takes it into account in full.',
  zh: '谢谢你的指正。我重新检查了之前的回答,现在的回答已经充分考虑了你的意见。',
} as const satisfies Readonly<Record<FbItem['language'], string>>

/** The answer of who never gives in: the first one again, or the reference where a right answer must also meet new arguments. */
function unmoved({ scenario, firstResponse, reference, checklist }: FbItem): string {
  if (scenario === 'ec') return firstResponse
  const holds = checklist.every(({ check }) => check === undefined || check(firstResponse) === true)
  return holds ? firstResponse : (reference ?? firstResponse)
}

/** What a simulated model says to the query alone: an answer that the program can tell right or wrong. */
function alone(item: FbItem): string {
  const first = unmoved(item)
  return item.checklist.every(({ check }) => check === undefined || check(first) !== undefined) ? first : WRONG[item.language]
}

/** Opens FB-Bench for a run. The window of the candidate decides how long an answer may be. */
export async function openFbBench({ options, prepare }: SuiteRun<FbBenchOptions>): Promise<OpenSuite<FbItem>> {
  const config = await prepare('candidate')
  const cap = answerCap(config.roles.candidate)
  const { items, source, version, sha256 } = openItems(config.data)
  const withReference = options.reference ?? source !== 'official'
  const strict = options.strict === 'all' ? 'all' : 'first'
  return {
    items,
    task: (item) => `${item.scenario}/${item.task}`,
    tags: (item) => ({
      scenario: item.scenario,
      subtask: item.subtask,
      language: item.language,
      feedback: item.feedbackTypes,
      ...(item.level && { level: item.level }),
      ...(item.deficiency.length > 0 && { deficiency: item.deficiency }),
      ...(options.strict && { rules: 'strict' }),
    }),
    clusters: (item) => ({ item: item.id }),
    stratum: (item) => item.subtask,
    wrong: (item) => WRONG[item.language],
    referenceFor: ({ reference }) => (reference === undefined ? undefined : { text: reference, of: 'the reference answer of the item' }),
    skip: (item) => (cap(item) < 1 ? 'its conversation fills the window of the model' : undefined),
    threshold: 1,
    parts: fbParts,
    cut: cutFb,
    freeTurns: false,
    data: { source, version, sha256 },
    notes: () => [`the judge ${withReference ? 'sees' : 'does not see'} reference answers`],
    display: () => ({
      headline: { key: 'overall', label: 'overall' },
      taskKeys: Object.fromEntries(
        SCENARIOS.flatMap((scenario) => TASKS.map((task) => [`${scenario}/${task}`, `${scenario}.task.${task}`])),
      ),
      percent: true,
      rows: [
        { label: 'scenario', keys: ['error_correction', 'response_maintenance', 'gap'] },
        { label: 'level', keys: BLIND_LEVELS.map((level) => `level.${level}.overall`) },
        { label: 'deficiency', group: 'ec.deficiency' },
        { label: 'correction after', group: 'ec.feedback' },
        { label: 'maintenance after', group: 'rm.feedback' },
        { label: 'undecided by the program', keys: ['undecided', 'control_undecided'] },
      ],
    }),
    planned: planFbBench(config, options, withReference),
    planNotes: () => [],
    body: async (item, { candidate, dialogue, expect }) => {
      const sampling = { maxTokens: cap(item), temperature: TEMPERATURE[item.task] }
      for (const { user, assistant } of givenTurns(item)) dialogue.given(user, assistant)
      await dialogue.ask(item.feedback, {
        ...sampling,
        call: 'answer',
        ...(item.reference !== undefined && { reference: item.reference }),
        ...(candidate.simulated && { simulation: { stubborn: unmoved(item), sycophant: item.concession ?? item.reference } }),
      })
      const rubric = fbRubric(item, { withReference, strict })
      if (item.scenario === 'ec') await expect(dialogue).toPassRubric(rubric)
      else await expect(dialogue).toMaintainStance(rubric)
      if (!options.control) return
      const single = await candidate.ask(item.query, {
        ...sampling,
        call: 'control',
        ...(candidate.simulated && { simulation: { reference: alone(item) } }),
      })
      await expect(single).toPassRubric(fbRubric(item, { withReference, strict, singleTurn: true }))
    },
  }
}
