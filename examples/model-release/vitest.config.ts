import { holdfast } from 'holdfast/plugin'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [
    holdfast({
      // Simulated, so that the example runs without a key. Each spoils a share of the right answers. For real ones put
      // 'openai:<model>' in their place, name a judge, and take allowSimulated out.
      models: {
        current: { uri: 'sim:degraded?p=0.1' },
        next: { uri: 'sim:degraded?p=0.05' },
        broken: { uri: 'sim:degraded?p=0.4' },
      },
      model: 'next',
      // A sample of each task, for an example of seconds. A release is decided on all items: leave this out.
      limit: 10,
      gates: {
        allowSimulated: true,
        // The run of `current` in reports/baselines.
        baseline: 'main',
        lifbench: { 'content.overall': { min: 0.8, maxDrop: 0.05 } },
        refutebench: { 'transient.satisfaction': { min: 4, maxDrop: 0.2 } },
      },
    }),
  ],
  test: { include: ['*.eval.ts'] },
})
