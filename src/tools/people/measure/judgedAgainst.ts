import { findRun, HoldfastError, isSimulated, questionHash, type ShownText } from '../../../kit.ts'
import type { JudgedLine } from '../labels/judgedLabel.ts'
import { questionKey } from '../labels/label.ts'
import { documentOf, questionsOf, withLabels } from './judgedRun.ts'
import { boundKey, type JudgedSource, judgedId, linesOf, textKey } from './judgedSource.ts'

/** The judge of a run measured by that of another on the texts that both have. */
export interface JudgedAgainst extends JudgedSource {
  /** Names of both judges. */
  readonly judge: string
  readonly other: string
  /** Questions of the first run that the other asks of another text, and those it does not have. */
  readonly otherText: number
  readonly onlyHere: number
}

/** What a judge of a run said, by question and text. */
interface Said {
  readonly values: ReadonlyMap<string, number>
  /** Questions that it was asked, of whatever text. */
  readonly asked: ReadonlySet<string>
  readonly judge: string
}

/**
 * Takes what the judge of another run said as labels: of identical texts alone, for the judge of a run that was judged again saw
 * the same answers.
 *
 * @throws HoldfastError for a run that cannot be read, and where the judges have no text in common.
 */
export async function readJudgedAgainst(name: string, against: string, root: string): Promise<JudgedAgainst> {
  const other = await saidIn(against, root)
  const suites: Record<string, Record<string, JudgedLine[]>> = {}
  const texts = new Map<string, readonly ShownText[]>()
  const models = new Set<string>()
  let [otherText, onlyHere, unjudged, matched] = [0, 0, 0, 0]
  for await (const { record, questions } of questionsOf(name, root)) {
    const { suite, item, trial, task } = record
    const [cluster = item] = Object.values(record.clusters ?? {})
    for (const { question, kind, judge, criterion, shown, ask, scale, model } of questions) {
      const place = { suite, item, trial, question }
      const key = boundKey({ ...place, sha256: questionHash({ ask, scale, shown }) })
      const value = other.values.get(key)
      if (model !== undefined) models.add(model)
      if (judge === undefined || value === undefined) {
        if (judge === undefined) unjudged += Number(value !== undefined)
        else if (other.asked.has(questionKey(place))) otherText += 1
        else onlyHere += 1
        continue
      }
      matched += 1
      const id = judgedId(place)
      const kinds = suites[suite] ?? {}
      const lines = kinds[kind] ?? []
      lines.push(...linesOf({ id, judge, slice: task, cluster, item, criterion }, [{ value, rater: other.judge }]))
      suites[suite] = { ...kinds, [kind]: lines }
      if (value !== judge) texts.set(textKey(suite, kind, id), shown)
    }
  }
  if (matched === 0)
    throw new HoldfastError(
      'DATA',
      `Failed to measure the judge of ${name} by that of ${against}: they judged no text in common. Judge the same run again with holdfast rejudge.`,
    )
  const documents = [name, against].map((run) => documentOf(findRun(run, root)))
  return {
    suites: withLabels(suites),
    refused: { otherText: [], unknown: [], offScale: [] },
    simulated: documents.some(isSimulated),
    unjudged,
    texts,
    isSample: false,
    judge: nameOf(models, name),
    other: other.judge,
    otherText,
    onlyHere,
  }
}

async function saidIn(run: string, root: string): Promise<Said> {
  const values = new Map<string, number>()
  const asked = new Set<string>()
  const models = new Set<string>()
  for await (const { record, questions } of questionsOf(run, root)) {
    for (const { question, judge, model, ask, scale, shown } of questions) {
      const { suite, item, trial } = record
      const place = { suite, item, trial, question }
      asked.add(questionKey(place))
      if (model !== undefined) models.add(model)
      if (judge !== undefined) values.set(boundKey({ ...place, sha256: questionHash({ ask, scale, shown }) }), judge)
    }
  }
  return { values, asked, judge: nameOf(models, run) }
}

/** A judge by its model, and by its run too: both runs may have one model. */
function nameOf(models: ReadonlySet<string>, run: string): string {
  return `${[...models].sort().join(', ') || 'the judge'} of ${run}`
}
