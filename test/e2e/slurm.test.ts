import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { packageRoot } from '../../src/core/base/packageRoot.ts'
import { random } from '../../src/core/base/random.ts'
import { runHoldfast, runVitest } from '../run.ts'
import { itemIds, slowYes } from './slowYes.ts'
import { hasSlurm, type Slurm, startSlurm } from './slurmHere.ts'

const PARTS = 8
const ITEMS = 64
const AT_ONCE = 2
/** Tasks that are stopped, requeued or killed, at most. */
const BLOWS = 12

let slurm: Slurm | undefined
afterAll(() => slurm?.end())

/** Processes of the step of a task of a Slurm, and of no other that is tested beside it. */
function processesOf({ conf }: Slurm, task: string): number[] {
  return readdirSync('/proc').flatMap((name) => {
    try {
      const environment = readFileSync(`/proc/${name}/environ`, 'utf8').split('\0')
      const isOurs = environment.includes(`SLURM_CONF=${conf}`) && environment.includes(`SLURM_ARRAY_TASK_ID=${task}`)
      return isOurs && environment.some((line) => line.startsWith('SLURM_STEP_ID=')) ? [Number(name)] : []
    } catch {
      return []
    }
  })
}

describe.skipIf(!hasSlurm())('an array on a real Slurm (skipped without slurm-wlm and munge, or as another user than root)', () => {
  test('that is stopped, requeued and killed at random ends with the scores of the undivided run, and pays nothing twice but what was in flight', async () => {
    const { root, asked, scores } = slowYes()
    const environment = { CI: '1', ITEMS: String(ITEMS), WAIT: '700', AT_ONCE: String(AT_ONCE) }
    const own = await startSlurm({ ...environment, HOLDFAST_CACHE: 'off' })
    slurm = own
    const script = join(packageRoot, 'templates', 'slurm', 'holdfast.sbatch')
    const job = own.run('sbatch', ['--parsable', `--array=0-${PARTS - 1}`, script, 'yes.eval'], root).trim()
    const tasks = () =>
      own
        .run('squeue', ['-h', '-r', '-o', '%K %t'])
        .split('\n')
        .flatMap((line) => (line === '' ? [] : [line.split(' ') as [task: string, state: string]]))
    const stream = random('slurm', 1)
    let [blows, lost] = [0, 0]
    for (let left = tasks(); left.length > 0; left = tasks()) {
      // Slurm lets a requeued task wait for two minutes.
      for (const [task, state] of left)
        if (state === 'PD') await quietly(() => own.run('scontrol', ['update', `JobId=${job}_${task}`, 'StartTime=now']))
      const running = left.filter(([task, state]) => state === 'R' && processesOf(own, task).length > 0)
      if (blows < BLOWS && running.length > 0) {
        const [task] = stream.pick(running)
        const kind = blows % 3
        blows += 1
        lost += kind === 0 ? 0 : AT_ONCE
        if (kind === 0) own.start('scancel', ['--signal=TERM', `${job}_${task}`])
        if (kind === 1) await quietly(() => own.run('scontrol', ['requeue', `${job}_${task}`]))
        if (kind === 2) for (const pid of processesOf(own, task)) await quietly(() => process.kill(pid, 'SIGKILL'))
      }
      await delay(stream.int(1000, 4000))
    }
    // One of each kind at least; how many more there is time for depends on the machine.
    expect(blows).toBeGreaterThanOrEqual(3)
    const parts = readdirSync(join(root, 'reports', 'runs', job)).filter((name) => name.startsWith('part-'))
    expect(parts, logsOf(root)).toHaveLength(PARTS)
    const folders = parts.map((part) => join('reports', 'runs', job, part))
    const merged = await runHoldfast(['merge', ...folders, '--suite', 'yes', '--json', '--out', 'merged'], { cwd: root })
    expect(merged).toMatchObject({ code: 0 })
    const whole = await runVitest([], { cwd: root, env: { ...environment, WAIT: '0', HOLDFAST_OUT: 'whole' } })
    expect(whole.code).toBe(0)
    expect(scores('merged')).toEqual(scores('whole'))
    expect(scores('merged')).toMatchObject({ items: ITEMS, passed: ITEMS, error: 0 })
    const paid = asked().slice(0, -ITEMS)
    expect([...new Set(paid)].sort()).toEqual(itemIds(ITEMS))
    expect(paid.length - ITEMS).toBeLessThanOrEqual(lost)
    expect(existsSync(join(root, 'merged', 'report.md'))).toBe(true)
  })
})

/** What the tasks printed last, for a failure. */
function logsOf(root: string): string {
  const logs = readdirSync(root).filter((name) => name.endsWith('.log'))
  return logs.map((name) => `${name}\n${readFileSync(join(root, name), 'utf8').slice(-800)}`).join('\n')
}

/** Tasks end while they are spoken of. */
async function quietly(action: () => unknown): Promise<void> {
  try {
    await action()
  } catch {}
}
