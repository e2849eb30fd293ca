import { HoldfastError } from '../../core/base/errors.ts'
import type { Loader } from '../../core/base/port.ts'
import type { SuiteRules } from '../../deciding/suiteRules.ts'

/** Answers what a tool asks of a suite, in the process that knows the suite's rules. Question and answer are plain data. */
export type ToolAnswer = (rules: SuiteRules, asked: unknown) => unknown

const answers = new Map<string, Loader<ToolAnswer>>()

/** Says who answers the questions of a tool. */
export function registerAnswer(tool: string, load: Loader<ToolAnswer>): void {
  answers.set(tool, load)
}

/** The answer to a tool's question. @throws HoldfastError where the tool is not there. */
export async function answerFor(tool: string, rules: SuiteRules, asked: unknown): Promise<unknown> {
  const answer = await answers.get(tool)?.()
  if (answer) return answer(rules, asked)
  throw new HoldfastError('RUN', `Failed to ask ${rules.name}: this installation has no ${tool}. Install the same version everywhere.`)
}
