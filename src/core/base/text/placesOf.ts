/** Where a part begins in a text, from place to place without overlap; nowhere for an empty part. */
export function placesOf(part: string, text: string): number[] {
  const places: number[] = []
  if (part === '') return places
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) places.push(at)
  return places
}
