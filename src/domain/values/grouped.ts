/** The values that are there, each once, in the order of their first occurrence; null and undefined are left out. */
export const distinct = <T extends string>(values: readonly (T | null | undefined)[]): T[] => [
  ...new Set(values.filter(value => value !== null && value !== undefined)),
]

/** Groups things by a name, in the order of the first occurrence of each name; things with null are left out. */
export const groupBy = <T, N extends string>(
  things: readonly T[],
  nameOf: (thing: T) => N | null,
): [N, T[]][] => {
  const groups = new Map<N, T[]>()
  for (const thing of things) {
    const name = nameOf(thing)
    const group = name === null ? undefined : groups.get(name)
    if (group) group.push(thing)
    else if (name !== null) groups.set(name, [thing])
  }
  return [...groups]
}
