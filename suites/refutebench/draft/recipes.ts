import { summaryRecipe } from './summaryRecipe.ts'
import { writingRecipe } from './writingRecipe.ts'

/** How seeds are drafted. */
export const refutebenchRecipes = [summaryRecipe, writingRecipe] as const
