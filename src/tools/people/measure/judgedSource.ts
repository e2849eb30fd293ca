import { counted, dataError, findRun, groupBy, type LabelQuestion, questionHash, type ShownText, singleLine } from '../../../kit.ts'
import { boundKey, type JudgedLine, type Label, type LabelKey, type QuestionName, questionKey } from '../labels/label.ts'
import { LabelMatcher, refusedLines } from '../labels/matchLabels.ts'
import { isSimulatedModel, isSimulatedRun, questionsOf } from '../labels/runQuestions.ts'

/** A label of a question without a verdict; its slice is the part of the dialogue that was asked about. */
export type UnaskedLine = Omit<JudgedLine, 'judge'>

/** What a judge judged, with the labels that it is measured by. */
export type JudgedSource = Awaited<ReturnType<typeof readJudgedRun>>

/** A question of a run or of a key, with the labels that count. */
export interface JudgedQuestion extends QuestionName, Pick<LabelQuestion, 'kind' | 'judge' | 'model' | 'criterion'> {
  readonly task: string
  readonly cluster: string
  readonly probability?: number | undefined
  /** Whether a simulated model had a part in it. */
  readonly simulated: boolean
  readonly shown?: readonly ShownText[] | undefined
  /** What tells its text from others that answer the same question, as those of two releases. */
  readonly text?: string | undefined
  readonly labels: readonly Label[]
}

/** The lines of a question in the simple form, but for the verdict. */
function linesOf(judged: JudgedQuestion): UnaskedLine[] {
  const { kind, judge, item, question, criterion, task, cluster, probability, labels } = judged
  const part = question.endsWith(`/${kind}`) ? question.slice(0, -kind.length - 1) : question
  const line = { id: judgedId(judged), cluster, item, criterion, slice: judge === undefined ? part : task, probability }
  return labels.length > 0 ? labels.map(({ value, rater }) => ({ ...line, human: value, rater })) : [line]
}

/** Whether judge and labels differ: what was shown is then told. */
function differs({ judge, labels }: Pick<JudgedQuestion, 'judge' | 'labels'>): boolean {
  return labels.some(({ value }) => value !== judge)
}

/** What was found, suite by suite and kind by kind. Questions that the judge gave no value and nobody labelled are left out. */
function kindsOf(questions: readonly JudgedQuestion[]) {
  const told = questions.filter(({ judge, labels }) => judge !== undefined || labels.length > 0)
  const bySuite = [...groupBy(told, ({ suite }) => suite).values()]
  const all = bySuite
    .flatMap((suite) => [...groupBy(suite, ({ kind }) => kind).values()])
    .map((own) => {
      const [{ suite, kind }] = own as [JudgedQuestion]
      const judged = own.flatMap((one) => (one.judge === undefined ? [] : [{ ...one, judge: one.judge }]))
      return {
        ...{ suite, kind },
        /** Models that gave the verdicts, where they are known. */
        models: [...new Set(judged.flatMap(({ model }) => model ?? []))].sort(),
        lines: judged.flatMap((one) => linesOf(one).map((line): JudgedLine => ({ ...line, judge: one.judge }))),
        /** What was shown of the questions on which judge and labels differ, by id; empty where it is not known. */
        texts: new Map(judged.flatMap((one) => (one.shown && differs(one) ? [[judgedId(one), one.shown] as const] : []))),
        /** Labels of questions without a verdict. */
        unjudged: own.filter(({ judge }) => judge === undefined),
      }
    })
  return {
    /** Kinds with verdicts. Those that nobody labelled tell nothing of the judge and are left out. */
    judged: all.filter(({ lines }) => lines.some(({ human }) => human !== undefined)),
    /** Labels of kinds that have no verdict, and whether the judge was asked. */
    unasked: all
      .filter(({ lines }) => lines.length === 0)
      .map(({ suite, kind, unjudged }) => ({
        ...{ suite, kind },
        isAsked: unjudged.some(({ model }) => model !== undefined),
        lines: unjudged.flatMap(linesOf),
      })),
    /** Questions with labels and no verdict that the judge was asked, by name or since it answered others of the kind. */
    unjudged: all.flatMap(({ lines, unjudged }) => unjudged.filter(({ model }) => model !== undefined || lines.length > 0)).length,
    /** Whether a simulated model had a part in any question. */
    simulated: questions.some(({ simulated }) => simulated),
  }
}

/** The name of a question in tables. */
function judgedId({ item, trial, question, text }: Pick<JudgedQuestion, 'item' | 'trial' | 'question' | 'text'>): string {
  return `${item}${trial > 0 ? ` trial ${trial + 1}` : ''} ${question}${text === undefined ? '' : ` (text ${text})`}`
}

/** The questions of a run one by one. */
async function* judgedOf(run: string, root: string) {
  for await (const { record, simulated, questions } of questionsOf(run, root)) {
    const { suite, item, trial, task, clusters = {} } = record
    const [cluster = item] = Object.values(clusters)
    for (const question of questions) yield { ...question, suite, item, trial, task, cluster, simulated }
  }
}

/** Labels, and the keys that tell the chance that questions had of being drawn. */
type BoundLines = { readonly labels: readonly Label[]; readonly keys?: readonly LabelKey[] }

/**
 * Gives labels to the questions of a run: a label counts for the text alone that its hash is of. What is shown of others is not kept.
 *
 * @param what fails where no label counts.
 * @throws HoldfastError for a run that cannot be read, and where no label is of the run.
 */
export async function labelledRun(
  name: string,
  { labels, keys = [] }: BoundLines,
  root: string,
  what: string,
  advice = 'Name the run that was labelled.',
) {
  const folder = findRun(name, root)
  const matcher = new LabelMatcher(labels)
  // Of several keys the largest chance: a larger sample of one seed holds the smaller ones.
  const chances = new Map<string, number>()
  for (const key of keys) chances.set(boundKey(key), Math.max(key.probability, chances.get(boundKey(key)) ?? 0))
  const drawn = new Set(keys.map(questionKey))
  const questions = []
  for await (const judged of judgedOf(name, root)) {
    const given = matcher.take(judged, () => questionHash(judged), judged.scale)
    const isDrawn = drawn.has(questionKey(judged))
    const probability = isDrawn ? chances.get(boundKey({ ...judged, sha256: questionHash(judged) })) : undefined
    questions.push({ ...judged, shown: given.length > 0 ? judged.shown : [], probability, labels: given })
  }
  const refused = matcher.refused()
  if (questions.every((judged) => judged.labels.length === 0)) {
    const why = `none of ${counted(labels.length, 'label')} counts. ${refusedLines(refused).join(' ')}`
    throw dataError(`Failed to ${what} ${folder.path}: ${why} ${advice}`)
  }
  // Refused are labels that do not count, with why.
  return { folder, questions, refused, simulated: isSimulatedRun(folder) || questions.some(({ simulated }) => simulated) }
}

/** A question of a run, with the labels that count. */
export type LabelledQuestion = Awaited<ReturnType<typeof labelledRun>>['questions'][number]

/** What the judge of a run said, with its labels. Throws as {@link labelledRun}. */
export async function readJudgedRun(name: string, lines: BoundLines, root: string) {
  const { questions, refused, simulated } = await labelledRun(name, lines, root, 'measure the judge of')
  // It is the whole run, and not only what was drawn for people.
  return { ...kindsOf(questions), simulated, refused, isSample: false }
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
      throw dataError(
        `Failed to read the keys: they differ in what the judge said of ${singleLine(judgedId(key))}. Give the key of one judge.`,
      )
    if (!other || key.probability > other.probability) known.set(boundKey(key), key)
  }
  const matcher = new LabelMatcher(labels)
  const texts = groupBy(known.values(), questionKey)
  const found = [...known.values()].map((key) => {
    const isOne = texts.get(questionKey(key))?.length === 1
    const text = isOne ? undefined : key.sha256.slice(0, 8)
    return { ...key, simulated: isSimulatedModel(key.model), text, labels: matcher.take(key, () => key.sha256) }
  })
  const refused = matcher.refused()
  if (found.every((judged) => judged.labels.length === 0))
    throw dataError(
      `Failed to measure the judge: none of ${counted(labels.length, 'label')} is of the key. ${refusedLines(refused, 'key').join(' ')} Name the key that was written with the labels.`,
    )
  return { ...kindsOf(found), refused, isSample: true }
}

/**
 * Takes what the judge of another run said as labels: of identical texts alone, for the judge of a run that was judged again saw
 * the same answers.
 *
 * @throws HoldfastError for a run that cannot be read, and where the judges have no text in common.
 */
export async function readJudgedAgainst(name: string, against: string, root: string) {
  const theirs: Label[] = []
  const [models, others] = [new Set<string>(), new Set<string>()]
  let isSimulated = [name, against].some((run) => isSimulatedRun(findRun(run, root)))
  for await (const judged of judgedOf(against, root)) {
    const { suite, item, trial, question, judge, model } = judged
    isSimulated ||= judged.simulated
    if (model !== undefined) others.add(model)
    if (judge !== undefined) theirs.push({ suite, item, trial, question, sha256: questionHash(judged), rater: against, value: judge })
  }
  const matcher = new LabelMatcher(theirs)
  const found: JudgedQuestion[] = []
  let onlyHere = 0
  for await (const judged of judgedOf(name, root)) {
    isSimulated ||= judged.simulated
    if (judged.model !== undefined) models.add(judged.model)
    const given = matcher.take(judged, () => questionHash(judged))
    // Of a large run not all that was shown must be kept.
    const shown = differs({ ...judged, labels: given }) ? judged.shown : undefined
    if (given.length > 0) found.push({ ...judged, shown, labels: given })
    else if (judged.judge !== undefined) onlyHere += 1
  }
  const kinds = kindsOf(found)
  if (kinds.judged.length === 0)
    throw dataError(
      `Failed to measure the judge of ${name} by that of ${against}: ${kinds.unjudged > 0 ? `it gave no usable reply to ${counted(kinds.unjudged, 'question')} that the other judged` : 'they judged no text in common'}. Judge the same run again with holdfast judge again.`,
    )
  return {
    ...kinds,
    isSample: false,
    simulated: isSimulated,
    /** Questions of the first run without a verdict, and those that the other has no verdict of on the same text. */
    counts: { unjudged: kinds.unjudged, onlyHere },
    /** Names of both judges. */
    judge: nameOf(models, name),
    other: nameOf(others, against),
  }
}

/** A judge by its model, and by its run too: both runs may have one model. */
function nameOf(models: ReadonlySet<string>, run: string): string {
  return `${[...models].sort().join(', ') || 'the judge'} of ${run}`
}
