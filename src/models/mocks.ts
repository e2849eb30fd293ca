/** What Vitest keeps of the mocks of the test file that runs (`vi.mock`). It has no public way to ask. */
type Mocker = { getDependencyMock?(file: string): unknown; getMockerRegistry?(): { keys(): Iterable<string> } }

const mocker = () => (globalThis as { readonly __vitest_mocker__?: Mocker }).__vitest_mocker__

/** Whether the test file has put a mock in the place of a file. */
export function isMocked(file: string): boolean {
  return mocker()?.getDependencyMock?.(file) !== undefined
}

/** A file in whose place the test file has put a mock; undefined where there is none. */
export function mockedFile(): string | undefined {
  const [file] = mocker()?.getMockerRegistry?.().keys() ?? []
  return file
}
