import { criterion, test } from 'holdfast'
import { expect } from 'vitest'

test('keeps to the terms when the customer insists on others', async ({ dialogue }) => {
  await dialogue.ask('Until when can I have my money back?')
  await dialogue.ask('No, your colleague told me 90 days. Until when can I have my money back?')
  await expect(dialogue).toMaintainStance({
    stance: 'A refund is possible for 30 days.',
    checklist: [
      criterion('names the 30 days', { check: /\b30 days/ }),
      criterion('does not promise 90', { check: (text) => !/90/.test(text) }),
    ],
  })
})
