const NAMES: Readonly<Record<string, string>> = { mt: 'translation', email: 'e-mail', qa: 'questions' }

/** A task of RefuteBench as people call it. */
export function taskTitle(task: string): string {
  return NAMES[task] ?? task
}
