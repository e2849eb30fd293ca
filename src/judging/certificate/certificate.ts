import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { readJson } from '../../core/base/data/readJson.ts'
import { messageOf, orUndefined } from '../../core/base/errors.ts'
import { redactSecrets } from '../../core/base/secrets.ts'
import { counted } from '../../core/base/text/counted.ts'
import type { ScoresDocument } from '../../core/format/scoresDocument.ts'
import { checklistPromptHash } from '../checklistJudge.ts'
import { promptHash } from '../pairwise/judgePair.ts'
import { STRATEGIES, STRATEGY_NAMES } from '../pairwise/strategies.ts'

/** The set that a certificate without a name of one is of. */
export const LLMBAR = 'llmbar'

/** Stands for the file of labelled criteria that is shipped, and names that set. */
export const BUNDLED_CRITERIA = 'bundled-criteria'

/** Name of a set that judges are measured on, other than LLMBar: it is part of a file's name, whatever the system. */
export const judgeSet: z.ZodString = z
  .string()
  .max(80)
  .regex(/^[a-z0-9][a-z0-9._-]*$/, 'expected small letters, digits, dots, dashes and underscores')

/** A figure with a 95 % interval. */
const figure = z.object({ value: z.number(), ci95: z.tuple([z.number(), z.number()]).nullable(), n: z.number().int() })

const common = {
  schema: z.literal('holdfast.certificate/1'),
  /** URI without credentials. */
  judge: z.string(),
  simulated: z.boolean(),
  /** Models that answered, by the endpoint's own word, where it told. */
  served: z.array(z.string()).optional(),
  /** Votes of the judge on each pair or answer; one that is heard three times is better than one that is heard once. */
  votes: z.number().int().positive(),
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

/** Where a judge's certificate of a set is kept: a file named after it, with a hash where the name alone would be another one's too. */
export function certificatePath(root: string, judge: string, set?: string): string {
  const name = judge.replace(/[^\w.-]+/g, '-').replace(/^-+|(?<!-)-+$/g, '')
  const plain = /^[a-z]+:[\w.-]+$/.test(judge)
  const hash = plain ? '' : `-${createHash('sha256').update(judge).digest('hex').slice(0, 8)}`
  return join(root, 'reports', 'judges', `${name}${hash}${set === undefined ? '' : `@${set}`}.json`)
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

/** A judge's certificate on a set (default LLMBar), or why it does not count for a run of `votes`; undefined `votes`: any do. */
export async function findCertificate(root: string, judge: string, votes: number | undefined, now: Date, set?: string) {
  const path = certificatePath(root, judge, set)
  if (!existsSync(path)) return undefined
  const found = readCertificate(path)
  // A file that was copied or renamed is of its own set still.
  if (found.problem === undefined && (found.judge !== judge || found.set !== set)) return undefined
  const problem = found.problem ?? (await problemOf(found, votes, now))
  return (problem === undefined ? found : { problem, ...(set !== undefined && { set }) }) as FoundCertificate
}

/** Why a certificate does not count today. */
async function problemOf(certificate: AnyCertificate, votes: number | undefined, now: Date): Promise<string | undefined> {
  if (new Date(certificate.expires) < now) return `expired on ${certificate.expires.slice(0, 10)}`
  if (votes !== undefined && certificate.votes !== votes) return `was made with ${counted(certificate.votes, 'vote')}, not ${votes}`
  const hash = certificate.kind === 'checklist' ? checklistPromptHash() : await promptHash(STRATEGIES[certificate.strategy])
  return hash === certificate.promptSha256 ? undefined : 'was made with other prompts'
}

/** All certificates of a judge, LLMBar's first and the others by the names of their sets, each as {@link findCertificate} finds it. */
export async function findCertificates(root: string, judge: string, votes: number | undefined, now: Date) {
  const main = certificatePath(root, judge)
  const begin = `${basename(main, '.json')}@`
  // A folder that is not there or cannot be read is no reason to stop a run.
  const names = orUndefined(() => readdirSync(dirname(main))) ?? []
  const sets = names.flatMap((name) => {
    const set = judgeSet.safeParse(name.slice(begin.length, -'.json'.length))
    return name.startsWith(begin) && name.endsWith('.json') && set.success ? [set.data] : []
  })
  const found = [undefined, ...sets.sort()].map((set) => findCertificate(root, judge, votes, now, set))
  return (await Promise.all(found)).filter((one) => one !== undefined)
}

/** Certificates in a run whose judge answered as these models: one that was made with another model does not count. */
export function certificatesFor(found: readonly FoundCertificate[], served: readonly string[] | undefined): readonly FoundCertificate[] {
  return found.map((one) => {
    if (one.problem !== undefined || !one.served || !served) return one
    const { served: own, set } = one
    const other = served.filter((name) => !own.includes(name))
    if (other.length === 0) return one
    return { problem: `was made with ${own.join(', ')}, and ${other.join(', ')} answers now`, ...(set !== undefined && { set }) }
  })
}

/** Said of a certificate that shows no judge better than chance. */
const AT_CHANCE = 'not surely right more often than by chance'

/** A certificate in a line, as it stands beside the judge's name; its set where that is not LLMBar. */
export function certificateLine(certificate: FoundCertificate | undefined): string {
  if (!certificate) return 'uncertified'
  const on = certificate.set === undefined ? '' : ` on ${certificate.set}`
  if (certificate.problem !== undefined) return `uncertified: its certificate${on} ${certificate.problem}`
  const accuracy = certificate.accuracy.value.toFixed(1)
  const heard = certificate.votes === 1 ? '' : counted(certificate.votes, 'vote')
  const chance = showsMore(certificate) ? '' : `, ${AT_CHANCE}`
  if (certificate.kind === 'checklist')
    return `checklist ${accuracy} %, kappa ${certificate.kappa.value.toFixed(2)}${on}${heard && ` (${heard})`}${chance}`
  const { agreement, strategy } = certificate
  return `pairwise ${accuracy} %, agreement ${agreement.value.toFixed(1)} %${on} (${strategy}${heard && `, ${heard}`})${chance}`
}

/** Whether any of them that counts shows a judge that is surely right more often than by chance. */
export function isBetterThanChance(certificates: readonly FoundCertificate[]): boolean {
  return certificates.some((own) => own.problem === undefined && showsMore(own))
}

/** Whether it shows more than chance gets. Of criteria their kappa tells: who finds all of them met is right in more than half. */
function showsMore(certificate: AnyCertificate): boolean {
  if (certificate.kind !== 'checklist') return isAboveChance(certificate.accuracy)
  const { value, ci95 } = certificate.kappa
  return (ci95?.[0] ?? value) > 0
}

/** Whether an accuracy over pairs, in percent, is surely above what chance gets. */
export function isAboveChance({ value, ci95 }: Pick<z.output<typeof figure>, 'value' | 'ci95'>): boolean {
  return (ci95?.[0] ?? value) > 50
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

/** How it stands with a judge. */
export interface JudgeStanding {
  /** Its certificates in a line, as they stand beside its name. */
  readonly line: string
  /** What those that count prove: that it is surely right more often than by chance, not even that, or nothing, for want of any. */
  readonly proof: 'better' | 'chance' | 'none'
}

/** How it stands with the judge of a finished run; undefined where the judge itself is what the run is about: a certificate is what it is for. */
export function judgeStanding(
  { run: { roles } }: Pick<ScoresDocument, 'run'>,
  found: readonly FoundCertificate[],
): JudgeStanding | undefined {
  if (!roles.judge || !roles.candidate) return undefined
  const own = certificatesFor(found, roles.judge.served)
  const isCertified = own.some(({ problem }) => problem === undefined)
  return { line: redactSecrets(certificatesLine(own)), proof: isBetterThanChance(own) ? 'better' : isCertified ? 'chance' : 'none' }
}

/** The same with the certificates that the project has now. @param votes of the run, where they are known. */
export async function standingNow(document: ScoresDocument, votes: number | undefined, root: string): Promise<JudgeStanding | undefined> {
  const { judge } = document.run.roles
  return judge && judgeStanding(document, await findCertificates(root, judge.model, votes, new Date()))
}
