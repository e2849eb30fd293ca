/** A table as an answer writes it. */
export interface MarkdownTable {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** The last Markdown table of an answer; undefined where there is none. */
export function markdownTable(answer: string): MarkdownTable | undefined {
  const lines = answer.split('\n').map((line) => line.trim())
  const rule = lines.findLastIndex((line, index) => index > 0 && isRule(line) && (lines[index - 1] as string).includes('|'))
  if (rule === -1) return undefined
  const rest = lines.slice(rule + 1)
  const end = rest.findIndex((line) => !line.includes('|'))
  return { columns: cells(lines[rule - 1] as string), rows: (end === -1 ? rest : rest.slice(0, end)).map(cells) }
}

/** The line below the head: dashes, colons and bars. */
function isRule(line: string): boolean {
  return line.includes('-') && line.includes('|') && /^[-:| ]+$/.test(line)
}

function cells(line: string): string[] {
  const inside = line.replace(/^\|/, '').replace(/\|$/, '')
  return inside.split('|').map((cell) =>
    cell
      .replace(/[*`]/g, '')
      .replace(/^__(.*)__$/, '$1')
      .trim(),
  )
}
