import { capOf, type OpenSuite, type Rubric, type SuiteRun } from '../../src/kit.ts'
import { explainAnswer } from './explain.ts'
import type { LifbenchItem } from './items.ts'
import { OFFICIAL_LENGTHS } from './lengths.ts'
import type { LifbenchOptions } from './options.ts'
import { planLifbench } from './plan.ts'
import { contentScore } from './scoring/content.ts'
import { type ScoringInput, scoreAnswer } from './scoring/score.ts'
import { strictScore } from './scoring/strict.ts'
import { cutLifbench, lifbenchParts } from './smaller.ts'
import { TASKS } from './tasks.ts'

/** Room for rounding in a point at its maximum. */
const TOLERANCE = 1e-6

/** The official rubric of an item (LIFEval, paper section 4.1): passes at full marks. */
function lifbenchRubric(item: LifbenchItem): Rubric {
  const { task } = item
  return {
    points: Object.entries(task.points).map(([name, [weight, title]]) => ({ name, weight, title })),
    threshold: 1,
    grade: (text) => {
      const grade = scoreAnswer(text, inputOf(item))
      // What a point has over its maximum cannot stand in for what another lacks (docs/suites/lifbench.md, Q2).
      return { ...grade, passes: Object.values(grade.points).every((point) => point > 1 - TOLERANCE) }
    },
    explain: (text, grade) => explainAnswer(item, text, grade),
  }
}

/** Scores of a wrong answer in the right form: what the official rules pay for the form alone. */
function lifbenchFloor(item: LifbenchItem): Readonly<Record<string, number>> {
  const wrong = item.wrong()
  const { points, total } = scoreAnswer(wrong, inputOf(item))
  return { ...points, total, content: contentScore(wrong, inputOf(item)), strict: strictScore(wrong, inputOf(item)) }
}

function inputOf({ task, param, promptTail, context }: LifbenchItem): ScoringInput {
  return { task, param, promptTail, facts: context.facts() }
}

/** How stability is to be read: over other lengths than the paper's six it is another figure. */
function stabilityNote(items: readonly LifbenchItem[]): string {
  const lengths = [...new Set(items.map(({ length }) => length.name))]
  const isOfficial = lengths.join() === Object.keys(OFFICIAL_LENGTHS).join()
  return `(lower is better${isOfficial ? '' : `; length over ${lengths.join(', ')}, not the paper's six`})`
}

/** Opens LIFBench for a run. The window of the candidate decides which items fit. */
export async function openLifbench({ options, prepare }: SuiteRun<LifbenchOptions>): Promise<OpenSuite<LifbenchItem>> {
  const config = await prepare('candidate')
  const plan = planLifbench(config, options)
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
    wrong: (item) => item.wrong(),
    floor: lifbenchFloor,
    // What is cut on the right already is not what its instruction was drawn for.
    parts: (item) => (plan.truncated(item) ? [] : lifbenchParts(item)),
    cut: cutLifbench,
    freeTurns: false,
    skip: plan.skip,
    threshold: 1,
    data: plan.data,
    notes: () => plan.notes,
    leftOut: plan.leftOut,
    display: () => ({
      beside: [{ key: 'content.overall', label: 'right in content (weighted)' }],
      taskKeys: Object.fromEntries(TASKS.map((task) => [task.id, `ars.${task.id}`])),
      rows: [
        { label: 'length', group: 'length', note: '(plain means over the tasks)' },
        { label: 'ability', group: 'ifp' },
        { label: 'content', group: 'content', note: '(right in content)' },
        { label: 'strict', group: 'strict', note: '(right in full)' },
        { label: 'stability', group: 'ifs', note: stabilityNote(plan.items), floor: 'what sampling alone gives' },
        { label: 'corrected', group: 'ifs.corrected', note: '(stability without the noise of sampling; 0 or less: no more than that)' },
      ],
      marks: Object.fromEntries(
        plan.items
          .filter(plan.truncated)
          .flatMap((item) => [`length.${item.length.name}`, `ars.${item.task.id}`, 'ars.overall'].map((key) => [key, '†'])),
      ),
    }),
    planned: (item) => {
      const { total, prefix, of } = plan.tokens(item)
      const use = (completionTokens: number) => ({ calls: 1, promptTokens: total, completionTokens })
      const most = use(capOf(config.roles.candidate, item.task.maxTokens))
      return {
        waves: 1,
        roles: { candidate: { ...use(item.task.typicalTokens), most } },
        prefix: { key: of, tokens: prefix },
      }
    },
    body: async (item, { candidate, expect, record }) => {
      const content = () => [
        { name: 'context', text: plan.promptHead(item) },
        { name: 'instruction', text: item.promptTail },
      ]
      const sampling = { maxTokens: item.task.maxTokens, temperature: 0 }
      const answer = await candidate.ask(() => [{ role: 'user', content: content() }], sampling)
      record('content', contentScore(answer.content, inputOf(item)))
      record('strict', strictScore(answer.content, inputOf(item)))
      await expect(answer).toPassRubric(lifbenchRubric(item))
    },
  }
}
