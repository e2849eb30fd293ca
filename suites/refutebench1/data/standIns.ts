import type { EmailDraft } from '../tasks/emailDraft.ts'
import type { Mapping } from '../tasks/mt.ts'

/**
 * The official rows have no reference answers. Simulated models answer with these, which do what is demanded and nothing
 * else; a real model never sees them.
 */

/** What is answered where nothing is demanded. */
export const STAND_IN_ANSWER = '……'

/** Longest e-mail that is demanded: "at least 20 sentences". */
const MORE = 20

/** The e-mail for every request. */
export const STAND_IN_DRAFT: EmailDraft = {
  subject: 'Simulated subject',
  opening: 'Dear reader,',
  sentences: ['This email stands for the one that was asked for.', 'A simulated model has written it.', 'It says nothing else.'],
  more: Array.from({ length: MORE }, (_, index) => `Point ${index + 1} of the list stays as it was.`),
  closing: 'Until then,\nSim',
  languages: {
    German:
      'Liebe Leserin,\n\ndiese Nachricht steht für die, um die gebeten wurde. Ein simuliertes Modell hat sie geschrieben.\n\nBis dann\nSim',
    French: 'Chère lectrice,\n\nce message remplace celui qui a été demandé. Un modèle simulé l’a écrit pour vous.\n\nÀ bientôt\nSim',
    Chinese: '亲爱的读者：\n\n这封邮件代替您要的那一封，由模拟模型写成，没有别的内容。\n\n再会',
  },
}

/** The translation of every sentence: the wordings demanded, one after the other. */
export function standInTranslation(mappings: readonly Mapping[]): string {
  return [STAND_IN_ANSWER, ...mappings.map(({ target }) => target)].join(' ')
}
