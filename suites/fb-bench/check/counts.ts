/** How often something stands in a text: words, characters, sentences, lines, `letter:e` or `word:very`. */
export function countOf(what: string, text: string): number {
  const [kind = '', of = ''] = [what.replace(/:.*$/s, ''), what.slice(what.indexOf(':') + 1)]
  if (kind === 'words') return text.match(/[\p{L}\p{N}]+(?:['’\-.,:][\p{L}\p{N}]+)*/gu)?.length ?? 0
  // Punctuation and spaces do not count.
  if (kind === 'characters') return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0
  if (kind === 'sentences') return text.split(/[.!?]+["'”’)\]]*(?=\s|$)|[。！？]+/u).filter((part) => /[\p{L}\p{N}]/u.test(part)).length
  if (kind === 'lines') return text.split('\n').filter((line) => line.trim() !== '').length
  const wanted = of.toLowerCase()
  if (kind === 'letter') return text.toLowerCase().split(wanted).length - 1
  const escaped = wanted.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const isHan = /\p{Script=Han}/u.test(wanted)
  return text.toLowerCase().match(new RegExp(isHan ? escaped : `(?<![\\p{L}\\d])${escaped}(?![\\p{L}\\d])`, 'gu'))?.length ?? 0
}
