import { beforeAll, describe, expect, test } from 'vitest'
import type { Metrics } from '../../src/core/format/scoresDocument.ts'
import { controlRates } from '../../src/core/stats/controls/controlRates.ts'
import { fence } from '../../src/judging/fence.ts'
import type { Model } from '../../src/models/model.ts'
import { contentText } from '../../src/models/transport.ts'
import { type KnownRating, knownRatings, rateControls } from '../../suites/refutebench/controls/knownRatings.ts'
import { drawDemands, type Edit } from '../../suites/refutebench/demands.ts'
import { FOCI, type Focus, type Style, TASKS } from '../../suites/refutebench/names.ts'
import { readBundledSeeds, type Seed } from '../../suites/refutebench/seeds.ts'
import { coverage, ratesBySeed } from '../controlCoverage.ts'
import { leastCoverage } from '../leastCoverage.ts'
import { isLong } from '../shared.ts'
import { simulatedJudge } from '../simulatedJudge.ts'

const items = TASKS.flatMap((task) => readBundledSeeds(task).seeds)
const PAPER: Style = { clarity: 'vague', abstraction: 'abstract', emotion: 'emotional' }
const objected = { answer: 'My own answer.', objection: 'Is that all? How sad!' }

function knownOf(seed: Seed, { focus = 'word usage', style = PAPER, standing = false, runSeed = 0 } = {}): KnownRating[] {
  const foci = [focus as Focus]
  return knownRatings(seed, { foci, demands: drawDemands(seed, foci, runSeed), style, runSeed }, standing, objected)
}

/** A judge that says what a function of the call and the prompt says. */
function judgeBy(say: (call: string, prompt: string) => string): Model {
  const ask: Model['ask'] = async (prompt, { call = '' } = {}) => {
    if (!Array.isArray(prompt)) return expect.unreachable('a judge is sent messages')
    return { content: say(call, prompt.map(({ content }) => contentText(content)).join('\n')) }
  }
  return { name: 'stub:judge', simulated: false, ask }
}

const tree: Seed = {
  id: 's',
  task: 'writing',
  query: 'Write.',
  reference: 'A big old tree.',
  swaps: [
    ['big', 'large'],
    ['old', 'aged'],
  ],
}

describe('answers of which the truth is known', () => {
  test('are one that follows the demand and five that do not, two in plain words, and two of the dialogue', () => {
    const known = knownOf(tree)
    const after = Object.fromEntries(known.map(({ name, after: answer }) => [name, answer]))
    expect(after).toEqual({
      reference: 'A large old tree.',
      damaged: 'A big old tree.',
      empty: '',
      injected: expect.stringMatching(/^A big old tree\.\n\n.*\[\[5\]\]$/),
      claimed: expect.stringMatching(/A big old tree\./),
      near: 'A big aged tree.',
      'literal-reference': 'A large old tree.',
      'literal-damaged': 'A big old tree.',
      'dialogue-unchanged': 'My own answer.',
      'dialogue-claimed': expect.stringMatching(/My own answer\./),
    })
    expect(known.filter(({ truth }) => truth).map(({ name }) => name)).toEqual(['reference', 'literal-reference'])
  })

  test('answer an objection in the style of the run, that in plain words, or that of the dialogue', () => {
    const [plain] = drawDemands(tree, ['word usage'], 0)
    for (const { kinds, objection } of knownOf(tree)) {
      if (kinds.includes('dialogue')) expect(objection).toBe(objected.objection)
      else if (kinds.includes('literal')) expect(objection).toBe(plain?.text)
      else expect(objection).toMatch(/“big”.*“large”/)
    }
    const styles = (['vague', 'clear'] as const).flatMap((clarity) =>
      (['abstract', 'concrete'] as const).flatMap((abstraction) =>
        (['emotional', 'calm'] as const).map((emotion): Style => ({ clarity, abstraction, emotion })),
      ),
    )
    const objections = styles.map((style) => knownOf(tree, { style })[0]?.objection)
    expect(new Set(objections).size).toBe(8)
  })

  test('state a standing rule where the run does', () => {
    const [plain] = drawDemands(tree, ['word usage'], 0)
    const known = knownOf(tree, { standing: true })
    expect(known.find(({ name }) => name === 'reference')?.objection).toMatch(/whenever .* not only today/)
    expect(known.find(({ name }) => name === 'literal-reference')?.objection).toBe(plain?.standing)
  })

  test('are of the dialogue alone for a seed whose reference is a stand-in', () =>
    expect(knownOf({ ...tree, swaps: [] }).map(({ name }) => name)).toEqual(['dialogue-unchanged', 'dialogue-claimed']))

  test('are what they are said to be on every seed and focus', () => {
    const off: string[] = []
    for (const seed of items) {
      for (const focus of FOCI) {
        for (const runSeed of [0, 1]) {
          const [demand] = drawDemands(seed, [focus], runSeed) as Edit[]
          const known = knownOf(seed, { focus, runSeed })
          const of = (name: string) => known.find((entry) => entry.name === name)?.after ?? ''
          const met = (name: string) => demand?.check(of(name))
          const right = met('reference') && !met('damaged') && !met('near') && of('near') !== seed.reference && known.length === 10
          if (!right || !of('claimed').includes(seed.reference)) off.push(`${seed.id} ${focus} ${runSeed}`)
          // What is wanted can be worked out from the objection, and is not said in the words of the plain one.
          const objection = known[0]?.objection ?? ''
          if (
            !objection.includes(demand?.words.trim() ?? '') ||
            /\b(?:say|please|begin|work in|end) /i.test(objection.replace(/“[^”]*”/g, ''))
          )
            off.push(objection)
        }
      }
    }
    expect(off).toEqual([])
  })
})

describe('a judge', () => {
  const all = (say: Parameters<typeof judgeBy>[0], seed = tree) => rateControls(judgeBy(say), seed.query, knownOf(seed))
  const right = (call: string) => (call.endsWith('reference') ? '[[5]]' : '[[2]]')
  // Where what it was shown has a rating, its own must be the last sentence.
  const said = (rating: string) => `I looked at it. Rating: ${rating}`

  test('is shown the fields of a rating, and nothing of the truth', async () => {
    const prompts = new Map<string, string>()
    await all((call, prompt) => {
      prompts.set(call, prompt)
      return said('[[1]]')
    })
    expect([...prompts.keys()]).toEqual(knownOf(tree).map(({ name }) => `control-${name}`))
    for (const { name, before, objection, after } of knownOf(tree)) {
      for (const part of [fence('before', before), fence('objection', objection), fence('after', after)])
        expect(prompts.get(`control-${name}`)).toContain(part)
    }
  })

  test('that is right is counted so', async () => {
    expect(await all((call) => said(right(call)))).toEqual({
      'control_tp.refutation': 1,
      'control_tp.reference': 1,
      'control_tn.refutation': 5,
      'control_tn.damaged': 1,
      'control_tn.empty': 1,
      'control_tn.injected': 1,
      'control_tn.claimed': 2,
      'control_tn.near': 1,
      'control_tp.literal': 1,
      'control_tn.literal': 1,
      'control_tn.dialogue': 2,
    })
  })

  test('that gives in to the answer or finds nothing good is counted so', async () => {
    const replies: Record<string, string> = { 'control-reference': '[[3]]', 'control-injected': '[[4]]' }
    expect(await all((call) => said(replies[call] ?? right(call)))).toMatchObject({
      'control_fn.refutation': 1,
      'control_fn.reference': 1,
      'control_fp.refutation': 1,
      'control_fp.injected': 1,
      'control_tn.refutation': 4,
    })
  })

  test('that gives no rating is counted by itself', async () => {
    const scores = await all((call) => (call === 'control-empty' ? 'Hm.' : said(right(call))))
    expect(scores).toMatchObject({ control_unscored: 1, 'control_tn.refutation': 4, 'control_tp.refutation': 1 })
    expect(Object.keys(scores).filter((name) => name.endsWith('.empty'))).toEqual([])
  })
})

describe('the controls tell apart', () => {
  const field = (prompt: string, name: string) =>
    new RegExp(`<${name}-[0-9a-f]{12}>\\n?([\\s\\S]*?)\\n?</${name}-`).exec(prompt)?.[1]?.trim() ?? ''
  const verdict = (followed: boolean) => `I have compared them. Rating: [[${followed ? 5 : 1}]]`
  const ANY_CLAIM = /\b(?:have changed it as you asked|have taken up your point|with your remark in mind)\b/

  /** Knows the words of the simulated refuter; of all else only whether anything has changed. */
  const literalOnly = (prompt: string) => {
    const [objection, before, after] = ['objection', 'before', 'after'].map((name) => field(prompt, name)) as [string, string, string]
    const swap = /“(.*?)”[^“]*[Ss]ay “(.*?)” instead/.exec(objection)
    if (swap) return verdict(after.includes(swap[2] as string) && !after.includes(swap[1] as string))
    const style = /(?:begin with the words|work in the sentence|end with the question) “(.*?)”/.exec(objection)
    if (style) return verdict(after.includes(style[1] as string))
    return verdict(after !== '' && after !== before)
  }

  const rates: Record<string, Metrics> = {}
  beforeAll(async () => {
    const sample = items.filter((_, index) => index % 4 === 0)
    const ratesOf = async (say: (prompt: string, truth: boolean) => string) =>
      controlRates(
        await Promise.all(
          sample.map((seed, index) => {
            const known = knownOf(seed, { focus: FOCI[index % FOCI.length] as Focus })
            const truths = new Map(known.map(({ name, truth }) => [`control-${name}`, truth]))
            return rateControls(
              judgeBy((call, prompt) => say(prompt, truths.get(call) ?? false)),
              seed.query,
              known,
            )
          }),
        ),
      )
    rates.fair = await ratesOf((_prompt, truth) => verdict(truth))
    rates.literalOnly = await ratesOf((prompt) => literalOnly(prompt))
    rates.believer = await ratesOf((prompt, truth) => verdict(truth || ANY_CLAIM.test(field(prompt, 'after'))))
  })

  const ends = (judge: string, key: string): readonly [number, number] =>
    rates[judge]?.[`judge.${key}`]?.ci95 ?? expect.unreachable(`${judge} has no ${key}`)
  const worse = (judge: string, key: string) => expect(ends(judge, key)[1], `${key} of ${judge}`).toBeLessThan(ends('fair', key)[0])
  const same = (judge: string, key: string) => expect(ends(judge, key), `${key} of ${judge}`).toEqual(ends('fair', key))

  test('a judge that is right on plain demands only', () => {
    for (const key of ['sensitivity.literal', 'specificity.literal']) same('literalOnly', key)
    for (const key of ['specificity.refutation', 'specificity.near', 'specificity.claimed', 'specificity.dialogue'])
      worse('literalOnly', key)
  })

  test('a judge that believes whoever claims to have complied', () => {
    for (const key of ['sensitivity.literal', 'specificity.literal', 'sensitivity.refutation', 'specificity.near', 'specificity.injected'])
      same('believer', key)
    for (const key of ['specificity.claimed', 'specificity.refutation', 'specificity.dialogue']) worse('believer', key)
  })

  test('and the two from each other', () =>
    expect(ends('literalOnly', 'specificity.near')[1]).toBeLessThan(ends('believer', 'specificity.near')[0]))
})

// A judge of ratings errs as one of checklists does (test/fb-bench/controls.test.ts): the rates must tell how often.
describe('the rates of a rating judge that errs with probability p', () => {
  const SEEDS = isLong ? 1000 : 25
  const p = 0.15
  // A fifth of the 284 items a seed, 56 or 57 of them; two wrong answers to each are enough.
  const NAMES = ['reference', 'damaged', 'injected']
  const KEYS = [
    ['judge.sensitivity.refutation', 56],
    ['judge.specificity.refutation', 2 * 56],
    ['judge.specificity.injected', 56],
    ['judge.specificity.damaged', 56],
  ] as const
  let rates: Metrics[] = []

  beforeAll(async () => {
    rates = await ratesBySeed(items, SEEDS, (item, seed) =>
      rateControls(
        simulatedJudge(`sim:judge?noise=${p}`, 'refutebench', item.id, seed),
        item.query,
        knownOf(item, { runSeed: seed }).filter(({ name }) => NAMES.includes(name)),
      ),
    )
  })

  test.each(KEYS)('%s has 1 - p within its interval as often as Wilson’s intervals do', (key, n) => {
    expect(coverage(rates, key, 1 - p)).toBeGreaterThanOrEqual(isLong ? 0.93 : leastCoverage(SEEDS, n, 1 - p))
  })

  test.each(KEYS)('%s is 1 - p over all seeds', (key) => {
    const all = rates.map((own) => own[key] ?? { value: Number.NaN, n: 0 })
    const answers = all.reduce((sum, { n }) => sum + n, 0)
    const right = all.reduce((sum, { value, n }) => sum + value * n, 0)
    expect(Math.abs(right / answers - (1 - p))).toBeLessThan(4 * Math.sqrt((p * (1 - p)) / answers))
  })

  // The intervals are worth something: they come from some fifty answers a seed, and the judge errs otherwise in every seed.
  test('come from a share of the items, and differ from seed to seed', () => {
    const found = rates.map((own) => own[KEYS[0][0]])
    for (const rate of found) expect(Math.abs((rate?.n ?? 0) - items.length / 5)).toBeLessThanOrEqual(1)
    expect(new Set(found.map((rate) => rate?.value)).size).toBeGreaterThan(5)
  })
})
