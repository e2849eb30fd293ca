/** Shortest text worth looking for in a context: shorter ones stand everywhere. */
const SHORTEST = 8
/** Texts looked for at most: each is a walk through the whole context. */
const MOST = 100

/** What a failed item's message quotes of the right answer and the question: what to look for in a long context. */
export function needles(reason: string | undefined): string[] {
  if (reason === undefined) return []
  const lines = reason.split('\n').flatMap((line) => /^\s+(?:asked|expected)\s+(.*)$/s.exec(line)?.[1] ?? [])
  const found = lines.flatMap((line) => {
    // A quotation that is not closed ends with its line: no other begins in it.
    const quoted = [...line.matchAll(/"((?:[^"\\]|\\.)*)("|$)/gs)].flatMap(([, text = '', end]) => (end === '"' ? text : []))
    const whole = /^"(.*)"$/s.exec(line)?.[1]
    return [...(whole === undefined ? [] : [whole]), ...quoted].flatMap((text) => [text, ...text.split(/###|⏎/)])
  })
  const texts = found.map((text) => text.trim().replaceAll('⏎', '\n').replace(/…$/, '').trim())
  return [...new Set(texts.filter((text) => text.length >= SHORTEST))].sort((one, other) => other.length - one.length).slice(0, MOST)
}

/** Where needles stand in a text, first to last, none over another. */
export function findNeedles(text: string, wanted: readonly string[], most = 50): { readonly from: number; readonly to: number }[] {
  const found: { from: number; to: number }[] = []
  for (const needle of wanted) {
    for (let from = text.indexOf(needle); from !== -1 && found.length < most; from = text.indexOf(needle, from + needle.length)) {
      const to = from + needle.length
      if (found.every((other) => to <= other.from || from >= other.to)) found.push({ from, to })
    }
  }
  return found.sort((one, other) => one.from - other.from)
}
