/** Where the bracket closes that opens at a place, with texts in quotation marks left out; -1 where it does not. One pass. */
export function closingBracket(text: string, start: number, [open, close]: readonly [open: string, close: string] = ['{[', '}]']): number {
  let depth = 0
  let quoted = false
  for (let at = start; at < text.length; at += 1) {
    const sign = text[at] as string
    if (quoted) {
      if (sign === '\\') at += 1
      else if (sign === '"') quoted = false
    } else if (sign === '"') quoted = true
    else if (open.includes(sign)) depth += 1
    else if (close.includes(sign)) {
      depth -= 1
      if (depth === 0) return at
    }
  }
  return -1
}
