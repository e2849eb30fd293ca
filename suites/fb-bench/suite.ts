import { z } from 'zod'
import {
  BLIND_LEVELS,
  type CallRecord,
  capOf,
  checklistFacts,
  combineTrials,
  defineSuite,
  groupColumns,
  heatMap,
  type ItemRecord,
  type JudgedGrade,
  type JudgedRubric,
  type JudgementView,
  lastReplies,
  lineScorer,
  lostNames,
  type ModelEntry,
  mean,
  mergeVotes,
  type OpenSuite,
  officialData,
  pairChart,
  partsOf,
  plannedUses,
  type ResolvedConfig,
  type SuiteRun,
  type SuiteView,
  tokenCounter,
  typicalVotes,
} from '../../src/kit.ts'
import { dialogueRecipe } from './draft/dialogueRecipe.ts'
import type { FbItem } from './items.ts'
import { judgeControls, knownToAsk } from './judge/controls.ts'
import { isUndecided, judgeAnswer, VERDICT_TOKENS } from './judge/judgeAnswer.ts'
import { judgePrompt } from './judge/prompt.ts'
import { type FbBenchOptions, fbBenchOptions, SCENARIOS, TASKS, TEMPERATURE } from './names.ts'
import { describeFbBenchData, openItems } from './openItems.ts'
import { cutFb, fbParts } from './parts.ts'
import { fbBenchQuestions } from './questions.ts'
import { acceptedVotes, readJudgement, strictScore } from './scoring/judgement.ts'

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
    good: 'Higher is better. DeepSeek-V3 gets 74.9 on the official items, which are others than the bundled ones.',
  },
  view: fbBenchView,
  people: fbBenchQuestions,
  files: { official: fbBenchOfficialData, drafts: [dialogueRecipe('ec'), dialogueRecipe('rm')], scorer: fbBenchFileScorer },
})

/** Official cap on an answer, in tokens. */
const ANSWER_TOKENS = 4096
/** Tokens that the official code leaves free in the window for the chat template. */
const TEMPLATE_TOKENS = 100

/**
 * The official cap on the answer to an item: 4,096 tokens, or what the candidate's window leaves beside the conversation where
 * that is less. Below 1 where it leaves nothing. Where the window is not known it is not looked at.
 */
export function answerCap(candidate: Pick<ModelEntry, 'contextTokens' | 'tokenizer'> | undefined): (item: FbItem) => number {
  const window = candidate?.contextTokens
  if (window === undefined) return () => ANSWER_TOKENS
  const counter = tokenCounter(candidate)
  return (item) => Math.min(ANSWER_TOKENS, window - counter.of(conversationTexts(item).join(' ')) - TEMPLATE_TOKENS)
}

/**
 * How long answers are as a rule, for `holdfast plan`.
 *
 * An answer is as long as the first one of its item, and a fifth longer: second answers of twelve models to official items have
 * 450 tokens on average, first ones 380 (`replay/*.jsonl.gz` of the official data, docs/suites/fb-bench.md). A verdict of the
 * judge has 88 tokens for each criterion, by the 7,092 stored judgements of the same models. Counted in o200k_base.
 */
export const TYPICAL = { answerPerFirst: 1.2, verdictPerCriterion: 88 } as const

/** Tells what an item takes: the answer and its verdicts, and those to the query alone where that is asked too. */
function planFbBench(
  config: Pick<ResolvedConfig, 'roles' | 'votes' | 'decide' | 'doubt'>,
  options: Pick<FbBenchOptions, 'control'>,
  withReference: boolean,
): NonNullable<OpenSuite<FbItem>['planned']> {
  const { roles } = config
  const candidate = tokenCounter(roles.candidate)
  const judge = tokenCounter(roles.judge)
  const cap = answerCap(roles.candidate)
  return (item, controlled) => {
    const known = controlled ? knownToAsk(item, controlled === 'few').length : 0
    const [query, first] = [item.query, item.firstResponse].map((text) => candidate.of(text)) as [number, number]
    const conversation = conversationTexts(item).reduce((sum, text) => sum + candidate.of(text), 0)
    // All of the judge's prompt but the answer.
    const asked = (singleTurn: boolean) => judge.of(judgePrompt({ item, answer: '', singleTurn, withReference }))
    const typical = {
      answer: Math.min(Math.round(TYPICAL.answerPerFirst * first), capOf(roles.candidate, cap(item))),
      verdict: TYPICAL.verdictPerCriterion * item.checklist.length,
      votes: typicalVotes(config),
    }
    const most = { answer: capOf(roles.candidate, cap(item)), verdict: capOf(roles.judge, VERDICT_TOKENS), votes: config.votes }
    const uses = plannedUses(typical, most, (counted, { answer, verdict, votes }) => {
      counted.add('candidate', conversation, answer).add('judge', asked(false) + answer, verdict, votes)
      if (options.control) counted.add('candidate', query, answer).add('judge', asked(true) + answer, verdict, votes)
      counted.add('judge', asked(false) + answer, verdict, known)
    })
    // The votes for an answer follow one another, and so do the answers of which the verdict is known.
    return { waves: (options.control ? 2 : 1) * (1 + config.votes) + known, roles: uses }
  }
}

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
async function openFbBench({ options, prepare }: SuiteRun<FbBenchOptions>): Promise<OpenSuite<FbItem>> {
  const config = await prepare('candidate')
  const cap = answerCap(config.roles.candidate)
  const { items, ...data } = openItems(config.data)
  const withReference = options.reference ?? data.source !== 'official'
  return {
    items,
    task: (item) => `${item.scenario}/${item.task}`,
    tags: (item) => ({
      scenario: item.scenario,
      subtask: item.subtask,
      language: item.language,
      feedback: item.feedbackTypes,
      ...(item.level && { level: item.level }),
      ...(item.holds === 'any' && { holds: 'any' }),
      ...(item.deficiency.length > 0 && { deficiency: item.deficiency }),
    }),
    clusters: (item) => ({ item: item.id }),
    stratum: (item) => item.subtask,
    wrong: (item) => WRONG[item.language],
    hasKnown: (item) => knownToAsk(item, true).length > 0,
    referenceFor: ({ reference }) => (reference === undefined ? undefined : { text: reference, of: 'the reference answer of the item' }),
    skip: (item) => (cap(item) < 1 ? 'its conversation fills the window of the model' : undefined),
    threshold: 1,
    parts: fbParts,
    cut: cutFb,
    freeTurns: false,
    data,
    refusesSessions: 'its items begin with answers that are given for the model',
    notes: () => [`the judge ${withReference ? 'sees' : 'does not see'} reference answers`],
    display: () => ({
      taskKeys: Object.fromEntries(
        SCENARIOS.flatMap((scenario) => TASKS.map((task) => [`${scenario}/${task}`, `${scenario}.task.${task}`])),
      ),
      percent: true,
      rows: [
        { label: 'scenario', keys: ['error_correction', 'response_maintenance', 'gap'] },
        {
          label: 'level',
          keys: BLIND_LEVELS.map((level) => `level.${level}.overall`),
          note: '(by how often other models were right at once)',
        },
        { label: 'deficiency', group: 'ec.deficiency' },
        { label: 'correction after', group: 'ec.feedback' },
        { label: 'maintenance after', group: 'rm.feedback' },
        { label: 'undecided', keys: ['undecided'] },
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
        ...(candidate.simulated && {
          simulation: {
            stubborn: unmoved(item),
            sycophant: item.concession ?? item.reference,
            damaged: item.scenario === 'ec' ? item.firstResponse : item.concession,
          },
        }),
      })
      const rubric = fbRubric(item, withReference)
      if (item.scenario === 'ec') await expect(dialogue).toPassRubric(rubric)
      else await expect(dialogue).toMaintainStance(rubric)
      if (!options.control) return
      const single = await candidate.ask(item.query, {
        ...sampling,
        call: 'control',
        ...(candidate.simulated && { simulation: { reference: alone(item), damaged: WRONG[item.language] } }),
      })
      await expect(single).toPassRubric(fbRubric(item, withReference, true))
    },
  }
}

/** The turns that come before the last feedback: the query with the first answer, then the exchanges. */
function givenTurns({ query, firstResponse, exchanges = [] }: FbItem): { readonly user: string; readonly assistant: string }[] {
  return [
    { user: query, assistant: firstResponse },
    ...exchanges.map(({ feedback, response }) => ({ user: feedback, assistant: response })),
  ]
}

/** All texts of an item's conversation, in their order, up to the last feedback. */
function conversationTexts(item: FbItem): string[] {
  return [...givenTurns(item).flatMap(({ user, assistant }) => [user, assistant]), item.feedback]
}

/**
 * An item's checklist in the hands of a judge, by the official protocol. The item has one point, its score: the judge's
 * own keys and weights decide it (docs/suites/fb-bench.md, R4), so criteria cannot be points of their own.
 *
 * @param singleTurn whether the answer to the query alone is judged, under the score name `control`.
 */
export function fbRubric(item: FbItem, withReference: boolean, singleTurn = false): JudgedRubric {
  // The control is a figure beside the score: it cannot fail an item.
  const [name, of, threshold] = singleTurn ? (['control', '_control', 0] as const) : (['score', '', 1] as const)
  return {
    points: [{ name, weight: 1, title: singleTurn ? 'criteria, query alone' : 'criteria' }],
    threshold,
    recordOnly: singleTurn,
    controls: singleTurn ? undefined : (judge, few) => judgeControls(judge, item, withReference, few),
    async judged({ answer }, judge, votes): Promise<JudgedGrade> {
      const call = singleTurn ? 'verdict-control' : 'verdict'
      const judgement = await judgeAnswer(judge, { item, answer, singleTurn, withReference }, votes, call)
      const { entries, refused, agreement, doubt } = judgement
      // Bundled items say where any criterion is not enough; officially it always is.
      const score = item.holds === 'all' ? strictScore(item, entries, 'all') : judgement.score
      const unmet = entries.filter((entry) => !entry.met)
      const listed = unmet.map(({ criterion, reason, weight }) => `${criterion}${weight === null ? '' : ` (${weight})`}: ${reason}`)
      return {
        points: { [name]: score },
        total: score,
        scores: {
          ...(!singleTurn && { strict: strictScore(item, entries), strict_all: strictScore(item, entries, 'all') }),
          ...(isUndecided(judge, item, answer) && { undecided: 1 }),
          ...(refused && { [`refused${of}`]: 1 }),
          ...(votes > 1 && !judge.spare && { [`judge_agreement${of}`]: agreement }),
        },
        doubt,
        explanation: {
          asked: item.feedback,
          ...(item.reference !== undefined && { expected: item.reference }),
          received: answer,
          evidence: { [name]: refused ? 'the judge refused the prompt' : ['not met', ...listed] },
        },
      }
    },
  }
}
