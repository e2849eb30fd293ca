import { z } from 'zod'
import {
  ASPECTS,
  type CallRecord,
  type Conversion,
  dataError,
  defineSuite,
  GOOD,
  groupBy,
  groupColumns,
  INTERVIEW_METRICS,
  type InterviewMetric,
  type ItemRecord,
  type JudgementRow,
  type JudgementView,
  judgeOf,
  judgeReplies,
  type LabelQuestion,
  lastReplies,
  mean,
  officialData,
  parse,
  parseEvaluation,
  parseJsonl,
  parseLine,
  pythonJsonl,
  type RoundEvaluation,
  type ScoredInterview,
  type SuiteQuestions,
  type SuiteView,
  scatter,
  scoreInterview,
  shownDialogue,
} from '../../src/kit.ts'
import { contamination, type PlacedPoint, pointsOf } from './contamination.ts'
import { questionRecipe } from './draft/questionRecipe.ts'
import { relabelInterview } from './interview.ts'
import { describeKievalData } from './openQuestions.ts'
import { openKieval } from './openSuite.ts'
import { kievalPictures } from './pictures.ts'
import { kievalOptions, OF_SETS, officialId } from './question.ts'
import { arcTable } from './questionFiles.ts'

const conversation = z.object({
  kind: z.literal('conversation').default('conversation'),
  id: z.string(),
  maxRounds: z.number().int().positive().default(5),
  evaluatorOutputs: z.array(z.string()),
})
const group = z.object({ kind: z.literal('group'), id: z.string(), members: z.array(z.string()) })
/** Told by its kind, so that an error names the field that is wrong. */
const kindOf = (value: unknown) =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'group' ? group : conversation

/**
 * A function from a line with an evaluator's replies to the interview's scores, or from a group of earlier lines to their
 * means; throws HoldfastError for a line that does not fit.
 */
export function kievalFileScorer(): (value: unknown, where: string) => object {
  const scored = new Map<string, ScoredInterview>()
  return (value, where) => {
    const entry = parse<typeof group | typeof conversation>(kindOf(value), value, where)
    if (entry.kind === 'group') return { id: entry.id, ...scoreGroup(entry.members.map((id) => find(scored, id, where))) }
    const evaluations = untilStop(entry.evaluatorOutputs.slice(0, entry.maxRounds).map(parseEvaluation))
    const interview = scoreInterview(evaluations, { maxRounds: entry.maxRounds })
    scored.set(entry.id, interview)
    return { id: entry.id, ...interview, perRound: evaluations.map(roundLine) }
  }
}

function find(scored: ReadonlyMap<string, ScoredInterview>, id: string, where: string): ScoredInterview {
  const found = scored.get(id)
  if (found) return found
  throw dataError(`Failed to read ${where}, field members: no conversation ${JSON.stringify(id)} before it. Put the conversations first.`)
}

/** The round that ends an interview counts; nothing after it does. */
function untilStop(rounds: readonly RoundEvaluation[]): RoundEvaluation[] {
  const stop = rounds.findIndex((round) => round.stop)
  return stop === -1 ? [...rounds] : rounds.slice(0, stop + 1)
}

/** A round as the golden files write it. */
function roundLine({ stop, stopReason, parsed: _parsed, comment: _comment, ...scores }: RoundEvaluation): object {
  return { ...scores, stop, stop_reason: stopReason }
}

function scoreGroup(members: readonly ScoredInterview[]): object {
  const reasons = groupBy(members, ({ stopReason }) => stopReason ?? 'missing')
  const scores = INTERVIEW_METRICS.map((metric) => {
    const own = members.flatMap((member) => member.scores[metric] ?? [])
    const [kieval, paperMax] = [mean(own.map((score) => score.kieval)), mean(own.map((score) => score.paperMax))]
    return [metric, own.length === 0 ? null : { n: own.length, kieval, paperMax }] as const
  })
  return {
    scores: Object.fromEntries(scores),
    averageRounds: mean(members.map(({ rounds }) => rounds)),
    lastStopReasons: Object.fromEntries([...reasons].map(([reason, { length }]) => [reason, length])),
  }
}

/** What people are asked of KIEval: each aspect of each round, and the interview so far as a whole, from 1 to 4 (Table 1). */
export const kievalQuestions: SuiteQuestions = {
  of: (record, calls) => judgeReplies(calls).flatMap((asked) => round(record, calls, asked)),
  relabel: relabelInterview,
}

const SCALE = ['poor', 'below average', 'above average', 'good'].map((text, index) => ({ value: index + 1, text: `${index + 1}: ${text}` }))

const ASKS: Readonly<Record<InterviewMetric, string>> = {
  accuracy: 'Is what the last reply states true?',
  logic: 'Is the reasoning of the last reply sound?',
  relevance: 'Does the last reply keep to the topic?',
  coherence: 'Does the last reply fit the conversation and what was said before?',
  conciseness: 'Is the last reply brief and clear?',
  overall: 'How good is the interview so far as a whole?',
}

function round({ scores }: ItemRecord, calls: readonly CallRecord[], asked: ReturnType<typeof judgeReplies>[number]): LabelQuestion[] {
  const number = /^evaluation-(\d+)$/.exec(asked.call)?.[1]
  const shown = number === undefined ? [] : shownDialogue(calls, `answer-${number}`)
  if (shown.length === 0) return []
  const votes = asked.replies.map(({ content = '' }) => parseEvaluation(content))
  return INTERVIEW_METRICS.map((metric) => {
    const cast = votes.flatMap((vote) => vote[metric] ?? [])
    const judge = scores[`round.${number}.${metric}`]
    return {
      question: `${asked.call}/${metric}`,
      kind: metric,
      ask: ASKS[metric],
      scale: SCALE,
      shown,
      ...(judge !== undefined && { judge, ...(cast.length > 1 && { votes: cast }) }),
      ...judgeOf(asked),
    }
  })
}

const validated = z.object({ valid_uuids: z.array(z.string()), invalid_uuids: z.array(z.string()) })
/** Tabulates KIEval's two lists of ids, of the evaluator models gpt-4 and gpt-3.5, in the order of the first. */
export const validatedIds: Conversion = {
  says: 'two JSON lists of ids tabulated: uuid, valid for gpt-4, valid for gpt-3.5',
  convert([gpt4, gpt35]) {
    const [four, three] = [readIds(gpt4, 'gpt-4'), readIds(gpt35, 'gpt-3.5')]
    const [forFour, forThree] = [new Set(four.valid_uuids), new Set(three.valid_uuids)]
    const rows = [...four.valid_uuids, ...four.invalid_uuids].map((id) => `${id}\t${Number(forFour.has(id))}\t${Number(forThree.has(id))}`)
    return `${['uuid\tgpt4\tgpt35', ...rows].join('\n')}\n`
  },
}

/** Questions of the sample that the list of gpt-4 names as valid, and those it does not. */
const SAMPLE = { valid: 200, invalid: 40 }

/** Takes the first ARC-Challenge test questions that are valid for gpt-4, then the first that are not, with KIEval's ids and flags. */
export const arcSample: Conversion = {
  says: `of the ARC-Challenge test questions the first ${SAMPLE.valid} valid for gpt-4 and the first ${SAMPLE.invalid} that are not, with their ids and flags`,
  convert([test, gpt4, gpt35]) {
    const forFour = new Set(readIds(gpt4, 'gpt-4').valid_uuids)
    const forThree = new Set(readIds(gpt35, 'gpt-3.5').valid_uuids)
    const rows = parseJsonl(test ?? '', arcTable, 'the ARC test questions')
    const questions = rows.map(({ id, question, choices, answerKey }, index) => {
      const answerIndex = choices.label.indexOf(answerKey)
      const uuid = officialId({ question, choices: choices.text, answerIndex }, `{"id": ${JSON.stringify(id)}}`)
      const flags = { validGpt4: forFour.has(uuid), validGpt35: forThree.has(uuid) }
      return { id, uuid, index, question, choices: choices.text, labels: choices.label, answerIndex, ...flags }
    })
    return pythonJsonl([
      ...questions.filter(({ validGpt4 }) => validGpt4).slice(0, SAMPLE.valid),
      ...questions.filter(({ validGpt4 }) => !validGpt4).slice(0, SAMPLE.invalid),
    ])
  },
}

function readIds(file: string | undefined, model: string): z.output<typeof validated> {
  const where = `the ids validated by ${model}`
  return parse(validated, parseLine(file ?? '', where), where)
}

/** Points that may all have their names beside them. */
const NAMED = 8

/** The paper's Figure 4: static accuracy against KIEval score over several runs, with a line for each question set. */
export const contaminationPicture: NonNullable<SuiteView['comparePicture']> = (runs) => {
  const { points, correlations } = contamination(runs.flatMap(({ document }) => (document ? pointsOf(document) : [])))
  if (points.length < 2) return undefined
  const sets = [...new Set(points.map(({ set }) => set))]
  const lines = correlations.flatMap(({ set, regression }) => {
    const isShown = correlations.length > 1 ? set !== null : set === null
    if (!regression || !isShown) return []
    const own = points.filter((point) => !point.leak && (set === null || point.set === set)).map(({ accuracy }) => accuracy)
    const at = (x: number) => ({ x, y: regression.intercept + regression.slope * x })
    const ends = [at(Math.min(...own)), at(Math.max(...own))] as const
    return [{ name: set ?? '', series: set === null ? 0 : sets.indexOf(set), ends }]
  })
  return scatter({
    title: 'Static accuracy against interviews, by run',
    caption:
      'With the regression of each question set. Far below the line: right answers that the interviews do not bear out, as of a test that was learnt by heart.',
    xLabel: 'share of static answers right',
    yLabel: 'interview score',
    xDomain: [0, 1],
    yDomain: [0, 100],
    lines,
    points: points.map((point) => ({
      name: nameOf(point, sets.length > 1),
      label: points.length <= NAMED || point.suspicious || point.leak ? nameOf(point, false) : '',
      x: point.accuracy,
      y: point.score,
      series: sets.indexOf(point.set),
    })),
    digits: 2,
  })
}

function nameOf({ model, set, leak, suspicious, simulatedInterview }: PlacedPoint, withSet: boolean): string {
  const marks = [withSet && set, leak && 'with a leak', suspicious && 'far below', simulatedInterview && 'simulated']
  return [model, ...marks.filter(Boolean)].join(', ')
}

/** The official data of KIEval: its lists of valid questions, and a sample of ARC-Challenge that they name. */
export const kievalOfficialData = officialData('kieval', describeKievalData, {
  validatedIds: () => validatedIds,
  arcSample: () => arcSample,
})

/** Columns of the table: the overall score decides. */
const METRICS = ['overall', ...ASPECTS] as const

/** An interview's evaluations as one table, a row a round. */
function kievalJudgements(record: ItemRecord, calls: readonly CallRecord[]): JudgementView[] {
  const { scores, status } = record
  const replies = lastReplies(calls).filter(({ call }) => /^evaluation-\d+$/.test(call))
  const rounds = [...new Set(replies.map(({ call }) => Number(call.slice('evaluation-'.length))))].sort((one, other) => one - other)
  if (rounds.length === 0) return []
  const rows = rounds.map((round): JudgementRow => {
    const read = replies.filter(({ call }) => call === `evaluation-${round}`).map(({ content }) => parseEvaluation(content))
    const figure = (metric: (typeof METRICS)[number]) => scores[`round.${round}.${metric}`] ?? read[0]?.[metric] ?? null
    const overall = figure('overall')
    const comments = read.map(
      ({ comment, stop, stopReason }) => `${comment}${stop ? ` (ended the interview: ${stopReason ?? 'no reason given'})` : ''}`,
    )
    return {
      cells: [
        String(round),
        ...METRICS.map((metric) => {
          const score = figure(metric)
          return score === null ? '–' : String(Number(score.toFixed(2)))
        }),
        comments.join('\n'),
      ],
      tone: overall === null ? 'none' : overall >= GOOD ? 'good' : 'bad',
      about: `answer-${round}`,
    }
  })
  return [
    {
      title: `Interview, ${rounds.length} ${rounds.length === 1 ? 'round' : 'rounds'} rated 1 to 4`,
      outcome: kievalRule(record) ?? 'no overall score',
      state: status === 'failed' ? 'failed' : status === 'passed' ? 'passed' : 'noted',
      calls: rounds.map((round) => `evaluation-${round}`),
      lost: rounds.map((round) => `round ${round}`),
      words: [],
      table: { columns: ['Round', ...METRICS, 'Comment'], words: METRICS.length + 1, rows },
    },
  ]
}

/** `overall 10.0 of 100, needs 70`. */
function kievalRule({ scores, threshold }: ItemRecord): string | undefined {
  const overall = scores['score.overall']
  if (overall === undefined) return undefined
  return `overall ${overall.toFixed(1)} of 100${threshold === undefined ? '' : `, needs ${Number((threshold * 100).toFixed(2))}`}`
}

/** KIEval for people: an evaluation is of the reply of its round. */
export const kievalView: SuiteView = {
  pictures: kievalPictures,
  comparePicture: contaminationPicture,
  judgements: kievalJudgements,
  rule: kievalRule,
  judgedCall: (call) => (call.startsWith('evaluation-') ? call.replace('evaluation-', 'answer-') : undefined),
  lostPoint: (point) => point.replace(/^round (\d+)$/, 'explaining in round $1'),
  // Over several models: scores by aspect (paper, Table 2), the static accuracy, and the one against the other (Figure 3).
  board(metrics) {
    const sets = groupColumns(metrics, OF_SETS)
    const scoreColumn = (label: string) => ({ key: `score.${label}`, label })
    return {
      tables: [
        {
          title: 'Interviews',
          columns: [...METRICS.map(scoreColumn), { key: 'accuracy', label: 'static accuracy' }, { key: 'rounds', label: 'rounds' }],
        },
        ...(sets.length > 0 ? [{ title: 'By question set', columns: sets }] : []),
      ],
      radars: [{ title: 'Aspects', columns: ASPECTS.map(scoreColumn) }],
      scatters: [
        {
          title: 'Static accuracy and interview',
          x: { key: 'accuracy', label: 'static accuracy' },
          y: { key: 'score.overall', label: 'KIEval score' },
        },
      ],
    }
  },
}

/** KIEval: an interviewer asks the model about its answer, and an evaluator scores each round. */
export const kievalSuite = defineSuite({
  name: 'kieval',
  // 4: the robust reading of static answers reads labels in other brackets.
  scoring: 4,
  options: kievalOptions,
  roles: { candidate: { temperature: 0 }, interactor: { temperature: 0 }, judge: { temperature: 0, json: true } },
  open: openKieval,
  summary: { load: async () => (await import('./summary.ts')).kievalSummary },
  about: {
    title: 'KIEval',
    question: 'Can the model explain its answers in an interview?',
    good: 'Higher is better. The lowest ratings in every round give 10. An item passes from 70.',
    item: 'interview',
    floor: 'what guessing and the lowest ratings get',
  },
  view: kievalView,
  people: kievalQuestions,
  files: { official: kievalOfficialData, drafts: [questionRecipe], scorer: kievalFileScorer },
})
