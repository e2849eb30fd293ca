import { tokenizer } from '../../src/base/text/tokenizer.ts'
import type { ResolvedConfig } from '../../src/config/resolve.ts'
import type { PlanSummary } from '../../src/config/suite.ts'
import { contentText, type Message } from '../../src/models/transport.ts'
import { selectItems } from '../../src/worker/selectItems.ts'
import { leakMessages } from './leak.ts'
import { openQuestions } from './openQuestions.ts'
import type { KievalOptions } from './options.ts'
import { readExamples } from './questionFiles.ts'
import { staticPrompt } from './staticAnswer.ts'

/** What a KIEval run would do at most, for `holdfast plan`: an interview that ends early makes fewer calls. */
export async function planSummary(config: ResolvedConfig): Promise<PlanSummary> {
  const options = config.suites.kieval as KievalOptions
  const { items, source, sha256, notes } = await openQuestions(config.data, options, config.seed)
  const counter = tokenizer(config.roles.candidate?.tokenizer ?? 'o200k_base')
  const examples = readExamples()
  const tokensOf = (messages: readonly Message[]) => messages.reduce((sum, { content }) => sum + counter.count(contentText(content)), 0)
  const leaked = options.leak ? tokensOf(leakMessages(items)) : 0
  // What stands before every question: read once where the endpoint keeps prefixes.
  const shared = leaked + tokensOf(staticPrompt({ question: '', choices: [] }, examples))
  const planned = selectItems(
    items.map((item) => ({ item, id: `${item.set}/${item.id}`, task: item.set, stratum: item.domain ?? '' })),
    config.limit,
    config.seed,
  )
  const tasks = new Map<string, { items: number; tokens: number }>()
  for (const { item, task } of planned) {
    const known = tasks.get(task) ?? { items: 0, tokens: 0 }
    known.items += 1
    known.tokens += leaked + tokensOf(staticPrompt(item, examples))
    tasks.set(task, known)
  }
  const count = planned.length
  const validation = options.validation === 'live' ? count : 0
  return {
    source,
    sha256,
    tasks: [...tasks].map(([task, counts]) => ({ task, title: task, ...counts })),
    calls: {
      candidate: count * (1 + options.rounds),
      interactor: count * options.rounds,
      judge: count * options.rounds * config.votes + validation,
    },
    distinctTokens: count === 0 ? 0 : shared + [...tasks.values()].reduce((sum, { items, tokens }) => sum + tokens - items * shared, 0),
    notes: [
      'calls at most: an interview may end early; tokens of the static questions only',
      ...(options.leak ? [`the leak, ${leaked} tokens, stands before each of the candidate's calls, in the interviews too`] : []),
      ...notes,
    ],
  }
}
