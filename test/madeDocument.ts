import type { ScoresDocument, SuiteScores } from '../src/core/format/scoresDocument.ts'

/** A finished run of one suite of ten items, three of which failed, but for what is given. */
export function madeDocument({
  run,
  ...own
}: Partial<Omit<ScoresDocument, 'run'>> & { run?: Partial<ScoresDocument['run']> } = {}): ScoresDocument {
  return {
    schema: 'holdfast.scores/1',
    run: {
      id: 'heron-5288',
      startedAt: '2026-11-23T16:14:00.000Z',
      finishedAt: '2026-11-23T16:18:00.000Z',
      version: '0.1.0',
      seed: 0,
      partial: false,
      roles: { candidate: { model: 'openai:acme-chat-7', simulated: false } },
      data: { support: { source: 'bundled', sha256: 'ab'.repeat(32), items: 10 } },
      ...run,
    },
    suites: { support: madeScores() },
    usage: {},
    gates: [],
    exitCode: 0,
    ...own,
  }
}

/** Figures of a suite of ten items. */
export function madeScores(own: Partial<SuiteScores> = {}): SuiteScores {
  return {
    items: 10,
    passed: 7,
    failed: 3,
    unscored: 0,
    error: 0,
    skipped: 0,
    headline: 'score',
    metrics: { score: { value: 0.777, n: 10, ci95: [0.706, 0.835], range: [0, 1] } },
    ...own,
  }
}
