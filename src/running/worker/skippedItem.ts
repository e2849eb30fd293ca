/** Thrown in an item's body: the item does not apply, which shows only once it runs. It is `skipped`, not scored. */
export class SkippedItem extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'SkippedItem'
  }
}
