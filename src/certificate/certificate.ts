import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { readJson } from '../data/readJson.ts'
import { promptHash } from '../judges/pairwise/renderCalls.ts'
import { STRATEGIES, STRATEGY_NAMES } from '../judges/pairwise/strategies.ts'

const interval = z.tuple([z.number(), z.number()])
/** In percent, with a 95 % interval. */
const figure = z.object({ value: z.number(), ci95: interval.nullable(), n: z.number().int() })

/** What `reports/judges/<judge>.json` holds: how good a judge was at comparing pairs whose better output is known. */
export const certificateSchema = z.object({
  schema: z.literal('holdfast.certificate/1'),
  /** URI without credentials. */
  judge: z.string(),
  simulated: z.boolean(),
  strategy: z.enum(STRATEGY_NAMES),
  /** Of all prompts of the strategy: a certificate under other wording is void. */
  promptSha256: z.string(),
  /** Mean over the five subsets. */
  accuracy: figure,
  agreement: figure,
  nullRate: z.number(),
  data: z.object({ source: z.string(), sha256: z.string(), items: z.number().int() }),
  version: z.string(),
  run: z.string(),
  date: z.iso.datetime(),
  expires: z.iso.datetime(),
})

/** A judge's certificate. */
export type Certificate = z.output<typeof certificateSchema>

/** A certificate as a run finds it; `problem` says why it does not count. */
export interface FoundCertificate extends Certificate {
  readonly problem?: string
}

/** Where a judge's certificate is kept. */
export function certificatePath(root: string, judge: string): string {
  return join(root, 'reports', 'judges', `${judge.replace(/[^\w.-]+/g, '-').replace(/^-+|-+$/g, '')}.json`)
}

/** Writes a certificate to its place, over an older one. */
export function writeCertificate(root: string, certificate: Certificate): string {
  const path = certificatePath(root, certificate.judge)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `${JSON.stringify(certificate, null, 2)}\n`)
  return path
}

/**
 * The certificate of a judge, if it has one.
 *
 * @throws HoldfastError for a file that does not fit.
 */
export async function findCertificate(root: string, judge: string, now: Date): Promise<FoundCertificate | undefined> {
  const path = certificatePath(root, judge)
  if (!existsSync(path)) return undefined
  const certificate = readJson(path, certificateSchema)
  if (certificate.judge !== judge) return undefined
  if (new Date(certificate.expires) < now) return { ...certificate, problem: `expired on ${certificate.expires.slice(0, 10)}` }
  const current = await promptHash(STRATEGIES[certificate.strategy])
  if (current !== certificate.promptSha256) return { ...certificate, problem: 'was made with other prompts' }
  return certificate
}

/** A certificate in a line, as it stands beside the judge's name. */
export function certificateLine(certificate: FoundCertificate | undefined): string {
  if (!certificate) return 'uncertified'
  const { accuracy, agreement, strategy, problem } = certificate
  if (problem !== undefined) return `uncertified: its certificate ${problem}`
  return `pairwise ${accuracy.value.toFixed(1)} %, agreement ${agreement.value.toFixed(1)} % (${strategy})`
}
