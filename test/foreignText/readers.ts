import { existsSync, readdirSync } from 'node:fs'
import type { Reader } from './reader.ts'
import { BASE_READERS } from './readers/base.ts'
import { JUDGE_READERS, MODEL_READERS } from './readers/judges.ts'
import { REPORT_READERS } from './readers/report.ts'
import { SUITE_READERS } from './readers/suites.ts'

const TOOLS = new URL('../../src/tools/', import.meta.url)

/** The readers of the tools, each of which keeps its own in `test/readers.ts`. */
async function toolReaders(): Promise<readonly Reader[]> {
  const files = readdirSync(TOOLS).map((name) => new URL(`${name}/test/readers.ts`, TOOLS))
  const found = await Promise.all(files.filter((file) => existsSync(file)).map((file) => import(file.pathname)))
  return found.flatMap(({ READERS }: { READERS: readonly Reader[] }) => READERS)
}

/** Every function of the project that takes text which a model, a judge or a file wrote. */
export const READERS: readonly Reader[] = [
  ...BASE_READERS,
  ...JUDGE_READERS,
  ...MODEL_READERS,
  ...REPORT_READERS,
  ...SUITE_READERS,
  ...(await toolReaders()),
]
