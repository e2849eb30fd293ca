import { gptInstRecipe } from './gptInstRecipe.ts'
import { neighborRecipe } from './neighborRecipe.ts'

/** How pairs are drafted. */
export const llmbarRecipes = [neighborRecipe, gptInstRecipe] as const
