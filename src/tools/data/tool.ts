import type { Tool } from '../../kit.ts'

const official = () => import('./dataCommand.ts')

/** Data sets: official ones, drafts of new items, templates in other words, the items that tell models apart. */
export const data: Tool = {
  name: 'data',
  commands: [
    { name: 'data', summary: 'Official data, new items, and the items that tell models apart.' },
    {
      name: 'data show',
      isDefault: true,
      summary: 'Sources and licences; of a suite its card.',
      load: async () => (await official()).dataShowCommand,
    },
    { name: 'data pull', summary: 'Download official data.', load: async () => (await official()).dataPullCommand },
    { name: 'data verify', summary: 'Check official data by SHA-256.', load: async () => (await official()).dataVerifyCommand },
    {
      name: 'data draft',
      summary: 'Have a model write items, or instructions in other words.',
      load: async () => (await import('./draft/dataDraftCommand.ts')).dataDraftCommand,
    },
    {
      name: 'data accept',
      summary: 'Take the drafts that a person accepted.',
      load: async () => (await import('./draft/dataAcceptCommand.ts')).dataAcceptCommand,
    },
    {
      name: 'data import-chat',
      summary: 'Make a test of a conversation that went wrong.',
      load: async () => (await import('./chat/dataImportChatCommand.ts')).dataImportChatCommand,
    },
    {
      name: 'data filter',
      summary: 'Choose the items that tell models apart.',
      load: async () => (await import('./filter/dataFilterCommand.ts')).dataFilterCommand,
    },
  ],
}
