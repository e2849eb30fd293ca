import { test } from 'holdfast'
import { forAllDialogues, ordersOf } from 'holdfast/explore'

const CURRENCY = 'Please give all prices in euros.'
const STEPS = ['Put a teapot into my basket.', CURRENCY, 'Is there a discount?', 'Deliver to 5 Mill Lane.', 'Wrap it as a gift.']

test(
  'keeps the currency whatever the order',
  forAllDialogues(
    { steps: ordersOf(STEPS, { min: 0 }) },
    async ({ steps }, { dialogue, expect }) => {
      for (const step of steps) await dialogue.ask(step)
      const { assistant } = await dialogue.ask('What is the total?')
      if (steps.includes(CURRENCY)) expect(assistant).toContain('€')
    },
    { calls: 200 },
  ),
)
