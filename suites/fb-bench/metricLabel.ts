const WHOLE: Readonly<Record<string, string>> = {
  error_correction: 'error correction',
  response_maintenance: 'response maintenance',
  overall: 'overall score',
  gap: 'correction less maintenance',
  refused: "prompts refused by the judge's provider, count",
  undecided: 'items undecided by the program, count',
  control_undecided: 'criteria of known answers undecided by the program, count',
  judge_agreement: "votes that agree with the judge's majority, share",
}

/** Names of levels: how hard items are by blind solving. */
const LEVELS: Readonly<Record<string, string>> = { hard: 'hard items', other: 'other items', unmeasured: 'items not measured' }

/** Names of FB-Bench's metrics in words (suites/fb-bench/README.md, Metrics). */
export function fbBenchLabel(key: string): string | undefined {
  if (key.startsWith('strict.')) return `strict: ${fbBenchLabel(key.slice('strict.'.length)) ?? key.slice('strict.'.length)}`
  const [, level, of] = /^level\.([^.]+)\.(.+)$/.exec(key) ?? []
  if (level !== undefined && of !== undefined) return `${LEVELS[level] ?? level}: ${WHOLE[of] ?? of}`
  const [, scenario, slice, name] = /^(ec|rm)\.(task|subtask|deficiency|feedback)\.(.+)$/.exec(key) ?? []
  if (scenario === undefined) return WHOLE[key]
  const what = scenario === 'ec' ? 'error correction' : 'response maintenance'
  return slice === 'feedback' ? `${what} after feedback: ${name}` : `${what}: ${name}`
}
