import { Command } from 'commander'
import { findRun, HoldfastError, markdownSummary, numberOption, printResult, readScores, redactSecrets, withOptions } from '../../kit.ts'
import { pullRequest, putComment } from './gitHub.ts'

/** Most characters of a comment that GitHub takes, less what stands around the text. */
const LONGEST = 65_000

/** What stands where no run is to be expected: runs of a fork get no secrets. */
const PENDING = [
  '## ? Pending: no run has decided yet',
  '',
  'This pull request comes from a fork, whose workflows get no key. A maintainer who has read the change starts the run by hand: Actions, then this workflow, "Run workflow", with the number of this pull request.',
]

interface CommentFlags {
  readonly pull?: number
  readonly pending?: boolean
  readonly name: string
}

/** `holdfast comment [run]`: the run's decision as one comment on a pull request. The same command writes it anew in its place. */
export function commentCommand(): Command {
  return withOptions(
    new Command('comment')
      .description('Write what a run decides as one comment on a pull request of GitHub; the next run writes it anew in its place.')
      .argument('[run]', 'the run (default: latest)')
      .option('--pull <number>', 'number of the pull request (default: that of the event)', numberOption({ whole: true, from: 1 }))
      .option('--pending', 'say that no run has decided yet, and how a maintainer starts it, for pull requests of forks'),
    ['name', 'one comment for each name', 'holdfast'],
  ).action(async (run = 'latest', { pull, pending, name }: CommentFlags) => {
    if (!/^[\w .-]{1,60}$/.test(name))
      throw new HoldfastError(
        'USAGE',
        `Failed to comment: ${JSON.stringify(name)} is no name. Use letters, digits, spaces, points and hyphens.`,
      )
    const request = await pullRequest(process.env, pull)
    // Told from other comments by what a reader does not see.
    const text = [`<!-- holdfast: ${name} -->`, ...(pending ? PENDING : [decision(run)])].join('\n')
    await printResult(undefined, [` ${await putComment(request, text)}`])
  })
}

/** @throws HoldfastError for a run that has decided nothing. */
function decision(run: string): string {
  const folder = findRun(run, process.cwd())
  const document = readScores(folder.scores)
  if (!document) throw new HoldfastError('DATA', `Failed to comment on ${run}: it has no scores.json. Name a run that has ended.`)
  const text = redactSecrets(markdownSummary(document, run))
  if (text.length <= LONGEST) return text
  return `${text.slice(0, text.lastIndexOf('\n', LONGEST))}\n\n… the rest stands in report.md of the run`
}
