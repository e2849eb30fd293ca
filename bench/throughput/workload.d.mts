/** One item of the throughput benchmark. */
export interface BenchItem {
  readonly id: string
  readonly prompt: string
  readonly expected: string
}

export function codeOf(item: number): string
export function items(): BenchItem[]
