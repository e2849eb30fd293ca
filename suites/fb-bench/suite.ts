import { z } from 'zod'
import {
  type CallRecord,
  checklistFacts,
  combineTrials,
  defineSuite,
  groupColumns,
  heatMap,
  type ItemRecord,
  type JudgementView,
  lastReplies,
  lineScorer,
  lostNames,
  mean,
  mergeVotes,
  officialData,
  pairChart,
  partsOf,
  type SuiteView,
} from '../../src/kit.ts'
import { dialogueRecipe } from './draft/dialogueRecipe.ts'
import { TASKS } from './names.ts'
import { describeFbBenchData } from './openItems.ts'
import { openFbBench } from './openSuite.ts'
import { fbBenchOptions } from './options.ts'
import { fbBenchQuestions } from './questions.ts'
import { acceptedVotes, readJudgement } from './scoring/judgement.ts'

/** What each verdict is of, by the judge's call. */
const TITLES: Readonly<Record<string, string>> = { verdict: 'Checklist', 'verdict-control': 'Checklist, on the answer to the query alone' }

/** The verdicts on an item's answers as tables: criterion, verdict, weight, reason. */
function fbBenchJudgements(record: ItemRecord, calls: readonly CallRecord[]): JudgementView[] {
  const replies = lastReplies(calls)
  return [...new Set(replies.map(({ call }) => call))].flatMap((call): JudgementView[] => {
    const votes = acceptedVotes(replies.filter((reply) => reply.call === call))
    const [first] = votes
    const title =
      TITLES[call] ??
      (call.startsWith('control-') ? `An answer about which the truth is known (${call.slice('control-'.length)})` : undefined)
    if (!first || title === undefined) return []
    const weights = new Map(first.map(({ criterion, weight }) => [criterion, weight]))
    const { verdicts } = mergeVotes(votes)
    const decides = call === 'verdict' && (record.status === 'passed' || record.status === 'failed')
    const isLost = decides && record.status === 'failed' && lostNames(record.reason).includes('criteria')
    return [
      {
        title,
        ...checklistFacts(verdicts.map((verdict) => ({ ...verdict, weight: weights.get(verdict.criterion) ?? null }))),
        state: isLost ? 'failed' : decides ? 'passed' : 'noted',
        calls: [call],
        about: call === 'verdict' ? 'answer' : undefined,
        lost: call === 'verdict' ? ['criteria'] : [],
        words: [],
      },
    ]
  })
}

const line = z.object({ id: z.string(), judge_text: z.string().nullable() })

/** Scores a line with a judge's reply by the official rules. */
export const fbBenchFileScorer = lineScorer(line, ({ id, judge_text: text }) => {
  if (text === null) return { id, outcome: 'refused_prompt', score: 0 }
  const read = readJudgement(text)
  return { id, outcome: read.outcome, ...(read.outcome === 'accepted' && { score: read.score }) }
})

/** The official dataset of FB-Bench. */
const fbBenchOfficialData = officialData('fb-bench', describeFbBenchData)

/** FB-Bench for people: the verdict is on the only answer, and its criteria are the item's own. */
export const fbBenchView: SuiteView = {
  judgements: fbBenchJudgements,
  judgedCall: (call) => (call === 'verdict' ? 'answer' : undefined),
  lostPoint: (point) => (point === 'criteria' ? 'criteria of its checklist' : point),
  // Over several models: scenarios (paper, Table 3), tasks, and what the slices of correction and maintenance give.
  board(metrics) {
    const byTask = (title: string, scenario: 'ec' | 'rm') => ({
      title,
      columns: TASKS.map((task) => ({ key: `${scenario}.task.${task}`, label: task })),
    })
    const correction = { key: 'error_correction', label: 'error correction' }
    const maintenance = { key: 'response_maintenance', label: 'response maintenance' }
    return {
      tables: [
        { title: 'Scenarios', columns: [{ key: 'overall', label: 'overall' }, correction, maintenance] },
        byTask('Error correction by task', 'ec'),
        byTask('Response maintenance by task', 'rm'),
        { title: 'Error correction by deficiency', columns: groupColumns(metrics, 'ec.deficiency') },
        { title: 'Error correction by feedback', columns: groupColumns(metrics, 'ec.feedback') },
        { title: 'Response maintenance by feedback', columns: groupColumns(metrics, 'rm.feedback') },
      ].filter(({ columns }) => columns.length > 0),
      radars: [byTask('Error correction', 'ec'), byTask('Response maintenance', 'rm')],
      scatters: [{ title: 'Correction and maintenance', x: correction, y: maintenance }],
    }
  },
  // Correction against maintenance by task, feedback by task, deficiencies by task.
  pictures({ metrics, records }) {
    const tasks = partsOf(metrics, 'ec.task', 'rm.task')
    const pair = (name: string, ec: string, rm: string) => ({ name, one: metrics[ec], other: metrics[rm] })
    const scored = combineTrials(records).filter((item) => item.scored)
    const slices = (scenario: string, tag: string) => {
      const own = scored.filter(({ task }) => task.startsWith(`${scenario}/`))
      const valuesOf = (item: (typeof own)[number]) => [item.tags[tag] ?? []].flat()
      return heatMap({
        title: `${scenario === 'ec' ? 'Error correction' : 'Response maintenance'} by ${tag}`,
        caption: 'Percent, by the task; deeper is better. Empty where no item has both.',
        rows: [...new Set(own.flatMap(valuesOf))].sort(),
        columns: ['all', ...tasks],
        domain: [0, 100],
        digits: 0,
        cell: (name, column) => {
          const values = own
            .filter((item) => valuesOf(item).includes(name) && (column === 'all' || item.task === `${scenario}/${column}`))
            .flatMap(({ scores }) => scores.score ?? [])
          return values.length === 0 ? undefined : { value: 100 * mean(values), n: values.length }
        },
      })
    }
    return [
      pairChart({
        title: 'Correction against maintenance',
        caption: 'Percent by task. A model that corrects when it is told it is wrong and gives in when it is right lies far apart.',
        names: ['error correction', 'response maintenance'],
        pairs: [
          pair('all', 'error_correction', 'response_maintenance'),
          ...tasks.map((task) => pair(task, `ec.task.${task}`, `rm.task.${task}`)),
        ],
        domain: [0, 100],
        digits: 1,
      }),
      slices('ec', 'feedback'),
      slices('ec', 'deficiency'),
      slices('rm', 'feedback'),
    ]
  },
}

/** FB-Bench: error correction and response maintenance under a user's feedback. */
export const fbBenchSuite = defineSuite({
  name: 'fb-bench',
  // 2: the judge is told that the criteria decide, and not likeness to the reference.
  scoring: 2,
  options: fbBenchOptions,
  roles: { candidate: { temperature: 0.7 }, judge: { temperature: 0, json: true } },
  open: openFbBench,
  summary: { load: async () => (await import('./summary.ts')).fbBenchSummary },
  about: {
    title: 'FB-Bench',
    question: 'Does the model correct its errors when told of them, and keep right answers when told they are wrong?',
    good: 'Higher is better. DeepSeek-V3 gets 74.9 on the official items.',
  },
  view: fbBenchView,
  people: fbBenchQuestions,
  files: { official: fbBenchOfficialData, drafts: [dialogueRecipe('ec'), dialogueRecipe('rm')], scorer: fbBenchFileScorer },
})
