// Signs that a judge does not read, by the rule that runs have: how often a bad judge is told, and a good one accused.

/** Shares of a model's answers that are right. */
const RATES = [0, 0.1, 0.5, 0.9, 1]
/** Items of a run whose judge is measured by known answers where nobody says how many. */
const KNOWN = 6

/** What each kind of judge says of an answer that is right or not; `pair`: which output wins in both orders; `lots`: whatever falls. */
const KINDS = {
  'constant yes': { verdict: () => 1 },
  'constant no': { verdict: () => 0 },
  'constant middle': { verdict: () => 0.5 },
  copying: { copies: true, verdict: () => 1 },
  'drawing lots': { lots: true },
  'first only': { pair: 'first' },
  'losing one side': { verdict: (right) => (right ? undefined : 0) },
  'asking nothing': { silent: true, verdict: Number },
}
/** The sign by which each is to be told. */
const SIGNS = {
  'constant yes': 'constant',
  'constant no': 'constant',
  'constant middle': 'constant',
  copying: 'copies',
  'drawing lots': 'controls',
  'first only': 'first',
  'losing one side': 'one_sided',
  'asking nothing': 'no_question',
}

/** @param tried the rule under test. */
export function signSimulations({ random, judgeSigns }) {
  /** A run's records. A judge of no kind errs in each thing with chance `noise`. */
  function run(kind, { items, rate, noise, known = KNOWN }, ...parts) {
    const { chance } = drawing(random('signs', kind, items, ...parts))
    const { verdict, pair, copies, silent, lots } = KINDS[kind] ?? {}
    const said = (right) => (lots ? Number(chance(0.5)) : verdict ? verdict(right) : Number(right !== chance(noise)))
    return Array.from({ length: items }, (_, at) => {
      const traces = {}
      const note = (what) => {
        traces[what] = (traces[what] ?? 0) + 1
      }
      const judge = (right, as) => {
        const value = said(right)
        const isLost = value === undefined || (!verdict && chance(noise))
        note(isLost ? `judge.lost.${Number(value ?? right)}` : `judge.${as}.${as === 'said' ? value : Number(value >= 0.75)}`)
      }
      if (pair) note(`judge.${pair}`)
      else {
        judge(chance(rate), 'said')
        // A constant in the middle of a scale is to be told without known answers.
        if (at < known && kind !== 'constant middle') for (const is of ['right', 'wrong']) judge(is === 'right', is)
        note(copies || (!verdict && chance(noise)) ? 'judge.copied' : 'judge.own')
        note(silent || (!verdict && chance(noise)) ? 'interactor.nothing' : 'interactor.asked')
        if (!verdict) {
          const [one, other] = [chance(noise), chance(noise)]
          note(one === other ? 'judge.agreed' : one ? 'judge.first' : 'judge.second')
        }
      }
      return { item: String(at), trial: 0, traces }
    })
  }

  /** Share of runs in which a kind of judge is told by its sign, with a model of each rate in turn. */
  function told(kind, runs, items = 20) {
    const rates = kind === 'losing one side' ? [0.5] : RATES
    const hits = count(runs, (at) =>
      judgeSigns(run(kind, { items, rate: rates[at % rates.length], noise: 0 }, at)).some(({ sign }) => sign === SIGNS[kind]),
    )
    return hits / runs
  }

  /** Share of runs in which a judge that reads is accused of anything. */
  function accused(noise, runs, items = 20, known = KNOWN) {
    return (
      count(runs, (at) => judgeSigns(run('reads', { items, rate: RATES[at % RATES.length], noise, known }, noise, at)).length > 0) / runs
    )
  }
  return { told, accused }
}

function drawing({ int }) {
  return { chance: (p) => int(0, 2 ** 30 - 1) / 2 ** 30 < p }
}

function count(runs, of) {
  return Array.from({ length: runs }, (_, at) => of(at)).filter(Boolean).length
}

/** The kinds that a run is to tell; lots fall right too often to be told by the few known answers of every run. */
export const BAD_JUDGES = Object.keys(KINDS).filter((kind) => kind !== 'drawing lots')

/** The table of `npm run bench:stats -- signs`. */
export function signTable(simulated, { RUNS, percent, row, kept, sizes = [20, 100, 1000] }) {
  const line = (name, of) =>
    row(
      name,
      sizes.map((items) => percent(kept(['signs', name, items, RUNS], () => of(items)))),
    )
  return [
    `bad judges that are told by their sign, and judges that read and are accused of any, of ${RUNS.toLocaleString('en')} runs (percent)`,
    row('items', sizes.map(String)),
    ...Object.keys(KINDS).map((kind) => line(kind, (items) => simulated.told(kind, RUNS, items))),
    ...[0, 0.05, 0.1, 0.2].map((noise) => line(`reads, ${percent(noise)} % noise`, (items) => simulated.accused(noise, RUNS, items))),
    line('5 % noise, all controlled', (items) => simulated.accused(0.05, RUNS, items, items)),
  ]
}
