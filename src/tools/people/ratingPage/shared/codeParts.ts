/** A piece of a text. */
export interface TextPart {
  readonly text: string
  /** Whether it stands between fences, which are part of it. */
  readonly isCode: boolean
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/

/** A text cut where fenced code begins and ends: its pieces together are the text. A fence that is not closed ends with the text. */
export function codeParts(text: string): TextPart[] {
  const parts: { text: string; isCode: boolean }[] = []
  let fence: string | undefined
  for (const line of text.split(/(?<=\n)/)) {
    const mark = FENCE.exec(line)?.[1]
    const isCode = fence !== undefined || mark !== undefined
    const opens = fence === undefined && mark !== undefined
    const last = parts.at(-1)
    if (last && last.isCode === isCode && !opens) last.text += line
    else parts.push({ text: line, isCode })
    if (opens) fence = mark
    else if (fence !== undefined && mark?.startsWith(fence) && line.trim() === mark) fence = undefined
  }
  return parts
}
