import { z } from 'zod'
import { boundedReply, HoldfastError, isLoopback, messageOf, orUndefined, parseJson, readJson, usageError } from '../../kit.ts'

/** A pull request, and how its host is reached. */
export type PullRequest = Awaited<ReturnType<typeof pullRequest>>

/** A run of GitHub Actions tells its event in a file. */
const event = z.object({
  pull_request: z.object({ number: z.number().int().positive() }).optional(),
  workflow_run: z
    .object({ head_branch: z.string().nullable(), head_repository: z.object({ owner: z.object({ login: z.string() }) }).nullable() })
    .optional(),
})

const pulls = z.array(z.object({ number: z.number().int().positive() }))
const comments = z.array(z.object({ id: z.number(), body: z.string().nullish() }))
const written = z.object({ html_url: z.string() })

/** Comments that GitHub gives at once, and pages of them that are looked through. */
const PAGE = 100
const MOST_PAGES = 50
/** A page of the longest comments has 7 MB. */
const MOST_MEGABYTES = 16

/**
 * The pull request that the process works for: of the number given, else of its event.
 *
 * @throws HoldfastError where no variable says which one it is, or how its host is reached.
 */
export async function pullRequest(env: NodeJS.ProcessEnv, number?: number) {
  const { GITHUB_REPOSITORY: name = '', GITHUB_API_URL: api = 'https://api.github.com', GITHUB_TOKEN: token = '' } = env
  if (!/^[\w.-]+\/[\w.-]+$/.test(name)) throw lacking('GITHUB_REPOSITORY is no <owner>/<name>. Set it, as GitHub Actions does.')
  if (token === '') throw lacking('GITHUB_TOKEN is not set. Give the step one: github.token.')
  const host = URL.canParse(api) ? new URL(api) : undefined
  if (!host || (host.protocol !== 'https:' && !isLoopback(host.hostname)))
    throw lacking(`GITHUB_API_URL ${api} is no https address, so that no token is sent there. Mend or unset it.`)
  // Address of the API of the repository.
  const repository = `${api.replace(/\/$/, '')}/repos/${name}`
  return { repository, token, number: number ?? (await numberOfEvent(env.GITHUB_EVENT_PATH, repository, token)) }
}

/** The number in the event. A run that follows another one knows only the branch of a fork. */
async function numberOfEvent(path: string | undefined, repository: string, token: string): Promise<number> {
  const { pull_request, workflow_run } = path === undefined ? {} : readJson(path, event)
  if (pull_request) return pull_request.number
  const owner = workflow_run?.head_repository?.owner.login
  const head = `${owner}:${workflow_run?.head_branch}`
  const found = owner ? await call(token, 'GET', `${repository}/pulls?state=open&head=${encodeURIComponent(head)}`, pulls) : []
  if (found[0]) return found[0].number
  throw lacking('no variable and no event names the pull request. Name it behind the run.')
}

/**
 * Writes a comment whose first line marks it, in place of the one with the same mark.
 *
 * @returns what was done, with its address.
 * @throws HoldfastError where GitHub refuses, or cannot be reached.
 */
export async function putComment({ repository, number, token }: PullRequest, body: string): Promise<string> {
  const [mark = ''] = body.split('\n')
  for (const { id } of await marked(mark, `${repository}/issues/${number}/comments`, token)) {
    // One that somebody else wrote under the same mark stays as it is.
    const own = await call(token, 'PATCH', `${repository}/issues/comments/${id}`, written, { body }).catch((error: unknown) => {
      if (error instanceof Refused && error.isOfRights) return undefined
      throw error
    })
    if (own) return `updated ${own.html_url}`
  }
  const made = await call(token, 'POST', `${repository}/issues/${number}/comments`, written, { body })
  return `wrote ${made.html_url}`
}

async function marked(mark: string, url: string, token: string): Promise<z.output<typeof comments>> {
  const found: z.output<typeof comments> = []
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const some = await call(token, 'GET', `${url}?per_page=${PAGE}&page=${page}`, comments)
    found.push(...some.filter(({ body }) => body?.split(/\r?\n/, 1)[0] === mark))
    if (some.length < PAGE) break
  }
  return found
}

/** What GitHub refused. */
class Refused extends HoldfastError {
  /** Whether for want of rights, and not because there were too many calls or a wrong one. */
  readonly isOfRights: boolean

  constructor(isOfRights: boolean, message: string) {
    super('NETWORK', message)
    this.isOfRights = isOfRights
  }
}

const problem = z.object({ message: z.string() })

async function call<Schema extends z.ZodType>(
  token: string,
  method: 'GET' | 'POST' | 'PATCH',
  url: string,
  schema: Schema,
  body?: object,
): Promise<z.output<Schema>> {
  const headers = {
    accept: 'application/vnd.github+json',
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'user-agent': 'holdfast',
    'x-github-api-version': '2022-11-28',
  }
  const place = `${method} ${new URL(url).pathname}`
  const signal = AbortSignal.timeout(60_000)
  // Another host would get the token.
  const asked = fetch(url, { method, headers, redirect: 'error', signal, ...(body && { body: JSON.stringify(body) }) })
  const response = await asked
    .then((reply) => boundedReply(reply, MOST_MEGABYTES, 'GitHub'))
    .catch((error: unknown) => {
      if (error instanceof HoldfastError) throw error
      throw new HoldfastError('NETWORK', `Failed to reach GitHub: ${messageOf(error)} (${place}). Run the command again.`)
    })
  const text = await response.text()
  const said = orUndefined(() => parseJson(text))
  if (!response.ok) {
    const why = problem.safeParse(said).data?.message.slice(0, 200) ?? 'no reason given'
    const isLimit = response.headers.has('retry-after') || response.headers.get('x-ratelimit-remaining') === '0'
    const isOfRights = !isLimit && [401, 403, 404].includes(response.status)
    const advice = isOfRights
      ? 'Give the job `permissions: pull-requests: write`; a workflow of a fork cannot have it.'
      : 'Run the command again later.'
    throw new Refused(isOfRights, `Failed to comment: GitHub answered ${response.status}, ${why} (${place}). ${advice}`)
  }
  const { data } = schema.safeParse(said)
  if (data === undefined)
    throw new HoldfastError('NETWORK', `Failed to comment: GitHub's answer to ${place} is none of its API. Look at GITHUB_API_URL.`)
  return data
}

function lacking(why: string): HoldfastError {
  return usageError(`Failed to comment: ${why}`)
}
