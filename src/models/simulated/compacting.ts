import { hashFraction } from '../../core/base/random.ts'
import type { ModelEntry } from '../../core/format/modelEntry.ts'
import type { Session } from '../candidate.ts'
import { type InnerContext, innerSessions } from '../session/liveSession.ts'
import type { Answer, Known, Transport } from '../transport.ts'

type Told = 'given' | 'changed'

/** What is remembered of a conversation: what holds by name, and what was known when it was last compacted. */
interface Memory {
  readonly told: ReadonlyMap<string, Told>
  readonly compacted: ReadonlySet<string>
  readonly compactions: number
  readonly contextTokens: number
}

/** Characters of a token, about. */
const TOKEN_CHARS = 4

/**
 * `sim:compacting`: an application that keeps its own conversation and compacts it with a fault. What a turn tells, by the private channel,
 * it knows until a compaction drops it. `keep`: all, none, some (each thing is dropped by hash(seed, item, name) < p), or stale: as it was
 * first told. `obeys=no`: acts by nothing that was compacted; `obeys=all`: acts by things that it was never told. `never=yes`: no compaction.
 */
export function compactingTransport(parameters: Readonly<Record<string, string>>, entry: ModelEntry, label: string): Transport {
  const { keep = 'all', p = '0', obeys, never } = parameters
  const conversation = (begun: Memory): Session => {
    let memory = begun
    const state = () => ({ compactions: memory.compactions, contextTokens: memory.contextTokens })
    const known = (name: string): Known => {
      if (obeys === 'all') return { as: memory.told.get(name) ?? 'changed', obeys: true }
      return { as: memory.told.get(name), obeys: !(obeys === 'no' && memory.compacted.has(name)) }
    }
    return {
      send(text, context) {
        const { hints } = (context as InnerContext).request
        const { tells = {}, knowing } = hints.simulation
        const names = Object.keys(tells)
        memory = {
          ...memory,
          told: new Map([...memory.told, ...Object.entries(tells)]),
          // What is said again is acted by again.
          compacted: new Set([...memory.compacted].filter((name) => !names.includes(name))),
          contextTokens: memory.contextTokens + Math.ceil(text.length / TOKEN_CHARS),
        }
        const answer: Answer = { content: knowing?.(known) ?? hints.reference(), finish: 'stop' }
        return { ...answer, state: state() }
      },
      fork: () => conversation(memory),
      ...(never === undefined && {
        compact(context) {
          const { item, seed } = (context as InnerContext).request.hints
          const kept = [...memory.told].flatMap(([name, told]): [string, Told][] => {
            if (keep === 'none' || (keep === 'some' && hashFraction('compacting', seed, item, name) < Number(p))) return []
            return [[name, keep === 'stale' ? 'given' : told]]
          })
          memory = {
            told: new Map(kept),
            compacted: new Set(kept.map(([name]) => name)),
            compactions: memory.compactions + 1,
            contextTokens: Math.ceil(memory.contextTokens / 10),
          }
          return state()
        },
      }),
    }
  }
  const none: Memory = { told: new Map(), compacted: new Set(), compactions: 0, contextTokens: 0 }
  return innerSessions({ label, simulated: true, send: () => Promise.reject(new Error(label)) }, entry, { open: () => conversation(none) })
}
