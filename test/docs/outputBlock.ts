/** What a page shows, or only does, at one place: a command with how it must end. */
export interface PageCommand {
  readonly kind: 'command'
  /** The command as it is typed. */
  readonly text: string
  readonly exitCode: number
  /** The block that shows what it prints. A `<!-- run: … -->` has none. */
  readonly shown?: {
    readonly part: Part
    readonly code: string
    /** Where the code stands in the page. */
    readonly start: number
    readonly end: number
    readonly line: number
  }
}

/** A file that the page tells its reader to write: a block of TypeScript whose first line names it. */
export interface PageFile {
  readonly kind: 'file'
  readonly name: string
  readonly code: string
}

/** What is shown of an output: so many lines at its end, or pieces of it, or all where there are none. */
export interface Part {
  readonly last?: number
  /** From the first line that holds one text to the first line from there on that holds the other. */
  readonly pieces: readonly { readonly from: string; readonly to: string }[]
}

const QUOTED = '"[^"]*"'
const RANGE = `${QUOTED}(?: to ${QUOTED})?`
const MARKER = new RegExp(
  `^<!-- (output|run)(?:, exit (\\d+))?(?:, last (\\d+) lines)?(?:, lines (${RANGE}(?:; ${RANGE})*))?: (.+?) -->|^\`\`\`ts\\n(// ([\\w./-]+\\.ts)\\b.*\\n[\\s\\S]*?)^\`\`\`$`,
  'gm',
)
const FENCE = /\s*\n```\w*\n([\s\S]*?)^```$/my

/** The files and the commands of a page, in its order. */
export function pageSteps(file: string, page: string): (PageCommand | PageFile)[] {
  return [...page.matchAll(MARKER)].map((match): PageCommand | PageFile => {
    const [whole, kind, code, last, ranges, given = '', typescript, name] = match
    if (name !== undefined) return { kind: 'file', name, code: typescript as string }
    // The command is said once: it is the last line of the block before.
    const text = given === 'above' ? (/(.+)\n```\s*$/.exec(page.slice(0, match.index))?.[1] ?? given) : given
    const command = { kind: 'command', text, exitCode: Number(code ?? 0) } as const
    if (kind === 'run') return command
    FENCE.lastIndex = match.index + whole.length
    const fence = FENCE.exec(page)
    const line = page.slice(0, match.index).split('\n').length
    if (!fence)
      throw new Error(`Failed to read ${file}:${line}: no block follows the marker of an output. Put one there, empty if need be.`)
    const end = fence.index + fence[0].length - '```'.length
    const shown = fence[1] as string
    return {
      ...command,
      shown: {
        part: { ...(last !== undefined && { last: Number(last) }), pieces: piecesOf(ranges) },
        code: shown,
        start: end - shown.length,
        end,
        line,
      },
    }
  })
}

function piecesOf(ranges = ''): Part['pieces'] {
  return [...ranges.matchAll(/"([^"]*)"(?: to "([^"]*)")?/g)].map(([, from = '', to = from]) => ({ from, to }))
}

/** The part of an output that a page shows. What is left out between two pieces is one line with an ellipsis. */
export function partOf(output: string, { last, pieces }: Part): string {
  const lines = output.trimEnd().split('\n')
  if (last !== undefined) return `${lines.slice(-last).join('\n').replace(/^\n+/, '')}\n`
  if (pieces.length === 0) return output
  let before = 0
  const shown = pieces.map(({ from, to }, index) => {
    const first = lines.findIndex((line, at) => at >= before && line.includes(from))
    const end = lines.findIndex((line, at) => at >= first && line.includes(to))
    if (first === -1 || end === -1)
      throw new Error(`Failed to find the lines "${from}" to "${to}" in what was printed. Mend the marker:\n${output}`)
    const gap = index > 0 && first > before ? [' …'] : []
    before = end + 1
    return [...gap, ...lines.slice(first, end + 1)]
  })
  return `${shown.flat().join('\n')}\n`
}
