// Types of siteSections.mjs.
export interface Section {
  readonly title: string
  readonly pages: readonly { readonly page: string; readonly title: string }[]
}
export declare function sections(root?: string, pages?: readonly string[]): Section[]
