import { counted, findRun, HoldfastError, type LabelQuestion, questionHash, type ShownText, singleLine } from '../../../kit.ts'
import { boundKey, type JudgedLine, type Label, type LabelKey, type QuestionName, questionKey } from '../labels/label.ts'
import { LabelMatcher, type RefusedLabels, refusedLines } from '../labels/matchLabels.ts'
import { isSimulatedRun, questionsOf } from '../labels/runQuestions.ts'

/** What is known of one kind of question of one suite. */
export interface JudgedKind {
  /** Lines in the simple form. Questions that the judge was not asked, or gave no usable reply to, are left out. */
  readonly lines: JudgedLine[]
  /** What was shown of the questions on which judge and labels differ, by id; empty where it is not known. */
  readonly texts: Map<string, readonly ShownText[]>
}

/** A label of a question without a verdict; its slice is the part of the dialogue that was asked about. */
export type UnaskedLine = Omit<JudgedLine, 'judge'>

/** Labels of a kind of questions that has no verdict. */
export interface UnjudgedKind {
  /** Whether a judge was asked, and gave no usable reply. */
  readonly isAsked: boolean
  readonly lines: readonly UnaskedLine[]
}

/** What a judge judged, with the labels that it is measured by. */
export interface JudgedSource {
  /** By suite and by kind of question. Kinds that nobody labelled tell nothing of the judge and are left out. */
  readonly suites: Readonly<Record<string, Readonly<Record<string, JudgedKind>>>>
  /** Labels that do not count, with why. */
  readonly refused: RefusedLabels
  /** Whether a simulated model had a part in it. */
  readonly simulated: boolean
  /** Labels of kinds of questions that have no verdict, by suite and by kind. */
  readonly unasked: Readonly<Record<string, Readonly<Record<string, UnjudgedKind>>>>
  /** Questions with labels to which the judge was asked for a verdict, and gave no usable reply. */
  readonly unjudged: number
  /** Whether the lines are those that were drawn for people, and not the whole run. */
  readonly isSample: boolean
}

/** A question that a judge was asked. */
interface Judged extends QuestionName, Pick<LabelQuestion, 'kind' | 'judge' | 'model' | 'criterion'> {
  readonly task: string
  readonly cluster: string
  readonly probability?: number | undefined
  readonly shown?: readonly ShownText[]
}

/** Puts questions with their labels together. */
class Gathered {
  readonly #suites: Record<string, Record<string, JudgedKind>> = {}
  readonly #unjudged: (UnjudgedKind & { readonly suite: string; readonly kind: string })[] = []
  matched = 0

  /** Takes a question with the labels that count, if any. */
  add({ suite, kind, judge, model, item, criterion, task, cluster, probability, shown, ...name }: Judged, labels: readonly Label[]): void {
    this.matched += labels.length
    const id = judgedId({ item, ...name })
    const known = { id, cluster, item, criterion, ...(probability !== undefined && { probability }) }
    if (judge === undefined) {
      const slice = name.question.endsWith(`/${kind}`) ? name.question.slice(0, -kind.length - 1) : name.question
      if (labels.length > 0)
        this.#unjudged.push({
          suite,
          kind,
          isAsked: model !== undefined,
          lines: labels.map(({ value, rater }) => ({ ...known, slice, human: value, rater })),
        })
      return
    }
    const line = { ...known, judge, slice: task }
    const kinds = this.#suites[suite] ?? {}
    const { lines, texts }: JudgedKind = kinds[kind] ?? { lines: [], texts: new Map() }
    if (labels.length === 0) lines.push(line)
    else for (const { value, rater } of labels) lines.push({ ...line, human: value, rater })
    if (shown && labels.some(({ value }) => value !== judge)) texts.set(id, shown)
    this.#suites[suite] = { ...kinds, [kind]: { lines, texts } }
  }

  /** Questions with labels and no verdict that the judge was asked, by name or since it answered others of the kind. */
  get unjudged(): number {
    return this.#unjudged.filter((one) => one.isAsked || this.#hasVerdicts(one)).length
  }

  get unasked(): JudgedSource['unasked'] {
    const own: Record<string, Record<string, UnjudgedKind>> = {}
    for (const { suite, kind, isAsked, lines } of this.#unjudged.filter((other) => !this.#hasVerdicts(other))) {
      const before = own[suite]?.[kind]
      own[suite] = { ...own[suite], [kind]: { isAsked: isAsked || before?.isAsked === true, lines: [...(before?.lines ?? []), ...lines] } }
    }
    return own
  }

  #hasVerdicts({ suite, kind }: Pick<Judged, 'suite' | 'kind'>): boolean {
    return this.#suites[suite]?.[kind] !== undefined
  }

  get suites(): JudgedSource['suites'] {
    const isLabelled = ([, { lines }]: [string, JudgedKind]) => lines.some(({ human }) => human !== undefined)
    const kept = Object.entries(this.#suites).map(
      ([suite, kinds]) => [suite, Object.fromEntries(Object.entries(kinds).filter(isLabelled))] as const,
    )
    return Object.fromEntries(kept.filter(([, kinds]) => Object.keys(kinds).length > 0))
  }
}

/** The name of a question in tables. */
function judgedId({ item, trial, question }: Pick<Label, 'item' | 'trial' | 'question'>): string {
  return `${item}${trial > 0 ? ` trial ${trial + 1}` : ''} ${question}`
}

/** The questions of a run one by one. */
async function* judgedOf(run: string, root: string): AsyncGenerator<LabelQuestion & Judged & Required<Pick<Judged, 'shown'>>> {
  for await (const { record, questions } of questionsOf(run, root)) {
    const { suite, item, trial, task, clusters = {} } = record
    const [cluster = item] = Object.values(clusters)
    for (const question of questions) yield { ...question, suite, item, trial, task, cluster }
  }
}

/**
 * Gives labels to the questions of a run: a label counts for the text alone that its hash is of. A key tells the chance that the
 * questions had of being drawn.
 *
 * @throws HoldfastError for a run that cannot be read, and where no label is of the run.
 */
export async function readJudgedRun(
  name: string,
  { labels, keys }: { readonly labels: readonly Label[]; readonly keys: readonly LabelKey[] },
  root: string,
): Promise<JudgedSource> {
  const matcher = new LabelMatcher(labels)
  const chances = new Map(keys.map((key) => [boundKey(key), key.probability]))
  const drawn = new Set(keys.map(questionKey))
  const found = new Gathered()
  for await (const judged of judgedOf(name, root)) {
    const given = matcher.take(judged, () => questionHash(judged), judged.scale)
    const isDrawn = drawn.has(questionKey(judged))
    found.add({ ...judged, probability: isDrawn ? chances.get(boundKey({ ...judged, sha256: questionHash(judged) })) : undefined }, given)
  }
  const refused = matcher.refused()
  const folder = findRun(name, root)
  if (found.matched === 0)
    throw new HoldfastError(
      'DATA',
      `Failed to measure the judge of ${folder.path}: none of ${counted(labels.length, 'label')} counts. ${refusedLines(refused).join(' ')} Name the run that was labelled.`,
    )
  const { suites, unasked, unjudged } = found
  return { suites, unasked, simulated: isSimulatedRun(folder), refused, unjudged, isSample: false }
}

/**
 * Gives labels to the questions of a key: a label counts for the text alone that its hash is of, and the last of a rater counts.
 *
 * @throws HoldfastError where keys differ in what the judge said of one text, and where no label is of the key.
 */
export function readJudgedKey(labels: readonly Label[], keys: readonly LabelKey[]): JudgedSource {
  const known = new Map<string, LabelKey>()
  for (const key of keys) {
    const other = known.get(boundKey(key))
    if (other && other.judge !== key.judge)
      throw new HoldfastError(
        'DATA',
        `Failed to read the keys: they differ in what the judge said of ${singleLine(judgedId(key))}. Give the key of one judge.`,
      )
    known.set(boundKey(key), key)
  }
  const matcher = new LabelMatcher(labels)
  const found = new Gathered()
  for (const key of known.values())
    found.add(
      key,
      matcher.take(key, () => key.sha256),
    )
  const refused = matcher.refused()
  if (found.matched === 0)
    throw new HoldfastError(
      'DATA',
      `Failed to measure the judge: none of ${counted(labels.length, 'label')} is of the key. ${refusedLines(refused, 'key').join(' ')} Name the key that was written with the labels.`,
    )
  const { suites, unasked, unjudged } = found
  return { suites, unasked, refused, simulated: keys.some(({ model }) => model?.startsWith('sim:')), unjudged, isSample: true }
}

/**
 * Takes what the judge of another run said as labels: of identical texts alone, for the judge of a run that was judged again saw
 * the same answers.
 *
 * @throws HoldfastError for a run that cannot be read, and where the judges have no text in common.
 */
export async function readJudgedAgainst(name: string, against: string, root: string) {
  const theirs: Label[] = []
  const [verdicts, failed] = [new Set<string>(), new Set<string>()]
  const [models, others] = [new Set<string>(), new Set<string>()]
  for await (const judged of judgedOf(against, root)) {
    const { suite, item, trial, question, judge, model } = judged
    ;(judge === undefined ? failed : verdicts).add(questionKey(judged))
    if (model !== undefined) others.add(model)
    if (judge !== undefined) theirs.push({ suite, item, trial, question, sha256: questionHash(judged), rater: against, value: judge })
  }
  const matcher = new LabelMatcher(theirs)
  const found = new Gathered()
  let [otherText, otherFailed, onlyHere] = [0, 0, 0]
  for await (const judged of judgedOf(name, root)) {
    if (judged.model !== undefined) models.add(judged.model)
    const given = matcher.take(judged, () => questionHash(judged))
    if (given.length > 0) found.add(judged, given)
    else if (judged.judge === undefined) continue
    else if (verdicts.has(questionKey(judged))) otherText += 1
    else if (failed.has(questionKey(judged))) otherFailed += 1
    else onlyHere += 1
  }
  if (Object.keys(found.suites).length === 0)
    throw new HoldfastError(
      'DATA',
      `Failed to measure the judge of ${name} by that of ${against}: ${found.unjudged > 0 ? `it gave no usable reply to ${counted(found.unjudged, 'question')} that the other judged` : 'they judged no text in common'}. Judge the same run again with holdfast judge again.`,
    )
  const source: JudgedSource = {
    suites: found.suites,
    unasked: found.unasked,
    unjudged: found.unjudged,
    refused: { otherText: [], unknown: [], offScale: [] },
    simulated: [name, against].some((run) => isSimulatedRun(findRun(run, root))),
    isSample: false,
  }
  return {
    ...source,
    /** Questions of the first run that the other asks of another text, gave no usable reply to, and does not have. */
    ...{ otherText, otherFailed, onlyHere },
    /** Names of both judges. */
    judge: nameOf(models, name),
    other: nameOf(others, against),
  }
}

/** A judge by its model, and by its run too: both runs may have one model. */
function nameOf(models: ReadonlySet<string>, run: string): string {
  return `${[...models].sort().join(', ') || 'the judge'} of ${run}`
}
