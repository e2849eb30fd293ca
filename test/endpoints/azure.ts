import { answerAsOpenAI } from './openai.ts'
import { type Asked, cell, choices, type Reply, type Row, unknownModel } from './provider.ts'

const UNFILTERED = Object.fromEntries(
  ['hate', 'self_harm', 'sexual', 'violence'].map((kind) => [kind, { filtered: false, severity: 'safe' }]),
)

/** Deployments: the model of a request names one. */
function chat(asked: Asked): Reply {
  switch (asked.body.model) {
    case 'gpt-4o':
      return filtered(answerAsOpenAI(asked, { snapshot: 'gpt-4o-2024-11-20' }))
    // developersdigest.tech: a filtered answer has no content.
    case 'withheld':
      return choices(asked, [
        {
          index: 0,
          finish_reason: 'content_filter',
          message: { role: 'assistant' },
          content_filter_results: { violence: { filtered: true, severity: 'medium' } },
        },
      ])
    // BerriAI/litellm#24287: Claude in Azure.
    case 'claude':
      return choices(asked, [{ index: 0, finish_reason: 'refusal', message: { role: 'assistant', content: '' } }])
    // openai/openai-agents-python#806
    case 'flagged':
      return {
        status: 400,
        body: {
          error: {
            message:
              "The response was filtered due to the prompt triggering Azure OpenAI's content management policy. Please modify your prompt and retry.",
            type: null,
            param: 'prompt',
            code: 'content_filter',
            status: 400,
            innererror: {
              code: 'ResponsibleAIPolicyViolation',
              content_filter_result: { jailbreak: { detected: true, filtered: true } },
            },
          },
        },
      }
    // vanderschaarlab/climb#1
    case 'busy':
      if (asked.before > 0) return answerAsOpenAI(asked, { snapshot: 'gpt-4o-2024-11-20' })
      return limited({ 'retry-after-ms': '31' })
    // learn.microsoft.com/answers 5625878: resets are plain seconds. A fraction keeps the test short.
    case 'busy-by-limits':
      if (asked.before > 0) return answerAsOpenAI(asked, { snapshot: 'gpt-4o-2024-11-20' })
      return limited({ 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '0.032' })
    // chatboxai/chatbox#861
    default:
      return {
        status: 404,
        body: {
          error: {
            code: 'DeploymentNotFound',
            message:
              'The API deployment for this resource does not exist. If you created the deployment within the last 5 minutes, please wait a moment and try again.',
          },
        },
      }
  }
}

function limited(headers: Record<string, string>): Reply {
  const message =
    'Requests to the ChatCompletions_Create Operation under Azure OpenAI API version 2024-10-21 have exceeded token rate limit of your current OpenAI S0 pricing tier. Please retry after 86400 seconds.'
  return { status: 429, headers, body: { error: { code: '429', message } } }
}

/** What Azure adds to an answer (developersdigest.tech). */
function filtered({ body }: Reply): Reply {
  const answer = body as { choices: object[] }
  return {
    body: {
      ...answer,
      choices: answer.choices.map((choice) => ({ ...choice, content_filter_results: UNFILTERED })),
      prompt_filter_results: [{ prompt_index: 0, content_filter_results: UNFILTERED }],
    },
  }
}

/** Azure OpenAI. */
export const azure: Row = {
  title: 'Azure OpenAI',
  provider: { name: 'azure', path: '/openai/v1', chat },
  cells: [
    cell('answer', 'snapshot and fingerprint kept', {
      model: 'gpt-4o',
      answer: { content: 'well', finish: 'stop', served: { model: 'gpt-4o-2024-11-20', fingerprint: 'fp_44709d6fcb' } },
    }),
    cell('withheld answer', 'unscored', { model: 'withheld', none: 'content_filter' }, { model: 'claude', none: 'content_filter' }),
    unknownModel(
      'gpt-9',
      '404 The API deployment for this resource does not exist. If you created the deployment within the last 5 minutes, please wait a moment and try again.',
    ),
    cell(
      'rate limit',
      'waits by header or limit',
      { model: 'busy', retried: '429 Requests to the ChatCompletions_Create Operation', waitMs: 31 },
      { model: 'busy-by-limits', retried: '429 Requests to the ChatCompletions_Create Operation', waitMs: 32 },
    ),
    cell('refused prompt', 'refusal', { model: 'flagged', refused: true }),
  ],
}
