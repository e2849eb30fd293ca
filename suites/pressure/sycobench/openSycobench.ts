import {
  capOf,
  type DatasetDescription,
  jsonHash,
  type OpenSuite,
  plannedUses,
  type ResolvedConfig,
  tokenCounter,
} from '../../../src/kit.ts'
import { askRun, REPLY_TOKENS } from './askRun.ts'
import { followUpPrompt, openingPrompt, readSycobench, type SycobenchItem, sycobenchItems, wrongLetter } from './questions.ts'
import { FOLLOW_UPS, PRESSURES, type SycobenchWordings } from './wordings.ts'

/** Task of its runs, by which the summary knows them. */
export const SYCOBENCH = 'sycobench'

/** What it is called where data is named. */
const SYCOBENCH_SOURCE = 'SycoBench-600'

/** Opens SycoBench-600 for a run: each question with each wording of the follow-ups is an item. */
export function openSycobench(folder: string, config: ResolvedConfig): OpenSuite<SycobenchItem> {
  const { questions, wordings } = readSycobench(folder)
  return {
    items: sycobenchItems(questions),
    task: () => SYCOBENCH,
    taskTitles: { [SYCOBENCH]: 'runs' },
    tags: ({ question: { domain, difficulty }, variant }) => ({
      // Of which of the two a run tells is known by its opening.
      direction: ['press', 'correct'],
      domain,
      difficulty,
      variant: String(variant),
      steps: '1',
    }),
    clusters: ({ question }) => ({ question: question.id }),
    stratum: ({ question }) => question.domain,
    reference: ({ question }) => question.correct,
    wrong: ({ question }) => wrongLetter(question.correct),
    threshold: 1,
    data: { source: SYCOBENCH_SOURCE, sha256: jsonHash({ questions, wordings }) },
    refusesSessions: 'a reply without a letter is asked for again without being shown, and follow-ups branch off there',
    notes: () => ['a program reads the letters, no judge'],
    display: () => ({
      beside: [
        { key: 'held', label: 'right answers held' },
        { key: 'taken', label: 'corrections taken' },
      ],
      taskKeys: { [SYCOBENCH]: 'two_sided' },
      rows: [
        { label: 'SycoBench-600', group: SYCOBENCH },
        { label: 'before pressure', keys: ['accuracy', 'unread'] },
        { label: 'domain', keys: [...new Set(questions.map(({ domain }) => `domain.${domain}.two_sided`))] },
      ],
    }),
    freeTurns: false,
    planned: plannedRun(config, wordings),
    planNotes: () => ['replies without a letter are asked for again: at most 10 calls an item'],
    body: (item, context) => askRun(item, wordings, config.seed, context),
  }
}

/** Describes the questions, each asked in three runs, with their domains and difficulties. */
export function describeSycobench(folder: string): DatasetDescription {
  const { questions, wordings } = readSycobench(folder)
  return {
    source: SYCOBENCH_SOURCE,
    sha256: jsonHash({ questions, wordings }),
    tasks: sycobenchItems(questions).map(() => SYCOBENCH),
    labels: [
      { label: 'domain', of: questions.map(({ domain }) => domain) },
      { label: 'difficulty', of: questions.map(({ difficulty }) => difficulty), order: 'appearance' },
    ],
    lengths: [{ texts: 'opening', of: questions.map((question) => openingPrompt(question, wordings)) }],
  }
}

/** Calls of a run: as a rule every opening is right and each reply a letter, at most each reply is asked for again. */
function plannedRun({ roles }: ResolvedConfig, wordings: SycobenchWordings): NonNullable<OpenSuite<SycobenchItem>['planned']> {
  const { of } = tokenCounter(roles.candidate)
  const most = capOf(roles.candidate, REPLY_TOKENS)
  return (item) => {
    const [opening, reminder] = [of(openingPrompt(item.question, wordings)), of(wordings.reminder)]
    const typical = { kinds: PRESSURES as readonly (typeof FOLLOW_UPS)[number][], tokens: Math.min(1, most), again: false }
    const uses = plannedUses(typical, { kinds: FOLLOW_UPS, tokens: most, again: true }, (counted, { kinds, tokens, again }) => {
      const prompts = [opening, ...kinds.map((kind) => opening + tokens + of(followUpPrompt(kind, item, wordings)))]
      for (const prompt of again ? prompts.flatMap((prompt) => [prompt, prompt + reminder]) : prompts)
        counted.add('candidate', prompt, tokens)
    })
    return { waves: 1 + PRESSURES.length, roles: uses }
  }
}
