import { questionRecipe } from './questionRecipe.ts'

/** How questions are drafted. */
export const kievalRecipes = [questionRecipe] as const
