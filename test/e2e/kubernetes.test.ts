import { spawn } from 'node:child_process'
import { once as event } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type IJob, Job } from 'kubernetes-models/batch/v1'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { packageRoot } from '../../src/core/base/packageRoot.ts'
import { random } from '../../src/core/base/random.ts'
import { Limiter } from '../../src/models/limiter.ts'
import { runHoldfast, runVitest } from '../run.ts'
import { isLong } from '../shared.ts'
import { itemIds, slowYes } from './slowYes.ts'

const text = readFileSync(join(packageRoot, 'templates', 'kubernetes', 'holdfast-job.yaml'), 'utf8')
const manifest = parse(text) as IJob
const container = manifest.spec?.template.spec?.containers[0] as NonNullable<
  NonNullable<IJob['spec']>['template']['spec']
>['containers'][number]

/** The variables of a pod, as Kubernetes would set them. */
function environmentOf(index: number, replaced: Readonly<Record<string, string>>): Record<string, string> {
  const environment: Record<string, string> = { JOB_COMPLETION_INDEX: String(index) }
  for (const { name, value, valueFrom } of container.env ?? []) {
    const given = valueFrom?.fieldRef ? String(index) : (value ?? 'key')
    environment[name] = replaced[name] ?? given.replace(/\$\((\w+)\)/g, (whole, other: string) => environment[other] ?? whole)
  }
  return environment
}

/** What the job does with a pod whose container ended so. */
function actionOn(code: number): string {
  const rules = manifest.spec?.podFailurePolicy?.rules ?? []
  const rule = rules.find(({ onExitCodes }) => onExitCodes && onExitCodes.values.includes(code) === (onExitCodes.operator === 'In'))
  return rule?.action ?? 'Count'
}

describe('the manifest for Kubernetes', () => {
  test('fits the schema of a Job', () => {
    expect(() => new Job(manifest).validate()).not.toThrow()
    expect(() => new Job({ ...manifest, spec: { ...manifest.spec, completions: '8' } } as unknown as IJob).validate()).toThrow(
      /completions/,
    )
  })

  test('tells its pods how many parts there are, and gives them longer than a stopped run takes', () => {
    expect(environmentOf(3, {})).toMatchObject({
      HOLDFAST_SHARD: `auto/${manifest.spec?.completions}`,
      HOLDFAST_RESUME: 'auto',
      HOLDFAST_OUT: '/runs/lifbench/part-3',
    })
    expect(manifest.spec?.template.spec?.terminationGracePeriodSeconds).toBeGreaterThan(20)
    // The API refuses FailIndex without a limit for each index, and a policy without this.
    expect(manifest.spec?.backoffLimitPerIndex).toBeGreaterThan(0)
    expect(manifest.spec?.template.spec?.restartPolicy).toBe('Never')
  })

  test('starts a part again that was interrupted or killed, and no part that failed', () =>
    expect([75, 137, 143, 1, 2].map(actionOn)).toEqual(['Count', 'Count', 'Count', 'FailIndex', 'FailIndex']))

  test.runIf(isLong)('its command ends with the scores of the undivided run, whatever pods are evicted', async () => {
    const { root, asked, scores } = slowYes()
    const [PARTS, ITEMS, AT_ONCE] = [6, 48, 2]
    const own = { CI: '1', ITEMS: String(ITEMS), WAIT: '500', AT_ONCE: String(AT_ONCE), HOLDFAST_CACHE: 'off' }
    const { HOLDFAST_MODEL: _model, ...variables } = environmentOf(0, {})
    const [command, ...args] = container.command as [string, ...string[]]
    const stream = random('kubernetes', 1)
    let evictions = 0
    const limiter = new Limiter(2)
    const runPart = async (index: number): Promise<void> => {
      for (let start = 0; start <= (manifest.spec?.backoffLimitPerIndex ?? 0); start += 1) {
        const replaced = { HOLDFAST_SHARD: `auto/${PARTS}`, HOLDFAST_OUT: `runs/part-${index}` }
        const environment = { ...environmentOf(index, replaced), HOLDFAST_MODEL: undefined }
        const child = spawn(command, [...args.slice(0, -1), 'yes.eval'], {
          cwd: root,
          env: { ...process.env, ...own, ...Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined)) },
          stdio: 'ignore',
        })
        // Half of the first starts are evicted, some before the run has begun.
        const evicts = start < 3 && stream.int(0, 1) === 1
        const ended = event(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
        if (evicts) {
          evictions += 1
          await Promise.race([delay(stream.int(300, 9000)), ended])
          child.kill('SIGTERM')
        }
        const [code, signal] = await ended
        const exit = code ?? (signal === 'SIGTERM' ? 143 : 137)
        if (exit === 0) return
        expect(actionOn(exit), `exit ${exit} of part ${index}`).toBe('Count')
      }
      throw new Error(`part ${index} was started too often`)
    }
    expect(variables.PART).toBe('0')
    await Promise.all(Array.from({ length: PARTS }, (_, index) => limiter.run(() => runPart(index))))
    expect(evictions).toBeGreaterThan(2)
    const folders = Array.from({ length: PARTS }, (_, index) => join('runs', `part-${index}`))
    expect(await runHoldfast(['merge', ...folders, '--suite', 'yes', '--json', '--out', 'merged'], { cwd: root })).toMatchObject({
      code: 0,
    })
    const paid = asked()
    const whole = await runVitest([], { cwd: root, env: { ...own, WAIT: '0', HOLDFAST_OUT: 'whole' } })
    expect(whole.code).toBe(0)
    expect(scores('merged')).toEqual(scores('whole'))
    // Calls under way are waited for, so that none is paid twice.
    expect(paid.sort()).toEqual(itemIds(ITEMS))
  })
})
