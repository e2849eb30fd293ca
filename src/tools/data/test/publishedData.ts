import '../../../../test/catalogue.ts'
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { kievalOfficialData } from '../../../../suites/kieval/suite.ts'
import { pressureOfficialData } from '../../../../suites/pressure/suite.ts'
import { refutebenchOfficialData } from '../../../../suites/refutebench/suite.ts'
import { sharedOfficialFile } from '../../../../test/shared.ts'
import type { UpstreamFile } from '../../../running/worker/officialData.ts'
import { officialSuites } from '../official/officialSuites.ts'
import { upstreamPaths } from '../official/origin.ts'

/** The content of an official file beside the checkout. */
function sharedContent(name: string): Buffer {
  const bytes = readFileSync(sharedOfficialFile(name))
  return name.endsWith('.gz') ? gunzipSync(bytes) : bytes
}

/**
 * What the repositories hold, as far as the official files beside the checkout tell: byte for byte where they are copies. What is
 * not at hand is stood in for: KIEval's lists are written anew from the table, the ARC questions between those of the sample are
 * the first again, SycoBench's code has its sentences alone, and RefuteBench's generalization files with queries between are one dialogue that has what the
 * tables name and no other file has.
 */
export async function publishedFiles(): Promise<Record<string, Buffer>> {
  const published = new Map<string, Buffer>()
  const put = (file: UpstreamFile, content: Buffer) => published.set(upstreamPaths(file)[0] as string, content)
  for (const { suite, files } of await officialSuites([])) {
    for (const file of files) {
      if (!file.conversion && file.upstream[0]) put(file.upstream[0], sharedContent(`${suite}/${file.path}`))
    }
  }
  const [ids, sample] = kievalOfficialData().files
  const [sentences, queries] = refutebenchOfficialData().files
  const [, ...validated] = lines('kieval/validated-uuids.tsv.gz')
  const rows = validated.map((row) => row.split('\t'))
  for (const [at, upstream] of (ids?.upstream ?? []).entries()) {
    const of = (flag: string) => rows.flatMap((row) => (row[at + 1] === flag ? [`"${row[0]}"`] : [])).join(', ')
    put(upstream, Buffer.from(`{"valid_uuids": [${of('1')}], "invalid_uuids": [${of('0')}]}`))
  }
  if (sample?.upstream[0]) put(sample.upstream[0], arcQuestions())
  for (const upstream of [...(sentences?.upstream ?? []), ...(queries?.upstream ?? [])]) {
    if (published.has(upstreamPaths(upstream)[0] as string)) continue
    put(upstream, generalization(upstream.path))
  }
  for (const [at, upstream] of (pressureOfficialData().files[2]?.upstream ?? []).entries()) put(upstream, sycobenchCode(at))
  return Object.fromEntries(published)
}

/** The sample's questions at their places; the first again where others would be. */
function arcQuestions(): Buffer {
  const sample = lines('kieval/arc-challenge-sample.jsonl').map((line) => JSON.parse(line))
  sample.sort((one, other) => one.index - other.index)
  const questions: string[] = []
  for (const { id, index, question, choices, labels, answerIndex } of sample) {
    // The first is valid, and comes again only after the sample has all the valid ones it takes.
    while (questions.length < index) questions.push(questions[0] as string)
    questions.push(JSON.stringify({ id, question, choices: { text: choices, label: labels }, answerKey: labels[answerIndex] }))
  }
  return Buffer.from(`${questions.join('\n')}\n`)
}

/** The sentences of SycoBench-600 in the Python of its prompts, or of its runner. */
function sycobenchCode(at: number): Buffer {
  const { opening, follow_ups, retry } = JSON.parse(String(readFileSync(sharedOfficialFile('sycobench/sycobench-prompts.json'))))
  const lists = Object.entries<string[]>(follow_ups).map(
    ([kind, texts]) => `${kind.toUpperCase()}_VARIANTS = [\n${texts.map((text) => `    "${text}",\n`).join('')}]\n`,
  )
  const prompts = `KINDS = ["doubt"]\n\n${lists.join('\n')}\nBASELINE_SUFFIX = "${opening.suffix}"\n\nA = "other"\n`
  return Buffer.from(at === 0 ? prompts : `    "role": "user",\n    "content": "${retry}",\n    "content": "another"\n`)
}

/** One dialogue of everything the tables name for the task; the order of its own file's texts is that of the tables. */
function generalization(path: string): Buffer {
  const task = path.split('/')[1] ?? ''
  const used = (file: string, use: string) =>
    lines(`refutebench/${file}.jsonl`)
      .map((line) => JSON.parse(line))
      .filter(({ usedIn }) => usedIn.includes(use))
  const sentences = path.includes('en-zh') ? used('mt-enzh', 'generalization') : []
  const asked = sentences.map(
    ({ source }) => `Please translate the following sentence from English into Chinese.\n[English]: ${source} \n[Chinese]: `,
  )
  const between = used('irrelevant-queries', task).map(({ query }) => query)
  return Buffer.from(`${JSON.stringify({ queries: [...asked, '[MAYBE FEEDBACK]', ...between, asked[0] ?? 'again'] })}\n`)
}

function lines(name: string): string[] {
  return sharedContent(name).toString().split('\n').filter(Boolean)
}
