// The memory of a process and all it started, by /proc: Linux only.
import { readdirSync, readFileSync } from 'node:fs'

const EVERY_MS = 25

/** Watches a tree of processes; `stop` gives the most resident memory they had together, in MiB. */
export function watchTree(pid) {
  let peak = 0
  const timer = setInterval(() => {
    peak = Math.max(peak, treeMebibytes(pid))
  }, EVERY_MS)
  return {
    stop() {
      clearInterval(timer)
      return peak
    },
  }
}

function treeMebibytes(root) {
  const processes = new Map()
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8')
      const field = (name) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0)
      processes.set(Number(pid), { parent: field('PPid'), kibibytes: field('VmRSS') })
    } catch {
      // It ended between the listing and the reading.
    }
  }
  const inTree = (pid) => pid === root || (processes.has(pid) && pid > 1 && inTree(processes.get(pid).parent))
  return [...processes].reduce((sum, [pid, { kibibytes }]) => sum + (inTree(pid) ? kibibytes : 0), 0) / 1024
}
