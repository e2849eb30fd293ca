import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { readJson } from '../../core/base/data/readJson.ts'
import { messageOf } from '../../core/base/errors.ts'
import { makeFolder } from '../../core/base/files/makeFolder.ts'
import { writeWhole } from '../../core/base/files/writeWhole.ts'
import { counted } from '../../core/base/text/counted.ts'
import { STRATEGIES, STRATEGY_NAMES } from '../pairwise/strategies.ts'
import { judgeSet, LLMBAR } from './judgeSet.ts'

const interval = z.tuple([z.number(), z.number()])
/** A figure with a 95 % interval. */
const figure = z.object({ value: z.number(), ci95: interval.nullable(), n: z.number().int() })

const common = {
  schema: z.literal('holdfast.certificate/1'),
  /** URI without credentials. */
  judge: z.string(),
  simulated: z.boolean(),
  /** Models that answered, by the endpoint's own word, where it told. */
  served: z.array(z.string()).optional(),
  /** Votes of the judge on each pair or answer; one that is heard three times is better than one that is heard once. */
  votes: z.number().int().positive().default(1),
  /** Of all prompts that the judge was asked by: a certificate under other wording is void. */
  promptSha256: z.string(),
  data: z.object({ source: z.string(), version: z.number().int().optional(), sha256: z.string(), items: z.number().int() }),
  version: z.string(),
  run: z.string(),
  date: z.iso.datetime(),
  expires: z.iso.datetime(),
} as const

/** How good a judge was at comparing pairs whose better output is known. Figures are in percent. */
export const certificateSchema = z.object({
  ...common,
  kind: z.literal('pairwise').optional(),
  /** Name of the set of pairs. Absent for LLMBar. */
  set: judgeSet.optional(),
  /** How the two orders of a pair make its score, of other sets than LLMBar: their mean, or JudgeBench's sum. */
  rule: z.enum(['orders', 'judgebench']).optional(),
  strategy: z.enum(STRATEGY_NAMES),
  /** LLMBar: mean over the five subsets. Other sets: over all pairs. */
  accuracy: figure,
  agreement: figure,
  /** By part of the set, of other sets than LLMBar. */
  subsets: z.record(z.string(), z.object({ accuracy: figure, agreement: figure })).optional(),
  nullRate: z.number(),
})

/** How good a judge was at deciding criteria of which it is known whether an answer meets them. */
export const checklistCertificateSchema = z.object({
  ...common,
  kind: z.literal('checklist'),
  /** Name of the set of labelled criteria. */
  set: judgeSet,
  criteria: z.number().int(),
  /** Share of criteria decided as labelled, in percent. */
  accuracy: figure,
  /** Of the criteria that are met, those found met, in percent. */
  sensitivity: figure,
  /** Of the criteria that are not met, those found not met, in percent. */
  specificity: figure,
  /** Cohen's kappa with the labels, -1 to 1. */
  kappa: figure,
})

/** What `reports/judges/<judge>.json` and `<judge>@<set>.json` hold. */
const anyCertificate = z.discriminatedUnion('kind', [checklistCertificateSchema, certificateSchema])

/** A judge's certificate for comparing pairs. */
export type Certificate = z.output<typeof certificateSchema>

/** A judge's certificate for deciding criteria. */
export type ChecklistCertificate = z.output<typeof checklistCertificateSchema>

/** A judge's certificate of either kind. */
export type AnyCertificate = Certificate | ChecklistCertificate

/** A certificate as a run finds it, or why it does not count. `set` is absent for LLMBar. */
export type FoundCertificate = (AnyCertificate & { readonly problem?: never }) | { readonly problem: string; readonly set?: string }

/**
 * Where a judge's certificate is kept: a file named after it, with a hash where the name alone would be another one's too.
 *
 * @param set whose certificate it is; undefined for LLMBar's.
 */
export function certificatePath(root: string, judge: string, set?: string): string {
  const name = judge.replace(/[^\w.-]+/g, '-').replace(/^-+|(?<!-)-+$/g, '')
  const plain = /^[a-z]+:[\w.-]+$/.test(judge)
  const hash = plain ? '' : `-${createHash('sha256').update(judge).digest('hex').slice(0, 8)}`
  return join(root, 'reports', 'judges', `${name}${hash}${set === undefined ? '' : `@${set}`}.json`)
}

/** Writes a certificate to its place, over an older one of the same judge and set. */
export function writeCertificate(root: string, certificate: AnyCertificate): string {
  const path = certificatePath(root, certificate.judge, certificate.set)
  makeFolder(dirname(path))
  writeWhole(path, `${JSON.stringify(certificate, null, 2)}\n`)
  return path
}

/** The certificate in a file, whatever it is worth today, or why it cannot be read. */
export function readCertificate(path: string): FoundCertificate {
  try {
    return readJson(path, anyCertificate)
  } catch (error) {
    // Not a reason to stop a run, nor the run that would replace it.
    return { problem: `cannot be read (${messageOf(error).replace(/\.$/, '')})` }
  }
}

/**
 * The certificate of a judge, if it has one, or why it does not count.
 *
 * @param votes of the run that asks; undefined where they are not known, and any will do.
 * @param set whose certificate is looked for; undefined for LLMBar's.
 */
export async function findCertificate(
  root: string,
  judge: string,
  votes: number | undefined,
  now: Date,
  set?: string,
): Promise<FoundCertificate | undefined> {
  const path = certificatePath(root, judge, set)
  const of = set === undefined ? {} : { set }
  if (!existsSync(path)) return undefined
  const certificate = readCertificate(path)
  if (certificate.problem !== undefined) return { ...certificate, ...of }
  // A file that was copied or renamed is of its own set still.
  if (certificate.judge !== judge || certificate.set !== set) return undefined
  if (new Date(certificate.expires) < now) return { problem: `expired on ${certificate.expires.slice(0, 10)}`, ...of }
  if (votes !== undefined && certificate.votes !== votes) {
    return { problem: `was made with ${counted(certificate.votes, 'vote')}, not ${votes}`, ...of }
  }
  return (await currentHash(certificate)) === certificate.promptSha256 ? certificate : { problem: 'was made with other prompts', ...of }
}

/** SHA-256 of the prompts that such a certificate would be made with today. Every run starts here, and few judges have a certificate. */
async function currentHash(certificate: AnyCertificate): Promise<string> {
  if (certificate.kind === 'checklist') return (await import('../checklistPromptHash.ts')).checklistPromptHash()
  const { promptHash } = await import('../pairwise/renderCalls.ts')
  return promptHash(STRATEGIES[certificate.strategy])
}

/** All certificates of a judge, LLMBar's first and the others by the names of their sets, each as {@link findCertificate} finds it. */
export async function findCertificates(
  root: string,
  judge: string,
  votes: number | undefined,
  now: Date,
): Promise<readonly FoundCertificate[]> {
  const main = certificatePath(root, judge)
  const begin = `${basename(main, '.json')}@`
  const sets = filesIn(dirname(main)).flatMap((name) => {
    const set = judgeSet.safeParse(name.slice(begin.length, -'.json'.length))
    return name.startsWith(begin) && name.endsWith('.json') && set.success ? [set.data] : []
  })
  const found = [undefined, ...sets.sort()].map((set) => findCertificate(root, judge, votes, now, set))
  return (await Promise.all(found)).filter((one) => one !== undefined)
}

/** Names in a folder; none where it is not there or cannot be read, which is no reason to stop a run. */
function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Certificates in a run whose judge answered as these models: one that was made with another model does not count. */
export function certificatesFor(found: readonly FoundCertificate[], served: readonly string[] | undefined): readonly FoundCertificate[] {
  return found.map((one) => {
    if (one.problem !== undefined || !one.served || !served) return one
    const other = served.filter((name) => !one.served?.includes(name))
    if (other.length === 0) return one
    const problem = `was made with ${one.served.join(', ')}, and ${other.join(', ')} answers now`
    return { problem, ...(one.set !== undefined && { set: one.set }) }
  })
}

/** A certificate in a line, as it stands beside the judge's name; its set where that is not LLMBar. */
export function certificateLine(certificate: FoundCertificate | undefined): string {
  if (!certificate) return 'uncertified'
  const on = certificate.set === undefined ? '' : ` on ${certificate.set}`
  if (certificate.problem !== undefined) return `uncertified: its certificate${on} ${certificate.problem}`
  const { votes, accuracy } = certificate
  const heard = votes === 1 ? [] : [counted(votes, 'vote')]
  if (certificate.kind === 'checklist') {
    const how = heard.length === 0 ? '' : ` (${heard.join(', ')})`
    return `checklist ${accuracy.value.toFixed(1)} %, kappa ${certificate.kappa.value.toFixed(2)}${on}${how}`
  }
  const { agreement, strategy } = certificate
  return `pairwise ${accuracy.value.toFixed(1)} %, agreement ${agreement.value.toFixed(1)} %${on} (${[strategy, ...heard].join(', ')})`
}

/** All certificates of a judge in a line: those that count first. */
export function certificatesLine(certificates: readonly FoundCertificate[]): string {
  const counts = certificates.filter(({ problem }) => problem === undefined)
  if (counts.length === 0) return certificateLine(certificates[0])
  const others = certificates.flatMap(({ problem, set = LLMBAR }) =>
    problem === undefined ? [] : [`its certificate on ${set} does not count: it ${problem}`],
  )
  return [...counts.map(certificateLine), ...others].join('; ')
}
