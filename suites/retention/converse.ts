import { type BenchmarkContext, type Dialogue, hashFraction, type Known, type ProgrammaticRubric, type Simulation } from '../../src/kit.ts'
import { fillerTurns } from './filler.ts'
import { type RetentionItem, type RetentionOptions, SIZES } from './items.ts'
import {
  chosenIn,
  follows,
  isInForce,
  isRead,
  KIND_TITLES,
  keepsTo,
  type Plant,
  recalls,
  simulatedAnswer,
  simulatedRecall,
  withValue,
} from './plants.ts'

/** What every conversation begins with. */
export const SYSTEM = 'You are the assistant of a small office. Keep your answers short.'

/** Most tokens of an answer. */
export const ANSWER_TOKENS = 300

/** The open question: it names nothing that was planted. */
export const RECALL =
  'List all that I have asked you to do or not to do in your answers, what I told you to know for later, and what you have chosen for us.'

const SAMPLING = { temperature: 0, maxTokens: ANSWER_TOKENS } as const

/** Answer of simulated models to what plants something and to filler. */
const NOTED = 'Noted.'

/** Of the tokens of a prompt, how many must be gone for a compaction that nobody reports. */
const INFERRED_FALL = 1 / 3

/** A question with what simulated models answer. */
interface Asked {
  readonly call: string
  readonly text: string
  /** What one says who knows all that was said. */
  readonly reference: string
  /** What one says who knows nothing of it. Default: the reference. */
  readonly wrong?: string
  readonly simulation?: Simulation
}

/** Holds one conversation (docs/suites/retention.md, R1): plants, filler, probes, a compaction, probes and controls. */
export async function converse(item: RetentionItem, options: RetentionOptions, seed: number, context: BenchmarkContext): Promise<void> {
  const { dialogue, record, expect } = context
  dialogue.system(SYSTEM)
  const values = await plant(item, seed, context)
  const reported = () => dialogue.session?.state?.compactions ?? 0
  const reportedBefore = reported()
  const { thousands, turns } = SIZES[item.length]
  const filler = fillerTurns(item.filler, (thousands * 1000) / turns, item.id)
  const more = async () => {
    await ask(dialogue, { call: `filler-${dialogue.turns.length}`, text: filler.next().value, reference: NOTED }, true)
  }
  for (let turn = 0; turn < turns; turn += 1) await more()

  const hasValue = (own: Plant) => own.kind !== 'commitment' || values.has(own.id)
  const plants = item.plants.filter(hasValue)
  const canFork = dialogue.session?.can.includes('fork') ?? true
  const place = () => (canFork ? dialogue.branch() : dialogue)
  const answers = new Map<string, string>()
  const probe = async (when: 'before' | 'after') => {
    for (const own of plants) {
      const answer = await ask(place(), probeOf(own, when, values.get(own.id)))
      answers.set(own.id, answer)
      record(`${own.kind}.${when}`, Number(keepsTo(own, answer, values.get(own.id))))
    }
  }
  const wasReported = () => reported() > reportedBefore
  const canCompact = dialogue.session?.can.includes('compact') ?? false
  // Who can be asked to compact, or counts its compactions, says so itself.
  const infers = () => !canCompact && dialogue.session?.state?.compactions === undefined && isInferred(dialogue)
  let compaction = wasReported() ? 'confirmed' : infers() ? 'inferred' : undefined
  if (compaction === undefined) {
    // Without a fork the questions stay in the conversation: they are asked once, at the end.
    if (canFork || !canCompact) await probe('before')
    if (canCompact) compaction = (await dialogue.compact()).confirmed ? 'confirmed' : 'unconfirmed'
    else if (canFork && dialogue.session?.state?.compactions !== undefined)
      for (let spent = thousands * 1000; spent < options.maxTokens && compaction === undefined; spent += (thousands * 1000) / turns) {
        await more()
        if (wasReported()) compaction = 'confirmed'
      }
  }
  if (compaction !== undefined) await probe('after')
  record('reached', Number(compaction === 'confirmed'))
  record('inferred', Number(compaction === 'inferred'))
  record('after_probe', Number(!canFork))
  record(
    'unread',
    (item.plants.length - plants.length + [...answers.values()].filter((answer) => !isRead(answer)).length) / item.plants.length,
  )

  const recalled = await ask(place(), recallOf(plants, values))
  for (const own of plants) record(`${own.kind}.known`, Number(recalls(own, recalled, values.get(own.id))))
  const unmeasured = new Set<string>()
  for (const own of plants.filter(isInForce)) {
    const value = values.get(own.id)
    const isFollowed = keepsTo(own, await ask(place(), freshOf(own, value)), value)
    if (!isFollowed) unmeasured.add(own.id)
    record(`${own.kind}.fresh`, Number(isFollowed))
  }
  for (const own of item.absent.filter(isInForce)) {
    const value = drawnChoice(own, seed, item.id)
    record(`${own.kind}.never`, Number(keepsTo(own, await ask(place(), neverOf(own, value)), value)))
  }
  await expect(dialogue).toPassRubric(keptRubric(item, { asked: plants, unmeasured, values, answers, recalled }))
}

/** Plants all things, has each followed once, then corrects or takes back what is to be. @returns the choices that the model made. */
async function plant({ id, plants }: RetentionItem, seed: number, { dialogue, record }: BenchmarkContext): Promise<Map<string, string>> {
  const values = new Map<string, string>()
  for (const own of plants) {
    const drawn = drawnChoice(own, seed, id)
    const answer = await ask(dialogue, {
      call: `give-${own.kind}`,
      text: own.give,
      reference: drawn ?? NOTED,
      simulation: { tells: { [own.id]: 'given' } },
    })
    const value = chosenIn(own, answer)
    if (value !== undefined) values.set(own.id, value)
  }
  for (const own of plants) {
    const value = values.get(own.id)
    const answer = await ask(dialogue, { call: `use-${own.kind}`, text: own.use, reference: withValue(own.used, value) })
    record(`${own.kind}.followed`, Number(follows(own, answer, value)))
  }
  for (const own of plants)
    if (own.change !== undefined)
      await ask(dialogue, {
        call: `change-${own.kind}`,
        text: own.change,
        reference: NOTED,
        simulation: { tells: { [own.id]: 'changed' } },
      })
  return values
}

function probeOf(own: Plant, when: string, value: string | undefined): Asked {
  const told = (known: Known) => withValue(simulatedAnswer(own, known), value)
  return {
    call: `${when}-${own.kind}`,
    text: own.probe,
    reference: withValue(own.right, value),
    wrong: own.wrong,
    simulation: { knowing: (of) => told(of(own.id)) },
  }
}

/** The probe with what it is about said just before: who cannot follow that cannot be measured by it. */
function freshOf(own: Plant, value: string | undefined): Asked {
  const { wrong: _, ...asked } = probeOf(own, 'fresh', value)
  return {
    ...asked,
    text: `${withValue(own.restated ?? '', value)}\n\n${own.probe}`,
    simulation: { ...asked.simulation, tells: { [own.id]: own.change === undefined ? 'given' : 'changed' } },
  }
}

/** The probe where it was never planted: who keeps to it all the same does so by chance or by habit. */
function neverOf(own: Plant, value: string | undefined): Asked {
  return { ...probeOf(own, 'never', value), reference: own.wrong }
}

function recallOf(plants: readonly Plant[], values: ReadonlyMap<string, string>): Asked {
  const list = (asOf: (own: Plant) => Known['as']) =>
    plants
      .flatMap((own) => {
        const as = asOf(own)
        return as ? [simulatedRecall(own, as, values.get(own.id))] : []
      })
      .join('\n') || 'You have told me nothing of the kind.'
  return {
    call: 'recall',
    text: RECALL,
    reference: list(({ change }) => (change === undefined ? 'given' : 'changed')),
    wrong: 'You have told me nothing of the kind.',
    simulation: { knowing: (of) => list(({ id }) => of(id).as) },
  }
}

/** A choice of the list, drawn: what simulated models choose, and what is looked for where the model made none. */
function drawnChoice({ id, check }: Plant, seed: number, item: string): string | undefined {
  return 'choices' in check ? check.choices[Math.floor(hashFraction('choice', seed, item, id) * check.choices.length)] : undefined
}

async function ask(dialogue: Dialogue, { call, text, reference, wrong = reference, simulation }: Asked, isFiller = false): Promise<string> {
  const options = { ...SAMPLING, call, reference, simulation: { wrong, damaged: wrong, ...simulation } }
  if (!isFiller) return (await dialogue.ask(text, options)).assistant
  await dialogue.distract(text, options)
  return dialogue.content
}

/** Whether a prompt had a third fewer tokens than the one before it: the conversation can only grow otherwise. */
function isInferred({ turns }: Dialogue): boolean {
  const tokens = turns.flatMap(({ usage }) => (usage ? [usage.promptTokens] : []))
  return tokens.some((own, index) => own < (1 - INFERRED_FALL) * (tokens[index - 1] ?? 0))
}

/** What came of a conversation. */
interface Outcome {
  readonly asked: readonly Plant[]
  /** Plants that were not followed right after they were said again: by these nothing is measured. */
  readonly unmeasured: ReadonlySet<string>
  readonly values: ReadonlyMap<string, string>
  readonly answers: ReadonlyMap<string, string>
  readonly recalled: string
}

/** The plants as points, each kept or not in the last answer to its probe. */
function keptRubric({ plants: all }: RetentionItem, { asked, unmeasured, values, answers, recalled }: Outcome): ProgrammaticRubric {
  const kept = new Map(asked.map((own) => [own.kind, keepsTo(own, answers.get(own.id) ?? '', values.get(own.id))]))
  const points = all.map(({ kind }) => ({ name: `${kind}.last`, weight: 1, title: KIND_TITLES[kind] }))
  const why = (own: Plant) => {
    if (!isRead(answers.get(own.id) ?? '')) return 'no answer'
    if (own.kind === 'withdrawn') return 'still followed'
    if (unmeasured.has(own.id)) return 'not measurable'
    return recalls(own, recalled, values.get(own.id)) ? 'known and broken' : 'forgotten'
  }
  const broken = all.filter(({ kind }) => !kept.get(kind))
  return {
    points,
    threshold: 1,
    grade: () => {
      const met = Object.fromEntries(all.map(({ kind }) => [`${kind}.last`, Number(kept.get(kind) ?? false)]))
      return { points: met, total: Object.values(met).reduce((sum, own) => sum + own, 0) / all.length }
    },
    explain: () => ({
      asked: broken[0]?.probe ?? '',
      expected: broken.map((own) => own.change ?? own.give).join(' '),
      received: answers.get(broken[0]?.id ?? '') ?? '',
      evidence: Object.fromEntries(broken.map((own) => [`${own.kind}.last`, why(own)])),
    }),
  }
}
