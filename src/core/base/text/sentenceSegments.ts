const SEGMENTER = new Intl.Segmenter('en', { granularity: 'sentence' })

/** Characters given to the segmenter at once: each segment costs it a copy of all that it was given. */
const WINDOW = 1024

/**
 * The sentences of an English text by the rules of Unicode, each with the space after it: those of `Intl.Segmenter`, in time
 * that grows with the text's length and not with its square.
 */
export function* sentenceSegments(text: string): Generator<string> {
  let size = WINDOW
  for (let from = 0; from < text.length; ) {
    const isLast = from + size >= text.length
    const pending: string[] = []
    let taken = 0
    for (const { segment } of SEGMENTER.segment(text.slice(from, from + size))) {
      pending.push(segment)
      // The ends of the last two may hang on what follows the window: a small letter makes a sentence go on.
      if (pending.length <= 2) continue
      const certain = pending.shift() as string
      taken += certain.length
      yield certain
      // A larger window was for this sentence alone.
      if (size > WINDOW) break
    }
    if (isLast && (taken === 0 || size === WINDOW)) {
      yield* pending
      return
    }
    from += taken
    size = taken > 0 ? WINDOW : 2 * size
  }
}
