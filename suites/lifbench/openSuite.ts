import { capOf } from '../../src/worker/callTally.ts'
import type { OpenSuite, SuiteRun } from '../../src/worker/suite.ts'
import type { LifbenchItem } from './items.ts'
import { planLifbench } from './plan.ts'
import { lifbenchRubric } from './rubric.ts'
import { TASKS } from './tasks.ts'
import { TYPICAL_TOKENS } from './typicalLengths.ts'

/** Opens LIFBench for a run. The window of the candidate decides which items fit. */
export async function openLifbench({ prepare }: SuiteRun): Promise<OpenSuite<LifbenchItem>> {
  const config = await prepare('candidate')
  const plan = planLifbench(config)
  return {
    items: plan.items,
    task: (item) => item.task.id,
    taskTitles: Object.fromEntries(TASKS.map((task) => [task.id, task.title])),
    tags: (item) => ({
      scenario: item.task.scenario,
      expression: item.expression,
      variable: item.variable,
      length: item.length.name,
      ...(plan.truncated(item) && { truncated: 'yes' }),
    }),
    clusters: (item) => ({ template: `${item.task.id}/${item.expression}`, context: item.context.key }),
    stratum: (item) => item.length.name,
    prefix: (item) => item.context.key,
    tokens: plan.tokens,
    reference: (item) => item.reference(),
    skip: plan.skip,
    threshold: 1,
    data: { source: plan.source, sha256: plan.sha256 },
    notes: () => plan.notes,
    display: () => ({
      headline: { key: 'ars.overall', label: 'overall (weighted)' },
      taskKeys: Object.fromEntries(TASKS.map((task) => [task.id, `ars.${task.id}`])),
      rows: [
        { label: 'length', prefix: 'length.' },
        { label: 'ability', prefix: 'ifp.' },
        { label: 'stability', prefix: 'ifs.', note: '(lower is better)' },
      ],
      marks: Object.fromEntries(
        plan.items
          .filter(plan.truncated)
          .flatMap((item) => [`length.${item.length.name}`, `ars.${item.task.id}`, 'ars.overall'].map((key) => [key, '†'])),
      ),
    }),
    planned: (item) => {
      const { total, prefix } = plan.tokens(item)
      const use = (completionTokens: number) => ({ calls: 1, promptTokens: total, completionTokens })
      const most = use(capOf(config.roles.candidate, item.task.maxTokens))
      return {
        roles: { candidate: { ...use(TYPICAL_TOKENS[item.task.id]), most } },
        prefix: { key: item.context.key, tokens: prefix },
      }
    },
    planNotes: () => plan.notes,
    body: async (item, { candidate, expect }) => {
      const answer = await candidate.ask(
        () => [
          {
            role: 'user',
            content: [
              { name: 'context', text: plan.promptHead(item) },
              { name: 'instruction', text: item.promptTail },
            ],
          },
        ],
        { maxTokens: item.task.maxTokens, temperature: 0 },
      )
      await expect(answer).toPassRubric(lifbenchRubric(item))
    },
  }
}
