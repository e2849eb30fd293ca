// Types of what the tests use of markdownPages.mjs.
export declare const ROOT: string
export declare function markdownPages(root?: string): string[]
export declare function titleOf(text: string): string
export declare function introductionOf(text: string): string
export declare function anchorsOf(text: string): Set<string>
export declare function linksOf(text: string): string[]
export declare function deadLinks(root?: string, pages?: readonly string[]): string[]
export declare function unreachable(root?: string, pages?: readonly string[]): string[]
