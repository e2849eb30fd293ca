import type { OpenSuite, SuiteRun } from '../../src/kit.ts'
import { isAttempt } from './answerAttempt.ts'
import type { ShardedItem } from './items.ts'
import { KIND_TITLES, KINDS } from './names.ts'
import { openItems } from './openItems.ts'
import type { ShardedOptions } from './options.ts'
import { planSharded } from './plannedCalls.ts'
import { messagesOf } from './prompt.ts'
import { shardedFloor, shardedRubric } from './rubric.ts'
import { ANSWER_TOKENS } from './typicalLengths.ts'
import { wrongAnswer } from './wrong.ts'

/** What a simulated model says that waits for the next piece. */
const WAITS = 'Noted.'
/** What a simulated model says that got lost: no answer, so that exactly the lost share of points is missing. */
const LOST = 'What else do you need?'

/** Opens the suite for a run. */
export async function openSharded({ config, options }: SuiteRun<ShardedOptions>): Promise<OpenSuite<ShardedItem>> {
  const { items, source, version, sha256 } = openItems(config.data, options)
  return {
    items,
    task: ({ task }) => task.kind,
    taskTitles: KIND_TITLES,
    tags: ({ form, task }) => ({ form, level: task.level, pieces: task.shards.length }),
    clusters: ({ task }) => ({ task: task.id }),
    reference: ({ task }) => task.reference,
    wrong: ({ task }) => wrongAnswer(task),
    floor: ({ task }) => shardedFloor(task),
    threshold: 1,
    data: { source, version, sha256 },
    notes: () => ['checked by programs, no judge'],
    display: () => ({
      headline: { key: 'sharded', label: 'one piece a turn: score' },
      beside: [
        { key: 'full', label: 'one message: score' },
        { key: 'concat', label: 'points of one message: score' },
      ],
      taskKeys: Object.fromEntries(KINDS.map((kind) => [kind, `sharded.kind.${kind}`])),
      percent: true,
      rows: [
        { label: 'loss', keys: ['loss.full', 'loss.concat'], note: '(in percent of the other form; lower is better)' },
        { label: 'aptitude', group: 'aptitude', note: '(90th percentile over trials)' },
        { label: 'unreliability', group: 'unreliability', note: '(90th less 10th percentile; lower is better)' },
        { label: 'too early', keys: ['premature', 'premature_turns'], note: '(an attempt before the last piece, by its form)' },
      ],
    }),
    planned: planSharded(config),
    body: async (item, { dialogue, expect, record }) => {
      const { task, form } = item
      const messages = messagesOf(item)
      let early = 0
      for (const [index, message] of messages.entries()) {
        const isLast = index === messages.length - 1
        const { assistant } = await dialogue.ask(message, {
          maxTokens: ANSWER_TOKENS,
          temperature: 1,
          reference: isLast ? task.reference : WAITS,
          ...(form === 'sharded' && { simulation: { lost: isLast ? LOST : wrongAnswer(task) } }),
        })
        if (!isLast && isAttempt(task, assistant)) early += 1
      }
      if (form === 'sharded') record('premature_turns', early)
      await expect(dialogue).toPassRubric(shardedRubric(task))
    },
  }
}
