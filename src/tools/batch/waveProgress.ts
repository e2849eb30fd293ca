import type { BatchObject } from './batchApi.ts'

/** Milliseconds between two lines that differ in their counts alone. */
const BETWEEN_MS = 10_000

/** How a batch stands. */
interface Standing {
  readonly requests: number
  readonly completed: number
  readonly text: string
}

/** Tells how the waves of a run stand: a line where a batch comes to another status, and now and then as answers come. */
export class WaveProgress {
  readonly #print: (line: string) => void
  readonly #waves = new Map<number, Map<string, Standing>>()
  #last = { text: '', at: 0 }

  constructor(print: (line: string) => void) {
    this.#print = print
  }

  /** Takes in a file that is sent. */
  sent(wave: number, file: string, requests: number): void {
    const files = this.#waves.get(wave) ?? new Map<string, Standing>()
    files.set(file, { requests, completed: 0, text: '' })
    this.#waves.set(wave, files)
  }

  /** Takes in how the batch of a file stands. */
  seen(wave: number, file: string, requests: number, { id, status, request_counts }: BatchObject, now = Date.now()): void {
    const files = this.#waves.get(wave) ?? new Map<string, Standing>()
    this.#waves.set(wave, files)
    const completed = status === 'completed' ? requests : Math.min(requests, request_counts?.completed ?? 0)
    files.set(file, { requests, completed, text: `batch ${id} ${status}` })
    const all = [...files.values()]
    const sum = (of: (standing: Standing) => number) => all.reduce((total, standing) => total + of(standing), 0)
    const isOver = all.every((standing) => standing.completed === standing.requests)
    const counts = `${sum((one) => one.completed).toLocaleString('en')} of ${sum((one) => one.requests).toLocaleString('en')} answered`
    this.#say(` wave ${wave}: ${counts}, ${files.get(file)?.text}`, `${wave} ${status} ${isOver}`, now)
  }

  /** Tells that an endpoint is not reached, and is waited for. */
  trouble(wave: number, reason: string, now = Date.now()): void {
    this.#say(` wave ${wave}: trying again: ${reason}`, `${wave} trouble`, now)
  }

  #say(line: string, kind: string, now: number): void {
    if (kind === this.#last.text && now - this.#last.at < BETWEEN_MS) return
    this.#last = { text: kind, at: now }
    this.#print(line)
  }
}
