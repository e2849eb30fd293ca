import { dialogueRecipe } from './dialogueRecipe.ts'

/** How dialogues are drafted: with a wrong first answer to correct, or with a right one to maintain. */
export const fbBenchRecipes = [dialogueRecipe('ec'), dialogueRecipe('rm')] as const
