import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sharedFolder } from '../shared.ts'

/** Official data and recorded completions of LLMBar, beside the checkout. */
export const llmbarData: string = join(sharedFolder, 'data', 'llmbar')

/** Strategies whose GPT-4 completions are recorded. */
export type RecordedStrategy = 'Vanilla_NoRules' | 'Vanilla' | 'CoT' | 'Swap' | 'Swap_CoT' | 'Metrics' | 'Reference' | 'Metrics_Reference'

interface RecordedReply {
  readonly completion: string
  readonly finish: string
  readonly winner: '1' | '2' | null
  readonly explanation_a_sha256?: string
  readonly explanation_b_sha256?: string
}

/** One pair as recorded. */
export interface RecordedItem {
  readonly index: number
  readonly aux?: readonly { readonly kind: string; readonly completion: string }[]
  readonly stages: readonly { readonly forward: RecordedReply; readonly swapped: RecordedReply }[]
  readonly winner: { readonly forward: '1' | '2' | null; readonly swapped: '1' | '2' | null }
}

/** A file of the replay folder. */
export function readRecording(strategy: string, subset: string): readonly RecordedItem[] {
  const path = join(llmbarData, 'replay', 'GPT-4', strategy, `${subset}.json.gz`)
  return (JSON.parse(gunzipSync(readFileSync(path)).toString('utf8')) as { items: RecordedItem[] }).items
}

/** A recording as lines of a replay file. */
export function replayLines(subset: string, items: readonly RecordedItem[]): object[] {
  const line = (index: number, call: string, content: string) => ({
    suite: 'llmbar',
    item: `${subset}/${index}`,
    role: 'judge',
    call,
    trial: 0,
    content,
  })
  return items.flatMap(({ index, aux = [], stages }) => [
    ...aux.map(({ kind, completion }) => line(index, kind, completion)),
    ...stages.flatMap((stage, at) =>
      (['forward', 'swapped'] as const).map((order) => line(index, at === 0 ? order : `${order}-2`, stage[order].completion)),
    ),
  ])
}

/** One evaluator and strategy of expected.json. */
export interface ExpectedRow {
  readonly evaluator: string
  readonly strategy: string
  readonly subsets: Readonly<Record<string, { readonly acc: number; readonly agr: number }>>
  readonly adversarialMacro: { readonly acc: number; readonly agr: number }
  readonly overallMacro: { readonly acc: number; readonly agr: number }
}

/** One run of expected.json. */
export interface ExpectedRun {
  readonly evaluator: string
  readonly strategy: string
  readonly subset: string
  readonly n: number
  readonly accuracy: number
  readonly agreement: number
  readonly official: { readonly kappa_agreement: number }
}

/** The published and re-computed figures. */
export function readExpected(): { readonly runs: readonly ExpectedRun[]; readonly table: readonly ExpectedRow[] } {
  return JSON.parse(readFileSync(join(llmbarData, 'expected.json'), 'utf8')) as ReturnType<typeof readExpected>
}
