import { expect, test } from 'vitest'
import { codeBlocks } from './codeBlocks.ts'

const PAGE = `# Page

\`\`\`sh
npm test
\`\`\`

<!-- not run: needs a key -->

\`\`\`ts
const a = 1
const b = 2
\`\`\`
\`\`\`
 x  fails
\`\`\`
`

test('blocks are found with their language, their marker and the line their code begins on', () => {
  expect(codeBlocks('page.md', PAGE)).toEqual([
    { name: 'page.md:4', file: 'page.md', language: 'sh', code: 'npm test\n' },
    { name: 'page.md:10', file: 'page.md', language: 'ts', code: 'const a = 1\nconst b = 2\n', notRun: 'needs a key' },
    { name: 'page.md:14', file: 'page.md', language: '', code: ' x  fails\n' },
  ])
})
