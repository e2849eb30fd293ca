import { z } from 'zod'
import { type Known, readFixture, remembered } from '../../src/kit.ts'

/** What is planted: seven kinds hold to the end, and an instruction that is taken back is over. */
export const KINDS = ['form', 'content', 'prohibition', 'fact', 'correction', 'commitment', 'permission', 'withdrawn'] as const

/** A kind of plant. */
export type Kind = (typeof KINDS)[number]

/** Kinds that are in force at the end, for people. */
export const KIND_TITLES: Readonly<Record<Kind, string>> = {
  form: 'a line at the end of every answer',
  content: 'an alternative to name',
  prohibition: 'a word that is not to be used',
  fact: 'a fact',
  correction: 'a corrected fact',
  commitment: 'a choice of its own',
  permission: 'a permission taken back',
  withdrawn: 'an instruction taken back',
}

const text = z.string().min(1)
const forms = z.array(text).nonempty()

/** What decides whether an answer keeps to a plant (docs/suites/retention.md, R2). */
const check = z.union([
  z.strictObject({ line: text }),
  z.strictObject({ start: text }),
  z.strictObject({ choices: forms }),
  z.strictObject({ offers: forms }),
  z.strictObject({ has: forms.optional(), lacks: forms.optional(), used: forms.optional() }),
])

/** Something that a conversation plants, as a line of fixtures/retention/plants.jsonl. */
const plantSchema = z.strictObject({
  id: text,
  kind: z.enum(KINDS),
  /** What plants it, and the question whose answer shows that it is followed; then what corrects it or takes it back. */
  give: text,
  use: text,
  change: text.optional(),
  /** What asks for it at the end, and beside it when it is restated just before. */
  probe: text,
  restated: text.optional(),
  /** Answers of simulated models: to `use`; to `probe` one that keeps to it, one as before the change, and one that knows nothing of it. */
  used: text,
  right: text,
  stale: text.optional(),
  wrong: text,
  check,
  /** Forms of which a sentence must have one of each list to recall it. */
  recall: z.array(forms).nonempty(),
})

/** Something that a conversation plants. */
export type Plant = Readonly<z.output<typeof plantSchema>>

const plantsIn = remembered((name: string) => readFixture(name, plantSchema))

/** All plants: two of each kind, `<kind>-a` and `<kind>-b`. */
export function readPlants(): readonly Plant[] {
  return plantsIn('retention/plants.jsonl')
}

/** Whether a plant holds to the end; one that is taken back is over. */
export function isInForce({ kind }: Pick<Plant, 'kind'>): boolean {
  return kind !== 'withdrawn'
}

/** A text with the choice that the model made. */
export function withValue(said: string, value = ''): string {
  return said.replaceAll('{value}', value)
}

/** The choice in an answer, for a commitment: the only one of the list that it names. Undefined for none or several. */
export function chosenIn({ check: own }: Plant, answer: string): string | undefined {
  const named = 'choices' in own ? own.choices.filter((choice) => takes(answer, choice)) : []
  return named.length === 1 ? named[0] : undefined
}

/** Whether an answer says anything at all. */
export function isRead(answer: string): boolean {
  return plain(answer) !== ''
}

/** Whether an answer to the probe keeps to the plant; one that is taken back must no longer be followed. @param value the model's choice. */
export function keepsTo({ check: own }: Plant, answer: string, value?: string): boolean {
  if (!isRead(answer)) return false
  if ('line' in own) return plain(lastLine(answer)) === plain(own.line)
  if ('start' in own) return !startsWith(answer, own.start)
  if ('choices' in own) return value !== undefined && own.choices.every((choice) => takes(answer, choice) === (choice === value))
  if ('offers' in own) return own.offers.some((form) => offers(answer, form))
  // "309, and not 214" has the new value. A word that is not to be used is used where it is turned down too.
  const says = own.has ? takes : names
  return (own.has?.some((form) => says(answer, form)) ?? true) && !own.lacks?.some((form) => says(answer, form))
}

/** Whether the answer to `use`, before any change, follows the plant. */
export function follows(plant: Plant, answer: string, value?: string): boolean {
  const { check: own } = plant
  if ('start' in own) return startsWith(answer, own.start)
  if ('used' in own && own.used) return own.used.some((form) => names(answer, form))
  return keepsTo(plant, answer, value)
}

/** Whether a recollection names what holds at the end: some sentence has a form of each list. */
export function recalls({ recall }: Plant, answer: string, value?: string): boolean {
  const sentences = answer.split(/[\n;]|[.!?](?:\s|$)/)
  return sentences.some((sentence) => recall.every((own) => own.some((form) => names(sentence, withValue(form, value)))))
}

/** What a simulated model answers to the probe, by what it knows and does. */
export function simulatedAnswer({ kind, right, wrong, stale }: Plant, { as, obeys }: Known): string {
  // What was taken back and is forgotten is over as well.
  if (kind === 'withdrawn') return as === 'given' && obeys ? wrong : right
  if (as === undefined || !obeys) return wrong
  if (kind === 'correction' || kind === 'permission') return as === 'changed' ? right : (stale ?? wrong)
  return right
}

/** What a simulated model says that it knows of a plant. */
export function simulatedRecall({ give, change, restated, check: own }: Plant, as: 'given' | 'changed', value?: string): string {
  if ('choices' in own) return withValue(restated ?? give, value)
  return as === 'changed' && change !== undefined ? change : give
}

/** What typographers and others put between thousands; before NFKC, which makes plain spaces of some. */
const THOUSANDS = /(\d)[,'’\u00a0\u2009\u202f](?=\d{3}(?!\d))/g

/** Words and numbers in small letters, one space between them: marks, emphasis, tags and thousands separators do not matter. */
function plain(said: string): string {
  return said
    .replace(THOUSANDS, '$1')
    .replace(/<\/?[a-z]{1,10} ?\/?>/gi, ' ')
    .normalize('NFKC')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Whether a form stands in a text by itself. */
function names(said: string, form: string): boolean {
  return around(said, form).length > 1
}

/** What stands before, between and behind the places of a form in a text, plain. Before a number may be letters, as in `R309`, and "no." */
function around(said: string, form: string): string[] {
  const own = plain(form)
  const text = /^\d/.test(own)
    ? plain(said)
        .replace(/(\p{L})(\d)/gu, '$1 $2')
        .replace(/\bno (?=\d)/g, '')
    : plain(said)
  return ` ${text} `.split(` ${own} `)
}

/** A clause, and a "no" that answers it. */
const CLAUSE = /(?:(?!\b(?:but|or else|otherwise)\b)[^.,;:!?\n()–—])+(?:\?\s*no\b)?/giu

/** Of each clause of a text that names a form, whether it turns it down. */
function turnsDown(said: string, form: string): boolean[] {
  return [...said.matchAll(CLAUSE)].flatMap(([clause]) => {
    const [first = '', ...others] = around(clause, form)
    return others.length > 0 ? [isTurnedDown(`${first} `, ` ${others.join(` ${plain(form)} `)}`.trimEnd())] : []
  })
}

/** Whether some clause of a text names a form and does not turn it down. */
function offers(said: string, form: string): boolean {
  return turnsDown(said, form).includes(false)
}

/** Whether a text names a form, and not only in clauses that turn it down. A form may reach over the end of a clause: "no. 5". */
function takes(said: string, form: string): boolean {
  const clauses = turnsDown(said, form)
  return names(said, form) && (clauses.length === 0 || clauses.includes(false))
}

function startsWith(said: string, start: string): boolean {
  return `${plain(said)} `.startsWith(`${plain(start)} `)
}

function lastLine(said: string): string {
  return said.split('\n').findLast(isRead) ?? ''
}

/** What turns down all that follows in its clause. */
const BEFORE =
  /\b(?:cannot|never|no longer|avoid(?:ing)?|skip(?:ping)?|omit(?:ting)?|leav(?:e|ing) out|left out|(?<!\bwhy )not(?! (?:only|just|merely|free|available|open|taken|forget|far)\b))\b|\p{L}n t\b(?! (?:forget|only|free|available|open|taken)\b)/u
/** What turns down what stands right after it. */
const RIGHT_BEFORE = /\b(?:no|without|instead of|rather than|in place of|other than)(?: (?:any|more|an?|the|your)(?: \p{L}+)?)? $/u
/** What turns down what stands before it. */
const AFTER =
  /^ (?:free\b|no$|(?:[\p{L}\p{N}]+ ){0,2}(?:(?:is|are|was|were) no longer\b|(?:is|are|was|were|would be) (?:too|unavailable|closed|booked|taken|off|out of)\b|(?:(?:is|are|was|were)(?: not|n t)|would not be) (?:available|free|possible|suitable|open|right|recommended|an? |the |what )|(?:will|would|does|do)(?: not|n t) (?:work|do|fit|suit)\b|won t (?:work|do|fit|suit)\b))/u

/**
 * Whether what stands between two parts of a clause is turned down there, and not named as something to take ("no rhubarb", "the boathouse is
 * not available"). The parts are plain: small letters, and spaces for all marks.
 */
function isTurnedDown(before: string, after: string): boolean {
  return BEFORE.test(before) || RIGHT_BEFORE.test(before) || AFTER.test(after)
}
