import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { readJson } from '../../base/data/readJson.ts'
import { messageOf } from '../../base/errors.ts'
import { makeFolder } from '../../base/files/makeFolder.ts'
import { writeWhole } from '../../base/files/writeWhole.ts'
import { counted } from '../../base/text/counted.ts'
import { STRATEGIES, STRATEGY_NAMES } from '../pairwise/strategies.ts'

const interval = z.tuple([z.number(), z.number()])
/** In percent, with a 95 % interval. */
const figure = z.object({ value: z.number(), ci95: interval.nullable(), n: z.number().int() })

/** What `reports/judges/<judge>.json` holds: how good a judge was at comparing pairs whose better output is known. */
export const certificateSchema = z.object({
  schema: z.literal('holdfast.certificate/1'),
  /** URI without credentials. */
  judge: z.string(),
  simulated: z.boolean(),
  /** Models that answered, by the endpoint's own word, where it told. */
  served: z.array(z.string()).optional(),
  strategy: z.enum(STRATEGY_NAMES),
  /** Votes of the judge on each pair; one that is heard three times is better than one that is heard once. */
  votes: z.number().int().positive().default(1),
  /** Of all prompts of the strategy: a certificate under other wording is void. */
  promptSha256: z.string(),
  /** Mean over the five subsets. */
  accuracy: figure,
  agreement: figure,
  nullRate: z.number(),
  data: z.object({ source: z.string(), version: z.number().int().optional(), sha256: z.string(), items: z.number().int() }),
  version: z.string(),
  run: z.string(),
  date: z.iso.datetime(),
  expires: z.iso.datetime(),
})

/** A judge's certificate. */
export type Certificate = z.output<typeof certificateSchema>

/** A certificate as a run finds it, or why it does not count. */
export type FoundCertificate = (Certificate & { readonly problem?: never }) | { readonly problem: string }

/** Where a judge's certificate is kept: a file named after it, with a hash where the name alone would be another one's too. */
export function certificatePath(root: string, judge: string): string {
  const name = judge.replace(/[^\w.-]+/g, '-').replace(/^-+|(?<!-)-+$/g, '')
  const plain = /^[a-z]+:[\w.-]+$/.test(judge)
  const hash = plain ? '' : `-${createHash('sha256').update(judge).digest('hex').slice(0, 8)}`
  return join(root, 'reports', 'judges', `${name}${hash}.json`)
}

/** Writes a certificate to its place, over an older one. */
export function writeCertificate(root: string, certificate: Certificate): string {
  const path = certificatePath(root, certificate.judge)
  makeFolder(dirname(path))
  writeWhole(path, `${JSON.stringify(certificate, null, 2)}\n`)
  return path
}

/**
 * The certificate of a judge, if it has one, or why it does not count.
 *
 * @param votes of the run that asks; undefined where they are not known, and any will do.
 */
export async function findCertificate(
  root: string,
  judge: string,
  votes: number | undefined,
  now: Date,
): Promise<FoundCertificate | undefined> {
  const path = certificatePath(root, judge)
  if (!existsSync(path)) return undefined
  let certificate: Certificate
  try {
    certificate = readJson(path, certificateSchema)
  } catch (error) {
    // Not a reason to stop a run, nor the run that would replace it.
    return { problem: `cannot be read (${messageOf(error).replace(/\.$/, '')})` }
  }
  if (certificate.judge !== judge) return undefined
  if (new Date(certificate.expires) < now) return { problem: `expired on ${certificate.expires.slice(0, 10)}` }
  if (votes !== undefined && certificate.votes !== votes) {
    return { problem: `was made with ${counted(certificate.votes, 'vote')}, not ${votes}` }
  }
  // Every run starts here, and few judges have a certificate.
  const { promptHash } = await import('../pairwise/renderCalls.ts')
  const current = await promptHash(STRATEGIES[certificate.strategy])
  return current === certificate.promptSha256 ? certificate : { problem: 'was made with other prompts' }
}

/** A certificate in a run whose judge answered as these models: one that was made with another model does not count. */
export function certificateFor(found: FoundCertificate | undefined, served: readonly string[] | undefined): FoundCertificate | undefined {
  if (!found || found.problem !== undefined || !found.served || !served) return found
  const other = served.filter((name) => !found.served?.includes(name))
  return other.length === 0 ? found : { problem: `was made with ${found.served.join(', ')}, and ${other.join(', ')} answers now` }
}

/** A certificate in a line, as it stands beside the judge's name. */
export function certificateLine(certificate: FoundCertificate | undefined): string {
  if (!certificate) return 'uncertified'
  if (certificate.problem !== undefined) return `uncertified: its certificate ${certificate.problem}`
  const { accuracy, agreement, strategy, votes } = certificate
  const how = votes === 1 ? strategy : `${strategy}, ${counted(votes, 'vote')}`
  return `pairwise ${accuracy.value.toFixed(1)} %, agreement ${agreement.value.toFixed(1)} % (${how})`
}
