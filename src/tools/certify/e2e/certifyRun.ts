import { join } from 'node:path'
import { expect } from 'vitest'
import { fixture, temporaryFolder, type VitestRun } from '../../../../test/e2e/fixtureRun.ts'
import { type Finished, runHoldfast, runVitest } from '../../../../test/run.ts'
import { runFolder } from '../../../core/format/runFolder.ts'
import { type Certificate, certificateSchema } from '../../../judging/certificate/certificate.ts'
import { Limiter } from '../../../models/limiter.ts'

/** Variables of a run. */
export type Environment = Readonly<Record<string, string>>

// Each run has processes of its own: more than two at once only wait for each other.
const limiter = new Limiter(2)

/** A finished `holdfast judge certify` and the folder it was started in. */
export interface Certified extends Finished {
  readonly root: string
}

/** Certifies a judge in a folder, by default an empty one. */
export async function certify(
  args: readonly string[],
  { root = temporaryFolder(), env = {}, form = ['--json'] }: { root?: string; env?: Environment; form?: readonly string[] } = {},
): Promise<Certified> {
  const forms = args.includes('--out') ? [] : form
  const finished = await limiter.run(() => runHoldfast(['judge', 'certify', ...args, ...forms], { cwd: root, env }))
  return { ...finished, root }
}

/** The certificate on stdout; fails with what the command said where there is none. */
export function certificateOn({ code, stdout, stderr }: Finished): Certificate {
  expect(code, stderr.slice(-2000)).toBe(0)
  return certificateSchema.parse(JSON.parse(stdout))
}

/** The path of a certificate in a folder. */
export const pathOf = (root: string, name: string) => join(root, 'reports', 'judges', `${name}.json`)

/** Runs a little of a suite with a simulated candidate from a root, by the sources of the checkout. */
export async function judged(root: string, judge: string, env: Environment = {}, suite = 'fb-bench'): Promise<VitestRun> {
  const out = join(temporaryFolder(), 'run')
  const args = ['--root', root, '--config', fixture('certified', 'vitest.config.ts'), `${suite}.eval`]
  const finished = await limiter.run(() =>
    runVitest(args, { env: { HOLDFAST_OUT: out, HOLDFAST_JUDGE: judge, HOLDFAST_LIMIT: '1', ...env } }),
  )
  return { ...finished, text: finished.stdout + finished.stderr, folder: runFolder(out), root }
}

/** What stands beside the judge's name in the header of a run. */
export const besideJudge = ({ text }: VitestRun) => /^ judge .*?(?=\n \S)/ms.exec(text)?.[0]
