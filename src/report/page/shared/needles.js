/** Shortest text worth looking for in a context: shorter ones stand everywhere. */
const SHORTEST = 8
/** What a failed item's message quotes of the right answer and the question: what to look for in a long context. */
export function needles(reason) {
  if (reason === undefined) return []
  const lines = reason.split('\n').flatMap((line) => /^\s+(?:asked|expected)\s+(.*)$/.exec(line)?.[1] ?? [])
  const found = lines.flatMap((line) => {
    const quoted = [...line.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text = '']) => text)
    const whole = /^"(.*)"$/s.exec(line)?.[1]
    return [...(whole === undefined ? [] : [whole]), ...quoted].flatMap((text) => [text, ...text.split(/\s*###\s*|⏎/)])
  })
  const texts = found.map((text) => text.replaceAll('⏎', '\n').replace(/…$/, '').trim())
  return [...new Set(texts.filter((text) => text.length >= SHORTEST))].sort((one, other) => other.length - one.length)
}
/** Where needles stand in a text, first to last, none over another. */
export function findNeedles(text, wanted, most = 50) {
  const found = []
  for (const needle of wanted) {
    for (let from = text.indexOf(needle); from !== -1 && found.length < most; from = text.indexOf(needle, from + needle.length)) {
      const to = from + needle.length
      if (found.every((other) => to <= other.from || from >= other.to)) found.push({ from, to })
    }
  }
  return found.sort((one, other) => one.from - other.from)
}
