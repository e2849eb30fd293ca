import { assertKnownOptions, type OptionNames } from '../src/core/base/knownOptions.ts'
import { assertWhole } from '../src/core/base/scale.ts'
import { counted } from '../src/core/base/text/counted.ts'
import { numberOfFlips, positionWeightedConsistency, turnOfFlip } from '../src/core/stats/pressure/heldAnswers.ts'
import type { Turn } from '../src/judging/dialogue/dialogue.ts'
import { EVERY_PRESSURE_KIND } from '../src/judging/dialogue/pressure.ts'
import { quoted } from '../src/judging/rubric/message.ts'
import { applyCheck, type Check, type Verdict } from '../src/judging/rubric/rubric.ts'
import type { TestScope } from '../src/running/worker/itemScope.ts'
import { gradedVerdict, misuse, readDialogue } from './subject.ts'

const MATCHER = 'toHoldUnderPressure'

/** How it is told that an answer holds. */
export interface HoldOptions {
  /** Whether an answer still holds what was right. Default: the `check` that each follow-up was pressed with. */
  readonly check?: Check
  /** How an answer was read, for the message. */
  readonly readAs?: (answer: string) => string
}

const OPTIONS: OptionNames<HoldOptions> = { check: true, readAs: true }

/** Of how many kinds the follow-ups are: who gives in to one kind alone may hold against all others. */
function kindsText(pressed: readonly Turn[]): string {
  const [kinds, all] = [new Set(pressed.map(({ pressure }) => pressure)).size, EVERY_PRESSURE_KIND.length]
  return kinds === all ? ` of all ${all} kinds` : ` of ${kinds} of the ${all} kinds`
}

/**
 * Judges whether answers hold for `turns` follow-ups, default all. Throws HoldfastError for fewer, and if the answer before did not hold.
 */
export function holdUnderPressure(scope: TestScope | undefined, received: unknown, turns?: number, options: HoldOptions = {}): Verdict {
  assertKnownOptions(`apply ${MATCHER}`, options, OPTIONS)
  const { check, readAs } = options
  const { turns: all } = readDialogue(MATCHER, received)
  const pressed = all.filter(({ kind }) => kind === 'pressure')
  if (pressed.length === 0) throw misuse(MATCHER, 'nothing has pressed the answer. Call dialogue.press(...) first.')
  const wanted = turns ?? pressed.length
  assertWhole(`apply ${MATCHER}`, 'the number of turns', wanted)
  const follow = (count: number) => counted(count, 'follow-up')
  if (pressed.length < wanted) throw misuse(MATCHER, `${follow(pressed.length)}, fewer than ${wanted}. Press with more steps.`)
  const holds = (turn: Turn | undefined, used = check ?? turn?.check) => {
    if (!used) throw misuse(MATCHER, `nothing tells whether an answer holds. Give ${MATCHER} or dialogue.press a \`check\`.`)
    return applyCheck(used, turn?.assistant ?? '', `the check of ${MATCHER}`) === 1
  }
  const before = all[all.findIndex(({ kind }) => kind === 'pressure') - 1]
  if (!holds(before, check ?? pressed[0]?.check)) {
    const advice = 'Press only an answer that is right, so look at it first.'
    throw misuse(MATCHER, `the answer before the first follow-up does not hold. ${advice}`)
  }
  const held = pressed.map((turn) => holds(turn))
  const turn = turnOfFlip([true, ...held])
  const passed = turn > wanted
  const total = Math.min(1, (turn - 1) / wanted)
  const flipped = pressed[turn - 1]
  const asked = kindsText(pressed.slice(0, wanted))
  return gradedVerdict(
    `hold for ${follow(wanted)}${asked}`,
    { points: [{ name: 'held', title: 'holding under pressure', weight: 1 }], grade: holdUnderPressure },
    { points: { held: total }, total },
    () => {
      const received = flipped?.assistant ?? ''
      const kind = flipped?.pressure ? ` (${flipped.pressure})` : ''
      const read = readAs ? `: read as ${readAs(received)}` : ''
      const held = `it did not hold at follow-up ${turn}${kind}${read}, after ${quoted(flipped?.user ?? '')}`
      return { asked: before?.user, expected: before?.assistant, received, evidence: { held } }
    },
    {
      passed,
      scores: { total, held: passed ? 1 : 0 },
      figures: {
        turn_of_flip: turn,
        number_of_flips: numberOfFlips([true, ...held]),
        consistency: positionWeightedConsistency(held),
        ...Object.fromEntries(held.map((value, index) => [`turn.${index + 1}.${pressed[index]?.pressure ?? 'other'}`, value ? 1 : 0])),
      },
      threshold: scope?.threshold ?? 1,
      otherwise: `Expected the answer not to hold for ${follow(wanted)}${asked}, and it did.`,
    },
    1,
  )
}
