import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from './freePort.ts'

const DAEMONS = ['munged', 'slurmctld', 'slurmd']

/** Whether a Slurm can be started here: its daemons are installed (Debian's slurm-wlm and munge), and we are root. */
export function hasSlurm(): boolean {
  return process.getuid?.() === 0 && DAEMONS.every((name) => existsSync(`/usr/sbin/${name}`))
}

/** A Slurm of one machine that this test started, and its commands. */
export interface Slurm {
  /** Its configuration, which all its processes have in SLURM_CONF. */
  readonly conf: string
  /** Runs a command of Slurm and returns what it prints. */
  run(command: string, args: readonly string[], cwd?: string): string
  /** Starts one that may not return for long, such as scancel with a signal for a task that ends meanwhile. */
  start(command: string, args: readonly string[]): void
  /** Ends the daemons that were started here. */
  end(): Promise<void>
}

/** Starts munged, slurmctld and slurmd in a folder of their own (specs: RequeueExit=75, processes told apart by their groups). */
export async function startSlurm(environment: Readonly<Record<string, string>>): Promise<Slurm> {
  // The path of a socket is at most 107 characters long.
  const folder = mkdtempSync('/tmp/slurm-')
  for (const name of ['state', 'spool', 'munge']) mkdirSync(join(folder, name))
  const inFolder = (name: string) => join(folder, name)
  writeFileSync(inFolder('munge/key'), randomBytes(1024), { mode: 0o600 })
  chmodSync(folder, 0o755)
  const host = hostname().split('.')[0] as string
  const port = await freePort()
  let other = await freePort()
  while (other === port) other = await freePort()
  writeFileSync(
    inFolder('slurm.conf'),
    [
      'ClusterName=holdfast',
      `SlurmctldHost=${host}`,
      `SlurmctldPort=${port}`,
      `SlurmdPort=${other}`,
      'AuthType=auth/munge',
      `AuthInfo=socket=${inFolder('munge/socket')}`,
      'ProctrackType=proctrack/pgid',
      'TaskPlugin=task/none',
      'SchedulerType=sched/backfill',
      'SelectType=select/cons_tres',
      'SelectTypeParameters=CR_Core',
      `StateSaveLocation=${inFolder('state')}`,
      `SlurmdSpoolDir=${inFolder('spool')}`,
      `SlurmctldPidFile=${inFolder('slurmctld.pid')}`,
      `SlurmdPidFile=${inFolder('slurmd.pid')}`,
      `SlurmctldLogFile=${inFolder('slurmctld.log')}`,
      `SlurmdLogFile=${inFolder('slurmd.log')}`,
      'SlurmUser=root',
      'ReturnToService=2',
      'RequeueExit=75',
      `NodeName=${host} CPUs=2 State=UNKNOWN`,
      'PartitionName=p Nodes=ALL Default=YES MaxTime=INFINITE State=UP OverSubscribe=YES',
      '',
    ].join('\n'),
  )
  const env = { ...process.env, ...environment, SLURM_CONF: inFolder('slurm.conf') }
  const run = (command: string, args: readonly string[], cwd = folder) =>
    execFileSync(command, args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  run('/usr/sbin/munged', [
    '--force',
    `--socket=${inFolder('munge/socket')}`,
    `--key-file=${inFolder('munge/key')}`,
    `--pid-file=${inFolder('munge/pid')}`,
    `--log-file=${inFolder('munge/log')}`,
    `--seed-file=${inFolder('munge/seed')}`,
  ])
  run('/usr/sbin/slurmctld', ['-f', inFolder('slurm.conf')])
  run('/usr/sbin/slurmd', ['-f', inFolder('slurm.conf')])
  while (!/ idle /.test(tried(() => run('sinfo', ['-h', '-o', ' %T '])))) await delay(200)
  return {
    conf: inFolder('slurm.conf'),
    run,
    start: (command, args) => {
      const child = spawn(command, args, { env, stdio: 'ignore' })
      setTimeout(() => child.kill(), 1000).unref()
    },
    end: async () => {
      const pids = ['slurmd.pid', 'slurmctld.pid', 'munge/pid']
        .map(inFolder)
        .flatMap((path) => (existsSync(path) ? [Number(readFileSync(path, 'utf8'))] : []))
      for (const pid of pids) tried(() => String(process.kill(pid)))
      while (pids.some((pid) => existsSync(`/proc/${pid}`))) await delay(100)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function tried(action: () => string): string {
  try {
    return action()
  } catch {
    return ''
  }
}
