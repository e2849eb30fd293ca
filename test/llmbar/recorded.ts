import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { VerdictRule } from '../../src/judging/pairwise/parseVerdict.ts'
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
  /** Ratings of output 1 and output 2. */
  readonly scores?: readonly { readonly completion: string }[]
  readonly stages?: readonly { readonly forward: RecordedReply; readonly swapped: RecordedReply }[]
  readonly winner: { readonly forward: '1' | '2' | null; readonly swapped: '1' | '2' | null }
}

interface Recording {
  readonly rules: readonly VerdictRule[]
  readonly items: readonly RecordedItem[]
}

/** Where the recordings of a model lie: a folder of strategies. */
export function recordingsOf(evaluator: string): string {
  const folder = join(llmbarData, 'replay', evaluator)
  return existsSync(folder) ? folder : join(llmbarData, 'more', evaluator)
}

function readFile(path: string): Recording {
  return JSON.parse(gunzipSync(readFileSync(path)).toString('utf8')) as Recording
}

/** The recorded pairs of a subset, of GPT-4 by default. */
export function readRecording(strategy: string, subset: string, evaluator = 'GPT-4'): readonly RecordedItem[] {
  return readFile(join(recordingsOf(evaluator), strategy, `${subset}.json.gz`)).items
}

/** The official pairs of a subset. */
export function readDataset(subset: string): readonly { readonly label: 1 | 2 }[] {
  return JSON.parse(readFileSync(join(llmbarData, 'datasets', `${subset}.json`), 'utf8')) as ReturnType<typeof readDataset>
}

/** Every recorded verdict of a model, with the official rule it is read by. */
export function recordedReplies(evaluator: string): { readonly rule: VerdictRule; readonly text: string }[] {
  const folder = recordingsOf(evaluator)
  return readdirSync(folder).flatMap((strategy) =>
    readdirSync(join(folder, strategy)).flatMap((name) => {
      const { rules, items } = readFile(join(folder, strategy, name))
      return items.flatMap(({ stages = [] }) =>
        stages.flatMap(({ forward, swapped }, at) =>
          [forward, swapped].map(({ completion }) => ({ rule: rules[at] as VerdictRule, text: completion })),
        ),
      )
    }),
  )
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
  return items.flatMap(({ index, aux = [], scores = [], stages = [] }) => [
    ...aux.map(({ kind, completion }) => line(index, kind, completion)),
    ...scores.map(({ completion }, at) => line(index, `score-${at + 1}`, completion)),
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

/** The published and re-computed figures of GPT-4, or of the other models. */
export function readExpected(folder = llmbarData): { readonly runs: readonly ExpectedRun[]; readonly table: readonly ExpectedRow[] } {
  return JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as ReturnType<typeof readExpected>
}
