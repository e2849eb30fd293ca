import { bannerLines, counted, paint, singleLine, wrapWords } from '../../../kit.ts'

/** Who answered canaries. */
export interface CanaryAnswerer {
  readonly model: string
  readonly served: readonly string[]
  readonly fingerprints: readonly string[]
}

/** Whether the served model is the one of the reference. */
export interface CanaryVerdict {
  readonly verdict: 'changed' | 'no sign'
  /** Chance of answers that differ by this much if nothing changed, and the level that it is held against. */
  readonly p: number
  readonly level: number
  /** Share of `per` checks of an unchanged model in which any gives an alarm, at most. */
  readonly rate: number
  readonly per: number
  readonly questions: number
  /** Old answers to each. */
  readonly repeats: number
  /** Questions whose old answers are all alike, and whose new answer is one of the old ones. */
  readonly steady: number
  readonly repeated: number
  readonly calls: number
  readonly reference: CanaryAnswerer & { readonly made: string }
  readonly now: CanaryAnswerer
  readonly simulated: boolean
}

/** The verdict for the terminal. */
export function canaryLines(verdict: CanaryVerdict, width: number): string[] {
  const { p, level, rate, per, questions, repeats, steady, repeated, calls, reference, now, simulated } = verdict
  const text = (words: string) => wrapWords(singleLine(words), width - 2, 0).map((line) => ` ${line}`)
  const names = (list: readonly string[]) => (list.length > 0 ? list.join(', ') : 'nothing')
  const least = (repeats + 1) ** -steady
  return [
    ...text(
      verdict.verdict === 'changed'
        ? `CHANGED: ${now.model} does not answer as on ${reference.made.slice(0, 10)}.`
        : `No sign of a change: ${now.model} answers as on ${reference.made.slice(0, 10)}.`,
    ).map((line) => paint('bold', line)),
    ...(simulated ? bannerLines(width) : []),
    ...text(
      `${repeated} of ${counted(questions, 'answer')} are word for word as before; ${steady} questions had one answer only, ${repeats} times each. ${counted(calls, 'call')}.`,
    ),
    ...text(
      `If nothing changed, answers differ this much with a probability of ${p < 0.001 ? p.toExponential(1) : p.toFixed(3)}. An alarm is ${level.toExponential(1)} or less, so that at most ${Number((100 * rate).toPrecision(3))} % of ${counted(per, 'check')} give any.`,
    ),
    ...(least > level && steady === questions ? text(`So few questions cannot give an alarm: learn with more --items or --repeats.`) : []),
    ...(names(reference.served) !== names(now.served)
      ? text(`The endpoint named ${names(reference.served)} before, and names ${names(now.served)} now.`)
      : []),
    ...(names(reference.fingerprints) !== names(now.fingerprints)
      ? text(`Its build was ${names(reference.fingerprints)} before, and is ${names(now.fingerprints)} now.`)
      : []),
  ]
}
