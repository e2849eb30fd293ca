import {
  type Answer,
  askJudge,
  CHECKLIST_FORMS,
  castVotes,
  doubtOfChecklists,
  type Model,
  mergeVotes,
  type Parsed,
  type Traces,
  UnscoredError,
  votesOnCriteria,
} from '../../../src/kit.ts'
import { type FbItem, hasOfficialForm } from '../items.ts'
import { type JudgedCriterion, judgementScore, quotationIn, readJudgement, readOwnJudgement } from '../scoring/judgement.ts'
import { type JudgePromptInput, judgePrompt } from './prompt.ts'

/** Cap on a verdict, in tokens. */
export const VERDICT_TOKENS = 4096

/**
 * Has an answer judged, by at most so many votes, by the official protocol: one user message, JSON mode, temperature 0. Bundled items have a JSON
 * schema in place of JSON mode where the endpoint takes one. The score is by the official rules, 0 to 1: of a prompt that the judge's
 * provider refused 0. A vote that it refused leaves no doubt.
 *
 * @param known of an answer that measures the judge: what is known of it, and whether a reply passes it.
 * @throws UnscoredError when the judge gives no usable reply.
 */
export async function judgeAnswer(
  judge: Model,
  input: JudgePromptInput,
  votes: number,
  call = 'verdict',
  known?: Pick<Traces<readonly JudgedCriterion[] | undefined>, 'known' | 'verdict'>,
) {
  const prompt = judgePrompt(input)
  const form = CHECKLIST_FORMS[input.item.language]
  const json = hasOfficialForm(input.item) || form.json
  const question = {
    prompt,
    call,
    options: { temperature: 0, json, maxTokens: VERDICT_TOKENS, simulation: { verdict: simulatedVerdict(input) } },
    traces: { ...form.traces, ...known },
    parse: (reply: Answer) => readReply(reply, input),
  }
  const ask = async (vote: number) => (await askJudge(judge, { ...question, vote })) ?? null
  const all = await castVotes(judge, votes, ask, votesOnCriteria)
  const doubt = doubtOfChecklists(all)
  const cast = all.filter((entries) => entries !== null)
  const [first] = cast
  if (!first) return { entries: [], score: 0, refused: true, agreement: 1, doubt }
  if (votes === 1) return { entries: first, score: judgementScore(first) ?? 0, refused: false, agreement: 1, doubt }
  const { verdicts, agreement } = mergeVotes(cast)
  const weights = weightsOf(input.item, first)
  const entries = verdicts.map(({ criterion, met, reason }) => ({ criterion, met, reason, weight: weights.get(criterion) ?? null }))
  const score = judgementScore(entries)
  if (score === undefined) {
    throw new UnscoredError(`Failed to judge: the votes of ${judge.name} agree on criteria whose weights sum to more than 1. Use one vote.`)
  }
  return { entries, score, refused: false, agreement, doubt }
}

/** The checklist's weights, so that votes with different weights add up; the judge's where it altered the criterion. */
function weightsOf({ checklist }: FbItem, first: readonly JudgedCriterion[]): ReadonlyMap<string, number | null> {
  const listed = [...first, ...checklist.toReversed().map(({ text, weight }) => ({ criterion: text, weight }))]
  return new Map(listed.map(({ criterion, weight }) => [criterion, weight]))
}

/** Undefined where the provider refused the prompt: an outcome by the official rules, not to be asked again. */
function readReply({ content, refused }: Answer, { item, answer }: JudgePromptInput): Parsed<readonly JudgedCriterion[] | undefined> {
  if (refused) return { value: undefined }
  const { query, firstResponse, exchanges = [], feedback, reference = '' } = item
  const earlier = exchanges.flatMap((exchange) => [exchange.feedback, exchange.response])
  const shown = [query, firstResponse, ...earlier, feedback, answer, reference]
  if (!hasOfficialForm(item)) return readOwnJudgement(content, item, shown)
  const read = readJudgement(content)
  if (read.outcome === 'accepted') {
    const quotation = quotationIn(content, item, shown)
    return quotation === undefined ? { value: read.entries } : { unusable: quotation }
  }
  if (read.outcome === 'rejected') return { unusable: read.reason }
  return { unusable: read.outcome === 'falsy_json' ? 'it is empty' : 'it is not one JSON object alone' }
}

/** Whether a simulated judge finds something not met only because no program could decide it. */
export function isUndecided(judge: Model, { checklist }: FbItem, answer: string): boolean {
  return judge.simulated && checklist.some(({ check }) => check && check(answer) === undefined)
}

/** What a simulated judge replies, where every criterion can be checked by program. What a program cannot decide is not met. */
function simulatedVerdict({ item, answer }: JudgePromptInput): ((flipped: (index: number) => boolean) => string) | undefined {
  if (hasOfficialForm(item)) return undefined
  return (flipped) =>
    CHECKLIST_FORMS[item.language].write(
      item.checklist.map(({ check }, index) => {
        const found = check?.(answer)
        const met = (found === true) !== flipped(index)
        return { met, reason: found === undefined ? 'no program can tell' : met ? 'its check holds' : 'its check does not hold' }
      }),
    )
}
